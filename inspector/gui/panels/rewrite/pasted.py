"""The answer of a model, laid beside what is: old, new and tokens saved, a tick each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import QFrame, QPushButton, QWidget
from typing_extensions import override

from inspector.analysis.rewriting.answer import AnswerRow, AnswerState, PastedAnswer, read_answer
from inspector.analysis.rewriting.checking import Rewording, rewording
from inspector.core.document import Document
from inspector.core.tokens import Tokenizer
from inspector.gui.kit.labels import plain_label
from inspector.gui.kit.layouts import hbox, vbox
from inspector.gui.kit.style import make_primary, set_role
from inspector.gui.kit.text import counted, one_line, signed, tooltip
from inspector.gui.kit.theme import Theme, current_theme, scaled
from inspector.gui.tables.cells import Cell
from inspector.gui.tables.column import Column, quiet
from inspector.gui.tables.model import TableModel
from inspector.gui.tables.view import Table
from inspector.language import _
from inspector.llm.rewriting import Proposal

_LINES = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap)
_ROW_PX, _LONGEST_CHARS = 42, 400


@dataclass(frozen=True, slots=True)
class PastedRow:
    """What an answer says to one memory.

    Attributes:
        memory: its index.
        answer: what was read.
        new: the new wording, looked at; None where there is none.
        is_ticked: whether it is to be taken.
    """

    memory: int
    answer: AnswerRow
    new: Rewording | None
    is_ticked: bool = False

    @property
    def is_usable(self) -> bool:
        """Whether there is anything to take."""
        return self.new is not None and self.answer.state is not AnswerState.SAME

    @property
    def is_sure(self) -> bool:
        """Whether nothing speaks against it."""
        is_found = self.answer.state is AnswerState.FOUND
        return is_found and self.new is not None and not self.new.problems

    @property
    def notes(self) -> str:
        """What a person should know of it."""
        is_found = self.answer.state is AnswerState.FOUND
        words = (
            []
            if is_found
            else [
                _("number {number} {state}").format(
                    number=self.answer.number, state=self.answer.state
                )
            ]
        )
        problems = () if self.new is None else self.new.problems
        return "; ".join([*words, *(one.text for one in problems)])


def _paint_tick(cell: Cell[PastedRow]) -> None:
    if cell.row.is_usable:
        cell.draw_box(checked=cell.row.is_ticked, usable=True)


def _spoken_tick(row: PastedRow) -> str:
    if not row.is_usable:
        return _("nothing to take")
    return _("ticked") if row.is_ticked else _("not ticked")


def _old(row: PastedRow) -> str:
    return "" if row.new is None else one_line(row.new.before, _LONGEST_CHARS)


def _new(row: PastedRow) -> str:
    return "" if row.new is None else one_line(row.new.after, _LONGEST_CHARS)


def _paint_old(cell: Cell[PastedRow]) -> None:
    _paint_lines(cell, _old(cell.row), current_theme().text_2)


def _paint_new(cell: Cell[PastedRow]) -> None:
    _paint_lines(cell, _new(cell.row), current_theme().text)


def _paint_notes(cell: Cell[PastedRow]) -> None:
    _paint_lines(cell, cell.row.notes, current_theme().warning)


def _paint_lines(cell: Cell[PastedRow], text: str, colour: QColor) -> None:
    cell.painter.setFont(cell.context.font(11))
    cell.painter.setPen(colour)
    cell.painter.drawText(cell.inner, _LINES, text)


def _saved_colour(row: PastedRow, theme: Theme) -> QColor:
    return theme.verdict_in if row.new is not None and row.new.saved > 0 else theme.text_2


_column = Column[PastedRow]
COLUMNS = (
    _column("", _("Whether it is to be taken; Space or a click."), lambda _: "", 18, name=_("Take"),
            paint=_paint_tick, spoken=_spoken_tick),
    _column("#", _("The memory."), lambda row: str(row.memory), "0000", is_number=True,
            colour=quiet),
    _column(_("As it is"), _("The summary as it is."), _old, 210, paint=_paint_old, need=5,
            tooltip=lambda row: tooltip(_old(row))),
    _column(_("As it came back"), _("The new summary."), _new, None, paint=_paint_new, least=120,
            tooltip=lambda row: tooltip(_new(row))),
    _column(_("Tokens"), _("More or fewer than before."),
            lambda row: "" if row.new is None else signed(-row.new.saved), "−000",
            is_number=True, colour=_saved_colour),
    _column(_("What to know"), _("What speaks against it."), lambda row: row.notes, 190,
            paint=_paint_notes, tooltip=lambda row: tooltip(row.notes)),
)  # fmt: skip
_TICK = 0


class _PastedView(Table[PastedRow]):
    """Rows of two lines; Space ticks what is selected.

    Signals:
        ticked: these rows shall be ticked, or no longer (a list of numbers).
    """

    ticked = Signal(object)

    @override
    def restyle(self) -> None:
        super().restyle()
        self.verticalHeader().setDefaultSectionSize(scaled(_ROW_PX))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self.ticked.emit([one.row() for one in self.selectionModel().selectedRows()])
        else:
            super().keyPressEvent(event)


class PastedTable(QFrame):
    """Shows an answer, each row to be taken or left.

    Signals:
        accepted: new wordings by memory (a dict).
        closed: nothing of it is taken.
    """

    accepted = Signal(object)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "surface")
        self.notes = plain_label()
        self.model = TableModel[PastedRow](COLUMNS, self)
        self.table = _PastedView(self.model, _("The answer beside what is"), parent=self)
        self.take_button = QPushButton(_("Take the ticked ones"), self)
        make_primary(self.take_button)
        self.close_button = QPushButton(_("Take none"), self)
        self.sum = plain_label()
        self.take_button.clicked.connect(self._take)
        self.close_button.clicked.connect(self.closed)
        self.table.clicked.connect(self._click)
        self.table.ticked.connect(self.tick)
        buttons = hbox(None, self.take_button, self.close_button, (self.sum, 1))
        vbox(self, self.notes, (self.table, 1), buttons, spacing=6)
        self.setFocusProxy(self.table)

    def show_text(
        self, text: str, document: Document, memories: Sequence[int], tokenizer: Tokenizer
    ) -> None:
        """Show an answer that was pasted.

        Args:
            text: the answer.
            document: holds the memories.
            memories: those of the request, in its order.
            tokenizer: counts old and new.
        """
        answer = read_answer(text, [document.memories[one].summary for one in memories])
        found = [
            rewording(document, memory, row.text, tokenizer) if row.text else None
            for memory, row in zip(memories, answer.rows, strict=True)
        ]
        self.show_answer(memories, answer, found)

    def show_proposals(self, proposals: Sequence[Proposal], many: int, *, is_done: bool) -> None:
        """Show what a model has proposed so far.

        Args:
            proposals: in the order in which they were asked for.
            many: how many were asked for.
            is_done: whether no more come.
        """
        rows = [
            AnswerRow(number, one.state, "" if one.rewording is None else one.rewording.after)
            for number, one in enumerate(proposals, start=1)
        ]
        left = many - len(proposals)
        again = sum(one.is_second for one in proposals)
        missing = (
            counted(left, "{n} summary did not come.", "{n} summaries did not come.")
            if is_done
            else counted(left, "{n} summary still to come.", "{n} summaries still to come.")
        )
        notes = [missing] if left > 0 else []
        notes += (
            [
                _("{summarys} came right at the second attempt.").format(
                    summarys=counted(again, "{n} summary", "{n} summaries")
                )
            ]
            if again
            else []
        )
        self.show_answer(
            [one.memory for one in proposals],
            PastedAnswer(tuple(rows), tuple(notes)),
            [one.rewording for one in proposals],
        )

    def show_answer(
        self, memories: Sequence[int], answer: PastedAnswer, found: Sequence[Rewording | None]
    ) -> None:
        """Show an answer; what is sure and without a fault is ticked.

        Where more of the same answer has come, what was ticked by hand stays so.

        Args:
            memories: those of the request, in its order.
            answer: what was read.
            found: each new wording, looked at; None where there is none.
        """
        chosen = {(one.memory, _new(one)): one.is_ticked for one in self.model.rows}
        self.say(" ".join(answer.notes))
        rows = [PastedRow(*parts) for parts in zip(memories, answer.rows, found, strict=True)]
        self._show(
            [
                replace(one, is_ticked=chosen.get((one.memory, _new(one)), one.is_sure))
                for one in rows
            ]
        )
        if rows and not self.table.currentIndex().isValid():
            self.table.selectRow(0)

    def follow(self, places: Mapping[int, int]) -> None:
        """Follow the memories to where they stand now; what is of one that went, goes with it.

        Args:
            places: where memories stand now, by their former places.
        """
        self._show(
            [
                replace(
                    one,
                    memory=places[one.memory],
                    new=None if one.new is None else replace(one.new, memory=places[one.memory]),
                )
                for one in self.model.rows
                if one.memory in places
            ]
        )

    def say(self, words: str) -> None:
        """Say something of the answer as a whole; empty for nothing."""
        self.notes.setText(words)
        self.notes.setVisible(bool(words))

    def tick(self, numbers: Sequence[int]) -> None:
        """Tick rows that can be taken, or untick them where all of them are ticked."""
        usable = {one for one in numbers if self.model.rows[one].is_usable}
        is_on = not all(self.model.rows[one].is_ticked for one in usable)
        self._show(
            [
                replace(one, is_ticked=is_on) if number in usable else one
                for number, one in enumerate(self.model.rows)
            ]
        )

    def _click(self, index: QModelIndex) -> None:
        if index.column() == _TICK:
            self.tick([index.row()])

    def _show(self, rows: Sequence[PastedRow]) -> None:
        self.model.show_rows(rows)
        ticked = self._ticked()
        saved = sum(one.saved for one in ticked)
        self.sum.setText(
            _("{summarys}, {saved} tokens").format(
                summarys=counted(len(ticked), "{n} summary", "{n} summaries"), saved=signed(-saved)
            )
        )
        self.take_button.setEnabled(bool(ticked))

    def _ticked(self) -> list[Rewording]:
        return [one.new for one in self.model.rows if one.is_ticked and one.new is not None]

    def _take(self) -> None:
        self.accepted.emit({one.memory: one.after for one in self._ticked()})
