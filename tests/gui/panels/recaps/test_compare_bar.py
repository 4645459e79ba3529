import pytest

from inspector.analysis.differences import diff
from inspector.gui.panels.recaps.compare_bar import CompareBar


@pytest.mark.parametrize("width", range(420, 1200, 60))
def test_what_was_removed_and_what_was_added_are_told_together(qtbot, width):
    bar = CompareBar()
    qtbot.addWidget(bar)
    bar.figures.setText("1,279 → 1,282 tokens (+3)")
    bar.resize(width, 34)
    bar.show()
    bar.show_diff(diff("The lamp went out at four.", "The bell rang twice before five, they say."))
    assert bar.removed.isVisible() == bar.added.isVisible()
    is_brief = bar.added.text().startswith("+")
    assert bar.removed.text().startswith("−") is is_brief


@pytest.mark.parametrize("width", range(420, 1200, 60))
def test_what_versions_cost_is_never_cut_off(qtbot, width):
    bar = CompareBar()
    qtbot.addWidget(bar)
    bar.figures.setText("1,279 → 1,282 tokens (+3)")
    bar.resize(width, 34)
    bar.show()
    bar.show_diff(diff("The lamp went out at four.", "The bell rang twice before five, they say."))
    bar.resize(width, bar.sizeHint().height())
    needed = bar.figures.fontMetrics().horizontalAdvance(bar.figures.text())
    assert bar.figures.width() >= needed
