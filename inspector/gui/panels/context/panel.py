"""The panel of the context map: bar, legend and budgets; below them rows, curves or the request."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedLayout, QVBoxLayout, QWidget
from typing_extensions import override

from inspector.analysis.context_map import ContextMap, Share
from inspector.core.document import Document
from inspector.core.injection import Derivation
from inspector.gui.kit.labels import OneLine, Tone, plain_label
from inspector.gui.kit.layouts import vbox
from inspector.gui.kit.panel import NO_ANSWER, Area, Panel, Worker
from inspector.gui.kit.text import tooltip
from inspector.gui.kit.theme import scaled
from inspector.gui.panels.context.bar import ShareBar
from inspector.gui.panels.context.budgets import CONTEXT_SIZE, Held, held_budgets
from inspector.gui.panels.context.legend import Legend
from inspector.gui.panels.context.pages import Pages
from inspector.gui.panels.context.part_focus import PartFocus
from inspector.gui.panels.context.rows_model import Page
from inspector.gui.panels.context.sliders import BudgetSliders
from inspector.gui.panels.context.state import ContextState, PartKey, key_of
from inspector.gui.panels.context.strips import CountingStrip, RefusalStrip
from inspector.gui.state.selection import Selection
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.language import _


class MapHead(QWidget):
    """Shows a map as a whole; nothing in it moves while a budget is in a hand."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.focus = PartFocus(self)
        self.legend = Legend(self.focus, self)
        self.bar = ShareBar(self.focus, self)
        self.sliders = BudgetSliders(self)
        self.notes = OneLine(self, Tone.QUIET, 11)
        vbox(
            self, self.legend, self.bar, self.sliders, self.notes, margins=(10, 6, 10, 4), spacing=4
        )

    def show_map(self, displayed: ContextState, before: ContextState | None) -> None:
        """Show a map; `before` is what holds while another is only tried out."""
        self.legend.show_map(displayed, before)
        self.bar.show_map(displayed, before)
        notes = displayed.map.notes
        self.notes.setText(" ".join(notes))
        self.notes.setToolTip(tooltip("\n".join(notes)))
        self.notes.setVisible(bool(notes))

    def show_budgets(self, budgets: Sequence[Held]) -> None:
        """Show how the budgets stand."""
        self.sliders.show_budgets(budgets)


_FIRST: PartKey = (Share.HISTORY, _("History"))
_LEAST_WIDTH_PX, _LEAST_HEIGHT_PX = 360, 150
_LONGEST_TRIAL_MS = 2000
"""Milliseconds after which a budget that was chosen must have its answer."""


class ContextPanel(Panel):
    """What shares a request's tokens; it changes nothing itself.

    Signals:
        setting_tried: a budget is in a hand: its setting's name and value.
        setting_chosen: a setting shall hold: its name and value.
        setting_cancelled: nothing is tried out any more.
        size_tried: SillyTavern's context size is in a hand (int of any size).
        size_chosen: SillyTavern's context size shall hold (int of any size).
        score_pinned: a score is set by hand: the item's key, and 0 to 1 or None to take it back.
        item_activated: an entry, event or slot is to be shown (its id, such as `lore:3`).
        cancel_counting: a person does not want to wait for the first count.
    """

    name = "context"
    title = _("Context")
    has_surface = True
    folds_below = True
    area = Area.TABLES

    setting_tried = Signal(str, object)
    setting_chosen = Signal(str, object)
    setting_cancelled = Signal()
    size_tried = Signal(object)
    size_chosen = Signal(object)
    score_pinned = Signal(str, object)
    item_activated = Signal(str)
    cancel_counting = Signal()

    def __init__(self, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._answer: ContextState | None = None
        self._what_if: ContextState | None = None
        self._opened: PartKey = _FIRST
        self._awaiting = QTimer(self, singleShot=True, interval=_LONGEST_TRIAL_MS)
        self._awaiting.timeout.connect(self._give_up)
        self.refusal = RefusalStrip(self)
        self.counting = CountingStrip(self)
        self.head = MapHead(self)
        self.pages = Pages(selection, self)
        self.words = plain_label(NO_ANSWER, tone=Tone.QUIET)
        self._lay_out()
        self._connect()
        self.clear()

    @override
    def show_view(self, view: View, changes: ViewChanges) -> None:
        if Part.CHAT in changes:
            self.clear()
        if Part.QUESTION in changes:
            self.set_settings(view.question.moment.settings)

    @property
    @override
    def workers(self) -> tuple[Worker, ...]:
        return (*self.pages.workers,)

    def clear(self) -> None:
        """Show that another chat is being opened, or none."""
        self._answer = self._what_if = None
        self._awaiting.stop()
        self._opened = _FIRST
        self.head.sliders.forget()
        self.set_counting(None)
        self.refusal.show_map(None)
        self.pages.clear()
        self._stack.setCurrentIndex(1)

    def set_settings(self, settings: Mapping[str, object]) -> None:
        """Say which settings a person has set, so that mended faults are listed as mended."""
        self.pages.faults.set_settings(settings)
        self.pages.set_choices(self._answer)

    def set_map(self, found: ContextMap, derivation: Derivation, document: Document) -> None:
        """Show an answer.

        Args:
            found: what shares the context.
            derivation: what it was made of; a whole request where a ruleset assembles one.
            document: the chat, and what is loaded beside it.
        """
        is_known = self._answer is not None and derivation is self._answer.derivation
        if is_known and self._awaiting.isActive():
            return
        self._awaiting.stop()
        self._answer, self._what_if = ContextState(found, derivation, document), None
        budgets = held_budgets(self._answer)
        self.head.show_budgets(budgets)
        self.refusal.show_map(self._answer)
        self.pages.show_answer(self._answer, budgets)
        self._show()
        self._stack.setCurrentIndex(0)

    def set_what_if(self, found: ContextMap, derivation: Derivation, document: Document) -> None:
        """Show what a budget that is tried out would do; see `set_map`."""
        if self._answer is None:
            return
        self._what_if = ContextState(found, derivation, document)
        self.refusal.show_map(self._what_if)
        self.pages.show_what_if(self._what_if)
        self._show()

    def set_counting(self, fraction: float | None) -> None:
        """Show how much of a chat is counted for the first time; None when that is done."""
        self.counting.show_fraction(fraction)
        self.words.setVisible(fraction is None)

    def open_part(self, index: int) -> None:
        """Show the rows of a part of the map."""
        displayed = self._what_if or self._answer
        if displayed is not None and index < len(displayed.map.parts):
            self._opened = key_of(displayed.map.parts[index])
            self.pages.show_rows()
            self._show_rows()

    def _show(self) -> None:
        displayed = self._what_if or self._answer
        if displayed is not None:
            self.head.show_map(displayed, None if self._what_if is None else self._answer)
            self._show_rows()

    def _show_rows(self) -> None:
        displayed = self._what_if or self._answer
        location = None if displayed is None else displayed.place_of(self._opened)
        if displayed is not None and location is None and displayed.map.parts:
            location = len(displayed.map.parts) - 1
        before = None if self._what_if is None else self._answer
        page = None if displayed is None or location is None else Page(displayed, location, before)
        self.pages.rows.show_page(page)
        title = "" if page is None else page.displayed.map.parts[page.location].title
        self.pages.name_rows(title)
        self.head.focus.show(location)

    def _try(self, setting: str, value: object) -> None:
        if setting == CONTEXT_SIZE:
            self.size_tried.emit(value)
        else:
            self.setting_tried.emit(setting, value)

    def _choose(self, setting: str, value: object) -> None:
        if setting == CONTEXT_SIZE:
            self.size_chosen.emit(value)
        else:
            # What is shown stays until its own answer comes, so that nothing jumps back and forth.
            self._awaiting.start()
            self.setting_chosen.emit(setting, value)

    def _give_up(self) -> None:
        """Show what holds: nothing came of what was chosen."""
        held = self._answer
        if held is not None:
            self.set_map(held.map, held.derivation, held.document)

    def _cancel(self) -> None:
        """Put back what holds at once; its answer is at hand."""
        self._what_if = None
        self._awaiting.stop()
        self.refusal.show_map(self._answer)
        self.pages.show_what_if(None)
        self._show()
        self.setting_cancelled.emit()

    def _connect(self) -> None:
        sliders = self.head.sliders
        sliders.tried.connect(self._try)
        sliders.chosen.connect(self._choose)
        sliders.cancelled.connect(self._cancel)
        sliders.looked_at.connect(self.pages.curves.look_at)
        self.head.focus.opened.connect(self.open_part)
        self.refusal.setting_chosen.connect(self.setting_chosen)
        self.counting.cancelled.connect(self.cancel_counting)
        self.pages.faults.setting_chosen.connect(self.setting_chosen)
        self.pages.rows.score_pinned.connect(self.score_pinned)
        self.pages.rows.message_activated.connect(self.message_activated)
        self.pages.rows.item_activated.connect(self.item_activated)
        self.pages.request.copier.copied.connect(self.copied)

    def _lay_out(self) -> None:
        self.setAccessibleName(_("Context"))
        body = QWidget(self)
        below = vbox(body, self.head, margins=0, spacing=0)
        # Below the sliders: what is in a hand must not move away when it appears.
        below.addWidget(self.refusal)
        below.addWidget(self.pages, 1)
        nothing = QWidget(self)
        middle = QVBoxLayout(nothing)
        middle.addStretch(2)
        middle.addWidget(self.words, 0, Qt.AlignmentFlag.AlignHCenter)
        middle.addStretch(3)
        self._stack = QStackedLayout()
        self._stack.addWidget(self._scrolled(body))
        self._stack.addWidget(nothing)
        vbox(self, self.counting, (self._stack, 1), margins=0, spacing=0)
        self.setFocusProxy(self.pages.rows.table)

    def _scrolled(self, body: QWidget) -> QScrollArea:
        """In a dock that is too small the map scrolls; the window need not grow for it."""
        area = QScrollArea(self)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.viewport().setAutoFillBackground(False)
        area.setMinimumSize(scaled(_LEAST_WIDTH_PX), scaled(_LEAST_HEIGHT_PX))
        area.setWidget(body)
        body.setAutoFillBackground(False)
        return area
