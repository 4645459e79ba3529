"""The palette's rows: heads and places, and how they are painted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from inspector.gui.kit.theme import current_theme, font, scaled
from inspector.gui.window.palette.found import Group, Location
from inspector.language import _, numeral

_NOTHING = QModelIndex()
_HEAD_PX, _ROW_PX = 22, 29
_AT_FIRST = {Group.ACTIONS: 8}
_FEW = 4
"""Rows of a group while all groups are shown."""
_MARK_PX = 44
_MARGIN_PX = 12
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


@dataclass(frozen=True, slots=True)
class Head:
    """What stands over the rows of a group.

    Attributes:
        title: of the group.
        count: how many there are.
        more: how many of them are not shown.
    """

    title: str
    count: int
    more: int


class PaletteModel(QAbstractListModel):
    """What was found, group by group."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[Head | Location] = []

    def show_places(self, found: Mapping[Group, Sequence[Location]], only: Group | None) -> None:
        """Show what was found, of every group a few, or all of one group."""
        self.beginResetModel()
        self.rows = []
        for group, held in found.items():
            if held and only in (None, group):
                most = len(held) if only else _AT_FIRST.get(group, _FEW)
                most = len(held) if sum(map(bool, found.values())) == 1 else most
                self.rows.append(Head(group.value, len(held), max(0, len(held) - most)))
                self.rows += held[:most]
        self.endResetModel()

    def row_like(self, location: Location | None) -> int | None:
        """The row of a place that was found before, else of the first one."""
        same = (
            row
            for row, one in enumerate(self.rows)
            if location is not None
            and isinstance(one, Location)
            and (one.group, one.mark, one.text) == (location.group, location.mark, location.text)
        )
        found = next(same, None)
        return self.step(-1, 1) if found is None else found

    def step(self, start: int, by: int) -> int | None:
        """The row of the next place, or of the one before; None if there is no place at all."""
        count = len(self.rows)
        near = ((start + by * (far + 1)) % count for far in range(count))
        return next((row for row in near if isinstance(self.rows[row], Location)), None)

    @override
    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NOTHING) -> int:
        return 0 if parent.isValid() else len(self.rows)

    @override
    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        if isinstance(self.rows[index.row()], Head):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    @override
    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        row = self.rows[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            if isinstance(row, Head):
                return f"{row.title} {row.count}"
            return " · ".join(filter(None, (row.mark, row.text, row.why_not, row.note, row.keys)))
        if role == Qt.ItemDataRole.SizeHintRole:
            return QSize(0, scaled(_HEAD_PX if isinstance(row, Head) else _ROW_PX))
        return None


class PaletteDelegate(QStyledItemDelegate):
    """Paints heads and places."""

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        model = index.model()
        if not isinstance(model, PaletteModel):
            return
        row, theme, rect = model.rows[index.row()], current_theme(), option.rect
        painter.save()
        inner = rect.adjusted(scaled(_MARGIN_PX), 0, -scaled(_MARGIN_PX), 0)
        if isinstance(row, Head):
            painter.fillRect(rect, theme.window)
            _write(painter, inner, row.title, font(11, bold=True), theme.text_2)
            beside = QFontMetrics(font(11, bold=True)).horizontalAdvance(f"{row.title} ")
            count = numeral(row.count)
            _write(painter, inner.adjusted(beside, 0, 0, 0), count, font(11), theme.text_3)
            if row.more:
                _write(
                    painter,
                    inner,
                    _("{more:,} more").format(more=row.more),
                    font(11),
                    theme.accent,
                    _RIGHT,
                )
        else:
            is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
            if is_chosen:
                painter.fillRect(rect, theme.selection)
                painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), theme.accent)
            painter.setPen(theme.line)
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())
            _paint_place(painter, inner, row, quiet=theme.text_2 if is_chosen else theme.text_3)
        painter.restore()


class PaletteList(QListView):
    """The rows; the line above has the keys."""

    def __init__(self, model: PaletteModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model
        self.setAccessibleName(_("What was found"))
        self.setModel(model)
        self.setItemDelegate(PaletteDelegate(self))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    @property
    def location(self) -> Location | None:
        """What a person stands on."""
        row, rows = self.currentIndex().row(), self._model.rows
        found = rows[row] if 0 <= row < len(rows) else None
        return found if isinstance(found, Location) else None

    def step(self, by: int) -> None:
        """Go on to another place (+1 or -1), after the last to the first."""
        self.stand_on(self._model.step(self.currentIndex().row(), by))

    def stand_on(self, row: int | None) -> None:
        """Stand on a row; None for nowhere else."""
        if row is not None:
            index = self._model.index(row)
            self.setCurrentIndex(index)
            # The head of its group is seen with the first of its rows.
            self.scrollTo(self._model.index(max(0, row - 1)))
            self.scrollTo(index)


def _paint_place(painter: QPainter, rect: QRect, location: Location, quiet: QColor) -> None:
    theme = current_theme()
    if location.mark:
        mark = QRect(rect.left(), rect.top(), scaled(_MARK_PX - 10), rect.height())
        _write(painter, mark, location.mark, font(11, tabular=True), quiet, _RIGHT)
    left = scaled(_MARK_PX) if location.group is not Group.ACTIONS else 0
    rect = rect.adjusted(left, 0, 0, 0)
    if location.keys:
        rect.setRight(_paint_keys(painter, rect, location.keys) - scaled(8))
    room = rect.width() // 2
    displayed = QFontMetrics(font(11)).elidedText(location.note, Qt.TextElideMode.ElideRight, room)
    _write(painter, rect, displayed, font(11), quiet, _RIGHT)
    rect.setRight(rect.right() - QFontMetrics(font(11)).horizontalAdvance(displayed) - scaled(10))
    text = f"{location.text} · {location.why_not}" if location.why_not else location.text
    metrics = QFontMetrics(font(12))
    displayed = metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
    for start, end in location.marked:
        if end <= len(displayed):
            before = metrics.horizontalAdvance(displayed[:start])
            hit = QRect(rect)
            hit.setLeft(rect.left() + before)
            hit.setWidth(metrics.horizontalAdvance(displayed[:end]) - before)
            middle, half = rect.center().y(), metrics.height() // 2
            painter.fillRect(
                hit.left(), middle - half, hit.width(), 2 * half, theme.warning_background
            )
            painter.fillRect(hit.left(), middle + half, hit.width(), 1, theme.warning)
    _write(painter, rect, displayed, font(12), quiet if location.why_not else theme.text)


def _paint_keys(painter: QPainter, rect: QRect, keys: str) -> int:
    """A shortcut in a frame at the right; answers where the frame begins."""
    theme, small = current_theme(), font(10.5)
    width = QFontMetrics(small).horizontalAdvance(keys) + scaled(10)
    height = scaled(18)
    frame = QRect(rect.right() - width, rect.center().y() - height // 2, width, height)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.control_border, 1))
    painter.drawRoundedRect(frame, 3, 3)
    _write(painter, frame, keys, small, theme.text_2, int(Qt.AlignmentFlag.AlignCenter))
    return frame.left()


def _write(
    painter: QPainter, rect: QRect, text: str, kind: QFont, colour: QColor, side: int = _LEFT
) -> None:
    painter.setFont(kind)
    painter.setPen(colour)
    painter.drawText(rect, side | int(Qt.TextFlag.TextSingleLine), text)
