"""What the enrichment agent proposes: pending rows with their evidence, to take or to leave."""

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSpinBox, QWidget

from inspector.core.document import Document
from inspector.gui.kit.check_box import CheckBox
from inspector.gui.kit.labels import OneLine, plain_label
from inspector.gui.kit.layouts import nest, split, vbox
from inspector.gui.kit.text import counted
from inspector.gui.kit.text_view import TextView
from inspector.gui.kit.theme import scaled
from inspector.gui.panels.lore.log_dialog import LogDialog
from inspector.gui.panels.lore.proposed_list import ProposedList, first_updates
from inspector.gui.panels.lore.proposed_rows import COLUMNS, Row, evidence_text
from inspector.gui.tables.model import TableModel
from inspector.gui.tables.view import Table
from inspector.language import _
from inspector.llm.enrichment.accepting import Pending
from inspector.llm.enrichment.agent import Outcome
from inspector.llm.enrichment.exchanges import exchanges
from inspector.llm.enrichment.proposals import Proposal

_NOTHING = _(
    "Nothing is proposed yet. The agent reads messages, judges whether they matter, looks up what "
    "is known, and proposes events and entries; you take or leave each."
)
_NO_LORE = _("Open a lorebook or a chronicle first, to which proposals could go.")


class ProposedPage(QWidget):
    """Shows proposals and asks that the agent runs; it writes nothing itself.

    Signals:
        run_requested: the agent shall read messages (first and last index).
        copy_requested: the request about messages for the clipboard (likewise).
        paste_requested: the answer to it is on the clipboard (likewise).
        take_requested: proposals to be taken (a tuple of `Proposal`).
        following_changed: whether each new message shall be read while the chat is followed.
        counted: how many proposals are pending.
    """

    run_requested = Signal(int, int)
    copy_requested = Signal(int, int)
    paste_requested = Signal(int, int)
    take_requested = Signal(object)
    following_changed = Signal(bool)
    counted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = Document()
        self._list = ProposedList()
        self.outcomes: list[Outcome] = []
        self.last_button = QPushButton(_("Read the last exchange"), self)
        self.first, self.last = QSpinBox(self), QSpinBox(self)
        self.range_button = QPushButton(_("Read these messages"), self)
        self.copy_button = QPushButton(_("Copy the request"), self)
        self.paste_button = QPushButton(_("Paste the answer"), self)
        self.following = CheckBox(_("Each new message"), self)
        self.following.setToolTip(_("In this chat, while SillyTavern writes into it"))
        self.model = TableModel[Row](COLUMNS, self)
        self.table = Table(self.model, _("Proposals"), "lore_proposals", self)
        self.evidence = TextView(self)
        self.evidence.setAccessibleName(_("The proposal and its messages"))
        self.state = OneLine(self)
        self.take_button = QPushButton(_("Take selected"), self)
        self.take_all_button = QPushButton(_("Take all"), self)
        self.leave_button = QPushButton(_("Leave"), self)
        self.log_button = QPushButton(_("Log…"), self)
        self.log = LogDialog(self)
        self._lay_out()
        self._wire()
        self._show()

    def set_document(self, document: Document, *, is_followed: bool) -> None:
        """Another chat is open; proposals of the one before are gone."""
        self._list, self.outcomes = ProposedList(), []
        with QSignalBlocker(self.following):
            self.following.setChecked(is_followed)
        self.refresh(document)
        last = max(len(document.chat) - 1, 0)
        self.first.setValue(max(last - 9, 0))
        self.last.setValue(last)

    def refresh(self, document: Document) -> None:
        """Show an edit: what was taken, and what was taken back."""
        self._document = document
        self._list.hold(document)
        for box in (self.first, self.last):
            box.setMaximum(max(len(document.chat) - 1, 0))
        self._show()

    def add(self, outcome: Outcome | None, found: Sequence[Proposal]) -> None:
        """Show what a run came to, or what was named otherwise."""
        self.outcomes += [] if outcome is None else [outcome]
        self._list.add(found)
        self._show()

    @property
    def open_proposals(self) -> tuple[Proposal, ...]:
        """All that are not taken."""
        return tuple(row.proposal for row in self._list.rows if row.state != "taken")

    @property
    def waiting_proposals(self) -> tuple[Proposal, ...]:
        """All on which nobody has decided."""
        return tuple(row.proposal for row in self._list.rows if row.state == "pending")

    def show_effects(self, found: Sequence[Pending]) -> None:
        """Show what the next request would make of proposals."""
        self._list.look_at(found)
        wording = self.state.text()
        self._show()
        self.state.setText(wording)

    def score_of(self, proposal: Proposal) -> float | None:
        """How near a proposal's vector is to the query's; None where words decide."""
        return self._list.score_of(proposal)

    def say(self, words: str) -> None:
        """Say how a run goes."""
        self.state.setText(words)

    def _show(self) -> None:
        rows = self._list.rows
        self.model.show_rows(rows)
        if rows and not self.table.selectionModel().hasSelection():
            self.table.selectRow(0)
        has_lore = self._document.lorebook is not None or self._document.chronicle is not None
        can_read = has_lore and len(self._document.chat) > 0
        for part in self._reading:
            part.setEnabled(can_read)
        pending = sum(row.state == "pending" for row in rows)
        self.take_all_button.setEnabled(any(self._can_take(row) for row in rows))
        self.log_button.setEnabled(bool(self.outcomes))
        is_begun = bool(rows or self.outcomes)
        nothing = "" if has_lore else _NO_LORE
        self.state.setText(_found_words(pending, self.outcomes) if is_begun else nothing)
        self._show_current()
        self.counted.emit(pending)

    def _can_take(self, row: Row) -> bool:
        is_open = row.state == "pending" and not row.pending.refusal
        return is_open and not row.proposal.double and not row.is_outdated

    def _selected(self) -> list[Row]:
        places = sorted(one.row() for one in self.table.selectionModel().selectedRows())
        return [row for location in places if (row := self.model.row_at(location)) is not None]

    def _show_current(self) -> None:
        rows = self._selected()
        self.take_button.setEnabled(bool(self._takeable))
        self.leave_button.setEnabled(any(row.state == "pending" for row in rows))
        self.evidence.show_text(
            evidence_text(self._document, rows[0].proposal) if rows else _NOTHING
        )

    @property
    def _takeable(self) -> list[Row]:
        """What is selected and can be taken.

        What replaces an edit is taken by itself, where a person looks at both.
        """
        rows = [row for row in self._selected() if row.state != "taken" and not row.pending.refusal]
        if len(rows) > 1:
            rows = [row for row in rows if not row.is_outdated]
        return first_updates(rows)

    def _take_selected(self) -> None:
        self.take_requested.emit(tuple(row.proposal for row in self._takeable))

    def _take_all(self) -> None:
        rows = first_updates(row for row in self.model.rows if self._can_take(row))
        self.take_requested.emit(tuple(row.proposal for row in rows))

    def _leave(self) -> None:
        self._list.leave(row.proposal for row in self._selected())
        self._show()

    def _read_last(self) -> None:
        found = exchanges(self._document, 0, len(self._document.chat) - 1)
        if found:
            self.run_requested.emit(found[-1].first, found[-1].last)

    @property
    def _range(self) -> list[int]:
        return sorted((self.first.value(), self.last.value()))

    def _wire(self) -> None:
        self.last_button.clicked.connect(self._read_last)
        self.range_button.clicked.connect(lambda: self.run_requested.emit(*self._range))
        self.copy_button.clicked.connect(lambda: self.copy_requested.emit(*self._range))
        self.paste_button.clicked.connect(lambda: self.paste_requested.emit(*self._range))
        self.following.toggled.connect(self.following_changed)
        self.table.selectionModel().selectionChanged.connect(self._show_current)
        self.take_button.clicked.connect(self._take_selected)
        self.take_all_button.clicked.connect(self._take_all)
        self.leave_button.clicked.connect(self._leave)
        self.log_button.clicked.connect(lambda: self.log.show_runs(self.outcomes))

    def _lay_out(self) -> None:
        self.first.setAccessibleName(_("First message"))
        self.last.setAccessibleName(_("Last message"))
        top, below = QHBoxLayout(), QHBoxLayout()
        to = plain_label(_("to"))
        to.setWordWrap(False)
        requesting = (self.last_button, self.first, self.last, self.range_button)
        self._reading = (*requesting, self.following, self.copy_button, self.paste_button)
        for part in requesting:
            top.addWidget(part)
        top.insertWidget(2, to)
        top.addStretch(1)
        top.addWidget(self.following)
        for part in (self.take_button, self.take_all_button, self.leave_button):
            below.addWidget(part)
        below.addWidget(self.state, 1)
        for part in (self.copy_button, self.paste_button, self.log_button):
            below.addWidget(part)
        work = split("lore_proposed", self.table, self.evidence, sizes=(520, 280))
        column = vbox(self, margins=0, spacing=0)
        for row in (top, below):
            row.setContentsMargins(scaled(10), scaled(5), scaled(10), scaled(5))
            row.setSpacing(scaled(6))
        nest(column, top)
        column.addWidget(work, 1)
        nest(column, below)


def _found_words(pending: int, outcomes: Sequence[Outcome]) -> str:
    """How many proposals wait, and how many runs came to none."""
    quiet_runs = sum(not one.proposals for one in outcomes)
    words = counted(pending, "{n} proposal pending", "{n} proposals pending")
    return (
        _("{words}, {quiet_runs} without any").format(words=words, quiet_runs=quiet_runs)
        if quiet_runs
        else words
    )
