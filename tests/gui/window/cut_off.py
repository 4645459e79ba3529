"""Opens the sample on each screen there is; prints what has less room than it needs, as JSON.

Arguments: the pixels of a screen's height that a window's frame takes, the language, and on how
many screens the system's font is used; on those after them it is that of pictures.
"""

import json
import sys

from inspector import language
from inspector.gui.window.languages import catalogue

# What the window says is put into words when its parts are imported.
language.use(catalogue(sys.argv[2]))

from PySide6.QtWidgets import (  # noqa: E402
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QLabel,
    QPushButton,
    QStyle,
    QStyleOptionButton,
    QTabBar,
)
from shiboken6 import delete  # noqa: E402

from inspector.gui.kit.labels import OneLine  # noqa: E402
from inspector.gui.window.app import use_picture_font  # noqa: E402
from inspector.gui.window.application import make_application  # noqa: E402
from inspector.gui.window.main_window import MainWindow  # noqa: E402
from inspector.language import _  # noqa: E402
from inspector.preferences import Preferences  # noqa: E402
from tests.gui.settling import open_sample, settle  # noqa: E402

WIDER = _("Who knows what")
"""What has a column for each character scrolls sideways."""


def opened(screen):
    window = MainWindow(Preferences(theme="light"), keep_preferences=False)
    place = screen.geometry()
    window.setScreen(screen)
    window.move(place.topLeft())
    window.resize(place.width(), place.height() - int(sys.argv[1]))
    window.show()
    window.activateWindow()
    open_sample(window)
    window.setUpdatesEnabled(False)  # places alone are asked for, and painting takes a sixth
    return window


def needed(widget):
    """The width that a widget's words need."""
    metrics = widget.fontMetrics()
    words = widget.text().replace("&&", "\0").replace("&", "").replace("\0", "&")
    return max((metrics.horizontalAdvance(line) for line in words.splitlines()), default=0)


def needed_by_tabs(bar):
    """The width that a bar needs not to be scrolled."""
    return bar.tabRect(bar.count() - 1).right() - bar.tabRect(0).left()


def is_beyond(widget):
    """Whether a part of it lies outside a parent, where nobody can scroll to it."""
    parent, rect = widget.parentWidget(), widget.rect().translated(widget.pos())
    while parent is not None and not widget.isWindow():
        if isinstance(parent.parentWidget(), QAbstractScrollArea):
            return False
        if not parent.rect().adjusted(-1, -1, 1, 1).contains(rect):
            return True
        rect, parent = rect.translated(parent.pos()), parent.parentWidget()
    return False


def is_cut(widget):
    if isinstance(widget, QComboBox):
        return widget.width() < widget.minimumSizeHint().width()
    if isinstance(widget, QLabel):
        rich = widget.wordWrap() or not widget.text() or "<" in widget.text()
        return not rich and (
            widget.width() < needed(widget) or widget.height() < widget.fontMetrics().height() - 4
        )
    room = widget.width()
    if isinstance(widget, QPushButton):
        option = QStyleOptionButton()
        option.initFrom(widget)
        part = QStyle.SubElement.SE_PushButtonContents
        room = widget.style().subElementRect(part, option, widget).width()
    return bool(widget.text()) and (
        room < needed(widget) or widget.height() < widget.fontMetrics().height()
    )


def cut_off(window):
    found = []
    for area in window.findChildren(QAbstractScrollArea):
        # Nobody looks for what is to be scrolled to sideways, or cannot be scrolled to at all.
        beyond = area.horizontalScrollBar().maximum()
        is_seen = area.isVisible() and not area.visibleRegion().isEmpty()
        if beyond and is_seen and area.accessibleName() != WIDER:
            found.append([type(area).__name__, area.accessibleName(), -beyond])
    for kind in (QAbstractButton, QComboBox, QLabel):
        for widget in window.findChildren(kind):
            # A `OneLine` ends in … by design and says the rest in its tooltip.
            if isinstance(widget, OneLine):
                continue
            is_seen = widget.isVisible() and not widget.visibleRegion().isEmpty()
            is_control = not isinstance(widget, QLabel)
            if is_seen and (is_cut(widget) or (is_control and is_beyond(widget))):
                text = widget.currentText() if isinstance(widget, QComboBox) else widget.text()
                found.append([type(widget).__name__, text, widget.width()])
    return found


def found_on(screen):
    """What is cut off in a window on a screen, whichever view is shown."""
    window = opened(screen)
    found = {}
    for dock in window.bench.docks.all:
        window.bench.docks.show(dock.name)
        settle(window)
        for one in cut_off(window):
            found[json.dumps(one)] = dock.name
    answer = {
        "scale": window.devicePixelRatio(),
        "size": window.size().toTuple(),
        "scrolled": [
            bar.tabText(bar.count() - 1)
            for bar in window.findChildren(QTabBar)
            if bar.isVisible() and needed_by_tabs(bar) > bar.width()
        ],
        "cut": [[view, *json.loads(one)] for one, view in found.items()],
    }
    window.bench.wait()
    window.close()
    delete(window)  # each window that stands is dressed again with the next one
    return answer


def main():
    application = make_application()
    found = []
    for number, screen in enumerate(QApplication.screens()):
        if number == int(sys.argv[3]):
            use_picture_font(application)
        found.append(found_on(screen))
    print(json.dumps(found))


main()
