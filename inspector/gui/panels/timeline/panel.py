"""The timeline (`TimelinePanel`): there at once with named lanes, complete after `load_plot`."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from inspector.analysis.context_map import ContextMap
from inspector.analysis.replay import ReplayPoint
from inspector.core.document import Document
from inspector.core.injection import Derivation
from inspector.core.message_derivation import MessageDerivation, MessageLane
from inspector.gui.kit.panel import Area, Panel, Worker
from inspector.gui.kit.theme import Themed, current_theme
from inspector.gui.panels.timeline.ahead import Ahead, ahead_of
from inspector.gui.panels.timeline.gutter import Gutter
from inspector.gui.panels.timeline.lanes import (
    CONTEXT,
    FOLDED_HEIGHT,
    GUTTER,
    HEIGHT,
    KEPT,
    LEFT_PAD,
    RECAPS,
    RIGHT_MARGIN,
    ROWS,
    SCENES,
    STRIP,
    TIERS,
    lanes_with,
)
from inspector.gui.panels.timeline.lettering import gutter_width
from inspector.gui.panels.timeline.recap_marks import RecapMarks
from inspector.gui.state.derivation import Answer
from inspector.gui.state.selection import Matches, Selection
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.gui.state.what_if import are_settings
from inspector.gui.state.workers import LatestWorker
from inspector.language import _
from inspector.proof.stability import TurnStability

if TYPE_CHECKING:
    from inspector.gui.panels.timeline.chart import Chart


_VIEW_KEYS = (
    ("W", _("Zoom in")),
    ("S", _("Zoom out")),
    ("A", _("Move left")),
    ("D", _("Move right")),
    ("F", _("Show the selection")),
    ("0", _("Show the whole chat")),
    (_("Left"), _("Previous memory; on a boundary: one message back")),
    (_("Right"), _("Next memory; on a boundary: one message on")),
)


class TimelinePanel(Themed, Panel):
    """Messages, memories and bucket boundaries along the chat.

    Neither numpy nor pyqtgraph is loaded before `load_plot`; what is set until then is
    remembered, and the lanes lie where they will be.

    Signals:
        boundary_dragged: which (`mid` or `recent`), first message of mid, of recent; again
            and again while a boundary moves.
        boundary_dropped: first message of mid, of recent; to be kept.
        boundary_cancelled: the boundary is back where it was.
        boundary_reset_requested: a boundary was double-clicked.
        playhead_dragged: the chat would end after this message.
        playhead_dropped: the chat shall end after this message.
        playhead_cancelled: the playhead is back where it was.
        importance_set: the selected memories shall have this importance.
        secret_toggled: the selected memories shall become secrets, or none any more.
        wording_requested: the current memory is to be worded anew.
        context_menu_requested: memory index or None, message index, where on the screen.
    """

    name = "timeline"
    title = _("Timeline")
    view_keys = _VIEW_KEYS
    area = Area.TOP

    boundary_dragged = Signal(str, int, int)
    boundary_dropped = Signal(int, int)
    boundary_cancelled = Signal()
    boundary_reset_requested = Signal()
    playhead_dragged = Signal(int)
    playhead_dropped = Signal(int)
    playhead_cancelled = Signal()
    importance_set = Signal(int)
    secret_toggled = Signal()
    wording_requested = Signal()
    context_menu_requested = Signal(object, int, QPoint)

    def __init__(self, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selection = selection
        self._document: Document | None = None
        self._derivation: Derivation | None = None
        self._boundaries_are_settings = True
        self._is_estimate = False
        self._extra: tuple[str, ...] = ()
        self._recaps = RecapMarks()
        self._tiers: tuple[MessageLane, ...] = ()
        self._judged: MessageDerivation | None = None
        self.worker = LatestWorker(self)
        self.worker.answered.connect(self.set_tiers)
        self._has_strip = False
        self._has_kept = False
        self._kept: tuple[Sequence[TurnStability], Sequence[TurnStability]] = ((), ())
        self._context: ContextMap | None = None
        self._ahead: tuple[Ahead, ...] = ()
        self._replayed: list[ReplayPoint] = []  # before there is a chart
        self._matches: Matches | None = None
        self._lanes = lanes_with()
        self._chart: Chart | None = None
        self._gutter = Gutter(self._lanes, self)
        selection.lit_changed.connect(self.set_matches)
        self.setFixedHeight(HEIGHT)
        self.setMinimumWidth(GUTTER + 200)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(_("Timeline"))
        self.setAccessibleDescription(
            _(
                "Messages, memories and bucket boundaries along the chat; "
                "the same facts stand in the tables of memories and messages."
            )
        )

    @override
    def prepare(self, view: View) -> Iterator[None]:
        if self._chart is not None:
            yield from self._chart.prepare(view.document)

    @override
    def show_view(self, view: View, changes: ViewChanges) -> None:
        edits = changes.edits
        if Part.CHAT in changes or edits.chat_replaced:
            self.set_document(view.document)
        elif edits.went_on:
            self.set_document(view.document, is_same=True)
        elif Part.DOCUMENT in changes:
            self.set_memories(view.document, edits.memories_of(view.document))
        if Part.QUESTION in changes:
            self.boundaries_are_settings = are_settings(view.question.ruleset)
        if Part.WHAT_IF in changes:
            if view.what_if is None or self.keeps(view.what_if):
                self.clear_what_if()
            else:
                self.show_what_if(_of_memories(view.what_if), view.what_if.derivation)
        if Part.ANSWER in changes and view.answer is not None:
            self.set_estimate(is_estimate=view.answer.is_estimate)
            self.set_derivation(_of_memories(view.answer))
            self._ask_tiers(view.answer.of_messages)
            self._ahead = ahead_of(view.answer.state.document.chat, view.answer.prediction)
            if self._chart is not None:
                self._chart.set_ahead(self._ahead)

    @override
    def keeps(self, what_if: Answer) -> bool:
        """Whether it is of a chat with other memories, which have no places here."""
        own = () if self._document is None else self._document.memories
        return len(what_if.state.document.memories) != len(own)

    @property
    @override
    def workers(self) -> tuple[Worker, ...]:
        return (self.worker,)

    @property
    def chart(self) -> "Chart | None":
        """The parts of the timeline; None before `load_plot`."""
        return self._chart

    @property
    def boundaries_are_settings(self) -> bool:
        """Whether the ruleset has settings for its boundaries; else a drag is a mere what-if."""
        return self._boundaries_are_settings

    @boundaries_are_settings.setter
    def boundaries_are_settings(self, value: bool) -> None:
        self._boundaries_are_settings = value
        if self._chart is not None:
            self._chart.state.boundaries_are_settings = value
            self._chart.state.refresh()

    def set_estimate(self, *, is_estimate: bool) -> None:
        """Say whether the tokens of what is shown next are estimated; they carry a ~."""
        self._is_estimate = is_estimate
        if self._chart is not None:
            self._chart.is_estimate = is_estimate

    def set_folded(self, *, folded: bool) -> None:
        """Show the lanes down to the buckets alone, or all of them."""
        self.setFixedHeight(FOLDED_HEIGHT if folded else HEIGHT)

    def load_plot(self) -> None:
        """Import pyqtgraph and show what has been set; once, after the first frame."""
        if self._chart is not None:
            return
        from inspector.gui.panels.timeline.chart import Chart  # noqa: PLC0415

        chart = self._chart = Chart(self._selection, self)
        chart.state.boundaries_are_settings = self._boundaries_are_settings
        chart.is_estimate = self._is_estimate
        chart.state.lanes = self._lanes
        chart.state.recaps = self._recaps
        handles = chart.handles
        handles.boundary_dragged.connect(self.boundary_dragged)
        handles.boundary_dropped.connect(self.boundary_dropped)
        handles.playhead_dragged.connect(self.playhead_dragged)
        handles.playhead_dropped.connect(self.playhead_dropped)
        handles.cancelled.connect(self._say_cancelled)
        chart.reset_requested.connect(self.boundary_reset_requested)
        chart.memory_activated.connect(self.memory_activated)
        keyboard = chart.keyboard
        keyboard.importance_set.connect(self.importance_set)
        keyboard.secret_toggled.connect(self.secret_toggled)
        keyboard.wording_requested.connect(self.wording_requested)
        chart.canvas.context_menu_requested.connect(self.context_menu_requested)
        self.setFocusProxy(chart.canvas)
        chart.resize(self.width())
        if self._document is not None:
            chart.set_document(self._document)
        if self._derivation is not None:
            chart.set_derivation(self._derivation, what_if=False)
        chart.set_context(self._context)
        chart.set_tiers(self._tiers, self._judged)
        chart.set_ahead(self._ahead)
        chart.set_kept(*self._kept)
        chart.add_replayed(self._replayed)
        self._replayed = []
        chart.set_matches(self._matches)
        for part in (chart.canvas, chart.minimap):
            part.show()

    @override
    def restyle(self) -> None:
        if self._chart is not None:
            self._chart.state.refresh()

    def set_extra_lanes(self, titles: Sequence[str]) -> None:
        """Make room for lanes below the memories, such as scenes; without titles for none."""
        self._extra = tuple(titles)
        self._show_lanes()

    def set_recaps(self, recaps: RecapMarks | None) -> None:
        """Show scenes and versions of the running recap; None where a chat has neither."""
        self._recaps = recaps or RecapMarks()
        titles = () if recaps is None else (SCENES, RECAPS)
        if titles != self._extra:
            self.set_extra_lanes(titles)
        if self._chart is not None:
            self._chart.set_recaps(self._recaps)

    def _ask_tiers(self, judged: MessageDerivation | None) -> None:
        """Work out the lanes off the UI thread: they are asked of every message of the chat."""
        self.worker.cancel()
        self._judged = judged
        if judged is None:
            self.set_tiers(())
        else:
            self.worker.ask(lambda _: judged.lanes)

    def set_tiers(self, tiers: Sequence[MessageLane]) -> None:
        """Show where messages and their own memories are; no lane without rows."""
        self._tiers = tuple(tiers)
        if self._chart is not None:
            self._chart.set_tiers(self._tiers, self._judged)
        self._show_lanes()

    def show_strip(self, *, displayed: bool) -> None:
        """Show under all lanes what the block was over the whole chat, or give the room back."""
        self._has_strip = displayed
        self._show_lanes()

    def show_kept(self, *, displayed: bool) -> None:
        """Make room for what a prompt cache could keep, in place of scenes and recaps."""
        if displayed != self._has_kept:
            self._has_kept = displayed
            self._show_lanes()

    def set_kept(
        self, rows: Sequence[TurnStability], elsewhere: Sequence[TurnStability] = ()
    ) -> None:
        """Show how much of each turn's request stayed the same, and a what-if of it."""
        self._kept = rows, elsewhere
        if self._chart is not None:
            self._chart.set_kept(rows, elsewhere)

    def add_replayed(self, points: Iterable[ReplayPoint]) -> None:
        """Show what the block was at more moments; another chat starts without any."""
        if self._chart is None:
            self._replayed.extend(points)
        else:
            self._chart.add_replayed(points)

    def set_matches(self, matches: Matches | None) -> None:
        """Let what a filter finds stand out; None without a filter."""
        self._matches = matches
        if self._chart is not None:
            self._chart.set_matches(matches)

    def set_context(self, found: ContextMap | None) -> None:
        """Show which messages a request holds, in place of the strip; None to show that again."""
        had, self._context = self._context, found
        if had is found:
            return
        if self._chart is not None:
            self._chart.set_context(found)
        if (had is None) != (found is None):
            self._show_lanes()

    def _show_lanes(self) -> None:
        strip = (STRIP,) if self._has_strip else ()
        last = strip if self._context is None else (CONTEXT,)
        extra = (*self._extra, *((TIERS,) if self._tiers else ()))
        if self._has_kept:
            extra = (KEPT,)
        self._lanes = lanes_with((*extra, *last), len(self._tiers))
        self._gutter.set_lanes(self._lanes, self._tiers)
        if self._chart is not None:
            self._chart.set_lanes(self._lanes)
        self.update()

    def set_document(self, document: Document | None, *, is_same: bool = False) -> None:
        """Show another chat, all of it; without one the lanes are empty.

        Args:
            document: the chat.
            is_same: whether it is another reading of the one before, with the same memories.
        """
        self._document = document
        self._derivation = None
        self._ahead = ()
        self._replayed = []
        self._ask_tiers(None)
        if self._chart is not None and is_same:
            self._chart.set_reading(document)
        elif self._chart is not None:
            self._chart.set_document(document)

    def set_memories(self, document: Document, indexes: Iterable[int]) -> None:
        """Show the same chat after an edit of these memories."""
        self._document = document
        if self._chart is not None:
            self._chart.set_memories(document, indexes)

    def set_derivation(self, derivation: Derivation, *, what_if: bool = False) -> None:
        """Show verdicts, boundaries and figures.

        Args:
            derivation: of the document that is shown.
            what_if: it would hold; what differs from what holds is marked.
        """
        if not what_if:
            self._derivation = derivation
        if self._chart is not None:
            self._chart.set_derivation(derivation, what_if=what_if)

    def show_what_if(self, derivation: Derivation, block: Derivation | None = None) -> None:
        """Show what something that is tried out would do.

        Args:
            derivation: by whose rules memories are judged.
            block: what the ruleset that is asked says, where that is another.
        """
        if self._chart is not None:
            self._chart.set_derivation(derivation, what_if=True, block=block)

    def clear_what_if(self) -> None:
        """Show what holds."""
        if self._chart is not None:
            self._chart.clear_what_if()

    def _say_cancelled(self, handle: str) -> None:
        if handle == "end":
            self.playhead_cancelled.emit()
        else:
            self.boundary_cancelled.emit()

    @override
    def sizeHint(self) -> QSize:
        return QSize(GUTTER + 900, self.maximumHeight())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._chart is not None:
            self._chart.resize(self.width())

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._gutter.update()
            if self._chart is not None:
                self._chart.refresh_fonts()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the empty lanes that the chart covers once it is there."""
        theme = current_theme()
        del event
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.surface)
        if self._chart is None:
            left = gutter_width() + LEFT_PAD
            width = self.width() - left - RIGHT_MARGIN
            rows = [self._lanes.row_top(row) for row in range(1, ROWS)]
            for y in (*(lane.top for lane in self._lanes.all[2:]), *rows):
                painter.fillRect(QRectF(left, y, width, 1), theme.line)
        painter.end()


def _of_memories(answer: Answer) -> Derivation:
    derivation = answer.of_memories
    if derivation is answer.derivation:
        return derivation
    # Its boundaries are not the asked ruleset's to be dragged.
    return replace(derivation, boundaries=None)
