"""The panel of memories: filter, table, and what is asked for there."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget
from typing_extensions import override

from inspector.analysis.problem_list import codes_by_memory, texts_by_memory
from inspector.core.document import Document
from inspector.core.edits import Edit
from inspector.core.injection import Derivation
from inspector.core.query import Query
from inspector.gui.kit.labels import EmptyState, RefusalBar
from inspector.gui.kit.layouts import vbox
from inspector.gui.kit.memory_words import NO_MEMORIES
from inspector.gui.kit.panel import Area, Panel, Worker
from inspector.gui.kit.text import counted
from inspector.gui.kit.theme import Themed, current_theme
from inspector.gui.panels.memories.actions import MemoryActions
from inspector.gui.panels.memories.bulk_dialog import BulkDialog
from inspector.gui.panels.memories.columns import COLUMNS, Location
from inspector.gui.panels.memories.copying import Copying
from inspector.gui.panels.memories.edit_controller import EditController
from inspector.gui.panels.memories.making import Making
from inspector.gui.panels.memories.model import MemoryModel
from inspector.gui.panels.memories.selected_bar import SelectedBar
from inspector.gui.panels.memories.table import MemoryTable
from inspector.gui.state.question_edits import QuestionEdit, is_of_chat
from inspector.gui.state.selection import Selection
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.gui.tables.filter_row import FilterRow
from inspector.gui.tables.filtering import Filtering
from inspector.gui.tables.selected import SelectedPlaces
from inspector.language import _


class SelectionLink(QObject):
    """Follows the table with the `Selection`, and the `Selection` with the table."""

    def __init__(self, table: MemoryTable, model: MemoryModel, selection: Selection) -> None:
        super().__init__(table)
        self._table = table
        self._model = model
        self._selection = selection
        self._is_selecting = False
        self._selected = SelectedPlaces(
            table, lambda: model.order, lambda: table.currentIndex().column() or Location.SUMMARY
        )
        self._selected.chosen.connect(self._select)
        selection.memories_changed.connect(self.show_selection)
        selection.hovered_changed.connect(self._show_hovered)
        table.row_hovered.connect(self._hover)
        model.arranged.connect(self._follow_rows)

    def show_selection(self) -> None:
        """Select the rows of the selected memories, and scroll to the current one."""
        if not self._is_selecting:
            self._selected.select(self._selection.memories, self._selection.current)

    def _follow_rows(self) -> None:
        self.show_selection()
        self._show_hovered(self._selection.hovered)

    def _select(self) -> None:
        self._is_selecting = True
        self._selection.select(self._selected.places, self._selected.current_if_selected)
        self._is_selecting = False

    def _hover(self, row: int) -> None:
        self._selection.hover(self._model.order[row] if row >= 0 else None)

    def _show_hovered(self, memory: int | None) -> None:
        row = None if memory is None else self._model.order.row_of(memory)
        self._table.mark_hovered(-1 if row is None else row)


ONLY_MESSAGES = _("{NO_MEMORIES} What is kept with its messages stands under Messages.").format(
    NO_MEMORIES=NO_MEMORIES
)
NO_MATCH = _("No memory matches.")
READY = {
    _("★4 and more"): "importance >= 4",
    _("Secrets"): "secret",
    _("In the block"): "in_block",
    _("Not in the block"): "not in_block",
    _("Over 18 words"): "words > 18",
    _("Comments on itself"): "lint == meta",
    _("Anything found against it"): "lint",
    _("Archived"): "archived",
}
"""Terms that the menu of filters puts together."""
_VIEW_KEYS = (
    ("1", _("Set the importance of the selection to 1")),
    ("2", _("Set the importance of the selection to 2")),
    ("3", _("Set the importance of the selection to 3")),
    ("4", _("Set the importance of the selection to 4")),
    ("5", _("Set the importance of the selection to 5")),
    ("X", _("Secret on or off")),
    ("F2", _("Edit the cell")),
    ("D", _("Duplicate")),
    ("S", _("Split")),
    ("M", _("Merge into one")),
    ("Del", _("Delete")),
    ("C", _("Change all that are found, or selected")),
    ("Ctrl+F", _("Find in the view")),
)


class MemoriesPanel(Themed, Panel):
    """Shows the memories and asks for edits; it changes nothing itself."""

    name = "memories"
    title = _("Memories")
    view_keys = _VIEW_KEYS
    area = Area.TABLES
    at_once = Part.DOCUMENT

    def __init__(self, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = MemoryModel(self)
        self.controller = EditController(selection, self._is_shown, self)
        self.table = MemoryTable(self.model, self.controller.targets, self)
        self.filter_row = FilterRow(self)
        self.filtering = Filtering(self.filter_row, self.model, self)
        self.notice = RefusalBar(self)
        self.empty = EmptyState(self.table.viewport())
        self.table.cells.can_edit = self.can_edit
        self.copying = Copying(self.controller, self)
        self.making = Making(self.controller, self.can_edit, self)
        self.menu_actions = MemoryActions(
            self.table, self.model, self.controller, self.copying, self.making
        )
        self.selected_bar = SelectedBar(self.controller, self.making, self.fill_menu, self)
        self._selection = selection
        self._link = SelectionLink(self.table, self.model, selection)
        self._has_chat = False
        self._query: Query | None = None
        self._lay_out()
        self._wire()
        self.restyle()
        self._show_counts()

    def _lay_out(self) -> None:
        vbox(
            self,
            self.filter_row,
            self.notice,
            (self.table, 1),
            self.selected_bar,
            margins=0,
            spacing=0,
        )
        over_rows = QVBoxLayout(self.table.viewport())
        over_rows.addWidget(self.empty)
        self.setFocusProxy(self.table)

    def _wire(self) -> None:
        self.controller.edit_requested.connect(self.edit_requested)
        self.making.edit_requested.connect(self.edit_requested)
        self.refused.connect(self.making.edit_refused)
        self.refused.connect(self.menu_actions.take_refusal)
        self.making.refused.connect(self.notice.say)
        self.making.change_requested.connect(self.change_all)
        self.copying.copy_requested.connect(self.copy_requested)
        self.copying.messages_requested.connect(self.message_activated)
        self.filtering.searching_changed.connect(self._show_searching)
        self.filter_row.set_choices(READY)
        self.filter_row.left.connect(self._go_to_rows)
        self.empty.cleared.connect(self.clear_filter)
        self.model.arranged.connect(self._show_counts)
        self.selected_bar.change_requested.connect(self.change_all)
        self._selection.memories_changed.connect(self._show_sums)
        self.filter_row.open_on_find(self)

    @override
    def show_view(self, view: View, changes: ViewChanges) -> None:
        if Part.CHAT in changes:
            self.set_document(view.document)
        elif Part.DOCUMENT in changes:
            self.refresh(view.document, changes.edits.memories_of(view.document))
        if Part.CHAT in changes or changes.edits.chat_replaced:
            self.count_changed.emit(len(view.document.memories))
        if Part.QUESTION in changes:
            self.set_point_of_view(view.point_of_view)
        if Part.ANSWER in changes and view.answer is not None:
            self.set_derivation(view.answer.of_memories)
            self.selected_bar.derivation = view.answer.of_memories
            self._query = view.answer.query()
        if Part.WHAT_IF in changes:
            self.show_what_if(None if view.what_if is None else view.what_if.of_memories)
        if Part.PROBLEMS in changes:
            codes = codes_by_memory(view.problems)
            self.model.set_problems(texts_by_memory(view.problems), codes)

    @override
    def restyle(self) -> None:
        theme = current_theme()
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Window, theme.surface)
        self.setPalette(palette)
        self.setAutoFillBackground(True)

    def set_document(self, document: Document | None) -> None:
        """Show the memories of another chat; None for no chat."""
        self.notice.say("")
        self.table.finish_editing(keep=False)
        self.menu_actions.close_popup()
        self._has_chat = document is not None
        self.controller.document = document or Document()
        self.copying.derivation = None
        self.model.set_document(self.controller.document)
        self.filter_row.input.fields = self.model.fields
        last = len(self.controller.document.chat)
        self.table.header.widen(COLUMNS[Location.MESSAGES].label, f"{last}–{last}")
        # The bucket's stripe and letter are about as wide as a letter and a digit.
        count = len(self.controller.document.memories)
        self.table.header.widen(COLUMNS[Location.NUMBER].label, f"M0{count}")

    def refresh(self, document: Document, indexes: frozenset[int]) -> None:
        """Show the same chat after an edit of the memories `indexes`."""
        self.notice.say("")
        self.controller.document = document
        self.model.show_edited(document, indexes)

    def set_derivation(self, derivation: Derivation | None) -> None:
        """Show buckets, tokens and verdicts of a new derivation."""
        self.copying.derivation = derivation
        self.model.set_derivation(derivation)
        self._show_counts()

    def show_what_if(self, derivation: Derivation | None) -> None:
        """Show what would be said, marked where that differs; None to show what holds."""
        kept = self.copying.derivation
        if derivation is not None:
            self.model.set_derivation(derivation, kept)
        elif self.model.verdicts.are_tried:
            self.model.set_derivation(kept)
        self._show_counts()

    def set_point_of_view(self, name: str) -> None:
        """Let one character's chips stand out; empty for nobody's."""
        self.table.context.point_of_view = name
        self.table.viewport().update()

    @override
    def show_refusal(self, edit: Edit | QuestionEdit, reason: str) -> None:
        if is_of_chat(edit):
            self.notice.say(reason)

    @override
    def commit(self) -> None:
        """Ask for what is typed in a cell and not kept yet, as before saving a chat."""
        self.table.finish_editing(keep=True)

    @property
    @override
    def workers(self) -> tuple[Worker, ...]:
        return (self.filtering.worker,)

    def edit_current(self) -> None:
        """Let the current memory's summary be worded anew."""
        row = self.table.currentIndex().row()
        self.table.begin_edit(self.model.index(row, Location.SUMMARY))

    @override
    def can_edit(self) -> bool:
        self.notice.say(self.read_only)
        return super().can_edit()

    def change_all(self) -> BulkDialog | None:
        """Ask what to change on all that the filter finds, or on what is selected of it.

        Returns:
            the dialog that asks; None where nothing can be changed now.
        """
        if not self.can_edit():
            return None
        chosen = self.controller.targets()
        memories = chosen if len(chosen) > 1 else tuple(self.model.order.places)
        if not memories:
            self.notice.say(_("There are no memories to change."))
            return None
        dialog = BulkDialog(self.controller.document, memories, self._query, self)
        dialog.kept.connect(self.edits_requested)
        self.refused.connect(dialog.take_refusal)
        dialog.finished.connect(dialog.dispose)
        dialog.open()
        return dialog

    def clear_filter(self) -> None:
        """Show all memories again."""
        self.filter_row.input.clear()
        self.table.setFocus()

    def fill_menu(self, menu: QMenu) -> None:
        """Fill a menu with all that can be done to the selected memories."""
        self.menu_actions.fill_menu(menu)

    def _is_shown(self, memory: int) -> bool:
        return self.model.order.row_of(memory) is not None

    def _show_searching(self, searching: bool) -> None:  # noqa: FBT001 - a slot's signature
        if searching:
            self.filter_row.show_counts(_("looking…"))
        else:
            self._show_counts()

    def _go_to_rows(self) -> None:
        self.table.setFocus()
        if not self.table.selectionModel().hasSelection() and len(self.model.order):
            self.table.selectRow(max(self.table.currentIndex().row(), 0))

    def _show_counts(self) -> None:
        document = self.controller.document
        total, displayed = len(document.memories), len(self.model.order)
        self.filter_row.show_counts(_count_words(self.model, total))
        if not total:
            words = ONLY_MESSAGES if document.message_data else NO_MEMORIES
            self.empty.say(words if self._has_chat else "")
        else:
            self.empty.say(
                "" if displayed else self.model.why_nothing() or NO_MATCH, can_clear=True
            )
        self._show_sums()
        places = self.model.order.places
        self._selection.list_memories(places, frozenset(places) if displayed < total else None)

    def _show_sums(self) -> None:
        """What is selected comes to, or all that a filter finds."""
        memories, places = self.controller.document.memories, self.model.order.places
        is_filtered = len(places) < len(memories)
        self.selected_bar.refresh([memories[one] for one in places] if is_filtered else ())


def _count_words(model: MemoryModel, total: int) -> str:
    """How many rows are shown, or what is said of all."""
    displayed, verdicts = len(model.order), model.verdicts
    if displayed < total:
        return _("{displayed:,} of {total:,} shown").format(displayed=displayed, total=total)
    if verdicts.known:
        count = _("{count_in:,} in, {count_out:,} out").format(
            count_in=verdicts.count_in(), count_out=verdicts.count_out()
        )
        return _("what if: {count}").format(count=count) if verdicts.are_tried else count
    return counted(total, "{n} memory", "{n} memories") if total else ""
