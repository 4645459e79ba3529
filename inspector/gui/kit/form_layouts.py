"""How the forms of the panel are laid out."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFormLayout, QVBoxLayout, QWidget

from inspector.gui.kit.theme import scaled


def labelled_rows(form: QWidget) -> QFormLayout:
    """Rows of a label and a field; in a narrow dock the field stands below its label."""
    rows = QFormLayout(form)
    rows.setContentsMargins(0, 0, 0, 0)
    rows.setHorizontalSpacing(scaled(10))
    rows.setVerticalSpacing(scaled(6))
    rows.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
    rows.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
    rows.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    return rows


def stacked(form: QWidget, *parts: QWidget) -> None:
    """Parts one below the other; words that wrap stand here, since rows cut them off."""
    column = QVBoxLayout(form)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(scaled(6))
    for part in parts:
        column.addWidget(part)
