"""Editors of one field of all that is selected: a text, a flag, a list of names."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QWidget
from typing_extensions import override

from inspector.gui.kit.check_box import CheckBox
from inspector.gui.kit.field_editor import FieldEditor
from inspector.gui.kit.labels import StatusLabel, Tone, plain_label
from inspector.gui.kit.layouts import vbox
from inspector.gui.kit.names_editor import NamesEditor
from inspector.gui.kit.plain_text import PlainTextEdit
from inspector.gui.kit.text import tooltip
from inspector.gui.kit.theme import font, scaled
from inspector.language import _

_NOT_KEPT = _("Not kept yet: {keys} keeps, Esc reverts")


class SelectionField(FieldEditor):
    """Edits one field of one or more things.

    Attributes:
        indexes: which things it edits.
        title: the field's name; its tooltip says what the field does.
        note: what is said below it: why it cannot be edited, why a value is refused.
        column: where its widgets stand.
    """

    def __init__(self, title: str, meaning: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.indexes: tuple[int, ...] = ()
        self.title = plain_label(title, 11, bold=True)
        self.title.setToolTip(tooltip(meaning) if meaning else "")
        self.note = StatusLabel(tone=Tone.QUIET)
        self.column = vbox(self, margins=0, spacing=3)

    def show_values(
        self, indexes: tuple[int, ...], values: Sequence[Any], why_not: str = ""
    ) -> None:
        """Show what things hold; what is typed for the same ones stays.

        Args:
            indexes: which things.
            values: what each of them holds, in the field's kind.
            why_not: why the field cannot be edited; empty if it can.
        """
        if indexes != self.indexes or self.is_submitting or not self.is_modified:
            self.indexes = indexes
            self.load(values)
            self.say(why_not or self.remark)
        self.set_usable(usable=not why_not)

    def load(self, values: Sequence[Any]) -> None:
        """Show what the things hold, and forget what is typed."""

    def set_usable(self, *, usable: bool) -> None:
        """Let a person edit the field, or not."""

    @property
    def remark(self) -> str:
        """What is said below it while nothing is typed."""
        return ""

    def say(self, words: str, tone: Tone = Tone.QUIET) -> None:
        """Say something below the field; nothing hides it."""
        self.note.say(words, tone)

    def refuse(self, why: str) -> None:
        """Say why what was asked for is refused."""
        self.say(why, Tone.ERROR)

    @override
    def commit(self) -> None:
        if self.indexes:
            super().commit()

    def _say_not_kept(self, keys: str) -> None:
        if self.is_modified:
            self.say(_NOT_KEPT.format(keys=keys), Tone.PENDING)
        else:
            self.say(self.remark)


class TextField(SelectionField):
    """A text of one or several lines; leaving it keeps what is typed."""

    differing = _("{n} different values")
    """What it says where several things hold several."""

    def __init__(
        self,
        title: str,
        meaning: str = "",
        *,
        lines: int = 1,
        grows: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(title, meaning, parent)
        self._keys = _("Enter") if lines == 1 else _("Ctrl+Enter")
        self.edit = self._new_edit(title, is_line=lines == 1)
        height = QFontMetrics(self.edit.font()).lineSpacing() * lines + scaled(14)
        if grows:
            self.edit.setMinimumHeight(height)
        else:
            self.edit.setFixedHeight(height)
        if lines == 1:
            self.edit.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for widget in (self.title, self.edit, self.note):
            self.column.addWidget(widget)
        self.column.setStretchFactor(self.edit, 1 if grows else 0)
        self.setFocusProxy(self.edit)
        self.edit.textChanged.connect(self._on_typed)

    def _new_edit(self, title: str, *, is_line: bool) -> PlainTextEdit:
        edit = PlainTextEdit(self, enter_commits=is_line)
        edit.setFont(font(12))
        edit.setAccessibleName(title)
        edit.document().setDocumentMargin(scaled(4))
        edit.committed.connect(self.commit)
        edit.tabbed.connect(self.focusNextChild)
        edit.left.connect(self.commit)
        edit.reverted.connect(self.revert)
        return edit

    @property
    @override
    def is_modified(self) -> bool:
        return self.edit.is_modified

    @property
    @override
    def draft(self) -> str:
        return self.edit.text

    @override
    def typed(self) -> str:
        return self.edit.text

    @override
    def load(self, values: Sequence[str]) -> None:
        texts = set(values)
        differ = len(texts) > 1
        self.edit.setPlaceholderText(self.differing.format(n=len(texts)) if differ else "")
        self.edit.load(values[0] if len(texts) == 1 else "")

    @override
    def set_usable(self, *, usable: bool) -> None:
        self.edit.setReadOnly(not usable)

    @override
    def revert(self) -> None:
        self.edit.restore()
        self.say(self.remark)

    def _on_typed(self) -> None:
        if not self.edit.isReadOnly():
            self._say_not_kept(self._keys)


class FlagBox(CheckBox):
    """A check box for several things; partly checked where they differ.

    Signals:
        chosen: whether all of them shall be flagged.
    """

    chosen = Signal(bool)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self.clicked.connect(self._choose)

    def show_values(self, values: Collection[bool]) -> None:
        """Show what the things hold."""
        states = Qt.CheckState
        both = True in values and False in values
        self.setTristate(both)
        held = states.Checked if True in values else states.Unchecked
        self.setCheckState(states.PartiallyChecked if both else held)

    def _choose(self) -> None:
        is_set = self.checkState() != Qt.CheckState.Unchecked
        self.setTristate(False)
        self.chosen.emit(is_set)


class FlagField(SelectionField):
    """A check box; partly checked where things differ."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent=parent)
        # The box says it; without a parent it would outlive the window.
        self.title.setParent(self)
        self.title.hide()
        self.box = FlagBox(title, self)
        self.box.chosen.connect(self.submit)
        self.setFocusProxy(self.box)
        self.column.addWidget(self.box)
        self.column.addWidget(self.note)

    @override
    def load(self, values: Sequence[bool]) -> None:
        self.box.show_values(set(values))

    @override
    def set_usable(self, *, usable: bool) -> None:
        self.box.setEnabled(usable)


class NamesChange(NamedTuple):
    """What a person changed in the names that several things hold; each keeps its others."""

    added: tuple[str, ...]
    removed: tuple[str, ...]


class NamesField(SelectionField):
    """Names as chips; what is changed is kept when the focus goes elsewhere.

    What it commits is a `NamesChange`.
    """

    def __init__(self, title: str, meaning: str = "", parent: QWidget | None = None) -> None:
        super().__init__(title, meaning, parent)
        self._held: list[tuple[str, ...]] = []
        self.names = NamesEditor(title, self)
        self.names.committed.connect(self.commit)
        self.names.reverted.connect(self.revert)
        self.names.changed.connect(self._on_changed)
        for widget in (self.title, self.names, self.note):
            self.column.addWidget(widget)
        self.setFocusProxy(self.names)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._commit_when_left)

    @property
    @override
    def is_modified(self) -> bool:
        return self.names.is_modified

    @property
    @override
    def draft(self) -> str:
        return self.names.draft

    @override
    def typed(self) -> NamesChange:
        state = self.names.state
        return NamesChange(state.added, state.removed)

    @override
    def commit(self) -> None:
        self.names.take_typed()
        super().commit()

    @override
    def load(self, values: Sequence[tuple[str, ...]]) -> None:
        self._held = list(values)
        self.revert()

    @override
    def revert(self) -> None:
        self.names.load(self._held)
        self.say(self.remark)

    @override
    def set_usable(self, *, usable: bool) -> None:
        self.names.setEnabled(usable)

    def _on_changed(self) -> None:
        self._say_not_kept("Ctrl+Enter")

    def _commit_when_left(self, before: QWidget | None, now: QWidget | None) -> None:
        if before is None or now is None or not self.isAncestorOf(before):
            return
        if not self.isAncestorOf(now) and now.window() is self.window():
            self.commit()
