"""The dock of lore: two pages, each with what its file is called, and SillyTavern's scan."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QButtonGroup,
    QPushButton,
    QWidget,
)
from typing_extensions import override

from inspector.core.document import Document
from inspector.core.edits import Edit
from inspector.core.items import Item as ScribeItem
from inspector.core.lore import CONTENT, SUMMARY, LoreKind
from inspector.core.lore_edits import LoreEdit
from inspector.core.request import RequestDerivation
from inspector.files.unsaved import Draft
from inspector.gui.kit.labels import OneLine, Tone
from inspector.gui.kit.layouts import Stack, hbox, vbox
from inspector.gui.kit.panel import Area, Panel
from inspector.gui.kit.segmented import dress_segment, fit_segment, say_in_segment
from inspector.gui.kit.theme import Themed, current_theme, scaled
from inspector.gui.panels.lore.page import LorePage
from inspector.gui.panels.lore.proposed_page import ProposedPage
from inspector.gui.panels.lore.scan_page import ScanPage
from inspector.gui.panels.lore.verdicts import LoreVerdicts, kind_of
from inspector.gui.state.derivation import Answer
from inspector.gui.state.question_edits import QuestionEdit
from inspector.gui.state.selection import Selection
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.language import _, numeral
from inspector.lore_files import Lore
from inspector.systems import items_beside

_TEXTS = {LoreKind.LOREBOOK: CONTENT, LoreKind.CHRONICLE: SUMMARY}
_VIEW_KEYS = (
    (_("Space"), _("Enabled on or off for the selection")),
    ("C", _("Constant on or off")),
    ("F2", _("Edit the cell")),
    ("Ctrl+F", _("Find in the view")),
)


class LorePanel(Themed, Panel):
    """Shows lorebook and chronicle, and asks for edits; it changes nothing itself.

    Signals:
        open_requested: a file of the kind is to be chosen (`LoreKind`).
        turned: another page is in front.
        drafts_changed: there may be one more proposal to decide on, or one less.
    """

    name = "lore"
    title = _("Lore")
    view_keys = _VIEW_KEYS
    shows_kept = True
    area = Area.TABLES
    at_once = Part.DOCUMENT

    open_requested = Signal(object)
    turned = Signal()
    drafts_changed = Signal()

    def __init__(self, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selection = selection
        self._derivation: RequestDerivation | None = None
        self._document = Document()
        self._is_new = True
        self.pages = {kind: LorePage(kind, self) for kind in LoreKind}
        self.buttons = {kind: QPushButton(self) for kind in LoreKind}
        self.scan = ScanPage(self)
        self.scan_button = QPushButton(_("Activated"), self)
        self.scan_button.setToolTip(
            _("What SillyTavern's own scan makes of every lorebook's entries")
        )
        self.proposed = ProposedPage(self)
        self.proposed_button = QPushButton(_("Proposed"), self)
        self.proposed_button.setToolTip(
            _("What the enrichment agent proposes, to take or to leave")
        )
        self.file = OneLine(self, Tone.QUIET)
        self._stack = Stack(self)
        self._lay_out()
        self.restyle()
        self.show_kind(LoreKind.LOREBOOK)
        self._show_counts()

    def _lay_out(self) -> None:
        group = QButtonGroup(self)
        bar = hbox(None, margins=(10, 5, 10, 0), spacing=0)
        for kind, button in self.buttons.items():
            dress_segment(button, is_first=kind is LoreKind.LOREBOOK)
            group.addButton(button)
            bar.addWidget(button)
            button.clicked.connect(lambda _=False, which=kind: self.show_kind(which))
        for button, page in (
            (self.scan_button, self.scan),
            (self.proposed_button, self.proposed),
        ):
            dress_segment(button, is_first=False)
            button.clicked.connect(partial(self._show_other, button, page))
            group.addButton(button)
            bar.addWidget(button)
            self._stack.addWidget(page)
        self.proposed.counted.connect(self._count_proposed)
        self.proposed.counted.connect(self.drafts_changed)
        bar.addSpacing(scaled(12))
        bar.addWidget(self.file, 1)
        vbox(self, bar, (self._stack, 1), margins=0, spacing=0)
        for kind, page in self.pages.items():
            self._stack.addWidget(page)
            page.edits_requested.connect(self.edits_requested)
            page.copy_requested.connect(self.copy_requested)
            page.open_requested.connect(self.open_requested)
            page.item_chosen.connect(partial(self._select_item, kind))
        self._selection.item_changed.connect(self.follow_item)

    @classmethod
    @override
    def count_in(cls, view: View) -> int | None:
        lores = _lores(view.document).values()
        return sum(len(one.items) for one in lores if one is not None) or None

    @override
    def show_view(self, view: View, changes: ViewChanges) -> None:
        if Part.CHAT in changes:
            self.set_document(view.document)
            self.follow_item(self._selection.item)
        elif changes.edits.lore or changes.edits.chat_replaced or changes.edits.went_on:
            self.refresh(view.document)
        if Part.CHAT in changes or Part.DOCUMENT in changes:
            self.proposed.refresh(view.document)
            self.count_changed.emit(self.count_in(view))
        if Part.ANSWER in changes and view.answer is not None:
            self.set_answer(view.answer)

    @property
    def kind(self) -> LoreKind:
        """Which page is in front."""
        chosen = (kind for kind, button in self.buttons.items() if button.isChecked())
        return next(chosen, LoreKind.LOREBOOK)

    @override
    def restyle(self) -> None:
        theme = current_theme()
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Window, theme.surface)
        self.setPalette(palette)
        self.setAutoFillBackground(True)
        for button in (*self.buttons.values(), self.scan_button, self.proposed_button):
            fit_segment(button)

    def set_document(self, document: Document) -> None:
        """Show what stands beside another chat."""
        self._derivation = None
        self._is_new = True
        self._document = document
        for kind, lore in _lores(document).items():
            self.pages[kind].set_lore(lore)
        self._show_counts()

    def refresh(self, document: Document) -> None:
        """Show an edit of what stands beside the chat, or that something else does."""
        displayed, self._document = _lores(self._document), document
        for kind, lore in _lores(document).items():
            before = displayed[kind]
            if lore is before:
                continue
            if lore is None or before is None or lore.origin is not before.origin:
                self.pages[kind].set_lore(lore)
            else:
                self.pages[kind].refresh(lore)
        self._show_counts()

    def set_answer(self, answer: Answer) -> None:
        """Show what a Scribe request made of each item; nothing of any other answer."""
        prediction = answer.prediction
        scan = None if prediction is None else prediction.lore
        self.scan.show_scan(scan, is_sent=answer.state.question.is_as_sent)
        active = self.scan.active
        if self._is_new and active and self._document.lorebook is None:
            self.show_scan()
        self._is_new = False
        words = _("Activated ({active:,})").format(active=active) if active else _("Activated")
        say_in_segment(self.scan_button, words)
        found = answer.derivation
        self._derivation = found if isinstance(found, RequestDerivation) else None
        for kind, page in self.pages.items():
            page.set_verdicts(LoreVerdicts(kind, self._derivation))

    def set_file(self, words: str) -> None:
        """Say what the file of the page in front is called, and whether it is saved."""
        self.file.setText(words)
        self.file.setAccessibleName(words)

    def show_kind(self, kind: LoreKind) -> None:
        """Bring a page to the front."""
        self.buttons[kind].setChecked(True)
        self._stack.setCurrentWidget(self.pages[kind])
        self.setFocusProxy(self.pages[kind])
        self.turned.emit()

    def show_scan(self) -> None:
        """Bring the page of SillyTavern's scan to the front."""
        self._show_other(self.scan_button, self.scan)

    def _show_other(self, button: QPushButton, page: QWidget, *_: object) -> None:
        button.setChecked(True)
        self._stack.setCurrentWidget(page)
        self.setFocusProxy(page)
        self.set_file("")

    def _count_proposed(self, pending: int) -> None:
        words = _("Proposed ({pending:,})").format(pending=pending) if pending else _("Proposed")
        say_in_segment(self.proposed_button, words)

    def show_item(self, row_id: str) -> bool:
        """Bring an item to the front; answers whether there is one.

        Args:
            row_id: as a request calls it: `lore:3`, `chronicle:x`, `lore:3#2`.
        """
        found = self._find(row_id)
        if found is None:
            return False
        kind, location = found
        self.show_kind(kind)
        self.pages[kind].show_item(location)
        return True

    def follow_item(self, key: str | None) -> None:
        """Turn to the item that is looked at elsewhere; a filter that hides it stays."""
        found = None if key is None else self._place_of(key)
        if found is not None:
            kind, location = found
            if kind is not self.kind:
                self.show_kind(kind)
            self.pages[kind].follow(location)

    def edit_text(self, key: str) -> None:
        """Bring an item to the front and go to the text that a prompt shows of it."""
        found = self._place_of(key)
        if found is not None:
            kind, location = found
            self.show_kind(kind)
            self.pages[kind].show_item(location)
            self.pages[kind].detail.focus_field(_TEXTS[kind])

    @override
    def show_refusal(self, edit: Edit | QuestionEdit, reason: str) -> None:
        if isinstance(edit, LoreEdit):
            editing = next((page for page in self.pages.values() if page.is_asking), None)
            (editing or self.pages[self.kind]).show_refusal(reason)

    @override
    def commit(self) -> None:
        """Ask for what is typed and not kept yet."""
        for page in self.pages.values():
            page.commit()

    def unkept(self) -> tuple[Draft, ...]:
        """The proposals on which nobody has decided: nothing else holds them."""
        return tuple(
            Draft(_("Proposed: {title}").format(title=one.title), one.content)
            for one in self.proposed.waiting_proposals
        )

    def _find(self, row_id: str) -> tuple[LoreKind, int] | None:
        rows = () if self._derivation is None else self._derivation.rag
        items = (row.item for row in rows if row.id == row_id)
        item = next(items, None)
        if item is None:
            item = next((one for one in self._items if one.key == row_id), None)
        if item is None or item.source is None:
            return None
        return kind_of(item.source), item.source.index

    def _place_of(self, key: str) -> tuple[LoreKind, int] | None:
        items = (item.source for item in self._items if item.key == key)
        source = next(items, None)
        return None if source is None else (kind_of(source), source.index)

    def _select_item(self, kind: LoreKind, location: int) -> None:
        sources = ((item.key, item.source) for item in self._items)
        keys = (
            key for key, one in sources if one and (kind_of(one), one.index) == (kind, location)
        )
        self._selection.select_item(next(keys))

    @property
    def _items(self) -> Sequence[ScribeItem]:
        return items_beside(self._document)

    def _show_counts(self) -> None:
        for kind, lore in _lores(self._document).items():
            count = 0 if lore is None else len(lore.items)
            title = _("Lorebook") if kind is LoreKind.LOREBOOK else _("Chronicle")
            words = f"{title} ({numeral(count)})" if count else title
            say_in_segment(self.buttons[kind], words)


def _lores(document: Document) -> dict[LoreKind, Lore | None]:
    return {LoreKind.LOREBOOK: document.lorebook, LoreKind.CHRONICLE: document.chronicle}
