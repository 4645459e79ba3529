from PySide6.QtWidgets import QLabel

from inspector.gui.kit.layouts import Stack


def test_a_page_that_is_behind_claims_no_room(qtbot):
    stack = Stack()
    qtbot.addWidget(stack)
    narrow, wide = QLabel("narrow"), QLabel("wide")
    wide.setMinimumWidth(900)
    narrow.setWordWrap(True)
    stack.addWidget(narrow)
    stack.addWidget(wide)
    stack.setCurrentWidget(narrow)
    assert stack.minimumSizeHint().width() < 900
    stack.setCurrentWidget(wide)
    assert stack.minimumSizeHint().width() == 900


def test_a_page_that_is_behind_makes_no_other_higher(qtbot):
    stack = Stack()
    qtbot.addWidget(stack)
    short, high = QLabel("short"), QLabel("high")
    short.setWordWrap(True)
    high.setMinimumHeight(900)
    for page in (short, high):
        stack.addWidget(page)
    assert stack.heightForWidth(300) == short.heightForWidth(300) < 900
    stack.setCurrentWidget(high)
    assert not stack.hasHeightForWidth()
