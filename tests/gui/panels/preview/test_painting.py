"""A change paints the rows that differ; the screen shows what a whole painting would."""

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication


class Painted(QObject):
    """Heights of the parts in which a widget is painted."""

    def __init__(self, widget):
        super().__init__(widget)
        self.heights = []
        widget.installEventFilter(self)

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            self.heights.append(event.region().boundingRect().height())
        return False


@pytest.fixture
def settled(panel, many, qtbot):
    """The panel with a long block, and how to show a what-if of it and have it painted."""
    window = panel.window()
    qtbot.waitExposed(window)
    old, recent = range(20), range(200, 290)

    def show(**parts):
        wanted = {"old": old, "recent": recent} | parts
        panel.set_what_if(many.derivation(**wanted), many.document)
        QApplication.processEvents()

    panel.set_derivation(many.derivation(old=old, recent=recent), many.document)
    # The first step makes room for the cost of what leaves, and so moves everything.
    for last in (289, 288):
        show(recent=range(200, last))
    return show


def on_screen(panel):
    window = panel.window()
    return window.screen().grabWindow(window.winId()).toImage()


def test_a_row_that_nobody_sees_paints_nothing(panel, settled):
    text, gutter = Painted(panel.view.viewport()), Painted(panel.gutter)
    settled(recent=range(200, 287))
    assert text.heights == gutter.heights == []


def test_one_row_is_painted_alone(panel, settled):
    text, gutter = Painted(panel.view.viewport()), Painted(panel.gutter)
    settled(old=[0, 1, 2, 3, 40, *range(5, 20)], recent=range(200, 287))
    whole = panel.view.viewport().height()
    assert 0 < max(text.heights) < whole / 3
    assert 0 < max(gutter.heights) < whole / 3


@pytest.mark.parametrize(
    "steps",
    [
        [{"old": [0, 1, 2, 40, *range(4, 20)]}, {"old": range(20)}],
        [{"old": range(3)}, {"old": range(2, 9)}, {"old": [], "mid": range(20)}],
        [{"old": range(5)}, {"recent": range(200, 230)}],
    ],
)
@pytest.mark.parametrize("scrolled", [0, 7])
def test_the_screen_shows_what_a_whole_painting_shows(panel, settled, selection, steps, scrolled):
    panel.view.verticalScrollBar().setValue(scrolled)
    for number, parts in enumerate(steps):
        settled(**parts)
        selection.select([2 + number])
        panel.view.verticalScrollBar().setValue(scrolled + number)
        selection.hover(4)
        QApplication.processEvents()
        settled(**parts)
        shown = on_screen(panel)
        panel.window().repaint()
        panel.view.viewport().update()
        panel.gutter.update()
        QApplication.processEvents()
        assert shown == on_screen(panel)
