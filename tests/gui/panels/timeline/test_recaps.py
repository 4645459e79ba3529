import pytest
from PySide6.QtCore import QPointF

from inspector.gui.kit.theme import DARK, use_theme
from inspector.gui.panels.timeline.recap_marks import RecapMarks, SceneMark, VersionMark
from inspector.gui.panels.timeline.recaps import recap_lines

SCENES = (
    SceneMark(1, "Arrival", 0, 99, True),
    SceneMark(2, "<b>The dark</b> 海龟", 100, 299, True),
    SceneMark(3, "", 300, 300, False),
)
VERSIONS = (
    VersionMark("v0", 99, 58, False),
    VersionMark("v1", 299, None, False),
    VersionMark("v2", 299, 97, True),
)


@pytest.fixture
def kept(panel):
    panel.set_recaps(RecapMarks(SCENES, VERSIONS))
    return panel


def lane(panel, title):
    return next(one for one in panel.chart.state.lanes.extra if one.title == title)


def spot(panel, title, message):
    return QPointF(panel.chart.state.view.px(message), lane(panel, title).middle)


def test_lanes_come_with_recaps_and_go_with_them(kept):
    assert [one.title for one in kept.chart.state.lanes.extra] == ["Scenes", "Recaps"]
    kept.set_recaps(None)
    assert kept.chart.state.lanes.extra == ()


def test_a_click_on_a_break_or_a_circle_selects_its_message(kept, font_set, selection):
    for title, message in (("Scenes", 99), ("Recaps", 299)):
        font_set.click(message + 1, lane(kept, title).middle)
        assert selection.message == message


def test_tooltips_name_scene_and_version(kept):
    state = kept.chart.state
    assert recap_lines(state, spot(kept, "Scenes", 150)) == [
        "Scene 2 · <b>The dark</b> 海龟",
        "Messages 100–299",
    ]
    assert recap_lines(state, spot(kept, "Scenes", 300.5))[-1] == "Its break is hidden."
    assert recap_lines(state, spot(kept, "Scenes", 400))[0].startswith("The open scene")
    assert recap_lines(state, spot(kept, "Recaps", 300)) == [
        "v1: reaches message 299",
        "v2, the current one: reaches message 299, 97 tokens",
    ]
    assert recap_lines(state, spot(kept, "Recaps", 200)) == []


def test_they_are_set_before_the_plot_is_there(empty_panel, document):
    empty_panel.set_recaps(RecapMarks(SCENES, VERSIONS))
    empty_panel.set_document(document)
    empty_panel.load_plot()
    assert empty_panel.chart.state.recaps.scenes == SCENES


def test_they_paint_at_every_zoom_and_in_both_themes(kept, font_set):
    dotted = kept.grab().toImage()
    for first, last in ((0, 20), (95, 105), (280, 640), (0, 640)):
        kept.chart.state.view.show_range(first, last)
        assert not kept.grab().isNull()
    use_theme(DARK)
    assert kept.grab().toImage() != dotted
    circle = spot(kept, "Recaps", 300).toPoint()
    pixel = kept.chart.canvas.grab().toImage().pixelColor(circle)
    assert pixel == DARK.text
