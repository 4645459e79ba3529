"""Editors of values that are written: text, lists of names, JSON."""

import json
from typing import NoReturn

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QStackedWidget, QWidget
from typing_extensions import override

from inspector.core.decoded import is_list, names
from inspector.core.settings import SettingSpec
from inspector.gui.kit.editors import Editor
from inspector.gui.kit.theme import fixed_font

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_MOST_LINES = 8
_PARAGRAPH = "\u2029"


class _Lines(QPlainTextEdit):
    """Several lines of text that grow with it; done when left, or by Ctrl+Enter."""

    finished = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabChangesFocus(True)
        self.setFont(fixed_font())
        self.textChanged.connect(self._grow)
        self._grow()

    def raw_text(self) -> str:
        """The text as it is; Qt's own plain text changes spaces and line separators."""
        return self.document().toRawText().replace(_PARAGRAPH, "\n")

    @override
    def keyPressEvent(self, e: QKeyEvent) -> None:
        if e.key() in _ENTER and e.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.finished.emit()
        else:
            super().keyPressEvent(e)

    @override
    def focusOutEvent(self, e: QFocusEvent) -> None:
        super().focusOutEvent(e)
        if e.reason() is not Qt.FocusReason.PopupFocusReason:
            self.finished.emit()

    def _grow(self) -> None:
        lines = min(max(2, self.blockCount()), _MOST_LINES)
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + 18)


class WrittenEditor(Editor):
    """A line of text, several lines where the value has them; never cuts what it holds."""

    is_wide = True

    def __init__(self, spec: SettingSpec, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = ""
        self.line = QLineEdit(self)
        self.lines = _Lines(self)
        for one in (self.line, self.lines):
            one.setAccessibleName(spec.name)
            one.setAccessibleDescription(spec.meaning)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.line)
        self._stack.addWidget(self.lines)
        self._hold(self._stack)
        self.line.editingFinished.connect(self._finish)
        self.lines.finished.connect(self._finish)
        self.line.textEdited.connect(self._judge)
        self.lines.textChanged.connect(self._judge)
        self.lines.textChanged.connect(self._fit)
        self._use(several=self._wants_lines(spec.default))

    def written(self, value: object) -> str:
        """How a value is written."""
        return value if isinstance(value, str) else ""

    def read(self, text: str) -> object:
        """The value that a text stands for.

        Raises:
            ValueError: it stands for none; the text says why.
        """
        return text

    @override
    def show_value(self, value: object) -> None:
        text = self.written(value)
        self._use(several=self._wants_lines(value))
        if text != self._text() or text != self._shown:
            self.line.setText(text)
            self.lines.blockSignals(True)  # noqa: FBT003 (Qt's signature)
            self.lines.setPlainText(text)
            self.lines.blockSignals(False)  # noqa: FBT003 (Qt's signature)
            self.lines.textChanged.emit()
        # What the widget makes of it, so that only what a person types is a change.
        self._shown = self._text()
        self.validity_changed.emit("")

    @override
    def typed(self) -> object:
        return self.read(self._text())

    @property
    @override
    def draft(self) -> str:
        text = self._text()
        return "" if text == self._shown or self.isHidden() else text

    @override
    def commit(self) -> None:
        if self.draft:
            self._finish()

    def _wants_lines(self, value: object) -> bool:
        return "\n" in self.written(value)

    def _text(self) -> str:
        is_line = self._stack.currentWidget() is self.line
        return self.line.text() if is_line else self.lines.raw_text()

    def _use(self, *, several: bool) -> None:
        chosen = self.lines if several else self.line
        self._stack.setCurrentWidget(chosen)
        self.setFocusProxy(chosen)
        self._fit()

    def _fit(self) -> None:
        is_line = self._stack.currentWidget() is self.line
        height = self.line.sizeHint().height() if is_line else self.lines.height()
        self._stack.setFixedHeight(height)

    def _judge(self) -> None:
        try:
            self.read(self._text())
        except ValueError as error:
            self.validity_changed.emit(str(error))
        else:
            self.validity_changed.emit("")

    def _finish(self) -> None:
        text = self._text()
        if text == self._shown:
            return
        try:
            value = self.read(text)
        except ValueError as error:
            self.validity_changed.emit(str(error))
        else:
            self._shown = text
            self.committed.emit(value)


class NamesEditor(WrittenEditor):
    """Names parted by commas, or a JSON array where a name holds a comma."""

    def __init__(self, spec: SettingSpec, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.line.setPlaceholderText("names, parted by commas")

    @override
    def written(self, value: object) -> str:
        held = names(value) if is_list(value) else ()
        if any("," in name or name != name.strip() or name.startswith("[") for name in held):
            return json.dumps(held, ensure_ascii=False)
        return ", ".join(held)

    @override
    def read(self, text: str) -> object:
        if not text.strip().startswith("["):
            return [name.strip() for name in text.split(",") if name.strip()]
        value = read_json(text)
        if not is_list(value) or len(names(value)) != len(value):
            raise ValueError("It is no list of names.")
        return value


class JsonEditor(WrittenEditor):
    """Any JSON value."""

    def __init__(self, spec: SettingSpec, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.line.setFont(fixed_font())

    @override
    def written(self, value: object) -> str:
        line = json.dumps(value, ensure_ascii=False)
        return line if len(line) <= 48 else json.dumps(value, ensure_ascii=False, indent=2)

    @override
    def read(self, text: str) -> object:
        return read_json(text)


def read_json(text: str) -> object:
    """The JSON value that a text stands for.

    Raises:
        ValueError: it is no JSON; the text says where.
    """
    try:
        value: object = json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, character {error.colno}"
        raise ValueError(f"It is no JSON: {error.msg.lower()} at {place}.") from error
    except RecursionError as error:
        raise ValueError("It is nested too deep.") from error
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"It is no JSON: {name} is no value.")
