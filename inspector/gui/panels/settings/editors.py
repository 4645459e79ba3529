"""Editors of one setting's value: numbers, flags, choices, and *from the chat*."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QWidget,
)
from typing_extensions import override

from inspector.core.decoded import is_number
from inspector.core.settings import SettingKind, SettingSpec
from inspector.gui.kit.field_editor import FieldEditor
from inspector.gui.kit.form_fields import Choices, NumberBox
from inspector.gui.kit.layouts import hbox
from inspector.gui.kit.theme import font, scaled
from inspector.language import _

FROM_CHAT = _("from the chat")
CONTROL_PX = 132
"""Width of every field, so that they stand in line."""


class SettingEditor(FieldEditor):
    """Edits the value of one setting.

    Signals:
        validity_changed: why what is typed is no value; empty if it is one (str).
    """

    validity_changed = Signal(str)

    edits_document = False
    is_wide = False
    """Whether it wants a line of its own."""

    def show_value(self, value: object) -> None:
        """Show a value of the setting's kind, without saying that it was committed."""
        raise NotImplementedError

    def _hold(self, *widgets: QWidget) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        for widget in widgets:
            row.addWidget(widget)
        self.setFocusProxy(widgets[0])


class NumberEditor(SettingEditor):
    """A whole number or any number, with its unit."""

    def __init__(self, spec: SettingSpec, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_whole = spec.kind is SettingKind.WHOLE
        self.box = NumberBox(spec, self)
        # The row says the unit beside it, in line with those of the others.
        self.box.setSuffix("")
        self.box.setFixedWidth(scaled(CONTROL_PX))
        self.box.setAccessibleName(spec.name)
        self.box.setAccessibleDescription(spec.in_words)
        self.box.valueChanged.connect(lambda: self.submit(self.typed()))
        self._hold(self.box)

    @property
    @override
    def is_modified(self) -> bool:
        return self.box.cleanText() != self.box.textFromValue(self.box.value())

    @property
    @override
    def draft(self) -> str:
        return self.box.cleanText()

    @override
    def commit(self) -> None:
        self.box.interpretText()

    @override
    def revert(self) -> None:
        self.box.lineEdit().setText(
            f"{self.box.textFromValue(self.box.value())}{self.box.suffix()}"
        )

    @override
    def show_value(self, value: object) -> None:
        if not is_number(value):
            return
        with QSignalBlocker(self.box):
            # A release may hold what a design would refuse: show it as it is.
            self.box.setMinimum(min(self.box.minimum(), value))
            self.box.setMaximum(max(self.box.maximum(), value))
            self.box.setValue(value)

    @override
    def typed(self) -> object:
        value = self.box.value()
        return int(value) if self._is_whole or value == int(value) else value


class FlagEditor(SettingEditor):
    """True or false."""

    def __init__(self, spec: SettingSpec, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = QCheckBox(self)
        self.box.setAccessibleName(spec.name)
        self.box.setAccessibleDescription(spec.in_words)
        self.box.toggled.connect(self._name_state)
        self.box.clicked.connect(lambda: self.submit(self.typed()))
        self._name_state(checked=False)
        self._hold(self.box)

    @override
    def show_value(self, value: object) -> None:
        self.box.setChecked(value is True)

    @override
    def typed(self) -> object:
        return self.box.isChecked()

    def _name_state(self, checked: bool) -> None:  # noqa: FBT001 (a slot)
        self.box.setText(_("true") if checked else _("false"))


class ChoiceEditor(SettingEditor):
    """One of several values; also an optional flag, which has three.

    Args:
        spec: the setting.
        called: what its values are called, where they are not what they say.
        parent: as for any widget.
    """

    def __init__(
        self,
        spec: SettingSpec,
        called: Mapping[object, str] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._called = called or {}
        self._values: list[object] = [None] if spec.optional else []
        is_flag = spec.kind is SettingKind.FLAG
        values: Sequence[object] = (True, False) if is_flag else spec.choices or [*self._called]
        self._values.extend(values)
        self.box = Choices(self)
        self.box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.box.setAccessibleName(spec.name)
        self.box.setAccessibleDescription(spec.in_words)
        self.box.setFixedWidth(scaled(CONTROL_PX))
        self.box.view().setMinimumWidth(scaled(CONTROL_PX + 40))
        for value in self._values:
            self.box.addItem(self._written(value))
        self.box.activated.connect(lambda: self.submit(self.typed()))
        self._hold(self.box)

    @override
    def show_value(self, value: object) -> None:
        if value not in self._values:
            self._values.append(value)
            self.box.addItem(self._written(value))
        self.box.setCurrentIndex(self._values.index(value))

    @override
    def typed(self) -> object:
        return self._values[self.box.currentIndex()]

    def _written(self, value: object) -> str:
        return self._called.get(value) or written(value)


def written(value: object) -> str:
    """A choice as it is stored, or what stands for none."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return FROM_CHAT if value is None else str(value)


class OptionalEditor(SettingEditor):
    """Another editor, and a box that says *from the chat* instead."""

    def __init__(
        self, spec: SettingSpec, inner: SettingEditor, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.is_wide = inner.is_wide
        self.inner = inner
        self.box = QCheckBox(FROM_CHAT, self)
        self.box.setFont(font(11))
        self.box.setAccessibleName(f"{spec.name}: {FROM_CHAT}")
        self.box.clicked.connect(self._choose)
        inner.committed.connect(self.submit)
        inner.validity_changed.connect(self.validity_changed)
        row = hbox(self, margins=0, spacing=6)
        row.addWidget(self.box, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(inner, 1)

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
            self.submit(None)
        else:
            self.inner.setFocus()
