"""The preview panel: one slot's exact text, its numbers, and the way to copy it."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QMenu, QStackedLayout, QVBoxLayout, QWidget
from typing_extensions import override

from inspector.analysis.leak_report import LeakReport
from inspector.core.document import Document
from inspector.core.injection import Derivation
from inspector.gui.kit.find_bar import FindBar
from inspector.gui.kit.layouts import nest_in_grid
from inspector.gui.kit.panel import Area, Panel
from inspector.gui.kit.theme import current_theme, scaled
from inspector.gui.panels.preview.block_view import BlockView
from inspector.gui.panels.preview.budget_bar import BudgetBar
from inspector.gui.panels.preview.copying import Copier, refill
from inspector.gui.panels.preview.counts import CountsRow
from inspector.gui.panels.preview.delivered import NOT_SENT, SentSlots, fields_in_words, sent_slots
from inspector.gui.panels.preview.empty import EmptyBlock
from inspector.gui.panels.preview.event_line import EventLine
from inspector.gui.panels.preview.figures import Figure, Total
from inspector.gui.panels.preview.gutter import Gutter
from inspector.gui.panels.preview.landing import Landing
from inspector.gui.panels.preview.line_tokens import ghost_in_words, line_in_words
from inspector.gui.panels.preview.rows import Row
from inspector.gui.panels.preview.state import PreviewState
from inspector.gui.panels.preview.title_bar import TitleBar
from inspector.gui.state.derivation import Answer
from inspector.gui.state.page import slot
from inspector.gui.state.selection import Selection
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.language import _

_BUSY_AFTER_MS = 150
_ROOMY_PX = 480


class PreviewPanel(Panel):
    """Shows what a derivation puts into the prompt, slot by slot.

    Signals:
        about_to_copy: the block is about to be copied: what is typed has to be in it.
        leaks_requested: what the reader cannot know is to be shown.
    """

    name = "preview"
    title = _("Preview")
    area = Area.PROMPT
    at_once = Part.CHAT | Part.ANSWER

    about_to_copy = Signal()
    leaks_requested = Signal()

    def __init__(self, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selection = selection
        self._displayed = PreviewState()
        self._answer: Answer | None = None
        self._tried: Answer | None = None
        self._report = LeakReport()
        self._estimate = False
        self._numbers: tuple[Sequence[Figure], Total, bool] | None = None
        self._is_busy = self._copies_next = False
        self._is_sent = True

        self.view = BlockView(selection, self)
        self.gutter = Gutter(self.view, self._row_in_words, self)
        self._copier = Copier(self.view, self)
        self.copy_action = self._make_copy_action()
        self.wrap_action = QAction(_("Wrap long lines"), self)
        self.wrap_action.setObjectName("Wrap long lines")
        self.wrap_action.setCheckable(True)
        self.wrap_action.setChecked(True)
        parts = QMenu(self)
        parts.aboutToShow.connect(lambda: refill(parts, self._copier))
        self.title_bar = TitleBar(self.copy_action, parts, self)
        self.event_line = EventLine(self)
        self.counts = CountsRow(self)
        self.bar = BudgetBar(self)
        self.empty = EmptyBlock(self)
        self.landing = Landing(self)
        self.find_bar = FindBar(self.view, self)
        self._busy = QTimer(self)
        self._busy.setSingleShot(True)
        self._busy.setInterval(_BUSY_AFTER_MS)
        self._lay_out()
        self._connect()
        self._show(self._displayed)

    @override
    def show_view(self, view: View, changes: ViewChanges) -> None:
        if Part.CHAT in changes:
            self.clear()
        if Part.QUESTION in changes:
            encoding = view.question.encoding
            self.set_estimate(encoding is not None and "/" in encoding)
            self.landing.set_completion(view.question.host_settings.completion)
        answer, tried = view.answer, view.what_if
        if Part.ANSWER in changes and answer is not None:
            self.set_estimate(answer.is_estimate)
            rest = tuple(other.derivation for other in answer.rest)
            self.landing.show_rulesets(tuple(answer.derivations))
            self._answer = answer
            nothing = frozenset[int]()
            self._displayed = replace(self._displayed, sent=sent_slots(answer), entering=nothing)
            self.set_derivation(answer.derivation, answer.state.document, rest)
        if Part.LEAKS in changes:
            self.show_leaks(view.leaks)
        if Part.WHAT_IF in changes:
            self._tried = tried
            self.set_what_if(
                None if tried is None else tried.derivation,
                view.document if tried is None else tried.state.document,
                NOT_SENT if tried is None else sent_slots(tried),
            )
        if changes.parts & (Part.ANSWER | Part.WHAT_IF):
            self._show_request()

    @override
    def keeps(self, what_if: Answer) -> bool:
        """Whether the slot that is shown is of a system that is not asked what if."""
        displayed = self._displayed.injection
        return displayed is not None and slot(what_if.derivation, displayed.key) is None

    def tries(self, what_if: Answer | None) -> bool:
        """Whether this is tried out in the block that is shown; see `keeps`."""
        return what_if is not None and not self.keeps(what_if)

    def clear(self) -> None:
        """Show that no chat is open."""
        self.set_busy(False)
        self._answer = self._tried = None
        self._show(PreviewState())

    def set_derivation(
        self, derivation: Derivation, document: Document, rest: tuple[Derivation, ...] = ()
    ) -> None:
        """Show what goes into the prompt; the view stays where it is.

        Args:
            derivation: what the ruleset that is asked says.
            document: what it was derived from.
            rest: what the chat's further systems say.
        """
        self._show(
            replace(
                self._displayed,
                derivation=derivation,
                document=document,
                rest=rest,
                is_open=True,
            )
        )

    def set_what_if(
        self, derivation: Derivation | None, document: Document, sent: SentSlots = NOT_SENT
    ) -> None:
        """Show a what-if in place, marked against the derivation; None ends it.

        Args:
            derivation: what the ruleset that is asked says.
            document: what it was derived from.
            sent: what the next request makes of its slots.
        """
        what_if = (derivation, document) if derivation is not None else None
        self._show(replace(self._displayed, what_if=what_if, tried=sent))

    def _show_request(self) -> None:
        """Show around the block the request that it is of: the next one, or what is tried out."""
        is_tried = self.tries(self._tried)
        displayed = self._tried if is_tried else self._answer
        if displayed is not None:
            self.landing.show_prediction(displayed.prediction)
            self._show_title()
        # Of what is tried out leaks are not looked for.
        self.title_bar.show_leaks(LeakReport() if is_tried else self._report)

    def set_busy(self, busy: bool) -> None:  # noqa: FBT001 (a slot for a signal of one flag)
        """Say that newer numbers are on their way, unless they come at once."""
        self._is_busy = busy
        if self._copies_next and not busy:
            self._copies_next = False
            self._copier.copy_block()
        if busy:
            self._busy.start()
        else:
            self._busy.stop()
            self.title_bar.set_busy(busy=False)

    def set_estimate(self, estimate: bool) -> None:  # noqa: FBT001 (see `set_busy`)
        """Say whether tokens are estimated; such numbers carry a ~."""
        if estimate != self._estimate:
            self._estimate = estimate
            self._show(self._displayed)

    def _copy_block(self) -> None:
        """Copy the block with all that is typed, once it is there."""
        self.about_to_copy.emit()
        self._copies_next = self._is_busy
        if not self._is_busy:
            self._copier.copy_block()

    def show_entering(self, memories: frozenset[int]) -> None:
        """Mark the lines of memories that are in because of what happens before sending."""
        if memories != self._displayed.entering:
            self._show(replace(self._displayed, entering=memories))

    def show_leaks(self, report: LeakReport | None) -> None:
        """Mark the lines that their reader cannot know, and say how many there are."""
        self._report = report or LeakReport()
        self._show_request()
        phrases = {one.memory: one.phrase for one in self._report.leaks}
        if phrases != self._displayed.leaks:
            self._show(replace(self._displayed, leaks=phrases))

    def show_slot(self, key: str) -> None:
        """Show the slot of this name."""
        self._show(replace(self._displayed, key=key))
        self._show_request()
        self.keeping_changed.emit()

    def _show(self, displayed: PreviewState) -> None:
        self._displayed = displayed
        injection, page, is_what_if = (
            displayed.injection,
            displayed.page,
            displayed.what_if is not None,
        )
        outcome = displayed.outcome
        note = fields_in_words(displayed.fields)
        self.title_bar.show_slots(
            displayed.injections,
            injection,
            displayed.outcomes,
            note,
            estimate=self._estimate,
        )
        self.view.show_fields(displayed.fields)
        self.landing.show_prompt(
            displayed.injections, injection, displayed.document.chat, displayed.current.chat_length
        )
        self.title_bar.copy_button.set_primary(primary=not is_what_if)
        self._copier.what_if = is_what_if
        is_there = bool(page.lines) and not displayed.refusal
        self.copy_action.setEnabled(is_there)
        self.view.show_page(page, displayed.ghosts(page, self._selection.current))
        self._is_sent = outcome is None or outcome.is_sent
        self.empty.show_reason(
            displayed.reason, is_open=displayed.is_open, refusal=displayed.refusal
        )
        self._body.setCurrentIndex(0 if is_there else 1)
        self._show_numbers()

    def _show_numbers(self) -> None:
        injection = self._displayed.injection
        self._head.setVisible(injection is not None)
        if injection is not None:
            parts, whole = self._displayed.numbers(injection)
            if self._numbers == (parts, whole, self._estimate):
                return
            self._numbers = parts, whole, self._estimate
            self.counts.show_figures(parts, whole, estimate=self._estimate)
            self.bar.show_figures(parts, whole)

    def _row_in_words(self, row: Row) -> str:
        if row.ghost is not None:
            return ghost_in_words(row.ghost, is_estimate=self._estimate)
        injection = self._displayed.injection
        # A macro can make several lines of one, which are not counted one by one.
        if injection is None or len(injection.lines) != len(self.view.page.lines):
            return ""
        answer = self._tried if self.tries(self._tried) else self._answer
        tokenizer = None if answer is None else answer.tokenizer_of(injection)
        return line_in_words(row.line, injection, tokenizer, is_estimate=self._estimate)

    def _follow_selection(self) -> None:
        current = self._selection.current
        if current is not None and current not in self.view.page.line_of:
            key = self._displayed.slot_of(current)
            if key is not None:
                self.show_slot(key)
        self.view.show_ghosts(self._displayed.ghosts(self.view.page, current))
        self.view.reveal(self.view.page)

    def _show_menu(self, location: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        refill(menu, self._copier, self.copy_action)
        menu.addSeparator()
        menu.addAction(self.wrap_action)
        menu.popup(location)

    def _make_copy_action(self) -> QAction:
        action = QAction(_("Copy block"), self)
        action.setObjectName("Copy block")
        action.setShortcut("Ctrl+Shift+C")
        action.triggered.connect(self._copy_block)
        self.addAction(action)
        return action

    def _connect(self) -> None:
        self._copier.copied.connect(self.copied)
        self.view.edit_jump_requested.connect(self.memory_activated)
        self.view.menu_requested.connect(self._show_menu)
        self.view.focus_changed.connect(self.update)
        self.wrap_action.toggled.connect(self.view.set_wrap)
        self.title_bar.slots.chosen.connect(self.show_slot)
        self.title_bar.leaks_button.clicked.connect(self.leaks_requested)
        self.landing.slot_chosen.connect(self.show_slot)
        self.counts.part_clicked.connect(self.view.scroll_to_top)
        self._selection.memories_changed.connect(self._follow_selection)
        self._busy.timeout.connect(lambda: self.title_bar.set_busy(busy=True))

    def set_stack(self, width: int) -> None:
        """Let the stack of the request's messages stand beside the block, or below it.

        Args:
            width: pixels that it has beside the block; 0 for below.
        """
        self._grid.removeWidget(self.landing)
        location = (1, 0, 4, 1) if width else (5, 0, 1, 2)
        self._grid.addWidget(self.landing, *location)
        self.landing.stand_beside(width)
        self._show_title()

    def _show_title(self) -> None:
        self.title_bar.set_stacked(stacked=self.landing.replaces_slots)

    def _lay_out(self) -> None:
        self._head = QWidget(self)
        head = QVBoxLayout(self._head)
        head.setContentsMargins(8, 8, 10, 10)
        head.setSpacing(6)
        head.addWidget(self.counts)
        head.addWidget(self.bar)
        block = QWidget(self)
        row = QHBoxLayout(block)
        row.setContentsMargins(1, 1, 1, 1)
        row.setSpacing(0)
        row.addWidget(self.gutter)
        row.addWidget(self.view, 1)
        self._body = QStackedLayout()
        self._body.addWidget(block)
        self._body.addWidget(self.empty)
        self.setFocusProxy(self.view)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(0)
        self._grid.setColumnStretch(1, 1)
        self._grid.setRowStretch(4, 1)
        self._grid.addWidget(self.event_line, 0, 0, 1, 2)
        for row, one in enumerate((self.title_bar, self._head, self.find_bar), 1):
            self._grid.addWidget(one, row, 1)
        nest_in_grid(self._grid, self._body, 4, 1)
        self.set_stack(0)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.landing.set_room(enough=self.height() >= scaled(_ROOMY_PX))
        self.landing.stack.set_room(self.height() // 5)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.surface)
        if self._head.isVisible():
            bottom = self._head.geometry().bottom()
            painter.setPen(theme.line)
            painter.drawLine(0, bottom, self.width(), bottom)
        if not self._is_sent:
            painter.setPen(QPen(theme.warning, 1, Qt.PenStyle.DashLine))
            painter.drawRect(self._body.geometry().adjusted(0, 0, -1, -1))
        elif self.view.hasFocus():
            painter.setPen(theme.accent)
            painter.drawRect(self._body.geometry().adjusted(0, 0, -1, -1))
        painter.end()
