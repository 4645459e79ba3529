"""What the same chat costs in each memory system, as a table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QWidget

from inspector.analysis.costs import ChatCost, chat_costs
from inspector.core.query import Query
from inspector.gui.kit.labels import plain_label
from inspector.gui.kit.layouts import vbox
from inspector.gui.kit.text import signed
from inspector.gui.state.query import query_of
from inspector.gui.state.secondary import ruleset_beside
from inspector.gui.state.session import State
from inspector.gui.state.view import View
from inspector.gui.state.workers import CancelToken
from inspector.gui.tables.column import Column, quiet
from inspector.gui.tables.model import TableModel
from inspector.gui.tables.view import Table
from inspector.language import _, numeral
from inspector.systems import RULESETS, SYSTEMS, system_of
from inspector.tokenizer import load_tokenizer

_ENCODING = "o200k_base"
_EMPTY = _("keeps nothing in this chat")


@dataclass(frozen=True, slots=True)
class CostRow:
    """One system.

    Attributes:
        title: what people call it.
        cost: what the chat costs with it.
        note: what else there is to say; empty for nothing.
        more: tokens more than without any system; below 0 for fewer.
    """

    title: str
    cost: ChatCost
    note: str
    more: int


@dataclass(frozen=True, slots=True)
class Costs:
    """What the worker found.

    Attributes:
        rows: the chat without a system, then each system.
        encoding: in which tokens were counted.
    """

    rows: tuple[CostRow, ...]
    encoding: str

    @property
    def report(self) -> Iterator[str]:
        """The table as text, columns parted by tabs."""
        yield "\t".join(column.title for column in COLUMNS)
        for row in self.rows:
            yield "\t".join(column.text(row) for column in COLUMNS)


def costs_of(view: View, token: CancelToken) -> Costs:
    """What a chat costs in each system, as the file lies; run on a worker.

    Raises:
        InspectorError: a setting or the encoding is refused.
    """
    question, document = view.question, view.document
    systems = [one for one in SYSTEMS if not one.assembles_request]
    names = [ruleset_beside(one, question, document) for one in systems]
    queries: list[Query] = [query_of(State(document, question), name) for name in names]
    tokenizer = load_tokenizer(question.encoding or _ENCODING)
    found = list(chat_costs(queries, tokenizer, token.check))
    without = found[0].total
    rows = [_row(one, view, one.total - without) for one in found]
    return Costs(tuple(rows), tokenizer.encoding)


def _row(cost: ChatCost, view: View, more: int) -> CostRow:
    if not cost.ruleset:
        return CostRow(_("No memory system"), cost, "", 0)
    carried = system_of(cost.ruleset).name in view.document.carried
    return CostRow(_(RULESETS[cost.ruleset].title), cost, "" if carried else _EMPTY, more)


def _more(row: CostRow) -> str:
    return signed(row.more) if row.more else ""


_column = Column[CostRow]
COLUMNS: tuple[Column[CostRow], ...] = (
    _column(_("System"), _("By whose rules."), lambda row: row.title, least=150),
    _column(
        _("Block"), _("Tokens of what it puts into the prompt."),
        lambda row: numeral(row.cost.block), "000,000", is_number=True, name=_("Block tokens"),
    ),
    _column(
        _("Messages"), _("How many messages stay in the context."),
        lambda row: numeral(row.cost.messages), "000,000", is_number=True, colour=quiet,
    ),
    _column(
        _("History"), _("Tokens of these messages."),
        lambda row: numeral(row.cost.history), "00,000,000", is_number=True,
    ),
    _column(
        _("Together"), _("Tokens of the block and of the messages."),
        lambda row: numeral(row.cost.total), "00,000,000", is_number=True, is_bold=True,
    ),
    _column(
        _("Against none"), _("How many tokens more or fewer than without a memory system."),
        _more, "−00,000,000", is_number=True,
    ),
    _column("", _("What else there is to say."), lambda row: row.note, _EMPTY, need=1,
            name=_("Remark"), colour=quiet),
)  # fmt: skip


class CostsPage(QWidget):
    """Shows the table, and in words what is counted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = TableModel[CostRow](COLUMNS, self)
        self.table = Table(
            self.model, _("What the chat costs in each system"), "compare_costs", self
        )
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.words = plain_label("", 11)
        self.words.setAlignment(Qt.AlignmentFlag.AlignLeft)
        vbox(self, (self.table, 1), self.words, margins=0)

    def show_costs(self, found: Costs) -> None:
        """Show what was found."""
        self._show(found.rows)
        self.words.setText(
            _(
                "Tokens in {encoding}, of the file as it lies: no prompts, card or lorebooks, "
                "and no limit of the context. Messages that are hidden in the file count for no "
                "system."
            ).format(encoding=found.encoding)
        )

    def say(self, words: str) -> None:
        """Say why there is no table."""
        self._show(())
        self.words.setText(words)

    def _show(self, rows: Sequence[CostRow]) -> None:
        self.model.show_rows(rows)
