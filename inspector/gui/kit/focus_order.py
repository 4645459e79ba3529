"""The order in which Tab goes through a view: as one reads it, whatever was made first."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QAbstractSpinBox,
    QComboBox,
    QGridLayout,
    QLayout,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QWidget,
)

_WHOLE = (QComboBox, QAbstractSpinBox)
"""What keeps its own parts; so does a view, but for what lies over its rows."""


def order_focus(panel: QWidget, name: str, after: QWidget | None = None) -> None:
    """Let Tab follow the layouts of a panel, and name what only scrolls.

    Args:
        panel: whose parts are ordered.
        name: what a screen reader calls an area that scrolls and has no name of its own.
        after: what Tab would leave to come to the panel; None where it stands already.
    """
    for area in panel.findChildren(QScrollArea):
        if not area.accessibleName():
            area.setAccessibleName(name)
    reached = [one for one in _in_order(panel) if one.focusPolicy() & Qt.FocusPolicy.TabFocus]
    for first, second in pairwise([after, *reached] if after else reached):
        QWidget.setTabOrder(first, second)


def _in_order(widget: QWidget) -> Iterator[QWidget]:
    yield widget
    if isinstance(widget, _WHOLE):
        return
    if isinstance(widget, QAbstractScrollArea) and not isinstance(widget, QScrollArea):
        for part in _children_of(widget.viewport()):  # what lies over its rows
            yield from _in_order(part)
        return
    parts = list(dict.fromkeys(_parts_of(widget)))
    rest = [one for one in _children_of(widget) if one not in parts and not one.isWindow()]
    for part in (*parts, *rest):
        yield from _in_order(part)


def _children_of(widget: QWidget) -> Sequence[QWidget]:
    return widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)


def _parts_of(widget: QWidget) -> Iterator[QWidget]:
    layout = widget.layout()
    if isinstance(widget, QSplitter | QStackedWidget):
        yield from (cast("QWidget", widget.widget(number)) for number in range(widget.count()))
    elif isinstance(widget, QScrollArea):
        inner = cast("object", widget.widget())
        yield from (inner,) if isinstance(inner, QWidget) else ()
    elif isinstance(layout, QLayout):
        yield from _laid_out(layout, _children_of(widget))


def _laid_out(layout: QLayout, children: Sequence[QWidget]) -> Iterator[QWidget]:
    """What stands in a layout and in those within it, of the children of its widget."""
    # No item is asked for: PySide would keep it, which ends in a crash (see `layouts.py`).
    inner = layout.findChildren(QLayout, options=Qt.FindChildOption.FindDirectChildrenOnly)
    placed = {layout.indexOf(one): one for one in (*children, *inner)}
    placed.pop(-1, None)
    is_grid = isinstance(layout, QGridLayout)
    for number in sorted(placed, key=partial(_place_in, layout) if is_grid else None):
        one = placed[number]
        if isinstance(one, QLayout):
            yield from _laid_out(one, children)
        else:
            yield one


def _place_in(layout: QGridLayout, number: int) -> tuple[int, int]:
    # The stubs do not know that it answers four numbers.
    row, column, *_ = cast("tuple[int, int, int, int]", layout.getItemPosition(number))
    return row, column
