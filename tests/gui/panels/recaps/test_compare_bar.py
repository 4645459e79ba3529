import pytest

from inspector.analysis.differences import diff
from inspector.gui.panels.recaps.compare_bar import CompareBar


@pytest.fixture(params=range(420, 1200, 60))
def bar(qtbot, request):
    """A bar of this width, with figures and words on both sides."""
    bar = CompareBar()
    qtbot.addWidget(bar)
    bar.figures.setText("1,279 → 1,282 tokens (+3)")
    bar.resize(request.param, 34)
    bar.show()
    bar.show_diff(diff("The lamp went out at four.", "The bell rang twice before five, they say."))
    return bar


def test_what_was_removed_and_what_was_added_are_told_together(bar):
    assert bar.removed.isVisible() == bar.added.isVisible()
    is_brief = bar.added.text().startswith("+")
    assert bar.removed.text().startswith("−") is is_brief


def test_what_versions_cost_is_never_cut_off(bar):
    bar.resize(bar.width(), bar.sizeHint().height())
    needed = bar.figures.fontMetrics().horizontalAdvance(bar.figures.text())
    assert bar.figures.width() >= needed
