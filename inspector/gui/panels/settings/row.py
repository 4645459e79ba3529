"""One setting as a row: its name, its value, what it means, and the way back to its default."""

import json
from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QGridLayout,
    QLabel,
    QToolButton,
    QWidget,
)
from typing_extensions import override

from inspector.core.errors import SettingError
from inspector.core.settings import SettingKind, SettingSpec
from inspector.gui.kit.theme import Themed, current_theme, fixed_font, font
from inspector.gui.panels.settings.editors import (
    FROM_CHAT,
    ChoiceEditor,
    FlagEditor,
    NumberEditor,
    OptionalEditor,
    SettingEditor,
)
from inspector.gui.panels.settings.written import JsonEditor, NamesEditor, WrittenEditor

_BREAK_HERE = "\u200b"
_LONGEST_DEFAULT = 40
_RINGED = (QAbstractButton, QAbstractSpinBox, QComboBox)
"""Controls whose focus the row shows; text fields show their own."""


def editor_of(spec: SettingSpec) -> SettingEditor:
    """The editor for a setting's kind."""
    if spec.kind is SettingKind.CHOICE or (spec.kind is SettingKind.FLAG and spec.optional):
        return ChoiceEditor(spec)
    kinds: dict[SettingKind, type[NumberEditor | FlagEditor | WrittenEditor]] = {
        SettingKind.WHOLE: NumberEditor,
        SettingKind.NUMBER: NumberEditor,
        SettingKind.FLAG: FlagEditor,
        SettingKind.TEXT: WrittenEditor,
        SettingKind.NAMES: NamesEditor,
        SettingKind.JSON: JsonEditor,
    }
    editor = kinds[spec.kind](spec)
    return OptionalEditor(spec, editor) if spec.optional else editor


def default_in_words(spec: SettingSpec) -> str:
    """`default 10000 tokens`."""
    default = spec.default
    if default is None:
        return "default: " + (FROM_CHAT if spec.optional else "none")
    return f"default {value_in_words(spec, default)}"


def value_in_words(spec: SettingSpec, value: object) -> str:
    """`10000 tokens`."""
    if isinstance(value, str) and spec.kind is not SettingKind.JSON:
        written = " ".join(value.split()) or "empty"
    else:
        written = json.dumps(value, ensure_ascii=False)
    if len(written) > _LONGEST_DEFAULT:
        written = f"{written[:_LONGEST_DEFAULT]}…"
    return f"{written} {spec.unit}".rstrip()


class SettingRow(Themed, QWidget):
    """One setting.

    Signals:
        changed: its name and the value that a person gave it (str, object).
        reset: back to its default (str).
    """

    changed = Signal(str, object)
    reset = Signal(str)

    def __init__(self, spec: SettingSpec, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.spec = spec
        self._value: object = spec.default
        self._differs = False
        self._usual: object = spec.default
        self.editor = editor_of(spec)
        self._name = QLabel(spec.name.replace("_", "_" + _BREAK_HERE), self)
        self._meaning = QLabel(spec.meaning, self)
        self._default = QLabel(default_in_words(spec), self)
        self.refusal = QLabel(self)
        self.reset_button = QToolButton(self)
        self._lay_out()
        self.editor.committed.connect(self._commit)
        self.editor.validity_changed.connect(self._show_validity)
        self.reset_button.clicked.connect(self._reset)
        self.editor.show_value(spec.default)
        self._show_difference()
        for widget in (self.reset_button, *self.editor.findChildren(QWidget)):
            if isinstance(widget, _RINGED):
                widget.installEventFilter(self)
        self.restyle()

    @override
    def restyle(self) -> None:
        theme = current_theme()
        for label, colour in (
            (self._name, theme.text),
            (self._meaning, theme.text_2),
            (self._default, theme.text_3),
            (self.refusal, theme.error),
        ):
            _colour(label, colour)
        palette = QPalette()
        # Fusion outlines its controls 40 % darker than their window.
        palette.setColor(QPalette.ColorRole.Window, theme.control_border.lighter(140))
        for control in self.editor.findChildren(QWidget):
            if isinstance(control, _RINGED):
                control.setPalette(palette)

    def set_host_settings(self, host_settings: Mapping[str, object]) -> None:
        """Say what SillyTavern's file holds, which counts as long as nobody changes it."""
        name, words = self.spec.name, default_in_words(self.spec)
        self._usual = host_settings.get(name, self.spec.default)
        if name in host_settings:
            words = f"{value_in_words(self.spec, host_settings[name])} in settings.json; {words}"
        self._default.setText(words)
        self.reset_button.setToolTip(f"Back to {words}")

    def show_value(self, value: object, *, differs: bool) -> None:
        """Show the value that holds now, unless it is shown already."""
        if not _same(value, self._value) or differs != self._differs:
            self.refusal.hide()
            self.editor.show_value(value)
        self._value, self._differs = value, differs
        self._show_difference()
        try:
            self.spec.checked(value)
        except SettingError as error:
            self.show_refusal(str(error))

    def show_refusal(self, text: str) -> None:
        """Say why a value was refused; what was typed stays, to be put right."""
        self.refusal.setText(f"✕ {text}")
        self.refusal.show()
        self._show_difference()

    def matches(self, words: str) -> bool:
        """Whether its name or meaning holds these words; `changed` finds what a person changed."""
        if words == "changed":
            return self._differs
        return words in f"{self.spec.name} {self.spec.meaning}".casefold()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        return super().eventFilter(watched, event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.setPen(theme.line)
        painter.drawLine(12, self.height() - 1, self.width() - 12, self.height() - 1)
        focused = QApplication.focusWidget()
        if isinstance(focused, _RINGED) and self.isAncestorOf(focused):
            place = focused.mapTo(self, focused.rect().topLeft())
            ring = QRectF(focused.rect()).translated(place).adjusted(-3, -3, 3, 3)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.accent, 2))
            painter.drawRoundedRect(ring, 5, 5)
        painter.end()

    def _commit(self, value: object) -> None:
        try:
            self.spec.checked(value)
        except SettingError as error:
            self.show_refusal(str(error))
            return
        self.refusal.hide()
        self.changed.emit(self.spec.name, value)

    def _reset(self) -> None:
        self.refusal.hide()
        self.editor.show_value(self._usual)
        self._show_difference()
        self.reset.emit(self.spec.name)

    def _show_validity(self, why: str) -> None:
        if why:
            self.show_refusal(why)
        else:
            self.refusal.hide()
            self._show_difference()

    def _show_difference(self) -> None:
        bold = fixed_font()
        bold.setBold(self._differs)
        self._name.setFont(bold)
        self.reset_button.setVisible(self._differs or self.refusal.isVisibleTo(self))

    def _lay_out(self) -> None:
        for label in (self._name, self._meaning, self._default, self.refusal):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setFont(font(11))
        self._name.setFont(fixed_font())
        self._name.setBuddy(self.editor)
        self.refusal.hide()
        self.reset_button.setText("↺ reset")
        self.reset_button.setFont(font(11))
        self.reset_button.setAutoRaise(True)
        self.reset_button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.reset_button.setToolTip(f"Back to the {default_in_words(self.spec)}")
        self.reset_button.setAccessibleName(f"Reset {self.spec.name}")
        grid = QGridLayout(self)
        grid.setContentsMargins(12, 10, 12, 10)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(0, 1)
        grid.addWidget(self._name, 0, 0)
        right = Qt.AlignmentFlag.AlignRight
        if self.editor.is_wide:
            grid.addWidget(self._meaning, 1, 0, 1, 2)
            grid.addWidget(self.editor, 2, 0, 1, 2)
        else:
            grid.addWidget(self.editor, 0, 1, right)
            grid.addWidget(self._meaning, 1, 0, 1, 2)
        grid.addWidget(self._default, 3, 0)
        grid.addWidget(self.reset_button, 3, 1, right)
        grid.addWidget(self.refusal, 4, 0, 1, 2)


def _same(one: object, other: object) -> bool:
    return isinstance(one, bool) == isinstance(other, bool) and one == other


def _colour(label: QLabel, colour: QColor) -> None:
    palette = label.palette()
    palette.setColor(QPalette.ColorRole.WindowText, colour)
    label.setPalette(palette)
