"""Where a budget's values lie on its slider, and where mouse and keys take them."""

from dataclasses import dataclass

from PySide6.QtCore import Qt

from inspector.gui.kit.theme import scaled
from inspector.gui.panels.context.budgets import Held
from inspector.gui.panels.context.slider_painting import THUMB

_SNAP_PX = 4
_KEY = Qt.Key
_STEPS = {
    _KEY.Key_Left: -1,
    _KEY.Key_Down: -1,
    _KEY.Key_Right: 1,
    _KEY.Key_Up: 1,
    _KEY.Key_PageDown: -10,
    _KEY.Key_PageUp: 10,
}


@dataclass(frozen=True)
class Places:
    """A budget on a slider of some width, in pixels."""

    held: Held
    width: int

    @property
    def _edge(self) -> float:
        return scaled(THUMB) / 2

    @property
    def _length(self) -> float:
        return max(1.0, self.width - scaled(THUMB))

    def x(self, value: int) -> float:
        """Where a value lies."""
        return self._edge + self.held.scale.share(value) * self._length

    def value(self, x: float, origin: int | None) -> int:
        """The value at a pixel; what all needs and what was are easy to hit."""
        marks = [mark for mark in (self.held.need, origin) if mark is not None]
        near = min(marks, key=lambda mark: abs(self.x(mark) - x), default=None)
        if near is not None and abs(self.x(near) - x) <= scaled(_SNAP_PX):
            return near
        return self.held.scale.value((x - self._edge) / self._length, self._length)

    def value_by(self, key: Qt.Key, value: int, *, finely: bool) -> int | None:
        """Where a key takes a value; None for keys without a meaning."""
        scale = self.held.scale
        if key in _STEPS:
            return max(0, value + _STEPS[key] * (1 if finely else scale.step))
        if key == _KEY.Key_Home:
            return 0
        if key == _KEY.Key_End:
            return scale.reach if self.held.need is None else self.held.need
        return None
