"""The panel of characters: their moods, what they were told, and what is between two of them."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtWidgets import QFrame, QSplitter, QVBoxLayout, QWidget
from typing_extensions import override

from inspector.core.document import Document
from inspector.core.edits import Edit
from inspector.core.errors import InspectorError
from inspector.core.memory_edits import ReviseMemories
from inspector.gui.kit.labels import EmptyState, RefusalBar, StatusLabel, Tone
from inspector.gui.kit.layouts import hbox, vbox
from inspector.gui.kit.panel import Area, Panel
from inspector.gui.kit.style import set_role
from inspector.gui.kit.theme import scaled
from inspector.gui.panels.characters.columns import (
    CHARACTERS,
    RELATIONSHIPS,
    CharacterRow,
    RelationshipRow,
    character_rows,
)
from inspector.gui.state.question_edits import QuestionEdit
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.gui.tables.model import TableModel
from inspector.gui.tables.view import Table
from inspector.language import _, without_marks
from inspector.systems import memory_maker

NOTHING = _("Nothing is kept about characters in this chat.")
_SIZES = 400, 500
"""Of both tables at first: a pair has two names."""
_VIEW_KEYS = (("F2", _("Edit the cell")),)


class CharactersPanel(Panel):
    """Shows what is kept, and asks for edits of it."""

    name = "characters"
    title = _("Characters")
    shows_kept = True
    area = Area.TABLES
    view_keys = _VIEW_KEYS

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = Document()
        self.notice = RefusalBar(self)
        self.earlier = StatusLabel(self, Tone.QUIET)
        self.characters = TableModel[CharacterRow](CHARACTERS, self)
        self.relationships = TableModel[RelationshipRow](RELATIONSHIPS, self)
        self.table = Table(self.characters, _("Characters"), "characters", self)
        self.pairs = Table(self.relationships, _("Relationships"), "relationships", self)
        self.empty = EmptyState(self.table.viewport())
        QVBoxLayout(self.table.viewport()).addWidget(self.empty)
        for table in (self.table, self.pairs):
            table.cells.left_refused.connect(self.notice.say)
            table.cells.can_edit = self.can_edit
        self.characters.edited.connect(self._ask_state)
        self.relationships.edited.connect(self._ask_relationship)
        split = QSplitter(self)
        split.setObjectName("characters_parts")
        split.setChildrenCollapsible(False)
        split.addWidget(self.table)
        split.addWidget(self.pairs)
        split.setSizes([*map(scaled, _SIZES)])
        background = QFrame(self)
        set_role(background, "surface")
        words = hbox(None, (self.earlier, 1), margins=(10, 0, 10, 0))
        vbox(background, self.notice, words, (split, 1), margins=0, spacing=0)
        vbox(self, (background, 1), margins=0, spacing=0)
        self.setFocusProxy(self.table)
        self.pairs.hide()
        self.empty.say(NOTHING)

    @override
    def show_view(self, view: View, changes: ViewChanges) -> None:
        self.earlier.say(_of_another_end(view))
        if Part.CHAT not in changes and Part.DOCUMENT not in changes:
            return
        self._document = document = view.document
        edits = changes.edits
        is_kept = edits.memories or edits.characters or edits.stores or edits.chat_replaced
        if Part.CHAT not in changes and not is_kept:
            return
        self.notice.say("")
        rows = tuple(character_rows(document))
        self.characters.show_rows(rows)
        self.empty.say("" if rows else NOTHING)
        pairs = tuple(RelationshipRow(*one) for one in _relationships(document).items())
        self.relationships.show_rows(pairs)
        self.pairs.setVisible(bool(pairs))

    @override
    def show_refusal(self, edit: Edit | QuestionEdit, reason: str) -> None:
        if isinstance(edit, ReviseMemories):
            self._refuse(reason)

    @override
    def commit(self) -> None:
        for table in (self.table, self.pairs):
            table.finish_editing(keep=True)

    def _refuse(self, reason: str) -> None:
        """Say why at the cell that is typed in, else above the tables."""
        editor = self.table.cells.editor or self.pairs.cells.editor
        if editor is None:
            self.notice.say(reason)
        else:
            editor.refuse(reason)

    def _ask_state(self, row: int, column: int, value: object) -> None:
        field, name = CHARACTERS[column].field, self.characters.rows[row].state.name
        if field == "known_events":
            value = [one.strip() for one in str(value).split(",") if one.strip()]
        self._ask(
            partial(memory_maker(self._document).with_state, self._document, name), field, value
        )

    def _ask_relationship(self, row: int, column: int, value: object) -> None:
        field, key = RELATIONSHIPS[column].field, self.relationships.rows[row].key
        if RELATIONSHIPS[column].is_number:
            value = _number(value)
        maker = memory_maker(self._document)
        self._ask(partial(maker.with_relationship, self._document, key), field, value)

    def _ask(self, make: "partial[ReviseMemories]", field: str, value: Any) -> None:
        try:
            edit = make({field: value})
        except InspectorError as error:
            self._refuse(str(error))
            return
        self.notice.say("")
        self.edit_requested.emit(edit)


def _number(typed: object) -> object:
    """The number that is typed; the text where it is none, which is refused with the reason."""
    try:
        number = float(without_marks(str(typed).strip(), is_whole=False))
    except ValueError:
        return typed
    return int(number) if number.is_integer() else number


def _of_another_end(view: View) -> str:
    """That the file keeps only what is newest, where the chat is to end earlier."""
    at, last = view.question.moment.at, len(view.document.chat) - 1
    if at is None or at >= last or not view.document.characters:
        return ""
    return _(
        "As the file has it after message {last}: what held after message {at} is not kept."
    ).format(last=last, at=at)


def _relationships(document: Document) -> Mapping[str, Mapping[str, object]]:
    """What is kept about two characters each, where anything is."""
    try:
        return memory_maker(document).relationships(document)
    except InspectorError:
        return {}
