"""Editors of values that are written: text, lists of names, JSON."""

import json
from typing import NoReturn

from PySide6.QtWidgets import QStackedWidget, QWidget
from typing_extensions import override

from inspector.core.decoded import is_list, names
from inspector.core.settings import SettingSpec
from inspector.gui.kit.line_edit import LineEdit
from inspector.gui.kit.plain_text import PlainTextEdit
from inspector.gui.kit.theme import fixed_font
from inspector.gui.panels.settings.editors import SettingEditor
from inspector.language import _

_MOST_LINES = 8


class WrittenEditor(SettingEditor):
    """A line of text, several lines where the value has them; never cuts what it holds."""

    is_wide = True

    def __init__(self, spec: SettingSpec, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kept = ""
        self.line = LineEdit(self)
        self.lines = PlainTextEdit(self)
        self.lines.setFont(fixed_font())
        for one in (self.line, self.lines):
            one.setAccessibleName(spec.name)
            one.setAccessibleDescription(spec.in_words)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.line)
        self._stack.addWidget(self.lines)
        self._hold(self._stack)
        self.line.editingFinished.connect(self.commit)
        for done in (self.lines.committed, self.lines.left):
            done.connect(self.commit)
        self.lines.reverted.connect(self.revert)
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
        if text != self.draft or text != self._kept:
            self.line.setText(text)
            self.lines.load(text)
        # What the widget makes of it, so that only what a person types is a change.
        self._kept = self.draft
        self.validity_changed.emit("")

    @property
    @override
    def is_modified(self) -> bool:
        return self.draft != self._kept and not self.isHidden()

    @property
    @override
    def draft(self) -> str:
        is_line = self._stack.currentWidget() is self.line
        return self.line.text() if is_line else self.lines.text

    @override
    def typed(self) -> object:
        return self.read(self.draft)

    @override
    def commit(self) -> None:
        if self.is_modified and not self._judge():
            self._kept = self.draft
            self.submit(self.typed())

    @override
    def revert(self) -> None:
        self.line.setText(self._kept)
        self.lines.restore()
        self._judge()

    def _wants_lines(self, value: object) -> bool:
        return "\n" in self.written(value)

    def _use(self, *, several: bool) -> None:
        chosen = self.lines if several else self.line
        self._stack.setCurrentWidget(chosen)
        self.setFocusProxy(chosen)
        self._fit()

    def _fit(self) -> None:
        """As high as its text needs, up to a bound."""
        lines = min(max(2, self.lines.blockCount()), _MOST_LINES)
        self.lines.setFixedHeight(lines * self.lines.fontMetrics().lineSpacing() + 18)
        is_line = self._stack.currentWidget() is self.line
        height = self.line.sizeHint().height() if is_line else self.lines.height()
        self._stack.setFixedHeight(height)

    def _judge(self) -> str:
        """Say why what is typed is no value, if it is none; the same is the answer."""
        why = ""
        try:
            self.read(self.draft)
        except ValueError as error:
            why = str(error)
        self.validity_changed.emit(why)
        return why


class NamesEditor(WrittenEditor):
    """Names parted by commas, or a JSON array where a name holds a comma."""

    def __init__(self, spec: SettingSpec, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.line.setPlaceholderText(_("names, parted by commas"))

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
            raise ValueError(_("It is no list of names."))
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
        location = _("line {lineno}, character {colno}").format(
            lineno=error.lineno, colno=error.colno
        )
        raise ValueError(
            _("It is no JSON: {error} at {location}.").format(
                error=error.msg.lower(), location=location
            )
        ) from error
    except RecursionError as error:
        raise ValueError(_("It is nested too deep.")) from error
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(_("It is no JSON: {name} is no value.").format(name=name))
