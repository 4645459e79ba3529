"""The answer of a model, laid beside what is: old, new and tokens saved, a tick each."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from inspector.analysis.rewriting.answer import AnswerRow, AnswerState, PastedAnswer, read_answer
from inspector.analysis.rewriting.checking import Rewording, rewording
from inspector.core.document import Document
from inspector.core.tokens import Tokenizer
from inspector.gui.kit.labels import plain_label
from inspector.gui.kit.text import plural, signed
from inspector.gui.kit.theme import scaled
from inspector.llm.rewriting import Proposal

_COLUMNS = ("#", "As it is", "As it came back", "Tokens", "What to know")
_NUMBER, _OLD, _NEW, _TOKENS, _NOTES = range(5)


class PastedTable(QWidget):
    """Shows an answer, each row to be taken or left.

    Signals:
        taken: new wordings by memory (a dict).
        closed: nothing of it is taken.
    """

    taken = Signal(object)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[tuple[int, Rewording | None]] = []
        self.notes = plain_label()
        self.table = QTableWidget(0, len(_COLUMNS), self)
        self.table.setHorizontalHeaderLabels(list(_COLUMNS))
        self.table.setAccessibleName("The answer beside what is")
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setTabKeyNavigation(False)
        self.table.setWordWrap(True)
        self.table.setShowGrid(False)
        self.table.verticalHeader().hide()
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        for column in (_OLD, _NEW, _NOTES):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        self.take_button = QPushButton("Take the ticked ones", self)
        self.close_button = QPushButton("Take none", self)
        self.sum = plain_label()
        self.take_button.clicked.connect(self._take)
        self.close_button.clicked.connect(self.closed)
        self.table.itemChanged.connect(self._count)
        buttons = QHBoxLayout()
        buttons.addWidget(self.take_button)
        buttons.addWidget(self.close_button)
        buttons.addWidget(self.sum, 1)
        column = QVBoxLayout(self)
        column.setSpacing(scaled(6))
        column.addWidget(self.notes)
        column.addWidget(self.table, 1)
        column.addLayout(buttons)

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
        missing = f"{plural(left, 'summary')} {'did not come' if is_done else 'still to come'}."
        notes = [missing] if left > 0 else []
        notes += [f"{plural(again, 'summary')} came right at the second attempt."] if again else []
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
        ticks = self._ticks()
        self._rows = list(zip(memories, found, strict=True))
        self.notes.setText(" ".join(answer.notes))
        self.notes.setVisible(bool(answer.notes))
        self.table.blockSignals(True)  # noqa: FBT003 - Qt's own signature
        self.table.setRowCount(len(self._rows))
        for place, (row, (memory, new)) in enumerate(zip(answer.rows, self._rows, strict=True)):
            faults = () if new is None else new.problems
            is_sure = row.state is AnswerState.FOUND and not faults
            tick = QTableWidgetItem(str(memory))
            tick.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            if new is not None and row.state is not AnswerState.SAME:
                tick.setFlags(tick.flags() | Qt.ItemFlag.ItemIsUserCheckable)
                state = Qt.CheckState.Checked if is_sure else Qt.CheckState.Unchecked
                tick.setCheckState(ticks.get((memory, new.after), state))
            problems = [one.text for one in faults]
            words = [] if row.state is AnswerState.FOUND else [f"number {row.number} {row.state}"]
            texts = (
                "" if new is None else new.before,
                "" if new is None else new.after,
                "" if new is None else signed(-new.saved),
                "; ".join([*words, *problems]),
            )
            self.table.setItem(place, _NUMBER, tick)
            for at, text in enumerate(texts, start=_OLD):
                self.table.setItem(place, at, QTableWidgetItem(text))
        self.table.blockSignals(False)  # noqa: FBT003 - Qt's own signature
        self.table.resizeRowsToContents()
        self._count()

    def _ticks(self) -> dict[tuple[int, str], Qt.CheckState]:
        """What is ticked and what is not, by memory and new wording."""
        items = [self.table.item(place, _NUMBER) for place in range(self.table.rowCount())]
        return {
            (memory, new.after): item.checkState()
            for (memory, new), item in zip(self._rows, items, strict=True)
            if new is not None
            and item is not None
            and item.flags() & Qt.ItemFlag.ItemIsUserCheckable
        }

    def _ticked(self) -> list[Rewording]:
        found: list[Rewording] = []
        for place, (_, new) in enumerate(self._rows):
            item = self.table.item(place, _NUMBER)
            is_ticked = item is not None and item.checkState() is Qt.CheckState.Checked
            if new is not None and is_ticked:
                found.append(new)
        return found

    def _count(self) -> None:
        ticked = self._ticked()
        saved = sum(one.saved for one in ticked)
        self.sum.setText(f"{plural(len(ticked), 'summary')}, {signed(-saved)} tokens")
        self.take_button.setEnabled(bool(ticked))

    def _take(self) -> None:
        self.taken.emit({one.memory: one.after for one in self._ticked()})
