"""What this program is and stands on, and the details that a report needs."""

import platform
import re
import sys
from collections import deque
from collections.abc import Iterator
from functools import partial
from importlib.metadata import Distribution, PackageNotFoundError, distribution

from PySide6.QtCore import Qt, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from inspector.files import backups_folder, total_size
from inspector.gui.kit.dialogs import program_version
from inspector.gui.kit.labels import plain_label
from inspector.gui.kit.theme import scaled
from inspector.gui.state.file_words import size_in_words
from inspector.language import _
from inspector.preferences import load_preferences

_NAME = "memory-inspector"
_PROJECT_NAME = re.compile(r"[A-Za-z0-9._-]+")
_SEPARATORS = re.compile(r"[-_.]+")
_WIDTH_PX, _HEIGHT_PX = 560, 420


def libraries() -> Iterator[tuple[str, str, str]]:
    """Name, version and licence of every installed library that the program stands on.

    Those that it declares, its extras among them, and what these need in turn.
    """
    found: dict[str, Distribution] = {}
    names = deque([_NAME])
    while names:
        name = names.popleft()
        key = _SEPARATORS.sub("-", name).lower()
        if key in found:
            continue
        try:
            found[key] = distribution(name)
        except PackageNotFoundError:
            continue  # an extra or another system's, and not installed
        needed = found[key].requires or []
        wanted = [one for one in needed if name == _NAME or "extra ==" not in one]
        names.extend(one[0] for one in map(_PROJECT_NAME.match, wanted) if one)
    found.pop(_NAME, None)
    for _key, one in sorted(found.items()):
        yield one.metadata["Name"].replace("_", "-"), one.version, licence_of(one)


def licence_of(found: Distribution) -> str:
    """A distribution's licence, by the newest of the ways in which metadata say it."""
    stored = found.metadata.json
    expression = stored.get("license_expression")
    if isinstance(expression, str):
        return expression
    classifiers = stored.get("classifier", [])
    ends = [one.rpartition(" :: ")[2] for one in classifiers if one.startswith("License ::")]
    named = [one for one in ends if one != "OSI Approved"]
    if named:
        return ", ".join(named)
    lines = "".join(stored.get("license", "")).strip().splitlines()
    return lines[0] if lines else _("see its documentation")


def details() -> str:
    """Versions of everything, for a report; not a word of a chat, no path, no name."""
    screen = QGuiApplication.primaryScreen()
    size = screen.size()
    lines = [
        f"Memory Inspector {program_version()}",
        f"Python {platform.python_version()}, Qt {qVersion()}, "
        f"{QGuiApplication.platformName()}, {platform.system()} {platform.release()} "
        f"{platform.machine()}{', bundled' if getattr(sys, 'frozen', False) else ''}",
        f"screen {size.width()}x{size.height()} at {screen.devicePixelRatio():g}",
    ]
    lines += [f"{name} {version}" for name, version, _ in libraries()]
    return "\n".join(lines)


def backups_in_words() -> str:
    """How much the backups of all files take, and may take, and where they lie."""
    used, limit = total_size(), load_preferences().backup_limit
    size = size_in_words(used) if used else _("nothing")
    return _("Backups take {size} of at most {size_in_words}, in {backups_folder}.").format(
        size=size, size_in_words=size_in_words(limit), backups_folder=backups_folder()
    )


def show_about(parent: QWidget) -> QDialog:
    """Show versions and licences, and offer the details for a report."""
    dialog = QDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(_("About Memory Inspector"))
    column = QVBoxLayout(dialog)
    head = plain_label(f"Memory Inspector {program_version()}", 15, bold=True)
    made_with = plain_label(
        _("Python {python_version}, Qt {qVersion}. MIT licence.").format(
            python_version=platform.python_version(), qVersion=qVersion()
        )
    )
    words = QLabel(
        _(
            "Nothing is sent over a network unless you name an embeddings endpoint, a model or a "
            "Qdrant server; a SillyTavern on this computer is only looked for if you agree, and a "
            "chat is only written when you save it. The token vocabularies are OpenAI's, as "
            "published with tiktoken (MIT); the fonts of pictures are under the SIL Open Font "
            "License."
        )
    )
    words.setWordWrap(True)
    kept = QLabel(backups_in_words())
    kept.setWordWrap(True)
    kept.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    column.addWidget(head)
    column.addWidget(made_with)
    column.addWidget(words)
    column.addWidget(kept)
    column.addWidget(_library_table())
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    copy = buttons.addButton(_("Copy details for a report"), QDialogButtonBox.ButtonRole.ActionRole)
    copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(details()))
    copy.clicked.connect(partial(copy.setText, _("Copied")))
    buttons.rejected.connect(dialog.reject)
    column.addWidget(buttons)
    dialog.resize(scaled(_WIDTH_PX), scaled(_HEIGHT_PX))
    dialog.open()
    return dialog


def _library_table() -> QTableWidget:
    rows = list(libraries())
    table = QTableWidget(len(rows), 3)
    table.setHorizontalHeaderLabels([_("Library"), _("Version"), _("Licence")])
    table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
    table.setTabKeyNavigation(False)
    table.verticalHeader().hide()
    table.setAccessibleName(_("Libraries with their versions and licences"))
    for row, cells in enumerate(rows):
        for index, cell in enumerate(cells):
            table.setItem(row, index, item := QTableWidgetItem(cell))
            item.setToolTip(cell)  # a licence may be a paragraph
    header = table.horizontalHeader()
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
    table.setWordWrap(False)
    return table
