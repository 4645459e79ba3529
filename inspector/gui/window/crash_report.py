"""Reports of crashes and unforeseen errors: versions and a log, and never a word of a chat.

Only what is known to come from the program itself is let through: names of actions, of kinds of
errors, and places in the code. The text of an error may quote a chat, and a path may name a
person or a character, so neither is.
"""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from traceback import extract_tb
from types import TracebackType

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from inspector.gui.kit.labels import plain_label
from inspector.gui.kit.theme import scaled
from inspector.gui.window.about import details
from inspector.language import _

_WIDTH_PX, _HEIGHT_PX = 560, 420
_MOST_CAUSES = 6
_FRAME = re.compile(r'  File "([^"]*)", line (\d+|\?\?\?) in ([\w<>.]+)')
_BINARY = re.compile(
    r'  Binary file "(?:[^"]*[/\\])?([\w.+-]+)"((?:, at \w*\+0x[0-9a-f]+)? \[0x[0-9a-f]+\])'
)
"""A line of the C stack, which Python writes from 3.14 on."""
_PACKAGE = re.compile(r"(?:^|(?<=/))(?:site-packages|python3\.\d+|inspector)(?=/)")
_CODE = re.compile(r"[\w./-]+\.pyw?")
_KNOWN = (
    re.compile(r"- \d\d:\d\d:\d\d (?:[A-Z]\w+(?:, [A-Z]\w+)*|(?:read|save) a file)"),
    re.compile(r"- \d\d:\d\d:\d\d another reading of the file"),
    re.compile(r"(?:Fatal Python error|Windows fatal exception): [A-Za-z0-9 ,:_]+"),
    re.compile(
        r"(?:Current thread|Thread) 0x[0-9a-fA-F]+(?: \[\w*\])? \(most recent call first\):"
    ),
    re.compile(r"Stack \(most recent call first\):"),
    re.compile(r"Current thread's C stack trace \(most recent call first\):"),
    re.compile(r"  <cannot get C stack on this system>"),
    re.compile(r"  <no Python frame>"),
    re.compile(r"  Garbage-collecting"),
    re.compile(r"  \.\.\."),
    re.compile(r"Extension modules: [\w., ]+\(total: \d+\)"),
)


def redacted(text: str) -> str:
    """What of a crash file may be sent: lines of a known shape, without folders."""
    return "\n".join(_known_lines(text.splitlines()))


def _known_lines(lines: Iterable[str]) -> Iterator[str]:
    is_gap = False
    for line in lines:
        frame, binary = _FRAME.fullmatch(line), _BINARY.fullmatch(line)
        if frame is not None:
            yield _frame(frame[1], frame[2], frame[3])
        elif binary is not None:
            yield f'  Binary file "{binary[1]}"{binary[2]}'
        elif not line or any(one.fullmatch(line) for one in _KNOWN):
            yield line
        elif not is_gap:
            yield _("(a line that is left out)")
        is_known = bool(frame or binary) or any(one.fullmatch(line) for one in _KNOWN)
        is_gap = bool(line) and not is_known


def _frame(file: str, line: object, name: str) -> str:
    return _('  File "{location}", line {line} in {name}').format(
        location=_location(file), line=line, name=name
    )


def _location(file: str) -> str:
    """A file of the code, from its package on; of any other its name alone, if it is code."""
    path = file.replace("\\", "/")
    found = list(_PACKAGE.finditer(path))
    kept = path[found[-1].start() :] if found else path.rpartition("/")[2]
    is_code = _CODE.fullmatch(kept) or re.fullmatch(r"<\w+>", kept)
    return kept.removeprefix("site-packages/") if is_code else "?"


def report_of(error: BaseException, actions: Iterable[str] = ()) -> str:
    """An error that nobody foresaw: its kind, its causes, and where each was raised.

    Args:
        error: as it was raised.
        actions: what was done last, as a crash file holds it.
    """
    lines = [line.rstrip("\n") for line in actions]
    causes: list[BaseException] = []
    cause: BaseException | None = error
    while cause is not None and len(causes) < _MOST_CAUSES:
        causes.append(cause)
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    for one in reversed(causes):
        lines += [*_frames(one.__traceback__), type(one).__name__, ""]
    return "\n".join(lines).rstrip()


def _frames(trace: TracebackType | None) -> Iterator[str]:
    for frame in extract_tb(trace, limit=-40):
        yield _frame(frame.filename, frame.lineno, frame.name)


def show_unforeseen(
    parent: QWidget | None, error: BaseException, actions: Iterable[str] = ()
) -> QMessageBox:
    """Show an error that nobody foresaw, with a report to read, copy and send."""
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Critical)
    box.setWindowTitle(_("Something went wrong"))
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(
        _(
            "Memory Inspector met an error that it did not expect. Your chat on disk is as it was; "
            "unsaved edits are still here."
        )
    )
    box.setInformativeText(
        _(
            "{error}. The report below holds versions and places in the program, and no word of a "
            "chat."
        ).format(error=type(error).__name__)
    )
    report = f"{details()}\n\n{report_of(error, actions)}"
    box.setDetailedText(report)
    copy = box.addButton(_("Copy the report"), QMessageBox.ButtonRole.ActionRole)
    copy.clicked.disconnect()  # so that it does not close the box
    copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(report))
    copy.clicked.connect(partial(copy.setText, _("Copied")))
    box.addButton(_("Go on"), QMessageBox.ButtonRole.RejectRole)
    box.finished.connect(box.deleteLater)
    box.open()
    return box


def show_crash_report(parent: QWidget, text: str) -> QDialog:
    """Show what the program could still write when it died, to be read and copied.

    Args:
        parent: over which window.
        text: what `process.take_crashes` answers.
    """
    dialog = QDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(_("The program ended unexpectedly"))
    column = QVBoxLayout(dialog)
    report = QPlainTextEdit(f"{details()}\n\n{redacted(text)}")
    report.setReadOnly(True)
    report.setAccessibleName(_("The report"))
    column.addWidget(
        plain_label(
            _(
                "This is all that was written when Memory Inspector died: versions, what was done "
                "last by its name, and where in the program it was. It holds no word of a chat."
            )
        )
    )
    column.addWidget(report)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    copy = QPushButton(_("Copy the report"))
    buttons.addButton(copy, QDialogButtonBox.ButtonRole.ActionRole)
    copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(report.toPlainText()))
    copy.clicked.connect(partial(copy.setText, _("Copied")))
    buttons.rejected.connect(dialog.reject)
    column.addWidget(buttons)
    dialog.resize(scaled(_WIDTH_PX), scaled(_HEIGHT_PX))
    dialog.open()
    return dialog
