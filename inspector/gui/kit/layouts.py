"""How widgets are laid out: in a row, in a column, as the rows of a form.

All lengths are in the visual language's pixels; see `scaled`.
"""

from collections.abc import Sequence
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QFormLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

from inspector.gui.kit.theme import scaled

Part = QWidget | QLayout | tuple[QWidget | QLayout, int] | int
"""A widget or a layout, one with the share of spare room that it takes, or empty spare room."""

Margins = tuple[float, float, float, float] | float
"""Left, top, right and bottom, or the same at all four sides."""

_Box = TypeVar("_Box", bound=QBoxLayout)


def hbox(
    parent: QWidget | None,
    *parts: Part,
    margins: Margins | None = None,
    spacing: float | None = None,
) -> QHBoxLayout:
    """Parts side by side.

    Args:
        parent: what they lie in; None for a layout within another one.
        parts: from left to right.
        margins: around them; None for the style's.
        spacing: between them; None for the style's.
    """
    return _filled(QHBoxLayout(parent) if parent else QHBoxLayout(), parts, margins, spacing)


def vbox(
    parent: QWidget | None,
    *parts: Part,
    margins: Margins | None = None,
    spacing: float | None = None,
) -> QVBoxLayout:
    """Parts one below the other; see `hbox`."""
    return _filled(QVBoxLayout(parent) if parent else QVBoxLayout(), parts, margins, spacing)


def _filled(
    box: _Box, parts: Sequence[Part], margins: Margins | None, spacing: float | None
) -> _Box:
    if margins is not None:
        sides = margins if isinstance(margins, tuple) else (margins,) * 4
        box.setContentsMargins(*(scaled(side) for side in sides))
    if spacing is not None:
        box.setSpacing(scaled(spacing))
    for part in parts:
        if isinstance(part, int):
            box.addStretch(part)
            continue
        item, stretch = part if isinstance(part, tuple) else (part, 0)
        if isinstance(item, QWidget):
            box.addWidget(item, stretch)
        else:
            box.addLayout(item, stretch)
    return box


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
    vbox(form, *parts, margins=0, spacing=6)
