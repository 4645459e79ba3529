"""All that the timeline is once pyqtgraph is there: state, canvas, minimap and readout."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from PySide6.QtCore import QObject, QRect, QTimer, Signal
from PySide6.QtWidgets import QWidget

from inspector.analysis.context_map import ContextMap
from inspector.analysis.replay import ReplayPoint
from inspector.core.document import Document
from inspector.core.injection import Derivation
from inspector.core.message_derivation import MessageDerivation, MessageLane
from inspector.gui.panels.timeline.ahead import Ahead
from inspector.gui.panels.timeline.answer import Answer
from inspector.gui.panels.timeline.arrays import MemoryColumns, MessageColumns, gather_rows
from inspector.gui.panels.timeline.canvas import Canvas
from inspector.gui.panels.timeline.handles import Handles
from inspector.gui.panels.timeline.keyboard import Keyboard
from inspector.gui.panels.timeline.lanes import HEIGHT, Lanes
from inspector.gui.panels.timeline.lettering import Lettering, gutter_width
from inspector.gui.panels.timeline.minimap import Minimap
from inspector.gui.panels.timeline.pointer import Pointer
from inspector.gui.panels.timeline.readout import Readout
from inspector.gui.panels.timeline.recap_marks import RecapMarks
from inspector.gui.panels.timeline.replayed import Replayed
from inspector.gui.panels.timeline.sent import SentMessages
from inspector.gui.panels.timeline.state import TimelineState
from inspector.gui.state.selection import Matches, Selection
from inspector.proof.stability import TurnStability

_FRAME_MS = 16


class Chart(QObject):
    """Composes the timeline's parts inside the panel.

    Attributes:
        is_estimate: whether the tokens of the next derivation are estimated.

    Signals:
        memory_activated: a memory was double-clicked, or Enter pressed on it.
        reset_requested: a boundary was double-clicked.
    """

    memory_activated = Signal(int)
    reset_requested = Signal()

    def __init__(self, selection: Selection, parent: QWidget) -> None:
        super().__init__(parent)
        self.state = TimelineState(selection, self)
        self._prepared: MemoryColumns | None = None
        self.is_estimate = False
        self.handles = Handles(self.state, self)
        self.pointer = Pointer(self.state, self.handles, self)
        self.keyboard = Keyboard(self.state, self.handles, self)
        self.canvas = Canvas(self.state, self.pointer, self.keyboard, parent)
        self.minimap = Minimap(self.state, parent)
        self.readout = Readout(self.state, parent)
        self.pointer.memory_activated.connect(self.memory_activated)
        self.keyboard.memory_activated.connect(self.memory_activated)
        self.pointer.reset_requested.connect(self.reset_requested)
        self.state.changed.connect(self._state_changed)
        # A frame's time for the answer, so that a move and what it does are painted at once.
        self._frame = QTimer(self, singleShot=True, interval=_FRAME_MS)
        self._frame.timeout.connect(self.state.refresh)
        self.handles.moved.connect(self._await_answer)
        self.state.view.changed.connect(self._place_readout)
        selection.memories_changed.connect(self._memories_selected)
        selection.message_changed.connect(self._message_selected)
        selection.hovered_changed.connect(self.canvas.repaint_all)

    def resize(self, width: int) -> None:
        """Take the room to the right of the gutter."""
        left = gutter_width()
        self.canvas.setGeometry(left, 0, max(width - left, 1), HEIGHT)
        self.minimap.setGeometry(left, 0, max(width - left, 1), self.minimap.height())
        self._place_readout()

    def set_lanes(self, lanes: Lanes) -> None:
        """Take other lanes."""
        self.state.lanes = lanes
        self.state.refresh()

    def refresh_fonts(self) -> None:
        """The application's font is another one."""
        self.state.lettering = Lettering.of_application()
        self.state.refresh()

    def prepare(self, document: Document) -> Iterator[None]:
        """Read of another chat what is drawn of it, a part a step, and show nothing of it yet."""
        rows = yield from gather_rows(document.memories)
        self._prepared = MemoryColumns(document, self.state.memories, rows)
        yield

    def set_document(self, document: Document | None) -> None:
        """Show another chat, all of it."""
        state = self.state
        self._forget_moves()
        self.pointer.cancel()
        state.base, state.what_if, state.focused = Answer(), None, None
        self.set_reading(document)

    def set_reading(self, document: Document | None) -> None:
        """Show another reading of the chat: what is in a hand stays there, and the answer so far.

        See `set_derivation`, which asks again what the one in the hand does.
        """
        state = self.state
        state.document = document
        state.messages = MessageColumns.of(document.chat) if document else MessageColumns()
        state.memories = self._columns_of(document)
        state.replayed, state.sent, state.ahead = Replayed(), SentMessages(), ()
        state.view.set_extent(len(state.messages))
        state.refresh()

    def set_memories(self, document: Document, indexes: Iterable[int]) -> None:
        """Take over what an edit changed, hidden messages included."""
        before = self.state.document
        if before is None or before.chat is not document.chat:
            self.state.messages = MessageColumns.of(document.chat)
        self.state.document = document
        self.state.memories.refresh(document, indexes)
        self.state.refresh()

    def set_derivation(
        self, derivation: Derivation, *, what_if: bool, block: Derivation | None = None
    ) -> None:
        """Show what a ruleset derived, as what holds or as what would hold.

        Args:
            derivation: by whose rules memories are judged.
            what_if: whether it would hold.
            block: what the ruleset that is asked says, where that is another.
        """
        state = self.state
        answer = Answer.of(derivation, state.memories, block, is_estimate=self.is_estimate)
        if what_if:
            state.what_if = answer
        else:
            state.base, state.what_if = answer, None
            state.pending = state.pending_end = None
            self.handles.ask_again()
        state.refresh()

    def set_recaps(self, recaps: RecapMarks) -> None:
        """Show other scenes and versions."""
        self.state.recaps = recaps
        self.state.refresh()

    def set_context(self, found: ContextMap | None) -> None:
        """Show which messages a request holds; None for no lane."""
        state = self.state
        own = b"" if state.document is None else state.document.chat.hidden
        hidden = own if found is None or found.hidden is None else found.hidden
        state.sent = SentMessages.of(found, hidden)
        state.refresh()

    def set_tiers(self, tiers: Sequence[MessageLane], judged: MessageDerivation | None) -> None:
        """Show where messages and their own memories are, by this answer."""
        self.state.tiers, self.state.judged = tiers, judged
        self.state.refresh()

    def set_ahead(self, ahead: tuple[Ahead, ...]) -> None:
        """Mark what would be hidden or shown before the next request, if that is the answer."""
        if ahead != self.state.ahead:
            self.state.ahead = ahead
            self.state.refresh()

    def set_matches(self, matches: Matches | None) -> None:
        """Let what a filter finds stand out; None without a filter."""
        if matches != self.state.matches:
            self.state.matches = matches
            messages = None if matches is None else matches.messages
            self.state.found = (
                None if messages is None else np.fromiter(messages, np.intp, len(messages))
            )
            self.state.refresh()

    def set_kept(self, rows: Sequence[TurnStability], elsewhere: Sequence[TurnStability]) -> None:
        """Show how much of each turn's request a prompt cache could keep."""
        self.state.kept, self.state.kept_elsewhere = rows, elsewhere
        self.state.refresh()

    def add_replayed(self, points: Iterable[ReplayPoint]) -> None:
        """Draw what the block was at more moments."""
        self.state.replayed.add(points)
        self.state.refresh()

    def clear_what_if(self) -> None:
        """Show what holds."""
        if self.state.what_if is not None:
            self.state.what_if = None
            self.state.refresh()

    def _columns_of(self, document: Document | None) -> MemoryColumns:
        former, self._prepared = self._prepared, None
        return MemoryColumns(document, self.state.memories if former is None else former)

    def _forget_moves(self) -> None:
        state = self.state
        state.held = state.nudged = state.before = None
        state.pending = state.pending_end = None

    def _await_answer(self) -> None:
        if not self._frame.isActive():
            self._frame.start()

    def _state_changed(self) -> None:
        self._frame.stop()
        self.minimap.follow()
        self._place_readout()

    def _place_readout(self) -> None:
        self.readout.refresh(QRect(self.canvas.pos(), self.canvas.size()))

    def _memories_selected(self) -> None:
        current = self.state.selection.current
        memories = self.state.memories
        if current is not None and current < len(memories):
            self.state.view.reveal(float(memories.start[current]), float(memories.end[current]))
        self.state.refresh()

    def _message_selected(self) -> None:
        message = self.state.selection.message
        if message is not None and 0 <= message < len(self.state.messages):
            self.state.view.reveal(message, message + 1)
        self.state.refresh()
