"""What a difference comes to: where the tokens go, in words, and most by memory."""

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget
from typing_extensions import override

from inspector.gui.kit.labels import Label, Tone, plain_label
from inspector.gui.kit.layouts import hbox, vbox
from inspector.gui.kit.sizes import HEADER, ROW
from inspector.gui.kit.text import signed, tooltip
from inspector.gui.kit.theme import Theme, current_theme, scaled
from inspector.gui.panels.compare.causes import CausesView
from inspector.gui.panels.compare.found import Displayed
from inspector.gui.tables.column import Column, quiet
from inspector.gui.tables.model import TableModel
from inspector.gui.tables.view import Table
from inspector.language import _

_MOST_SHARES = 12
_LOW_PX = 520
_METHOD = _(
    "Each step is the text with one more cause changed, counted whole: so the steps add up to the "
    "token. Single memories are counted by their lines."
)


@dataclass(frozen=True, slots=True)
class ShareRow:
    """What one memory costs more or less.

    Attributes:
        memory: its index in the chat that is open; None where that does not hold it.
        label: its number.
        summary: what it says.
        tokens: the difference.
    """

    memory: int | None
    label: str
    summary: str
    tokens: int


def _colour(row: ShareRow, theme: Theme) -> QColor:
    return theme.verdict_in if row.tokens < 0 else theme.warning


_column = Column[ShareRow]
_COLUMNS = (
    _column(
        "#", _("The number of the memory."), lambda row: row.label, "0000", is_number=True,
        colour=quiet,
    ),
    _column(
        _("Most by memory"), _("The memories whose lines cost most more or less."),
        lambda row: row.summary, least=100, tooltip=lambda row: tooltip(row.summary),
    ),
    _column(
        _("Tokens"), _("What its lines cost on side B less side A."),
        lambda row: signed(row.tokens), "−00,000", is_number=True, is_bold=True, colour=_colour,
    ),
)  # fmt: skip


class _Page(QWidget):
    """The column's ground."""

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), current_theme().surface)
        painter.end()


class Result(QScrollArea):
    """The column beside the lines.

    Signals:
        cause_chosen: a person asked for the lines of a cause.
        memory_chosen: a memory was chosen that this chat holds (its index).
    """

    cause_chosen = Signal(object)
    memory_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.causes = CausesView(self)
        self.words = plain_label()
        self.total = Label(self, bold=True, tabular=True)
        self._title = plain_label(_("Where the tokens go"), bold=True)
        self._method = plain_label(_METHOD, 11, Tone.QUIET)
        self.model = TableModel[ShareRow](_COLUMNS, self)
        self.shares = Table(self.model, _("Most by memory"), "compare_shares", self)
        self._lay_out()
        self.say_nothing()

    def show_result(self, displayed: Displayed, labels: tuple[str, str]) -> None:
        """Show what was found.

        Args:
            displayed: what was found.
            labels: what the sides are called.
        """
        found = displayed.found
        before, after = found.tokens
        share = f", {signed(round(100 * (after - before) / before))} %" if before else ""
        self.total.setText(_("{n} tokens{share}").format(n=signed(after - before), share=share))
        self.causes.show_comparison(found, labels)
        self.words.setText(displayed.words)
        side = displayed.own_side
        self.model.show_rows(
            [
                ShareRow(
                    one.memory[side],
                    "" if one.number is None else str(one.number),
                    one.summary,
                    one.tokens,
                )
                for one in displayed.shares[:_MOST_SHARES]
            ]
        )
        height = scaled(HEADER) + scaled(ROW) * len(self.model.rows) + 2
        self.shares.setFixedHeight(height)
        self.shares.setVisible(bool(self.model.rows))
        self._title.show()
        self._method.setVisible(not found.is_same)

    def say_nothing(self) -> None:
        """Show nothing, where there is no difference to show."""
        self.total.setText("")
        self.words.setText("")
        self.causes.show_comparison(None)
        for part in (self._title, self._method, self.shares):
            part.hide()

    def fit(self, height: int) -> None:
        """Leave out what is small where there is little height."""
        self.causes.show_low(is_low=height < scaled(_LOW_PX))

    def _lay_out(self) -> None:
        page = _Page(self)
        top = hbox(None, (self._title, 1), self.total, margins=(12, 6, 12, 6), spacing=8)
        words = vbox(None, self.words, margins=(12, 8, 12, 4))
        method = vbox(None, self._method, margins=(12, 8, 12, 8))
        vbox(page, top, self.causes, words, self.shares, 1, method, margins=0, spacing=0)
        self.setWidget(page)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.shares.setSelectionMode(Table.SelectionMode.SingleSelection)
        self.shares.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.shares.setMinimumHeight(0)
        self.shares.selectionModel().currentRowChanged.connect(self._take_row)
        self.causes.cause_chosen.connect(self.cause_chosen)

    def _take_row(self) -> None:
        row = self.model.row_at(self.shares.currentIndex().row())
        if row is not None and row.memory is not None and not self.shares.is_leading:
            self.memory_chosen.emit(row.memory)
