"""The result of one conflict: what stands, as a side has it or as a person makes it."""

import json
from collections.abc import Callable

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget
from typing_extensions import override

from inspector.core.decoded import is_list, is_object, items
from inspector.core.errors import ReleaseThrowsError
from inspector.core.memory import GREATEST_IMPORTANCE, LEAST_IMPORTANCE
from inspector.core.stored import REMOVED
from inspector.gui.kit.labels import plain_label
from inspector.gui.kit.layouts import nest, vbox
from inspector.gui.kit.names_editor import NamesEditor
from inspector.gui.kit.plain_text import PlainTextEdit
from inspector.gui.kit.text import counted
from inspector.gui.kit.theme import fixed_font, scaled
from inspector.gui.panels.memories.stars_input import StarsInput
from inspector.jsonbytes.three_way import Typed
from inspector.language import _
from inspector.merging.chats import ValueDifference
from inspector.merging.words import value_in_words

Count = Callable[[str], int]
"""How many tokens a text has."""

_EDITOR_HEIGHT, _LONG_HEIGHT, _LONG = 46, 130, 240


class ResultField(QWidget):
    """What stands after a conflict; nothing as long as nobody has chosen or typed.

    Args:
        name: what screen readers call it.

    Signals:
        changed: something else is typed.
        committed: Ctrl+Enter in it.
    """

    changed = Signal()
    committed = Signal()
    hint = "{side}"
    """What is said of a side that stands and can be changed."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.facts = plain_label("", 11)
        self.origin = QLabel("")
        self.origin.setFont(self.facts.font())
        self._name = name
        self.column = vbox(self, margins=0, spacing=4)

    def lay_out(self, editor: QWidget, *, is_short: bool = False, takes_focus: bool = True) -> None:
        """Put the editor above what is said about it, or beside it where it is short."""
        editor.setAccessibleName(self._name)
        if takes_focus:
            self.setFocusProxy(editor)
        row = QHBoxLayout()
        if is_short:
            row.addWidget(editor, 1)
        else:
            self.column.addWidget(editor)
            row.addWidget(self.facts, 1)
        row.addWidget(self.origin)
        nest(self.column, row)
        self.column.addStretch(1)

    def load(self, value: object, side: str) -> None:
        """Show a side's value; what was typed is gone."""
        self.show_value(value)
        self.origin.setText(self.hint.format(side=side))

    def show_value(self, value: object) -> None:
        """Show a value as one that nobody typed."""
        raise NotImplementedError

    @property
    def typed(self) -> Typed | None:
        """What a person made of it; None if nothing, or nothing that can be kept."""
        return None

    @property
    def is_refused(self) -> bool:
        """Whether something is typed that cannot be kept."""
        return False

    def on_typed(self) -> None:
        """Something else is typed."""
        self.origin.setText(_("not to be kept") if self.is_refused else _("typed"))
        self.changed.emit()


class TextResult(ResultField):
    """A text, with its words and tokens; or another value, spelled as JSON.

    Args:
        name: what screen readers call it.
        count: tokens of a text.
        is_json: whether what is typed is JSON.
        may_be_empty: whether nothing at all may stand.
    """

    hint = _("{side}, or type another")

    def __init__(
        self, name: str, count: Count, *, is_json: bool = False, may_be_empty: bool = True
    ) -> None:
        super().__init__(name)
        self._count, self._is_json, self._may_be_empty = count, is_json, may_be_empty
        self.editor = PlainTextEdit()
        self.editor.setPlaceholderText(_("choose a side, or type"))
        if is_json:
            self.editor.setFont(fixed_font())
        self.lay_out(self.editor)
        self._fit("")
        self.editor.textChanged.connect(self._take)
        self.editor.committed.connect(self.committed)
        self.editor.reverted.connect(self.editor.restore)

    @override
    def show_value(self, value: object) -> None:
        if value is REMOVED:
            words = ""
        elif self._is_json:
            words = json.dumps(value, ensure_ascii=False)
        else:
            words = value_in_words(value)
        with QSignalBlocker(self.editor):
            self.editor.load(words)
        self._fit(words)
        self._say(words)

    @property
    @override
    def typed(self) -> Typed | None:
        if not self.editor.is_modified or self.is_refused:
            return None
        text = self.editor.text
        return Typed(json.loads(text) if self._is_json else text)

    @property
    @override
    def is_refused(self) -> bool:
        if not self.editor.is_modified:
            return False
        if not self._is_json:
            return not self._may_be_empty and not self.editor.text.strip()
        try:
            json.loads(self.editor.text, parse_constant=_refuse_constant)
        except ValueError:
            return True
        return False

    def _take(self) -> None:
        text = self.editor.text
        self._fit(text)
        self._say(text)
        if self.editor.is_modified:
            self.on_typed()
        else:
            self.changed.emit()

    def _fit(self, text: str) -> None:
        is_long = len(text) > _LONG
        self.editor.setFixedHeight(scaled(_LONG_HEIGHT if is_long else _EDITOR_HEIGHT))

    def _say(self, text: str) -> None:
        if self._is_json:
            self.facts.setText(_("this is no JSON") if self.is_refused else "")
            return
        words = counted(len(text.split()), "{n} word", "{n} words")
        try:
            self.facts.setText(
                f"{words} · {counted(self._count(text), '{n} token', '{n} tokens')}" if text else ""
            )
        except ReleaseThrowsError:
            self.facts.setText(words)


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON")


class StarsResult(ResultField):
    """An importance, set by a click on a star."""

    hint = _("{side}, or click a star")

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.editor = StarsInput()
        self._typed: int | None = None
        self.lay_out(self.editor, is_short=True)
        self.editor.load(())
        self.editor.chosen.connect(self._take)

    @override
    def show_value(self, value: object) -> None:
        self._typed = None
        self.editor.load((value,) if isinstance(value, int) else ())

    @property
    @override
    def typed(self) -> Typed | None:
        return None if self._typed is None else Typed(self._typed)

    def _take(self, stars: int) -> None:
        self._typed = stars
        self.editor.load((stars,))
        self.on_typed()


class NamesResult(ResultField):
    """A list of names as chips that can be taken away and added."""

    hint = _("{side}, or change the names")

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.editor = NamesEditor(name)
        self.lay_out(self.editor)
        self.editor.changed.connect(self.on_typed)
        self.editor.committed.connect(self.committed)

    @override
    def show_value(self, value: object) -> None:
        with QSignalBlocker(self.editor):
            self.editor.load([[one for one in items(value) if isinstance(one, str)]])

    @property
    @override
    def typed(self) -> Typed | None:
        if not self.editor.is_modified:
            return None
        return Typed([one.name for one in self.editor.state.names])


class WholeResult(ResultField):
    """A message or an object, which a side has or has not: it is said, and not typed."""

    def __init__(self, name: str, speak: Callable[[object], str]) -> None:
        super().__init__(name)
        self._speak = speak
        self._words = plain_label(_("choose a side"))
        self.lay_out(self._words, takes_focus=False)
        self._words.setAlignment(Qt.AlignmentFlag.AlignTop)

    @override
    def show_value(self, value: object) -> None:
        self._words.setText(self._speak(value))


def result_field(
    conflict: ValueDifference, name: str, count: Count, speak: Callable[[object], str]
) -> ResultField:
    """The field for a conflict.

    Args:
        conflict: both sides of a value.
        name: what screen readers call the field.
        count: tokens of a text.
        speak: a side's value in words.
    """
    value = conflict.value
    sides = [one for one in (value.theirs, value.mine) if one is not REMOVED and one is not None]
    if conflict.is_message or any(is_object(one) for one in sides):
        return WholeResult(name, speak)
    if value.path[-1:] == ("importance",) and all(_is_importance(one) for one in sides):
        return StarsResult(name)
    if sides and all(isinstance(one, str) for one in sides):
        # As an edit of it must (`core.fields`).
        return TextResult(name, count, may_be_empty=value.path[-1:] != ("summary",))
    if sides and all(_are_names(one) for one in sides):
        return NamesResult(name)
    return TextResult(name, count, is_json=True)


def _is_importance(value: object) -> bool:
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    return LEAST_IMPORTANCE <= value <= GREATEST_IMPORTANCE


def _are_names(value: object) -> bool:
    return is_list(value) and all(isinstance(one, str) and one.strip() for one in value)
