"""The request's messages as a list; the first row is the whole request."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject

from inspector.core.request import RequestMessage
from inspector.gui.kit.text import one_line
from inspector.gui.panels.context.words import amount
from inspector.gui.tables.column import Column
from inspector.gui.tables.model import TableModel
from inspector.language import _

NUMBER, ROLE, TEXT, TOKENS = range(4)
_EXCERPT_CHARS = 200


@dataclass(frozen=True, slots=True)
class RequestRow:
    """A message of the request with its place in it; or the request as a whole.

    Attributes:
        number: the place, from 0; None for the whole.
        message: None for the whole.
        tokens: what it costs.
    """

    number: int | None
    message: RequestMessage | None
    tokens: int


def _text(row: RequestRow) -> str:
    if row.message is None:
        return _("The whole request")
    return one_line(row.message.text, _EXCERPT_CHARS)


COLUMNS = (
    Column[RequestRow](
        "#", _("Its place in the request, from 0."),
        lambda row: "" if row.number is None else str(row.number), "1000", is_number=True,
    ),
    Column[RequestRow](
        _("Role"), _("Who says it, as the model is told."),
        lambda row: "" if row.message is None else row.message.role, "assistant",
    ),
    Column[RequestRow](_("Text"), _("How it begins."), _text),
    Column[RequestRow](
        _("Tokens"), _("Its exact count, as the chosen encoding has it."),
        lambda row: amount(row.tokens), "100,000", is_number=True,
    ),
)  # fmt: skip


class RequestModel(TableModel[RequestRow]):
    """Rows of a request."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent)

    @property
    def tokens(self) -> int:
        """Of the whole request."""
        return self.rows[0].tokens if self.rows else 0

    def show_messages(self, messages: Sequence[RequestMessage], tokens: int) -> None:
        """Show another request."""
        rows = [RequestRow(number, one, one.tokens) for number, one in enumerate(messages)]
        self.show_rows([RequestRow(None, None, tokens), *rows] if rows else [])

    def message_at(self, row: int) -> RequestMessage | None:
        """The message of a row; None for the row of the whole request."""
        found = self.row_at(row)
        return None if found is None else found.message
