"""Five stars to set an importance with, by mouse or keys."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from inspector.core.memory import GREATEST_IMPORTANCE, LEAST_IMPORTANCE
from inspector.gui.kit.paint import frame
from inspector.gui.kit.theme import current_theme, font, scaled
from inspector.gui.panels.memories.cells import STEP, draw_stars, star_at
from inspector.language import _

_KEYS = {Qt.Key.Key_1: 1, Qt.Key.Key_2: 2, Qt.Key.Key_3: 3, Qt.Key.Key_4: 4, Qt.Key.Key_5: 5}
_STEPS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Down: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Up: 1,
}


class StarsInput(QWidget):
    """Shows one importance, or that several memories differ; keys 1 to 5, arrows, clicks.

    Signals:
        chosen: a person wants this importance.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values: tuple[int, ...] = ()
        self._hot: int | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def load(self, values: tuple[int, ...]) -> None:
        """Show the importance of one or more memories."""
        self._values = tuple(sorted(set(values)))
        self.setAccessibleName(_("Importance: {words}").format(words=self.words))
        self.update()

    @property
    def words(self) -> str:
        """What stands beside the stars."""
        if len(self._values) > 1:
            return _("{values} to {values2}, mixed").format(
                values=self._values[0], values2=self._values[-1]
            )
        return (
            _("{values} of {GREATEST_IMPORTANCE}").format(
                values=self._values[0], GREATEST_IMPORTANCE=GREATEST_IMPORTANCE
            )
            if self._values
            else ""
        )

    @property
    def _value(self) -> int:
        return self._values[0] if len(self._values) == 1 else 0

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        stars = QRect(0, 0, scaled(5 * STEP + 8), self.height())
        draw_stars(painter, stars, self._value, self._hot)
        painter.setFont(font(11))
        painter.setPen(theme.text_2)
        side = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(self.rect().adjusted(stars.right() + scaled(6), 0, 0, 0), side, self.words)
        if self.hasFocus():
            frame(painter, stars, theme.accent)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hot = self._star(event.position().toPoint())
        self.update()

    @override
    def leaveEvent(self, event: object) -> None:
        self._hot = None
        self.update()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        star = self._star(event.position().toPoint())
        if star is not None and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(star)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _KEYS:
            self.chosen.emit(_KEYS[key])
        elif key in _STEPS and self._value:
            wanted = self._value + _STEPS[key]
            if LEAST_IMPORTANCE <= wanted <= GREATEST_IMPORTANCE:
                self.chosen.emit(wanted)
        else:
            super().keyPressEvent(event)

    def _star(self, where: QPoint) -> int | None:
        return star_at(self.rect(), where.x())

    @override
    def sizeHint(self) -> QSize:
        return QSize(scaled(180), scaled(22))
