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
