"""Opens the sample in a language that marks its texts, and prints those that are not marked."""

import json
import re
import sys
from contextlib import redirect_stdout
from gettext import NullTranslations
from io import BytesIO, TextIOWrapper
from pathlib import Path
from tempfile import TemporaryDirectory

from inspector import language
from inspector.shipped import sample_card, sample_chat, sample_chronicle, sample_lorebook


class Marked(NullTranslations):
    """Every text between brackets and a few letters longer, as German would be."""

    def gettext(self, message):
        return f"⟦{message}~~⟧"

    def ngettext(self, msgid1, msgid2, n):
        return f"⟦{msgid1 if n == 1 else msgid2}~~⟧"

    def pgettext(self, context, message):
        return f"⟦{message}~~⟧"


language.use(Marked())

# What is imported from here on has its constants in that language.
from PySide6.QtCore import QModelIndex, Qt  # noqa: E402
from PySide6.QtGui import QAction  # noqa: E402
from PySide6.QtWidgets import (  # noqa: E402
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QTabBar,
    QWidget,
)

from inspector.__main__ import main as run_program  # noqa: E402
from inspector.gui.window.application import make_application  # noqa: E402
from inspector.gui.window.main_window import MainWindow  # noqa: E402
from inspector.preferences import Preferences  # noqa: E402
from tests.gui.settling import open_sample, settle  # noqa: E402

ROWS, COLUMNS = 4, 20
CODES = re.compile(
    r"[\w.]+/[\w.]+|\w*_\w+|[a-z]+[A-Z]\w+|\w+\.(?:jsonl?|png)|https?:\S+|#\d+|v\d+|"
    r"Memory Inspector|SillyTavern|OpenVault|Auto-Recap|Sanguine Scribe|Scribe|MessageSummarize|"
    r"Qdrant|BM25|English|Deutsch|JSON|true|false|"
    r"(?:Ctrl|Alt|Shift|Enter|Esc|Del|Tab|Ins|Space|Return|Left|Right|Home|End|Up|Down|Backspace)\b"
)
"""What is the same in every language: codes, names and keys."""


def opened():
    window = MainWindow(Preferences(theme="light"), keep_preferences=False)
    window.resize(1600, 1000)
    window.show()
    open_sample(window)
    return window


def told():
    """All words that stand in the sample and beside it."""
    files = (sample_chat(), sample_lorebook(), sample_chronicle(), sample_card())
    text = " ".join(file.read_bytes().decode("utf-8", "replace") for file in files)
    return set(re.findall(r"[^\W\d_]+", re.sub(r"\\\\[nrt]", " ", text)))


def outside(text):
    """What of a text stands outside all brackets, without markup and codes."""
    depth, left = 0, []
    for sign in re.sub(r"<[^>]*>|&#?\w+;", " ", text):
        depth += (sign == "⟦") - (sign == "⟧")
        if depth == 0 and sign != "⟧":
            left.append(sign)
    return CODES.sub(" ", "".join(left))


def texts_of_model(view):
    model, role = view.model(), Qt.ItemDataRole
    if model is None:
        return
    roles = (role.DisplayRole, role.ToolTipRole, role.AccessibleTextRole)
    for column in range(COLUMNS):
        for one in roles:
            yield model.headerData(column, Qt.Orientation.Horizontal, one)
    for row in range(min(ROWS, model.rowCount(QModelIndex()))):
        for column in range(COLUMNS):
            index = model.index(row, column)
            if index.isValid():
                yield from (index.data(one) for one in roles)


def texts_of(widget):
    yield widget.toolTip()
    yield widget.accessibleName()
    yield widget.accessibleDescription()
    if isinstance(widget, QAbstractButton | QLabel):
        yield widget.text()
    if isinstance(widget, QLineEdit):
        yield widget.placeholderText()
    if isinstance(widget, QMenu):
        yield widget.title()
    if isinstance(widget, QComboBox):
        yield from (widget.itemText(index) for index in range(widget.count()))
    if isinstance(widget, QTabBar):
        yield from (widget.tabText(index) for index in range(widget.count()))
    if isinstance(widget, QAbstractItemView):
        yield from texts_of_model(widget)


def untranslated(part, known, checked):
    """What is not translated in a part of the window, of the texts that were not checked before."""
    found = set()
    texts = [text for widget in part.findChildren(QWidget) for text in texts_of(widget)]
    texts += [text for one in part.findChildren(QAction) for text in (one.text(), one.toolTip())]
    fresh = {str(text) for text in texts if text} - checked
    checked |= fresh
    for text in fresh:
        words = re.findall(r"[^\W\d_]{2,}", outside(text))
        if any(word not in known for word in words):
            found.add(text)
    return found


def check_request(window):
    """Lay a request that differs in a word beside the sample."""
    with redirect_stdout(TextIOWrapper(BytesIO(), "utf-8")) as printed:
        assert run_program(["request", str(sample_chat()), "--send", "normal"]) == 0
        printed.flush()
    made = printed.buffer.getvalue().decode()
    changed = made.replace("closed the flooded", "shut the flooded")
    assert changed != made
    with TemporaryDirectory() as folder:
        file = Path(folder, "request.json")
        file.write_text(changed, "utf-8")
        window.bench.check_controller.check_file(file)
        settle(window)
    assert window.bench.panels.check.check is not None


def main():
    make_application()
    window = opened()
    known = told()
    found, checked = {}, set()
    for dock in window.bench.docks.all:
        window.bench.docks.show(dock.name)
        settle(window)
        for text in untranslated(dock, known, checked):
            found.setdefault(text, dock.name)
    check_request(window)
    for text in untranslated(window.bench.docks["check"], known, checked):
        found.setdefault(text, "check")
    for text in untranslated(window, known, checked):
        found.setdefault(text, "window")
    print(json.dumps([[name, text] for text, name in found.items()], ensure_ascii=False))
    window.bench.wait()
    window.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
