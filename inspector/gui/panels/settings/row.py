"""One setting as a row: what it is called, its value, what it means, the way back to the usual."""

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QToolButton,
    QWidget,
)
from typing_extensions import override

from inspector.core.errors import SettingError
from inspector.core.settings import SettingKind, SettingSpec, SettingWords
from inspector.gui.kit.labels import OneLine
from inspector.gui.kit.style import set_role
from inspector.gui.kit.text import plain, tooltip
from inspector.gui.kit.theme import Themed, current_theme, font
from inspector.gui.panels.settings.editors import (
    ChoiceEditor,
    FlagEditor,
    NumberEditor,
    OptionalEditor,
    SettingEditor,
)
from inspector.gui.panels.settings.row_parts import (
    RowGrid,
    SettingName,
    default_in_words,
    value_in_words,
)
from inspector.gui.panels.settings.written import JsonEditor, NamesEditor, WrittenEditor
from inspector.language import _

_RINGED = (QAbstractButton, QAbstractSpinBox, QComboBox)
"""Controls whose focus the row shows; text fields show their own."""


def editor_of(spec: SettingSpec, words: SettingWords) -> SettingEditor:
    """The editor for a setting's kind."""
    is_choice = spec.kind is SettingKind.CHOICE or bool(words.values)
    if is_choice or (spec.kind is SettingKind.FLAG and spec.optional):
        return ChoiceEditor(spec, words.values)
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


class SettingRow(Themed, QWidget):
    """One setting.

    Signals:
        changed: its name and the value that a person gave it (str, object).
        reset: back to its default (str).
    """

    changed = Signal(str, object)
    reset = Signal(str)

    def __init__(
        self, spec: SettingSpec, words: SettingWords | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.spec = spec
        self.words = words.spoken if words else SettingWords(spec.name, "")
        self._value: object = spec.default
        self._differs = self._is_unused = False
        self._usual: object = spec.default
        self.editor = editor_of(spec, self.words)
        self.name = SettingName(self.words.title, spec.name if words else "", self)
        self._meaning, self.note = OneLine(self), OneLine(self)
        self._meaning.setText(spec.in_words)
        self.refusal = QLabel(self)
        self.reset_button = QToolButton(self)
        self._apply_style()
        self._grid = RowGrid(self, self.name, self._meaning, self.editor)
        self._grid.finish(self.note, self.reset_button, self.refusal)
        self.editor.committed.connect(self._commit)
        self.editor.validity_changed.connect(self._show_validity)
        self.reset_button.clicked.connect(self._reset)
        self.editor.show_value(spec.default)
        for widget in (self.reset_button, *self.editor.findChildren(QWidget)):
            if isinstance(widget, _RINGED):
                widget.installEventFilter(self)
        self.set_host_settings({})
        self.restyle()

    @property
    def differs(self) -> bool:
        """Whether a person changed it."""
        return self._differs

    @override
    def restyle(self) -> None:
        theme = current_theme()
        for label, colour in (
            (self._meaning, theme.text_3),
            (self.note, theme.text_2),
            (self.refusal, theme.error),
        ):
            palette = label.palette()
            palette.setColor(QPalette.ColorRole.WindowText, colour)
            label.setPalette(palette)
        self._show_difference()

    def set_host_settings(self, host_settings: Mapping[str, object]) -> None:
        """Say what SillyTavern's file holds, which counts as long as nobody changes it."""
        name, words = self.spec.name, default_in_words(self.spec)
        self._usual = host_settings.get(name, self.spec.default)
        if name in host_settings:
            words = _("{value_in_words} in settings.json; {words}").format(
                value_in_words=value_in_words(self.spec, host_settings[name]), words=words
            )
        self.setToolTip(tooltip(f"{self.words.title} · {name}", self.spec.in_words, words))
        self.reset_button.setToolTip(_("Back to {words}").format(words=words))

    def show_value(self, value: object, *, differs: bool, is_unused: bool = False) -> None:
        """Show the value that holds now, unless it is shown already.

        Args:
            value: what holds.
            differs: whether a person changed it.
            is_unused: whether it counts for nothing as others stand.
        """
        if not is_same(value, self._value) or differs != self._differs:
            self.refusal.hide()
            self.editor.show_value(value)
        self._value, self._differs, self._is_unused = value, differs, is_unused
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
        """Whether a name or the meaning holds these words; `changed` finds what differs."""
        if words == "changed":
            return self._differs
        named = f"{self.words.title} {self.words.group} {self.spec.name} {self.spec.in_words}"
        return words in named.casefold()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        return super().eventFilter(watched, event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._grid.arrange(self.width())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.setPen(theme.line)
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
        focused = QApplication.focusWidget()
        if isinstance(focused, _RINGED) and self.isAncestorOf(focused):
            location = focused.mapTo(self, focused.rect().topLeft())
            ring = QRectF(focused.rect()).translated(location).adjusted(-2, -2, 2, 2)
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
        self.name.is_changed, self.name.is_unused = self._differs, self._is_unused
        self.name.update()
        self.note.setText(self._note_in_words())
        self.reset_button.setVisible(self._differs or self.refusal.isVisibleTo(self))

    def _note_in_words(self) -> str:
        if self._differs:
            usual = self._usual
            called = self.words.values.get(usual) if usual.__hash__ is not None else None
            if called is None and isinstance(usual, int | float) and not isinstance(usual, bool):
                called = plain(usual)
            return _("was {called}").format(called=called or value_in_words(self.spec, usual))
        return _("unused") if self._is_unused else self.spec.spoken_unit

    def _apply_style(self) -> None:
        self.refusal.setTextFormat(Qt.TextFormat.PlainText)
        self.refusal.setWordWrap(True)
        for label in (self._meaning, self.note, self.refusal):
            label.setFont(font(11, tabular=True))
        self.refusal.hide()
        self.reset_button.setText("↺")
        self.reset_button.setAutoRaise(True)
        set_role(self.reset_button, "flat")
        self.reset_button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.reset_button.setAccessibleName(_("Reset {name}").format(name=self.spec.name))
        keeps = self.reset_button.sizePolicy()
        keeps.setRetainSizeWhenHidden(True)
        self.reset_button.setSizePolicy(keeps)


def is_same(one: object, other: object) -> bool:
    """Whether two values of a setting are one; true is not 1."""
    return isinstance(one, bool) == isinstance(other, bool) and one == other
