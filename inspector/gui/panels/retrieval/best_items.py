"""The items with the best scores, as rows."""

import heapq
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from inspector.core.items import Item, ItemKind
from inspector.core.request import ItemRow, RequestDerivation
from inspector.gui.kit.labels import Label, OneLine, Tone
from inspector.gui.kit.theme import fixed_font, scaled
from inspector.language import numeral

SHOWN = 5


def best_rows(derivation: RequestDerivation) -> list[ItemRow]:
    """The best items by score, without those that are in, or out, whatever their score."""
    once: dict[str, ItemRow] = {}
    for row in derivation.rag:
        if row.score > 0 and row.item.enabled and not row.item.is_constant:
            once.setdefault(row.item.key, row)
    return heapq.nlargest(SHOWN, once.values(), key=lambda row: row.score)


def title_of(item: Item) -> str:
    """What a person knows an item by: a title, else how it begins."""
    begins = " ".join(item.text.split())
    if item.kind is ItemKind.LOREBOOK:
        return item.title or begins
    return begins or item.title


class BestItems(QWidget):
    """Score, id and title of the best items."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cells: list[tuple[QLabel, QLabel, OneLine]] = []
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(scaled(10))
        grid.setVerticalSpacing(scaled(2))
        grid.setColumnStretch(2, 1)
        for index in range(SHOWN):
            score, title = Label(self, tabular=True), OneLine(self)
            name = Label(self, Tone.QUIET)
            score.setAlignment(Qt.AlignmentFlag.AlignRight)
            name.setFont(fixed_font())
            for column, cell in enumerate((score, name, title)):
                grid.addWidget(cell, index, column)
            self.cells.append((score, name, title))
        self.show_rows(())

    @property
    def rows(self) -> list[tuple[str, str, str]]:
        """What is shown."""
        displayed = (cells for cells in self.cells if cells[0].text())
        return [(score.text(), name.text(), title.text()) for score, name, title in displayed]

    def show_rows(self, rows: Sequence[ItemRow]) -> None:
        """Show the best rows, best first."""
        for index, (score, name, title) in enumerate(self.cells):
            row = rows[index] if index < len(rows) else None
            score.setText("" if row is None else numeral(row.score, ".3f"))
            name.setText("" if row is None else row.item.key)
            title.setText("" if row is None else title_of(row.item))
            title.setToolTip(title.text())
            for cell in (score, name, title):
                cell.setVisible(row is not None)
        self.setVisible(bool(rows))
