"""How widgets are laid out: in a row, in a column, as the rows of a form.

All lengths are in the visual language's pixels; see `scaled`.
"""

from collections.abc import Sequence
from typing import TypeVar

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QBoxLayout,
    QFormLayout,
    QGraphicsView,
    QGridLayout,
    QHBoxLayout,
    QLayout,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import createdByPython, invalidate
from typing_extensions import override

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
            nest(box, item, stretch)
    return box


def nest(outer: QBoxLayout, inner: QLayout, stretch: int = 0, at: int = -1) -> None:
    """Put a layout, which may be filled, into another one.

    Args:
        outer: what it is put into.
        inner: what is put there.
        stretch: the share of spare room that it takes.
        at: before which part; -1 for after all.
    """
    outer.insertLayout(at, inner, stretch)
    _forget_items(inner)


def nest_in_grid(grid: QGridLayout, inner: QLayout, row: int, column: int) -> None:
    """Put a layout, which may be filled, into a cell of a grid."""
    grid.addLayout(inner, row, column)
    _forget_items(inner)


def _forget_items(layout: QLayout) -> None:
    """Take the items of a layout from PySide, which asked for them as it was put into another one.

    It would keep them as long as the outer layout, and hears nothing when Qt deletes one with the
    widget that it places. Where another object is made at the same place in memory, PySide 6.11
    then takes the one for the other as that ends, and uses a wrapper that it has just freed.
    """
    for number in range(layout.count()):
        item = layout.itemAt(number)
        if isinstance(item, QLayout):
            _forget_items(item)
        elif item is not None and not createdByPython(item):
            invalidate(item)


class Stack(QStackedWidget):
    """Pages of which one is in front; those behind it claim no room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.currentChanged.connect(self.updateGeometry)

    @override
    def minimumSizeHint(self) -> QSize:
        page = self.currentWidget()
        return (
            page.minimumSizeHint().expandedTo(page.minimumSize())
            if page is not None
            else super().minimumSizeHint()
        )

    @override
    def hasHeightForWidth(self) -> bool:
        page = self.currentWidget()
        return page is not None and page.hasHeightForWidth()

    @override
    def heightForWidth(self, arg__1: int) -> int:
        # Qt would answer for the page that needs most, which may be one that nobody sees.
        page = self.currentWidget()
        return -1 if page is None else page.heightForWidth(arg__1)


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


def split(
    name: str,
    *parts: QWidget,
    vertical: bool = False,
    handle: int = 1,
    sizes: Sequence[int] = (),
    stretches: Sequence[int] = (),
) -> QSplitter:
    """Parts whose border a person moves; none of them can be closed that way.

    Args:
        name: by which what a person chose is remembered.
        parts: from left to right, or from the top.
        vertical: whether they stand one below the other.
        handle: how wide the border is, in pixels of the screen.
        sizes: what each takes at first.
        stretches: the share of spare room that each takes.
    """
    whole = QSplitter(Qt.Orientation.Vertical if vertical else Qt.Orientation.Horizontal)
    whole.setObjectName(name)
    whole.setHandleWidth(handle)
    for part in parts:
        whole.addWidget(part)
    whole.setChildrenCollapsible(False)
    for index, stretch in enumerate(stretches):
        whole.setStretchFactor(index, stretch)
    if sizes:
        whole.setSizes([scaled(size) for size in sizes])
    return whole


def height_at(widget: QWidget | None, width: int) -> int:
    """Pixels that a widget's content needs in height at a width in pixels; 0 for none."""
    if widget is None:
        return 0
    return (
        widget.heightForWidth(width) if widget.hasHeightForWidth() else widget.sizeHint().height()
    )


def let_scroll(area: QScrollArea, body: QWidget, *, see_through: bool = False) -> QScrollArea:
    """Have an area without a frame scroll what it holds, upwards and downwards only.

    Args:
        area: what scrolls.
        body: what is scrolled; as wide as the area.
        see_through: whether what lies behind both is seen.
    """
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(body)
    if see_through:
        area.viewport().setAutoFillBackground(False)
        body.setAutoFillBackground(False)
    return area


def scroll_to_top(widget: QWidget) -> None:
    """Have all that scrolls within a widget begin at its top.

    Plots are left as they are: they scroll nothing, and their bars would move the scene.
    """
    for area in widget.findChildren(QAbstractScrollArea):
        if not isinstance(area, QGraphicsView):
            area.verticalScrollBar().setValue(area.verticalScrollBar().minimum())
