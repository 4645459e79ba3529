"""A field for a whole number of any size, with arrows."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QValidator, QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QWidget
from typing_extensions import override

from inspector.gui.panels.context.words import amount

_MOST_DIGITS = 15
_SEPARATORS = str.maketrans("", "", ", \u00a0\u202f'_")


class NumberField(QAbstractSpinBox):
    """Takes a whole number from 0; unlike `QSpinBox` also one above 2^31.

    Signals:
        chosen: a person typed a number, or stepped to it (int).
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._value = 0
        self.step = 1
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccelerated(True)
        self.lineEdit().returnPressed.connect(self._take)

    @property
    def value(self) -> int:
        """The number that holds."""
        return self._value

    def show_value(self, value: int) -> None:
        """Show a number without saying that a person chose it."""
        self._value = value
        self._put_back()

    def _take(self) -> None:
        typed = number_in(self.lineEdit().text())
        if typed is None:
            self._put_back()
        elif typed != self._value:
            self._choose(typed)

    def _choose(self, value: int) -> None:
        self._value = value
        self._put_back()
        self.chosen.emit(value)

    def _put_back(self) -> None:
        if self.lineEdit().text() != amount(self._value):
            self.lineEdit().setText(amount(self._value))

    @override
    def stepBy(self, steps: int) -> None:
        typed = number_in(self.lineEdit().text())
        now = self._value if typed is None else typed
        wanted = max(0, now + steps * self.step)
        if wanted != self._value:
            self._choose(wanted)
        self.lineEdit().selectAll()

    @override
    def stepEnabled(self) -> QAbstractSpinBox.StepEnabledFlag:
        flags = QAbstractSpinBox.StepEnabledFlag
        up = flags.StepUpEnabled
        return up | flags.StepDownEnabled if self._value > 0 else up

    @override
    def validate(self, input: str, pos: int) -> tuple[QValidator.State, str, int]:
        state = QValidator.State
        if not input.strip():
            return state.Intermediate, input, pos
        found = state.Invalid if number_in(input) is None else state.Acceptable
        return found, input, pos

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.lineEdit().text() != amount(self._value):
            self._put_back()
            self.lineEdit().selectAll()
        else:
            super().keyPressEvent(event)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._take()

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


def number_in(text: str) -> int | None:
    """The whole number that is written, thousands parted or not; None if it is none."""
    digits = text.strip().translate(_SEPARATORS)
    is_number = digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS
    return int(digits) if is_number else None
