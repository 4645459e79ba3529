"""The plot that all charts share: where values lie, and nothing loaded before it is seen."""

import subprocess
import sys

import pytest
from PySide6.QtCore import QRectF
from typing_extensions import override

from inspector.gui.charts.chart import Chart
from inspector.gui.charts.frame import Frame, Margins, ticks
from inspector.gui.kit.theme import DARK, LIGHT, current_theme, use_theme

MARGINS = Margins(left=40, top=20, right=10, bottom=20)


class Straight(Chart):
    """A line from corner to corner."""

    def __init__(self):
        super().__init__(MARGINS)
        self.drawn = 0
        self.end = 100
        self.at = 0

    @property
    @override
    def frame(self):
        return Frame(self.margins.inner(self.width(), self.height()), self.end, 2.0)

    @override
    def draw(self, plot, frame):
        self.drawn += 1
        plot.set_axes([(0, "0"), (2, "2")], plot.round_amounts(20))
        plot.line([(0, 0), (100, 2)], current_theme().error, 3)

    @override
    def draw_overlay(self, plot, frame):
        plot.rule(self.at, current_theme().accent, width=3)
        plot.dots([(self.at, 1.0)], current_theme().accent, current_theme().surface, 3)


@pytest.fixture
def chart(qtbot):
    made = Straight()
    qtbot.addWidget(made)
    made.resize(300, 200)
    with qtbot.waitExposed(made):
        made.show()
    return made


def colours_near(chart, at):
    picture = chart.grab().toImage()
    x, y = round(at.x()), round(at.y())
    return {
        picture.pixelColor(x + i, y + j).name() for i in range(-3, 4) for j in range(-3, 4)
    }  # fmt: skip


@pytest.mark.parametrize(("amount", "height"), [(5, 0.1), (50, 1.0), (95, 1.9)])
def test_what_is_drawn_lies_where_the_frame_says(chart, amount, height):
    use_theme(LIGHT)
    chart.redraw()
    assert LIGHT.error.name() in colours_near(chart, chart.frame.point(amount, height))


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_it_stands_on_the_surface_as_panels_do(chart, theme):
    use_theme(theme)
    chart.redraw()
    picture = chart.grab().toImage()
    assert picture.pixelColor(2, 2) == picture.pixelColor(150, 60) == theme.surface
    use_theme(LIGHT)


def test_another_theme_is_drawn_at_once(chart):
    use_theme(LIGHT)
    use_theme(DARK)
    assert DARK.error.name() in colours_near(chart, chart.frame.point(50, 1.0))
    use_theme(LIGHT)


def test_a_chart_that_is_not_seen_draws_nothing_until_it_is(chart):
    chart.hide()
    before = chart.drawn
    chart.redraw()
    assert chart.drawn == before
    chart.show()
    assert chart.drawn == before + 1


def test_what_moves_leaves_its_former_place_and_the_rest_as_it_is(chart):
    use_theme(LIGHT)
    before, accent = chart.drawn, LIGHT.accent.name()
    for at in (20, 70, 90):
        chart.at = at
        chart.redraw_overlay()
    assert accent not in colours_near(chart, chart.frame.point(20, 1.0))
    assert accent not in colours_near(chart, chart.frame.point(70, 1.0))
    assert accent in colours_near(chart, chart.frame.point(90, 1.0))
    assert LIGHT.error.name() in colours_near(chart, chart.frame.point(50, 1.0))
    assert chart.drawn == before


def test_what_moves_takes_the_rest_with_it_where_the_axes_change(chart):
    use_theme(LIGHT)
    before, chart.end = chart.drawn, 50
    chart.redraw_overlay()
    assert chart.drawn == before + 1
    assert LIGHT.error.name() in colours_near(chart, chart.frame.point(25, 0.5))


def test_pyqtgraph_is_loaded_by_the_first_chart_that_is_shown():
    code = (
        "import sys; from inspector.gui.charts import chart, frame; "
        "sys.exit('pyqtgraph' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("amount", [0, 1, 37, 100])
def test_amounts_and_pixels_are_two_ways_of_one(amount):
    frame = Frame(QRectF(40, 20, 250, 160), 100)
    assert frame.amount(frame.x(amount)) == amount


def test_what_lies_beyond_the_end_lies_there():
    frame = Frame(QRectF(40, 20, 250, 160), 100)
    assert frame.x(10**9) == frame.inner.right()
    assert frame.amount(10**6) == 100
    assert frame.amount(-5) == 0


@pytest.mark.parametrize(
    ("end", "most", "found"), [(100, 5, [0, 20, 40, 60, 80, 100]), (0, 8, [0])]
)
def test_ticks_are_round(end, most, found):
    assert ticks(end, most) == found


def test_what_a_plot_makes_goes_with_its_window(qtbot, qapp):
    before = set(qapp.allWidgets())
    chart = Straight()
    chart.resize(300, 200)
    chart.show()
    qtbot.waitUntil(lambda: chart.drawn > 0)
    chart.close()
    chart.deleteLater()
    qtbot.waitUntil(lambda: before.issuperset(qapp.allWidgets()))
