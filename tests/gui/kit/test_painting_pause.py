"""A window whose painting pauses: it goes on whatever waited to be painted."""

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget
from typing_extensions import override

from inspector.gui.kit.painting_pause import PaintingPause

AN_HOUR_MS = 3_600_000


class Paints(QObject):
    """How often a widget was painted."""

    def __init__(self, widget):
        super().__init__(widget)
        self.number = 0
        widget.installEventFilter(self)

    @override
    def eventFilter(self, watched, event):
        self.number += event.type() == QEvent.Type.Paint
        return False


@pytest.fixture
def window(qtbot):
    made = QMainWindow()
    qtbot.addWidget(made)
    made.setCentralWidget(QWidget(made))
    return made


@pytest.mark.parametrize("is_waiting", [False, True])
def test_a_part_is_painted_again_whether_or_not_it_waited_for_that_as_the_pause_began(
    window, qtbot, is_waiting
):
    part = window.centralWidget()
    paints = Paints(part)
    window.show()
    qtbot.waitUntil(lambda: paints.number > 0)
    pause = PaintingPause(window)
    if is_waiting:
        part.update()
    pause.start(AN_HOUR_MS)
    before = paints.number
    QApplication.processEvents()  # a repaint that was asked for comes, and paints nothing
    assert paints.number == before
    pause.end_soon()
    qtbot.waitUntil(lambda: paints.number > before)
    before = paints.number
    part.update()
    qtbot.waitUntil(lambda: paints.number > before)


def test_a_pause_that_nobody_ends_ends_itself(window, qtbot):
    window.show()
    PaintingPause(window).start(1)
    assert not window.updatesEnabled()
    qtbot.waitUntil(window.updatesEnabled)
