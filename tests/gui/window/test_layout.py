"""The layout: it fits small screens, and it is the same after a restart."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSplitter, QTabBar, QWidget

from inspector.gui.kit.visibility import is_on_screen
from inspector.gui.panels.memories.columns import Location
from inspector.gui.window.main_window import MainWindow
from inspector.gui.window.on_screen import fitted, show_on_screen
from inspector.preferences import Preferences, load_preferences, save_preferences
from tests.gui.settling import settle

NO_FRAME = 37
"""Pixels that a title bar and a frame take from a screen's height."""


def test_a_first_window_fits_its_screen_maximised_and_not(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    screen = window.screen().availableSize()
    window.resize(2 * screen)
    show_on_screen(window, is_placed=False)
    assert window.isMaximized()
    window.showNormal()
    assert window.size().boundedTo(screen) == window.size()


@pytest.fixture
def chat(sample, tmp_path):
    return Path(shutil.copy(sample, tmp_path))


@pytest.fixture
def start(qtbot, chat):
    """Start the program as it was left, on a screen of this size, and open the chat."""

    def started(width=1366, height=768 - NO_FRAME):
        preferences = load_preferences()
        window = MainWindow(preferences)
        qtbot.addWidget(window)
        if not preferences.geometry:
            window.resize(width, height)
        window.show()
        qtbot.waitExposed(window)
        with qtbot.waitSignal(window.bench.presenter.settled, timeout=20_000):
            window.bench.flow.open(str(chat))
        settle(window)
        return window

    return started


def places(window):
    """Where everything stands: docks, tabs, splitters, columns."""
    docks = window.bench.docks.all
    displayed = [dock for dock in docks if is_on_screen(dock)]
    splitters = {
        splitter.objectName(): splitter.sizes()
        for splitter in window.findChildren(QSplitter)
        if is_on_screen(splitter)
    }
    window.bench.docks["memories"].populate()  # as whoever goes there does
    columns = window.bench.panels.memories.table.header
    # The summary takes the rest of the room, which a covered table does not know.
    fixed = [one for one in Location if one is not Location.SUMMARY]
    widths = [(columns.sectionSize(n), columns.isSectionHidden(n)) for n in fixed]
    return {
        "docks": {dock.name: dock.geometry().getRect() for dock in displayed},
        "window": window.size().toTuple(),
        "splitters": splitters,
        "columns": widths,
    }


def close(window):
    window.bench.wait()
    assert window.close()


def test_the_layout_survives_a_restart_exactly(start):
    window = start()
    docks = window.bench.docks
    # No larger than the screen that the platform without a display pretends to have.
    window.resize(790, 700)
    settle(window)
    docks.show("messages")
    docks.show("problems")
    window.resizeDocks([docks["messages"], docks["preview"]], [400, 390], Qt.Orientation.Horizontal)
    window.resizeDocks([docks["messages"], docks["why"]], [180, 200], Qt.Orientation.Vertical)
    window.bench.panels.messages.splitter.setSizes([60, 90])
    columns = window.bench.panels.memories.table.header
    columns.show_column(Location.SECRET, visible=False)
    columns.resizeSection(Location.WITNESSES, 180)
    settle(window)
    before = places(window)
    close(window)
    window = start()
    assert places(window) == before
    window.bench.docks.below.fold(folded=True)
    docks = window.bench.docks
    docks["leaks"].hide()
    docks["details"].setFloating(True)
    docks["details"].setGeometry(50, 60, 400, 300)
    settle(window)
    before = places(window)
    assert (docks.below.is_folded, "why" in before["docks"]) == (True, False)
    close(window)
    window = start()
    assert places(window) == before
    docks = window.bench.docks
    assert (docks.below.is_folded, docks["leaks"].isHidden()) == (True, True)
    close(window)


def test_a_view_that_nobody_looked_at_comes_back_as_it_was_kept(start):
    window = start(790, 700)
    parts = shown_parts(window)
    parts.setSizes([parts.width() - 200, 200])
    kept = parts.sizes()
    window.bench.docks.show("memories")
    close(window)
    close(start())
    assert shown_parts(start()).sizes() == kept


def shown_parts(window):
    """What a person can move in a view that is not in front at first."""
    window.bench.docks.show("model")
    settle(window)
    return window.bench.panels.model.findChild(QSplitter)


BIG = [(0, 0, 2560, 1440, 1), (2560, 0, 1920, 1080, 1)]
SMALL = [(0, 0, 1366, 768, 1)]
SCALED = [(0, 0, 1280, 720, 1), (1280, 0, 1366, 768, 1.25), (2646, 0, 1920, 1200, 2)]


def on_screens(screens, folder, module, *arguments):
    """What a process of its own prints that has these screens: Qt reads them when it starts.

    Each is left, top, width and height in pixels, and the scale that a person chose for it.
    """
    file = folder / "screens.json"
    keys = ("x", "y", "width", "height")
    named = [
        {"name": str(n), **dict(zip(keys, place, strict=True))}
        | {"logicalDpi": round(96 * scale), "logicalBaseDpi": 96, "dpr": 1}
        for n, (*place, scale) in enumerate(screens)
    ]
    file.write_text(json.dumps({"windowFrameMargins": True, "screens": named}), "ascii")
    ran = subprocess.run(
        [sys.executable, "-m", f"tests.gui.window.{module}", *arguments],
        env={**os.environ, "QT_QPA_PLATFORM": f"offscreen:configfile={file}"},
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[3],
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_what_was_left_on_larger_screens_comes_back_whole_on_a_smaller_one(tmp_path):
    kept = str(tmp_path / "kept.json")
    on_screens(BIG, tmp_path, "other_screens", "keep", kept)
    printed = on_screens(SMALL, tmp_path, "other_screens", "restore", kept)
    found = json.loads(printed.splitlines()[-1])
    screen = QRect(*SMALL[0][:4])
    for name, frames in found["frames"].items():
        for frame in frames:
            assert screen.contains(QRect(*frame)), name
    views = found["views"]
    for place in views["floating"].values():
        assert screen.contains(QRect(*place))
    assert set(views["floating"]) == {"details", "lore"}
    whole = QRect(0, 0, *views["window"])
    docked = {name: QRect(*place) for name, place in views["docked"].items()}
    assert all(whole.contains(place) for place in docked.values())
    # The widths of a window of this size, and the views below in their usual place.
    assert abs(docked["preview"].width() - 1362 * 590 // 1440) < 4
    assert docked["why"].top() > docked["messages"].bottom()
    assert docked["messages"].height() > docked["why"].height() > 60
    assert min(size for sizes in views["splitters"] for size in sizes) > 0


@pytest.mark.parametrize(
    ("frame", "place"),
    [
        ((10, 20, 300, 200), (10, 20, 300, 200)),
        ((-50, -10, 300, 200), (0, 0, 300, 200)),
        ((900, 500, 300, 200), (700, 400, 300, 200)),
        ((-50, 30, 2000, 900), (0, 0, 1000, 600)),
    ],
)
def test_a_window_is_moved_and_shrunk_no_more_than_its_screen_needs(frame, place):
    assert fitted(QRect(*frame), QRect(0, 0, 1000, 600)).getRect() == place
    beside = QRect(1920, 40, 1000, 600)
    moved = fitted(QRect(*frame).translated(beside.topLeft()), beside)
    assert moved.translated(-beside.topLeft()).getRect() == place


def test_kept_places_that_are_damaged_are_left_alone(start):
    nonsense = "AdnQywA\u00e9\u4e16="
    parts = {"messages": nonsense, "columns of memories": '{"widths": {"Summary": -4}}'}
    save_preferences(
        Preferences(geometry=nonsense, layout=nonsense, layout_width=70_000, parts=parts)
    )
    window = start()
    assert not window.is_placed
    assert {"timeline", "memories", "preview", "why"} <= set(places(window)["docks"])
    assert all(size > 0 for sizes in places(window)["splitters"].values() for size in sizes)
    close(window)


@pytest.mark.parametrize(
    ("width", "height", "is_folded"),
    [(1366, 768 - NO_FRAME, False), (1280, 720 - NO_FRAME, False), (960, 600 - NO_FRAME, True)],
)
def test_it_fits_small_screens_with_its_frame(start, width, height, is_folded):
    window = start(width, height)
    assert window.size().toTuple() == (width, height)
    assert window.minimumSizeHint().height() <= height
    assert window.bench.menus.fold.isChecked() is is_folded
    assert window.bench.docks["timeline"].height() == (62 if is_folded else 238)
    bar = window.bench.context
    assert all(widget.isVisible() for widget in (bar.ruleset, bar.end, bar.group, bar.pending))
    assert bar.pending.geometry().right() <= bar.width()
    of_views = [one for one in window.findChildren(QTabBar) if one.parent() is window]
    for tabs in (one for one in of_views if one.isVisible() and width >= 1280):
        assert tabs.tabRect(tabs.count() - 1).right() <= tabs.width()
    close(window)


def test_the_timeline_folds_by_key_and_stays_so_and_tabs_stand_above_their_panels(start, qtbot):
    window = start()
    assert_tabs_stand_above(window)
    timeline = window.bench.docks["timeline"]
    assert timeline.height() == 238
    control_shift = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(window, Qt.Key.Key_L, control_shift)
    qtbot.waitUntil(lambda: timeline.height() == 62)
    assert window.bench.panels.timeline.visibleRegion().boundingRect().height() == 62
    close(window)
    window = start()
    assert window.bench.docks["timeline"].height() == 62
    assert_tabs_stand_above(window)


def assert_tabs_stand_above(window):
    for dock in (window.bench.docks["memories"], window.bench.docks["why"]):
        tabs = next(
            bar
            for bar in window.findChildren(QTabBar)
            if bar.parent() is window and dock.windowTitle() in map(bar.tabText, range(bar.count()))
        )
        assert tabs.geometry().bottom() <= dock.geometry().top()
        assert tabs.shape() is QTabBar.Shape.RoundedNorth


@pytest.mark.parametrize(
    ("language", "plain", "in_inter"),
    [
        # Letters of another width break lines and share room otherwise; and so wide a window has
        # the views below the tables beside them, where these are narrow.
        ("de", SCALED, [(4566, 0, 1920, 1200, 2), (6486, 0, 1920, 1080, 1)]),
        ("en", [], [(0, 0, 1920, 1200, 1.5), (1920, 0, 1920, 1200, 2)]),
    ],
)
def test_nothing_is_cut_off_at_any_scale(language, plain, in_inter, tmp_path):
    screens = [*plain, *in_inter]
    arguments = (str(NO_FRAME), language, str(len(plain)))
    printed = on_screens(screens, tmp_path, "cut_off", *arguments)
    found = json.loads(printed.splitlines()[-1])
    assert [one["scale"] for one in found] == [scale for *_, scale in screens]
    for one, (_left, _top, width, height, scale) in zip(found, screens, strict=True):
        assert one["size"] == [round(width / scale), round(height / scale) - NO_FRAME]
        assert one["cut"] == []
        has_narrow_views = not 1092 <= width / scale < 1920
        assert one["scrolled"] == [] or has_narrow_views
