"""The panel of who knows what: filter, legend and matrix."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QStackedLayout,
    QWidget,
)
from typing_extensions import override

from inspector.analysis.knowledge import Knowledge, knowledge
from inspector.core.document import Document
from inspector.core.knowledge import Way
from inspector.gui.kit.labels import Label, Tone, plain_label
from inspector.gui.kit.layouts import hbox, vbox
from inspector.gui.kit.memory_words import NO_MEMORIES
from inspector.gui.kit.panel import NO_ANSWER, Panel, Worker
from inspector.gui.kit.text import counted
from inspector.gui.kit.theme import Themed, current_theme, font, scaled
from inspector.gui.kit.visibility import WhenSeen
from inspector.gui.panels.knowledge.model import KnowledgeModel
from inspector.gui.panels.knowledge.table import KnowledgeTable
from inspector.gui.panels.knowledge.ways import MEANINGS, WORDS, paint_way
from inspector.gui.state.selection import Selection
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.gui.state.workers import LatestWorker
from inspector.gui.tables.selected import SelectedPlaces
from inspector.language import _
from inspector.systems import ruleset_named

_GAP_PX, _SIGN_PX = 14, 12


class Legend(QWidget):
    """One line of signs and words; those that do not fit are left to the tooltip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        wording = [f"{WORDS[way]}: {MEANINGS[way]}" for way in Way]
        self.setAccessibleName(_("Legend"))
        self.setAccessibleDescription("; ".join(wording))
        self.setToolTip("\n".join(wording))

    def _widths(self) -> list[float]:
        metrics = QFontMetricsF(font(11))
        sign = scaled(_SIGN_PX) + scaled(4)
        return [sign + metrics.horizontalAdvance(WORDS[way]) + scaled(_GAP_PX) for way in Way]

    @override
    def sizeHint(self) -> QSize:
        return QSize(round(sum(self._widths())), scaled(24))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(0, scaled(24))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(font(11))
        x, middle = 0.0, self.height() / 2
        for way, width in zip(Way, self._widths(), strict=True):
            if x + width - scaled(_GAP_PX) > self.width():
                break
            size = scaled(_SIGN_PX)
            paint_way(painter, QPointF(x + size / 2, middle), size, way)
            painter.setPen(current_theme().text_2)
            room = QRectF(x + size + scaled(4), 0, width, self.height())
            sides = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(room, int(sides), WORDS[way])
            x += width
        painter.end()


NOBODY = _("Neither the chat nor its memories name a character.")
NO_MATCH = _("{} knows every memory that is shown.")
NONE_SHOWN = _("The filter in Memories shows none.")
WORKING = _("Working…")


class KnowledgePanel(Themed, Panel):
    """Who knows which memory, and how; follows the selection and changes nothing.

    Signals:
        viewpoint_requested: a character is to be the one about to answer (name).
    """

    name = "knowledge"
    title = _("Who knows")
    shows_kept = True
    has_surface = True

    viewpoint_requested = Signal(str)

    def __init__(self, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selection = selection
        self._document: Document | None = None
        self._ruleset = ""
        self._displayed: tuple[Document, str] | None = None
        self._refusal = ""
        self._showing = False
        self._seen = WhenSeen(self, self._start)
        self.worker = LatestWorker(self)
        self.model = KnowledgeModel(self)
        self.table = KnowledgeTable(self.model, self)
        self.filter = QComboBox(self)
        self.count = Label(self, Tone.QUIET, 11)
        self.legend = Legend(self)
        self.words = plain_label(tone=Tone.QUIET)
        self._lay_out()
        self._wire()
        self.restyle()
        self._fill_filter()
        self._say()

    @override
    def show_view(self, view: View, changes: ViewChanges) -> None:
        if Part.CHAT in changes:
            self.set_document(view.document)
        elif Part.DOCUMENT in changes:
            self.refresh(view.document)
        if Part.QUESTION in changes:
            self.set_ruleset(view.question.ruleset)
            self.set_point_of_view(view.point_of_view)

    @property
    @override
    def workers(self) -> tuple[Worker, ...]:
        return (self.worker,)

    @override
    def restyle(self) -> None:
        self._repaint()

    def set_document(self, document: Document | None) -> None:
        """Show another chat, None for none."""
        self.worker.cancel()
        self._displayed = None
        self._refusal = ""
        self._document = document
        self.model.set_order(None)
        self.model.show_knowledge(document or Document(), Knowledge((), (), {}))
        self._fill_filter()
        self._start()

    def refresh(self, document: Document) -> None:
        """Show the same chat after an edit."""
        self._document = document
        if self._displayed is not None and self._displayed[0] is not document:
            self._displayed = None
        self._start()

    def set_ruleset(self, name: str) -> None:
        """Let this ruleset decide what counts as knowing."""
        self._ruleset = name
        self._start()

    def set_point_of_view(self, name: str) -> None:
        """Let one character's column stand out; empty for nobody's."""
        self.table.context.point_of_view = name
        self._repaint()
        self.table.show_character(name)

    @property
    def _order(self) -> Sequence[int] | None:
        order = self._selection.order
        return None if order is None else list(order)

    def _take_order(self) -> None:
        """Show the memories that the table of memories lists, in its order."""
        self.model.set_order(self._order)
        self._say()
        self._follow()

    def _start(self) -> None:
        """Work out the matrix, if anybody looks and it is another one."""
        document, ruleset = self._document, self._ruleset
        is_seen = self._seen.is_now()
        if not is_seen or document is None or not ruleset:
            self._say()
            return
        if self._displayed is not None and self._displayed == (document, ruleset):
            return
        self.worker.ask(lambda _: (document, ruleset, knowledge(ruleset_named(ruleset), document)))

    def _refuse(self, why: str) -> None:
        self._displayed, self._refusal = None, why
        self._say()

    def _take(self, found: tuple[Document, str, Knowledge]) -> None:
        document, ruleset, matrix = found
        self._displayed = (document, ruleset)
        self._refusal = ""
        before = self.model.characters
        bar = self.table.verticalScrollBar().value()
        self.model.set_order(self._order)
        self.model.show_knowledge(document, matrix)
        self.table.verticalScrollBar().setValue(bar)
        if before != matrix.characters:
            self._fill_filter()
        self._say()
        self._follow()
        if before != matrix.characters:
            self.table.show_character(self.table.context.point_of_view)

    def _fill_filter(self) -> None:
        chosen = self.filter.currentData()
        blocker = QSignalBlocker(self.filter)
        self.filter.clear()
        self.filter.addItem(_("All memories"), None)
        for name in self.model.characters:
            self.filter.addItem(_("Not known to {name}").format(name=name), name)
        location = self.filter.findData(chosen) if chosen is not None else 0
        self.filter.setCurrentIndex(max(0, location))
        blocker.unblock()
        self._apply_filter()

    def _apply_filter(self) -> None:
        self.model.set_ignorant(self.filter.currentData())
        self._say()
        self._follow()

    def _say(self) -> None:
        """Count the rows, or say why there are none."""
        total, displayed = self.model.total, len(self.model.memories)
        self.count.setText(
            _("{displayed:,} of {total:,}").format(displayed=displayed, total=total)
            if displayed < total
            else counted(total, "{n} memory", "{n} memories")
        )
        self.count.setVisible(bool(total))
        name = self.filter.currentData()
        words = ""
        if self._document is None:
            words = NO_ANSWER
        elif self._refusal:
            words = self._refusal
        elif not self._document.memories:
            words = NO_MEMORIES
        elif self._displayed is not None and not self.model.characters:
            words = NOBODY
        elif total and not displayed:
            words = NO_MATCH.format(name) if name else NONE_SHOWN
        self.words.setText(words)
        self._stack.setCurrentIndex(1 if words else 0)

    def _show_slow(self, slow: bool) -> None:  # noqa: FBT001 (a slot for a signal of one flag)
        if slow and not self.model.total:
            self.words.setText(WORKING)
            self._stack.setCurrentIndex(1)

    @property
    def _column(self) -> int:
        """The column that a person stands in; else that of the point of view."""
        characters, current = self.model.characters, self.table.currentIndex()
        if current.isValid():
            return current.column()
        name = self.table.context.point_of_view
        return characters.index(name) if name in characters else 0

    def _follow(self) -> None:
        """Select the rows of the selected memories, and scroll to the current one."""
        if not self._showing:
            self._selected.select(self._selection.memories, self._selection.current)
            self.table.rows.viewport().update()

    def _take_rows(self) -> None:
        self._showing = True
        self._selection.select(self._selected.places, self._selected.current_if_selected)
        self._showing = False

    def _hover(self, memory: int | None) -> None:
        row = None if memory is None else self.model.row_of(memory)
        self.table.mark_hovered(-1 if row is None else row)

    def _tell_hovered(self, row: int) -> None:
        self._selection.hover(self.model.memories[row] if row >= 0 else None)

    def _repaint(self) -> None:
        for view in (self.table, self.table.header, self.table.rows):
            view.viewport().update()
        self.update()

    def _wire(self) -> None:
        self.filter.activated.connect(self._apply_filter)
        self.table.viewpoint_chosen.connect(self.viewpoint_requested)
        self.table.opened.connect(self.memory_activated)
        self.table.row_hovered.connect(self._tell_hovered)
        self._selected = SelectedPlaces(self.table, lambda: self.model, lambda: self._column)
        self._selected.chosen.connect(self._take_rows)
        self._selection.memories_changed.connect(self._follow)
        self._selection.hovered_changed.connect(self._hover)
        self._selection.order_changed.connect(self._take_order)
        self.worker.answered.connect(self._take)
        self.worker.failed.connect(self._refuse)
        self.worker.slow_changed.connect(self._show_slow)

    def _lay_out(self) -> None:
        self.setAccessibleName(_("Who knows"))
        self.filter.setAccessibleName(_("Which memories are shown"))
        self.filter.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.filter.setMaximumWidth(scaled(240))
        top = hbox(
            None, self.filter, (self.legend, 1), self.count, margins=(8, 4, 10, 4), spacing=12
        )
        nothing = QWidget(self)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        vbox(nothing, 2, self.words, 3)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.table)
        self._stack.addWidget(nothing)
        vbox(self, top, (self._stack, 1), margins=0, spacing=0)
        self.setFocusProxy(self.table)
