"""The Why panel: gate by gate why the selected memory is in or out, and what turns it."""

from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QStackedLayout, QVBoxLayout, QWidget
from typing_extensions import override

from inspector.analysis.asked import Asked
from inspector.core.document import Document
from inspector.gui.asked import asked_of
from inspector.gui.derivation import Answer
from inspector.gui.memories.notice import plain_label
from inspector.gui.memories.words import NOT_YET
from inspector.gui.newest import Newest, Ticket
from inspector.gui.selection import Selection
from inspector.gui.session import State
from inspector.gui.theme import Theme, font, scaled
from inspector.gui.watched import is_watched
from inspector.gui.why.advice import Advice
from inspector.gui.why.header import Header
from inspector.gui.why.offers import Offer, offers
from inspector.gui.why.steps import Steps, coloured
from inspector.gui.why.told import Told, told_of

NO_CHAT = "No chat is open."
NO_MEMORIES = "This chat carries no memories to explain."
NO_SELECTION = "Select a memory, in the table or on the timeline, to see why it is in or out."
WORKING = "Working…"


@dataclass(frozen=True, eq=False)
class _Findings:
    """What the worker found so far.

    Attributes:
        memory: about which memory.
        told: None if it does not exist at the moment.
        offers: the cheapest first.
        is_over: whether no more are to come.
    """

    memory: int
    told: Told | None
    offers: tuple[Offer, ...] = ()
    is_over: bool = False


class WhyPanel(QWidget):
    """Follows the selection; works out off the UI thread what it shows, and changes nothing.

    Signals:
        change_requested: an `analysis.changes.Change` is to be made, to this `State`.
        wording_requested: a memory's summary is to be written anew (its index).
    """

    change_requested = Signal(object, object)
    wording_requested = Signal(int)

    def __init__(self, theme: Theme, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._selection = selection
        self._state: State | None = None
        self._asked: Asked | None = None
        self._findings: _Findings | None = None
        self._is_stale = True
        self.worker = Newest(self)
        self.header = Header(theme, self)
        self.steps = Steps(theme)
        self.advice = Advice(theme, self)
        self.words = plain_label("")
        self._scroll = QScrollArea(self)
        self._lay_out()
        selection.memories_changed.connect(self._start)
        self.advice.accepted.connect(self._accept)
        self.worker.parted.connect(self._take)
        self.worker.answered.connect(self._take)
        self.worker.failed.connect(self._say)
        self.worker.slow_changed.connect(self._show_slow)
        self.set_theme(theme)
        self._say(NO_CHAT)

    @property
    def told(self) -> Told | None:
        """What is shown of the memory; None while words stand in its place."""
        shown = self._findings is not None and self._stack.currentIndex() == 0
        return self._findings.told if shown and self._findings else None

    def set_theme(self, theme: Theme) -> None:
        """Dress in other colours."""
        self._theme = theme
        self.setPalette(theme.palette())
        self.header.set_theme(theme)
        self.steps.set_theme(theme)
        self.advice.set_theme(theme)
        coloured(self.words, theme, theme.text_2)
        self.words.setFont(font(12))
        if self.told is not None:
            self.steps.show_told(self.told)
        self.update()

    def set_document(self, document: Document | None) -> None:
        """Start afresh with another chat, or none."""
        self.worker.cancel()
        self._state = self._asked = self._findings = None
        if document is None:
            self._say(NO_CHAT)
        else:
            self._say(NO_SELECTION if document.memories else NO_MEMORIES)

    def set_answer(self, answer: Answer) -> None:
        """Explain this answer from now on."""
        self._state = answer.state
        self._asked = asked_of(answer.state).answered_by(answer.derivation)
        self._start()

    def _start(self) -> None:
        """Work out what there is to tell of the current memory, if anybody looks."""
        self._is_stale = not is_watched(self)
        memory, asked = self._selection.current, self._asked
        self.worker.cancel()
        if self._is_stale or asked is None:
            return
        if memory is None or memory >= len(asked.document.memories):
            self._findings = None
            self._say(NO_SELECTION if asked.document.memories else NO_MEMORIES)
            return
        if self._findings is not None and self._findings.memory != memory:
            self.advice.clear()
        self.worker.ask(lambda ticket: _found(asked, memory, ticket))

    def _take(self, findings: _Findings) -> None:
        before, self._findings = self._findings, findings
        if findings.told is None:
            self._say(NOT_YET)
            return
        self._stack.setCurrentIndex(0)
        if before is None or before.told != findings.told or not self.steps.rows:
            self.header.show_told(findings.told)
            self.steps.show_told(findings.told)
            self._reveal_failure()
        if findings.offers or findings.is_over:
            self.advice.show_offers(
                findings.offers, in_block=findings.told.in_block, is_over=findings.is_over
            )
        elif self._was_about_another(before, findings):
            self.advice.clear()

    def _was_about_another(self, before: _Findings | None, findings: _Findings) -> bool:
        """Whether the offers that are shown no longer hold."""
        if before is None or before.told is None or findings.told is None:
            return True
        return before.told.in_block is not findings.told.in_block

    def _reveal_failure(self) -> None:
        """Scroll to the step that failed, once the rows have been laid out."""
        self._scroll.verticalScrollBar().setValue(0)
        QTimer.singleShot(0, self, self._scroll_to_failure)

    def _scroll_to_failure(self) -> None:
        row = self.steps.failed
        if row is not None:
            self._scroll.ensureWidgetVisible(row, 0, 0)

    def _show_slow(self, slow: bool) -> None:  # noqa: FBT001 (a slot for a signal of one flag)
        if not slow:
            return
        if self._findings is None or self._findings.memory != self._selection.current:
            self._say(WORKING)
        else:
            self.advice.show_looking()

    def _say(self, words: str) -> None:
        self.words.setText(words)
        self._stack.setCurrentIndex(1)
        self.advice.clear()

    def _accept(self, offer: Offer) -> None:
        if self._findings is None or self._state is None:
            return
        if offer.change.needs_wording:
            self.wording_requested.emit(self._findings.memory)
        else:
            self.change_requested.emit(offer.change, self._state)

    def _lay_out(self) -> None:
        self._scroll.setWidget(self.steps)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setAccessibleName("Checks that the memory passed or failed")
        self._scroll.viewport().setAutoFillBackground(False)
        self.steps.setAutoFillBackground(False)
        self.setAccessibleName("Why")
        left = QVBoxLayout()
        left.setSpacing(0)
        left.addWidget(self.header)
        left.addWidget(self._scroll, 1)
        body = QWidget(self)
        row = QHBoxLayout(body)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addLayout(left, 2)
        row.addWidget(self.advice, 1)
        nothing = QWidget(self)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        middle = QVBoxLayout(nothing)
        middle.setContentsMargins(scaled(24), scaled(12), scaled(24), scaled(12))
        middle.addStretch(2)
        middle.addWidget(self.words)
        middle.addStretch(3)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(body)
        self._stack.addWidget(nothing)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.surface)
        painter.end()
        if self._is_stale:
            self._is_stale = False
            QTimer.singleShot(0, self, self._start)


def _found(asked: Asked, memory: int, ticket: Ticket) -> _Findings:
    """What there is to tell of a memory, then what would turn it; called on the worker."""
    findings = _Findings(memory, told_of(asked.document, asked.derivation, memory))
    ticket.part(findings)
    if findings.told is None:
        return findings
    found: list[Offer] = []
    for offer in offers(asked, memory, ticket):
        found.append(offer)
        ticket.part(_Findings(memory, findings.told, tuple(found)))
    return _Findings(memory, findings.told, tuple(found), is_over=True)
