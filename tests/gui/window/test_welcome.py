import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget

from inspector.gui.kit.theme import DARK, use_theme
from inspector.gui.window.welcome import WelcomePage
from tests.gui.drags import comes_in, drops

RECENT = [
    ("/chats/Wren/The Lamp.jsonl", "Today 09:14", True, "openvault · 640 messages"),
    ("/chats/吴小美 😀.jsonl", "Yesterday", True, ""),
    ("/gone/Salt Road.jsonl", "2 Nov", False, ""),
]


@pytest.fixture
def page(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1200, 840)
    made = WelcomePage(window)
    made.setGeometry(0, 0, 1200, 840)
    window.show()
    QApplication.processEvents()
    yield made
    window.close()


@pytest.fixture
def opened(page):
    found = []
    page.recent_requested.connect(found.append)
    return found


def click_row(qtbot, page, row):
    location = page.recent.visualRect(page.recent.model().index(row, 0)).center()
    qtbot.mouseClick(page.recent.viewport(), Qt.MouseButton.LeftButton, pos=location)


def test_the_buttons_ask(page, qtbot):
    with qtbot.waitSignal(page.open_requested):
        qtbot.mouseClick(page.drop_zone.open_button, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(page.sample_requested):
        qtbot.mouseClick(page.sample.button, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(page.tiers_requested):
        qtbot.mouseClick(page.sample.tiers_button, Qt.MouseButton.LeftButton)
    page.set_recent(RECENT)
    with qtbot.waitSignal(page.clear_recent_requested):
        qtbot.mouseClick(page.clear_button, Qt.MouseButton.LeftButton)


def test_a_recent_chat_is_opened_by_click_and_by_enter(page, opened, qtbot):
    page.set_recent(RECENT)
    QApplication.processEvents()
    click_row(qtbot, page, 1)
    page.recent.setFocus()
    qtbot.keyClick(page.recent, Qt.Key.Key_Up)
    qtbot.keyClick(page.recent, Qt.Key.Key_Return)
    assert opened == [RECENT[1][0], RECENT[0][0]]


def test_a_chat_that_is_gone_is_not_opened(page, opened, qtbot):
    page.set_recent(RECENT)
    QApplication.processEvents()
    click_row(qtbot, page, 2)
    assert opened == []
    wording = page.recent.model().index(2, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert wording == "/gone/Salt Road.jsonl, not found, 2 Nov"


def test_without_recent_chats_there_is_no_list(page):
    assert not page.recent.isVisible()
    page.set_recent(RECENT)
    assert page.recent.isVisible()
    page.set_recent([])
    assert not page.recent.isVisible()


def test_dropped_files_are_opened(page, qtbot):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/a b.jsonl"), QUrl("https://example.org/c.jsonl")])
    enter = comes_in(data)
    QApplication.sendEvent(page.viewport(), enter)
    assert enter.isAccepted()
    drop = drops(data)
    with qtbot.waitSignal(page.files_dropped) as wording:
        QApplication.sendEvent(page.viewport(), drop)
    assert wording.args == [["/a b.jsonl"]]


def test_a_drag_without_files_is_left_alone(page):
    data = QMimeData()
    data.setText("words")
    enter = comes_in(data)
    enter.setAccepted(False)
    QApplication.sendEvent(page.viewport(), enter)
    assert not enter.isAccepted()


@pytest.mark.parametrize("width", [420, 760, 1200, 1600])
def test_no_words_are_cut_at_any_width(page, width):
    page.set_recent(RECENT)
    page.resize(width, 900)
    for _ in range(3):
        QApplication.processEvents()
    for label in page.findChildren(QLabel):
        if label.isVisible() and label.wordWrap():
            assert label.height() >= label.heightForWidth(label.width()), label.text()
    for button in page.findChildren(QPushButton):
        assert button.width() >= button.sizeHint().width()
    assert page.horizontalScrollBar().maximum() == 0


def test_only_keys_that_exist_are_named(page):
    words = {label.text() for label in page.findChildren(QLabel)}
    assert {"Ctrl+O", "Ctrl+Shift+C", "1 – 5", "X", "F8", "Ctrl+F", "F1"} <= words
    assert "Ctrl+Shift+P" not in words


def test_the_dark_page_is_dark(page):
    use_theme(DARK)
    assert page.grab().toImage().pixelColor(3, 3) == DARK.surface
