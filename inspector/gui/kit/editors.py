"""Editors of one setting's value: numbers, flags, choices, and *from the chat*."""

from collections.abc import Sequence

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from inspector.core.decoded import is_number
from inspector.core.settings import SettingKind, SettingSpec
from inspector.gui.kit.theme import font

_FAR = 1e12
"""No setting is greater; a spin box wants to know."""

FROM_CHAT = "from the chat"


class Editor(QWidget):
    """Edits one value and says so when a person is done.

    Signals:
        committed: a value of the setting's kind (object).
        validity_changed: why what is typed is no value; empty if it is one (str).
    """

    committed = Signal(object)
    validity_changed = Signal(str)

    is_wide = False
    """Whether it wants a line of its own."""

    def show_value(self, value: object) -> None:
        """Show a value of the setting's kind, without saying that it was committed."""
        raise NotImplementedError

    def typed(self) -> object:
        """The value that stands in it."""
        raise NotImplementedError

    @property
    def draft(self) -> str:
        """What is typed and not committed; empty if nothing is."""
        return ""

    def commit(self) -> None:
        """Commit what is typed, if it is a value."""

    def _hold(self, *widgets: QWidget) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        for widget in widgets:
            row.addWidget(widget)
        self.setFocusProxy(widgets[0])


class NumberBox(QDoubleSpinBox):
    """A spin box that writes numbers as JSON does and lets the wheel scroll the form."""

    def __init__(self, spec: SettingSpec, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        is_whole = spec.kind is SettingKind.WHOLE
        self.setLocale(QLocale.c())
        self.setGroupSeparatorShown(False)
        self.setKeyboardTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setDecimals(0 if is_whole else 6)
        self.setRange(
            -_FAR if spec.least is None else spec.least,
            _FAR if spec.greatest is None else spec.greatest,
        )
        if is_whole and is_number(spec.default) and abs(spec.default) >= 100:
            self.setStepType(QAbstractSpinBox.StepType.AdaptiveDecimalStepType)
        elif not is_whole:
            self.setSingleStep(0.05 if spec.greatest is not None and spec.greatest <= 1 else 0.1)
        if spec.unit:
            self.setSuffix(f" {spec.unit}")
        metrics = self.fontMetrics()
        written = max((f"{spec.default}", "000000"), key=len)
        self.setFixedWidth(metrics.horizontalAdvance(f"{written} {spec.unit}") + 44)

    @override
    def textFromValue(self, val: float) -> str:
        return f"{val:.6f}".rstrip("0").rstrip(".") if self.decimals() else f"{val:.0f}"

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class NumberEditor(Editor):
    """A whole number or any number, with its unit."""

    def __init__(self, spec: SettingSpec, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_whole = spec.kind is SettingKind.WHOLE
        self.box = NumberBox(spec, self)
        self.box.setAccessibleName(spec.name)
        self.box.setAccessibleDescription(spec.meaning)
        self.box.valueChanged.connect(lambda: self.committed.emit(self.typed()))
        self._hold(self.box)

    @override
    def commit(self) -> None:
        self.box.interpretText()

    @override
    def show_value(self, value: object) -> None:
        if not is_number(value):
            return
        self.box.blockSignals(True)  # noqa: FBT003 (Qt's signature)
        # A release may hold what a design would refuse: show it as it is.
        self.box.setMinimum(min(self.box.minimum(), value))
        self.box.setMaximum(max(self.box.maximum(), value))
        self.box.setValue(value)
        self.box.blockSignals(False)  # noqa: FBT003 (Qt's signature)

    @override
    def typed(self) -> object:
        value = self.box.value()
        return int(value) if self._is_whole or value == int(value) else value


class FlagEditor(Editor):
    """True or false."""

    def __init__(self, spec: SettingSpec, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = QCheckBox(self)
        self.box.setAccessibleName(spec.name)
        self.box.setAccessibleDescription(spec.meaning)
        self.box.toggled.connect(self._name_state)
        self.box.clicked.connect(lambda: self.committed.emit(self.typed()))
        self._name_state(checked=False)
        self._hold(self.box)

    @override
    def show_value(self, value: object) -> None:
        self.box.setChecked(value is True)

    @override
    def typed(self) -> object:
        return self.box.isChecked()

    def _name_state(self, checked: bool) -> None:  # noqa: FBT001 (a slot)
        self.box.setText("true" if checked else "false")


class Choices(QComboBox):
    """A combo box that lets the wheel scroll the form unless it has the keyboard."""

    @override
    def wheelEvent(self, e: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(e)
        else:
            e.ignore()


class ChoiceEditor(Editor):
    """One of several values; also an optional flag, which has three."""

    def __init__(self, spec: SettingSpec, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values: list[object] = [None] if spec.optional else []
        is_flag = spec.kind is SettingKind.FLAG
        values: Sequence[object] = (True, False) if is_flag else spec.choices
        self._values.extend(values)
        self.box = Choices(self)
        self.box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.box.setAccessibleName(spec.name)
        self.box.setAccessibleDescription(spec.meaning)
        for value in self._values:
            self.box.addItem(_written(value))
        self.box.activated.connect(lambda: self.committed.emit(self.typed()))
        self._hold(self.box)

    @override
    def show_value(self, value: object) -> None:
        if value not in self._values:
            self._values.append(value)
            self.box.addItem(_written(value))
        self.box.setCurrentIndex(self._values.index(value))

    @override
    def typed(self) -> object:
        return self._values[self.box.currentIndex()]


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return FROM_CHAT if value is None else str(value)


class OptionalEditor(Editor):
    """Another editor, and a box that says *from the chat* instead."""

    def __init__(self, spec: SettingSpec, inner: Editor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.is_wide = inner.is_wide
        self.inner = inner
        self.box = QCheckBox(FROM_CHAT, self)
        self.box.setFont(font(11))
        self.box.setAccessibleName(f"{spec.name}: {FROM_CHAT}")
        self.box.clicked.connect(self._choose)
        inner.committed.connect(self.committed)
        inner.validity_changed.connect(self.validity_changed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.box)
        column.addWidget(inner)

    @override
    def show_value(self, value: object) -> None:
        self.box.setChecked(value is None)
        self.inner.setVisible(value is not None)
        if value is not None:
            self.inner.show_value(value)

    @override
    def typed(self) -> object:
        return None if self.box.isChecked() else self.inner.typed()

    def _choose(self, checked: bool) -> None:  # noqa: FBT001 (a slot)
        self.inner.setVisible(not checked)
        if checked:
            self.committed.emit(None)
        else:
            self.inner.setFocus()
