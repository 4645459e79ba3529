from PySide6.QtWidgets import QFormLayout, QGridLayout, QLabel, QLineEdit, QWidget

from inspector.gui.kit.focus_order import order_focus
from inspector.gui.kit.layouts import Stack, hbox, nest, nest_in_grid, vbox
from tests.gui.kept_items import kept_items


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


def test_pyside_keeps_no_item_of_a_layout_that_is_put_into_another_one(qtbot):
    before = kept_items()
    pane = QWidget()
    qtbot.addWidget(pane)
    inner = hbox(None, QLabel("a"), 1, vbox(None, QLabel("b"), QLabel("c")))
    form = QFormLayout()
    form.addRow("d", QLineEdit())
    column = vbox(pane, QLabel("e"), (inner, 1))
    nest(column, form, at=0)
    grid = QGridLayout()
    nest(column, grid, 2)
    nest_in_grid(grid, hbox(None, QLabel("f"), 1), 1, 0)
    assert [column.indexOf(one) for one in (form, inner, grid)] == [0, 2, 3]
    assert [column.stretch(number) for number in range(4)] == [0, 0, 1, 2]
    assert grid.getItemPosition(0) == (1, 0, 1, 1)
    assert [label.text() for label in pane.findChildren(QLabel)] == ["e", "a", "b", "c", "d", "f"]
    del inner, form, column, grid
    order_focus(pane, "pane")
    assert kept_items() == before


def test_tab_follows_layouts_within_layouts(qtbot):
    pane = QWidget()
    qtbot.addWidget(pane)
    last, third, fourth, first, second = (QLineEdit(name, pane) for name in "efgab")
    grid = QGridLayout()
    for row, column, one in ((1, 1, last), (0, 0, third), (1, 0, fourth)):
        grid.addWidget(one, row, column)
    vbox(pane, hbox(None, first, 1, second), grid)
    order_focus(pane, "pane")
    reached, one = [first], first.nextInFocusChain()
    while one is not first:
        reached += [one] if one is not pane else []
        one = one.nextInFocusChain()
    assert reached == [first, second, third, fourth, last]
