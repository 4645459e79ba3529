"""One page of the dock: the entries of the lorebook, or the events of the chronicle."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from inspector.core.lore import KEYWORDS, LoreField, LoreKind
from inspector.gui.kit.labels import EmptyState, RefusalBar, Tone, plain_label
from inspector.gui.kit.layouts import nest, split, vbox
from inspector.gui.kit.style import set_role
from inspector.gui.kit.theme import scaled
from inspector.gui.panels.lore.columns import main_text
from inspector.gui.panels.lore.detail import LoreDetail
from inspector.gui.panels.lore.edit_controller import LoreEditController
from inspector.gui.panels.lore.model import LoreModel
from inspector.gui.panels.lore.table import LoreTable
from inspector.gui.panels.lore.verdicts import Item, LoreVerdicts
from inspector.gui.panels.lore.words import count_words, empty_words
from inspector.gui.tables.filter_row import FilterRow
from inspector.gui.tables.filtering import Filtering
from inspector.language import _
from inspector.lore_files import Lore

_WORDS = {
    LoreKind.LOREBOOK: (
        _("No lorebook is open beside this chat."),
        _(
            "SillyTavern's world info, Scribe's minimal form, or a saved answer of its server. "
            "Scribe's rulesets retrieve its entries."
        ),
    ),
    LoreKind.CHRONICLE: (
        _("No chronicle is open beside this chat."),
        _("The list of events that Scribe's server answers. Scribe's rulesets retrieve them."),
    ),
}
_OPEN = {LoreKind.LOREBOOK: _("Open lorebook…"), LoreKind.CHRONICLE: _("Open chronicle…")}


class NoLore(QWidget):
    """Says what could stand here, and opens it.

    Signals:
        open_requested: a file is to be chosen (`LoreKind`).
    """

    open_requested = Signal(object)

    def __init__(self, kind: LoreKind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title, words = _WORDS[kind]
        self._words = plain_label(words, tone=Tone.QUIET)
        self.buttons = [QPushButton(_OPEN[one], self) for one in LoreKind]
        row = QHBoxLayout()
        row.addStretch(1)
        for one, button in zip(LoreKind, self.buttons, strict=True):
            button.clicked.connect(
                lambda _checked=False, which=one: self.open_requested.emit(which)
            )
            row.addWidget(button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        margin = scaled(16)
        column.setContentsMargins(margin, margin, margin, margin)
        column.setSpacing(scaled(8))
        column.addStretch(2)
        for label in (plain_label(title, 13, bold=True), self._words):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(label)
        nest(column, row)
        column.addStretch(3)


_NARROW_PX = 720
_FILTER_HINT = {
    LoreKind.LOREBOOK: _("Filter: words of a title, a keyword, a text"),
    LoreKind.CHRONICLE: _("Filter: words of a summary, a keyword, a type"),
}

_FILTER_NAME = {LoreKind.LOREBOOK: _("Filter entries"), LoreKind.CHRONICLE: _("Filter events")}

READY = {
    _("Sent"): "in_block",
    _("Not sent"): "not in_block",
    _("Over 100 tokens"): "tokens > 100",
}
"""Terms that the menu of filters puts together."""


class LorePage(QFrame):
    """Shows what one file holds and asks for edits; it changes nothing itself.

    Signals:
        edits_requested: edits that are one step to undo, and what they do (tuple, str).
        copy_requested: a text for the clipboard.
        open_requested: a file of the kind is to be chosen (`LoreKind`).
        item_chosen: a person made an item the current one (its place).
    """

    edits_requested = Signal(object, str)
    copy_requested = Signal(str)
    open_requested = Signal(object)
    item_chosen = Signal(int)

    def __init__(self, kind: LoreKind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "surface")
        self.kind = kind
        self.model = LoreModel(kind, self)
        self.table = LoreTable(self.model, self)
        self.detail = LoreDetail(kind, self)
        self._controller = LoreEditController(self.model, self.table.selected)
        self._before: tuple[Sequence[int], int | None] = ((), None)
        self.filter_row = FilterRow(self)
        self.filter_row.input.setPlaceholderText(_FILTER_HINT[kind])
        self.filter_row.input.setAccessibleName(_FILTER_NAME[kind])
        self.notice = RefusalBar(self)
        self.empty = EmptyState(self.table.viewport())
        self.nothing = NoLore(kind, self)
        parts = (self.table, self.detail)
        self._splitter = split(f"lore_{kind}", *parts, sizes=(570, 280), stretches=(1, 0))
        self._pages = QStackedWidget(self)
        self._lay_out()
        self._wire()
        self.set_lore(None)

    def _lay_out(self) -> None:
        self.detail.setMinimumWidth(scaled(220))
        QVBoxLayout(self.table.viewport()).addWidget(self.empty)
        full = QWidget(self)
        vbox(full, self.filter_row, self.notice, (self._splitter, 1), margins=0, spacing=0)
        self._pages.addWidget(self.nothing)
        self._pages.addWidget(full)
        vbox(self, self._pages, margins=0)
        self.setFocusProxy(self.table)

    def _wire(self) -> None:
        self.model.change_requested.connect(self._controller.set_typed)
        self.model.arranged.connect(self._show_counts)
        self.table.toggled.connect(self._controller.toggle)
        self._controller.edits_requested.connect(self.edits_requested)
        self._controller.offer_on(self.table)
        self.table.field_opened.connect(self.detail.focus_field)
        self.table.copied.connect(self._copy)
        self.table.cells.left_refused.connect(self.notice.say)
        self.table.selectionModel().selectionChanged.connect(self._on_selected)
        self.table.selected.chosen.connect(self._tell_chosen)
        self.detail.value_requested.connect(self._ask_selected)
        self.detail.keywords_requested.connect(self._change_keywords)
        self.filter_row.changed.connect(self._note_selected)
        self.filtering = Filtering(self.filter_row, self.model, self)
        self.filtering.found.connect(self._keep_selected)
        self.filter_row.set_choices(READY)
        self.filter_row.left.connect(self._go_to_rows)
        self.empty.cleared.connect(self.filter_row.input.clear)
        self.nothing.open_requested.connect(self.open_requested)
        self.filter_row.open_on_find(self)

    def set_lore(self, lore: Lore | None) -> None:
        """Show another lorebook or chronicle; None for none. What is typed is forgotten."""
        self.notice.say("")
        self.table.finish_editing(keep=False)
        self.detail.revert()
        self.model.set_lore(lore)
        self.filter_row.input.fields = self.model.fields
        self.table.show_derived(visible=False)
        self._pages.setCurrentIndex(0 if lore is None else 1)
        self._show_selected()

    def refresh(self, lore: Lore) -> None:
        """Show the same file after an edit."""
        self.notice.say("")
        self.table.follow_count(self.model.show_edited(lore))
        self._show_selected()

    def set_verdicts(self, verdicts: LoreVerdicts) -> None:
        """Show what a new request made of each item."""
        if verdicts.known != self.model.verdicts.known:
            self.table.show_derived(visible=verdicts.known)
        self.model.set_verdicts(verdicts)
        self.detail.set_verdicts(verdicts)
        self._show_counts()

    def show_item(self, location: int) -> None:
        """Select an item and scroll to it; a filter that hides it is cleared."""
        if self.model.order.row_of(location) is None:
            self.filter_row.input.clear()
        self.table.selected.select((location,), location)

    def follow(self, location: int) -> None:
        """Show the item that is looked at elsewhere, unless the filter hides it."""
        selected = self.table.selected
        if location != selected.current or location not in selected.places:
            selected.select((location,), location)

    @property
    def is_asking(self) -> bool:
        """Whether one of its editors asks for something right now."""
        editors = self.detail.editors.values()
        return self.table.cells.editor is not None or any(one.is_submitting for one in editors)

    def show_refusal(self, why: str) -> None:
        """Say why an edit was refused: beside the field that asked, else above the rows."""
        editor = self.table.cells.editor
        if self.detail.refuse(why):
            return
        if editor is not None:
            editor.refuse(why)
        else:
            self.notice.say(why)

    def commit(self) -> None:
        """Ask for what is typed and not kept yet."""
        self.table.finish_editing(keep=True)
        self.detail.commit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        sides = Qt.Orientation
        narrow = event.size().width() < scaled(_NARROW_PX)
        self._splitter.setOrientation(sides.Vertical if narrow else sides.Horizontal)

    @property
    def _items(self) -> Sequence[Item]:
        return [self.model.items[index] for index in self.table.selected.places]

    def _ask_selected(self, field: LoreField, value: object) -> None:
        self._controller.set_value(self.detail.editors[field.key].indexes, field, value)

    def _change_keywords(self, added: Sequence[str], removed: Sequence[str]) -> None:
        places = self.detail.editors[KEYWORDS.key].indexes
        self._controller.change_keywords(places, added, removed)

    def _copy(self) -> None:
        texts = [main_text(item) for item in self._items]
        if texts:
            self.copy_requested.emit("\n".join(texts))

    def _note_selected(self) -> None:
        self._before = self.table.selected.places, self.table.selected.current

    def _keep_selected(self) -> None:
        """Select what was selected, where the filter has left any of it."""
        places, current = self._before
        visible = [location for location in places if self.model.order.row_of(location) is not None]
        kept = current in visible or not visible
        self.table.selected.select(visible, current if kept else visible[0])

    def _tell_chosen(self) -> None:
        current = self.table.selected.current_if_selected
        if current is not None:
            self.item_chosen.emit(current)

    def _on_selected(self) -> None:
        """What is typed for the former selection is asked for; a refusal is told above."""
        leaving = [one for one in self.detail.editors.values() if one.is_modified]
        self.detail.commit()
        refused = next((one.note.words for one in leaving if one.is_modified), "")
        self._show_selected()
        if refused:
            self.notice.say(refused)

    def _show_selected(self) -> None:
        self.detail.show_items(self._items, self.model.verdicts, self.model.reason)

    def _go_to_rows(self) -> None:
        self.table.setFocus()
        if not self.table.selected.places and len(self.model.order):
            self.table.selectRow(max(self.table.currentIndex().row(), 0))

    def _show_counts(self) -> None:
        self.filter_row.count.setText(count_words(self.model))
        self.empty.say(empty_words(self.model), can_clear=bool(self.model.items))
