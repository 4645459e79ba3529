"""What a merge settled by itself: a row for each thing, folded where there are many."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from inspector.gui.files.effect_view import band
from inspector.gui.kit.glyphs import draw_check
from inspector.gui.kit.labels import plain_label
from inspector.gui.kit.layouts import vbox
from inspector.gui.kit.style import set_role
from inspector.gui.kit.theme import current_theme, font, scaled
from inspector.language import _
from inspector.merging.merged_rows import JoinedName, MergedRow

_ROW_PX, _MOST_OPEN, _MOST_SEEN = 28, 8, 5
_CHECK, _TITLE, _SIDE, _WORDS = 12, 30, 160, 222
_CHIP, _CHIP_PAD, _CHIP_GAP = 18, 7, 4
_LONGEST = 400
_Index = QModelIndex | QPersistentModelIndex


class _Rows(QAbstractListModel):
    """The rows as a list for eyes and for screen readers."""

    def __init__(self, rows: Sequence[MergedRow], parent: QWidget) -> None:
        super().__init__(parent)
        self.rows = list(rows)

    def show_rows(self, rows: Sequence[MergedRow]) -> None:
        """Show as many rows that say something else."""
        self.rows = list(rows)
        self.dataChanged.emit(self.index(0), self.index(max(len(rows) - 1, 0)))

    @override
    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self.rows)

    @override
    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.rows[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            words = row.words or ", ".join(_chip_words(one) for one in row.names)
            return ", ".join(filter(None, (row.title, row.side, words, row.note)))
        return None


class MergedList(QFrame):
    """A heading that folds the rows, and the rows; folded at first where they are many.

    Args:
        rows: what is listed.
        number: of all rows, which may be more.
    """

    def __init__(
        self, rows: Sequence[MergedRow], number: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._number = number
        self._rows = tuple(rows)
        self._model = _Rows(rows, self)
        self.fold = QPushButton()
        set_role(self.fold, "fold")
        self.fold.setAutoDefault(False)
        self.fold.setCheckable(True)
        note = plain_label(_("changed on one side only, or lists joined"), 11)
        note.setWordWrap(False)
        self.view = QListView()
        self.view.setAccessibleName(_("What merged by itself"))
        self.view.setModel(self._model)
        self.view.setItemDelegate(_Delegate(self.view))
        self.view.setUniformItemSizes(True)
        self.view.setSelectionMode(QListView.SelectionMode.NoSelection)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        height = scaled(_ROW_PX) * min(len(rows), _MOST_SEEN)
        self.view.setFixedHeight(height + 2)
        vbox(self, band(self.fold, note), self.view, margins=0, spacing=0)
        self.fold.toggled.connect(self._show_fold)
        self.fold.setChecked(len(rows) <= _MOST_OPEN)
        self._show_fold(self.fold.isChecked())
        self.setVisible(bool(rows))

    def show_notes(self, notes: Mapping[str, str]) -> None:
        """Say of memories what becomes of them in the block, by their ids."""
        self._model.show_rows(
            [
                replace(row, note=", ".join(filter(None, (row.note, notes.get(row.memory, "")))))
                for row in self._rows
            ]
        )

    def _show_fold(self, is_open: bool) -> None:  # noqa: FBT001 - a slot
        self.fold.setText(
            _("{words} Merged by themselves, {number:,}").format(
                words="▾" if is_open else "▸", number=self._number
            )
        )
        self.view.setVisible(is_open)


class _Delegate(QStyledItemDelegate):
    """Paints one row on one line."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(0, scaled(_ROW_PX))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        model = index.model()
        if not isinstance(model, _Rows):
            return
        row, theme, room = model.rows[index.row()], current_theme(), QRect(option.rect)
        painter.save()
        painter.fillRect(QRect(room.left(), room.bottom(), room.width(), 1), theme.line)
        centre = QPointF(room.left() + scaled(_CHECK + 5), room.center().y())
        draw_check(painter, centre, scaled(10), theme.verdict_in)
        small = font(11)
        width = min(QFontMetrics(small).horizontalAdvance(row.note) + 2, room.width() // 3)
        right = room.right() - scaled(12)
        _write(painter, QRect(right - width, room.top(), width, room.height()), row.note, small)
        words = QRect(room)
        words.setLeft(room.left() + scaled(_WORDS))
        words.setRight(right - width - scaled(12))
        title = QRect(room.left() + scaled(_TITLE), room.top(), 0, room.height())
        title.setWidth(scaled(_SIDE - _TITLE - 6))
        _write(painter, title, row.title, font(12), is_faint=False)
        side = QRect(room.left() + scaled(_SIDE), room.top(), scaled(54), room.height())
        _write(painter, side, row.side, font(12))
        if row.names:
            _paint_chips(painter, words, row.names)
        else:
            _write(painter, words, row.words[:_LONGEST], font(12), is_faint=False)
        painter.restore()


def _write(
    painter: QPainter, room: QRect, words: str, chosen: QFont, *, is_faint: bool = True
) -> None:
    theme = current_theme()
    painter.setFont(chosen)
    painter.setPen(theme.text_2 if is_faint else theme.text)
    line = " ".join(words.split())
    elided = QFontMetrics(chosen).elidedText(line, Qt.TextElideMode.ElideRight, room.width())
    painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), elided)


def _chip_words(one: JoinedName) -> str:
    way = _("{side}, out").format(side=one.side) if one.is_gone else one.side
    return f"{one.name}, {way}" if one.side else one.name


def _paint_chips(painter: QPainter, room: QRect, names: Sequence[JoinedName]) -> None:
    """Names as chips: who put one in or took it out stands in it, and it has a ground."""
    theme, left = current_theme(), room.left()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    height = scaled(_CHIP)
    for at, one in enumerate(names):
        chosen = font(11)
        chosen.setStrikeOut(one.is_gone)
        metrics = QFontMetrics(chosen)
        words = metrics.elidedText(_chip_words(one), Qt.TextElideMode.ElideMiddle, scaled(170))
        width = metrics.horizontalAdvance(words) + 2 * scaled(_CHIP_PAD)
        more = f"+{len(names) - at}"
        if left + width > room.right() - metrics.horizontalAdvance(more) and at + 1 < len(names):
            rest = QRect(left, room.top(), room.right() - left, room.height())
            _write(painter, rest, more, font(11))
            return
        frame = QRectF(left, room.top() + (room.height() - height) / 2, width, height)
        background = theme.surface
        if one.side:
            background = theme.removed_background if one.is_gone else theme.added_background
        painter.setPen(QPen(theme.verdict_in if one.side else theme.strong_line, 1))
        painter.setBrush(background)
        painter.drawRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), height / 2, height / 2)
        painter.setPen(theme.text if one.side else theme.text_2)
        painter.setFont(chosen)
        painter.drawText(frame, int(Qt.AlignmentFlag.AlignCenter), words)
        left += round(width) + scaled(_CHIP_GAP)
