"""Every panel is in the one list that docks, menus and `--show` are made from."""

import gc
import weakref

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject

from inspector.gui.kit.panel import Area, Panel
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.gui.window.main_window import MainWindow
from inspector.gui.window.start import PANELS
from inspector.preferences import Preferences
from tests.gui.settling import take_turn


@pytest.fixture
def bench(qtbot):
    window = MainWindow(Preferences(), keep_preferences=False)
    qtbot.addWidget(window)
    yield window.bench
    window.bench.wait()


def test_every_panel_is_shown_by_its_name_and_in_the_menus_by_its_title(bench):
    assert tuple(panel.name for panel in bench.panels.all) == PANELS
    assert [dock.name for dock in bench.docks.all] == list(PANELS)
    view = {action.text() for menu in (bench.menus.actions,) for action in menu.needs_chat}
    assert {panel.title for panel in bench.panels.all} <= view
    areas = [panel.area for panel in bench.panels.all]
    assert areas.count(Area.TOP) == areas.count(Area.PROMPT) == 1


def test_every_panel_shows_a_chat_without_anything(bench):
    for panel in bench.panels.all:
        assert isinstance(panel, Panel)
        panel.show_view(View(), ViewChanges(Part.CHAT | Part.QUESTION))
        panel.commit()


def test_a_later_change_adds_to_what_a_viewer_has_not_shown():
    late = ViewChanges(Part.DOCUMENT) | ViewChanges(Part.ANSWER)
    assert Part.DOCUMENT in late
    assert late.of(Part.ANSWER).parts is Part.ANSWER
    assert not late.of(Part.PROBLEMS)


def test_a_panel_comes_into_the_window_once_it_is_needed(bench):
    recaps, window = bench.panels.recaps, bench.docks.window
    assert recaps.window() is not window
    recaps.writer.open()
    assert recaps.window() is window
    recaps.writer.close()


@pytest.mark.parametrize("is_closed", [True, False])
def test_nothing_of_a_deleted_window_stays_or_is_heard_of(qtbot, is_closed):
    window = MainWindow(Preferences(), keep_preferences=False)
    window.show()
    bench = window.bench
    with qtbot.waitSignal(bench.presenter.settled):
        bench.flow.open_sample()
    bench.docks.show("context")
    parts = (window, bench, bench.session, bench.docks, *bench.panels.all, *vars(bench).values())
    left = [weakref.ref(one) for one in parts if isinstance(one, QObject)]
    if is_closed:
        window.close()
    window.deleteLater()
    del window, bench, parts
    with qtbot.captureExceptions() as raised:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        take_turn()
    gc.collect()
    assert raised == []
    assert [type(one) for ref in left if (one := ref()) is not None] == []
