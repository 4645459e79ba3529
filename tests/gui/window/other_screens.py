"""Keeps or restores windows in a process with screens of its own; prints where they then stand.

Arguments: `keep` or `restore`, and a file for what is kept, as JSON.
"""

import json
import sys
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QApplication, QSplitter

from inspector.gui.kit.visibility import is_on_screen
from inspector.gui.window.application import make_application
from inspector.gui.window.main_window import MainWindow
from inspector.gui.window.on_screen import show_on_screen
from inspector.preferences import Preferences
from tests.gui.settling import open_sample, settle

NORMAL, MAXIMISED = Qt.WindowState.WindowNoState, Qt.WindowState.WindowMaximized
PLACES = {
    "as large as the screen": (QRect(0, 0, 2560, 1440), NORMAL),
    "on a monitor that goes": (QRect(2700, 100, 1200, 800), NORMAL),
    "partly beyond the left": (QRect(-600, -300, 1200, 800), NORMAL),
    "below the smaller one": (QRect(1200, 1100, 1300, 900), NORMAL),
    "on no screen": (QRect(9000, 9000, 800, 600), NORMAL),
    "maximised": (QRect(100, 100, 1400, 900), MAXIMISED),
}


def kept(window):
    return bytes(window.saveGeometry().toBase64().data()).decode("ascii")


def geometry_at(place, state):
    window = MainWindow(Preferences(theme="light"), keep_preferences=False)
    window.show()
    window.setGeometry(place)
    window.setWindowState(state)
    QApplication.processEvents()
    geometry = kept(window)
    window.close()
    return geometry


def layout():
    """The layout of a maximised window in which views float, one larger than the other screen."""
    window = MainWindow(Preferences(theme="light"), keep_preferences=False)
    window.showMaximized()
    open_sample(window)
    docks = window.bench.docks
    docks.show("messages")
    for name, place in (("details", (3000, 700, 900, 300)), ("lore", (100, 100, 2000, 1200))):
        docks[name].setFloating(True)
        docks[name].setGeometry(QRect(*place))
    settle(window)
    window.bench.remember_layout()
    held = window.preferences_store.preferences
    names = ("layout", "layout_width", "parts", "fold_below")
    found = {"geometry": kept(window), **{name: getattr(held, name) for name in names}}
    close(window)
    return found


def close(window):
    window.bench.wait()
    window.close()


def restored(**values):
    window = MainWindow(replace(Preferences(theme="light"), **values), keep_preferences=False)
    show_on_screen(window, is_placed=window.is_placed)
    return window


def frame_of(geometry):
    """Where the frame of a window stands, as it comes back and once it is not maximised."""
    window = restored(geometry=geometry)
    frames = []
    for act in (lambda: None, window.showNormal):
        act()
        for _turn in range(3):
            QApplication.processEvents()
        frames.append(window.frameGeometry().getRect())
    window.close()
    return frames


def views_of(values):
    """What stands where in a window with a layout that was kept elsewhere."""
    window = restored(**values)
    open_sample(window)
    settle(window)
    docks = [dock for dock in window.bench.docks.all if is_on_screen(dock)]
    found = {
        "window": window.size().toTuple(),
        "docked": {d.name: d.geometry().getRect() for d in docks if not d.isFloating()},
        "floating": {d.name: d.frameGeometry().getRect() for d in docks if d.isFloating()},
        "splitters": [s.sizes() for s in window.findChildren(QSplitter) if is_on_screen(s)],
    }
    close(window)
    return found


def main():
    make_application()
    file = Path(sys.argv[2])
    if sys.argv[1] == "keep":
        geometries = {name: geometry_at(*place) for name, place in PLACES.items()}
        file.write_text(json.dumps({"geometries": geometries, "layout": layout()}), "ascii")
        return
    stored = json.loads(file.read_text("ascii"))
    frames = {name: frame_of(one) for name, one in stored["geometries"].items()}
    print(json.dumps({"frames": frames, "views": views_of(stored["layout"])}))


main()
