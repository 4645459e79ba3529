"""What all tables of whole rows look like."""

from PySide6.QtWidgets import QAbstractItemView, QTableView


def set_up_plain_rows(table: QTableView) -> None:
    """Whole rows are selected, several at a time; no grid, and no key of Qt's opens an editor."""
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
    table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)
    table.setCornerButtonEnabled(False)
    table.setFrameShape(QTableView.Shape.NoFrame)
    table.setMouseTracking(True)
