"""Buttons side by side of which one is chosen."""

import pytest
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QStyle, QStyleOptionButton

from inspector.core.lore import LoreKind
from inspector.gui.kit.segmented import Segmented
from inspector.gui.kit.style import style_sheet
from inspector.gui.kit.theme import LIGHT, font, scaled
from inspector.gui.panels.lore.panel import LorePanel
from inspector.gui.state.selection import Selection


@pytest.fixture
def choice(qtbot):
    made = Segmented("Layout")
    qtbot.addWidget(made)
    made.setStyleSheet(style_sheet(LIGHT))
    made.set_choices(["Read", "Write"])
    made.call("Read", "Lorebook (23)")
    made.show()
    return made


@pytest.mark.parametrize("of_lore", [False, True])
def test_a_chosen_name_has_room_although_it_is_bold(choice, of_lore, qtbot):
    button = choice.buttons["Read"]
    if of_lore:
        panel = LorePanel(Selection())
        qtbot.addWidget(panel)
        panel.setStyleSheet(style_sheet(LIGHT))
        panel.show()
        button = panel.buttons[LoreKind.LOREBOOK]
    option = QStyleOptionButton()
    option.initFrom(button)
    part = QStyle.SubElement.SE_PushButtonContents
    room = button.style().subElementRect(part, option, button).width()
    assert button.isChecked()
    assert room >= QFontMetrics(font(11, bold=True)).horizontalAdvance(button.text())


def test_the_first_has_a_left_border_too(choice):
    choice.buttons["Read"].clearFocus()
    picture = choice.grab().toImage()
    middle = scaled(12)
    assert picture.pixelColor(0, middle) == LIGHT.control_border
    assert picture.pixelColor(picture.width() - 1, middle) == LIGHT.control_border
