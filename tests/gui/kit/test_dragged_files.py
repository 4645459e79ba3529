"""Files that are dragged over an editor go to the window; words that are dragged stay."""

import pytest
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtWidgets import QApplication, QWidget

from inspector.gui.kit.dragged_files import dragged_files
from inspector.gui.kit.layouts import vbox
from inspector.gui.kit.line_edit import LineEdit, PathEdit
from inspector.gui.kit.name_chip import NameInput
from inspector.gui.kit.plain_text import PlainTextEdit
from inspector.gui.tables.filter_input import UnderlinedInput
from tests.gui.drags import comes_in, drops


class Around(QWidget):
    """Takes files, as the window does."""

    def __init__(self, inner):
        super().__init__()
        self.setAcceptDrops(True)
        self.dropped = []
        vbox(self, inner)

    def dragEnterEvent(self, event):
        event.acceptProposedAction()

    def dropEvent(self, event):
        event.acceptProposedAction()
        self.dropped += dragged_files(event)


def drop(target, data):
    """Drags to a widget and lets go there."""
    QApplication.sendEvent(target, comes_in(data))
    QApplication.sendEvent(target, drops(data))


@pytest.mark.parametrize("kind", [PlainTextEdit, NameInput, LineEdit, UnderlinedInput])
def test_a_file_that_is_dropped_on_an_editor_is_not_typed_into_it(qtbot, kind):
    edit = kind()
    around = Around(edit)
    qtbot.addWidget(around)
    around.show()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/chats/a b.jsonl")])
    data.setText("file:///chats/a%20b.jsonl")
    drop(edit.viewport() if kind is PlainTextEdit else edit, data)
    assert around.dropped == ["/chats/a b.jsonl"]
    assert (edit.toPlainText() if kind is PlainTextEdit else edit.text()) == ""


@pytest.mark.parametrize("kind", [PlainTextEdit, NameInput, LineEdit])
def test_words_that_are_dropped_on_an_editor_stand_in_it(qtbot, kind):
    edit = kind()
    around = Around(edit)
    qtbot.addWidget(around)
    around.show()
    data = QMimeData()
    data.setText("She waits.")
    drop(edit.viewport() if kind is PlainTextEdit else edit, data)
    assert (edit.text if kind is PlainTextEdit else edit.text()) == "She waits."
    assert around.dropped == []


def test_a_file_that_is_dropped_on_a_path_is_that_path(qtbot):
    edit = PathEdit("/before")
    around = Around(edit)
    qtbot.addWidget(around)
    around.show()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/data/a b.json")])
    with qtbot.waitSignal(edit.textEdited):
        drop(edit, data)
    assert edit.text() == "/data/a b.json"
    assert around.dropped == []
