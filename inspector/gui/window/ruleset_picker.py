"""Whose rules make the block, called as a person calls them, with the code small beside it."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionComboBox,
    QStyleOptionViewItem,
    QStylePainter,
)
from typing_extensions import override

from inspector.gui.kit.theme import current_theme, fixed_font, font, scaled
from inspector.language import _
from inspector.systems import RULESETS

YOURS = _("what your extension sends")
_NAME, _NOTE = Qt.ItemDataRole.UserRole + 1, Qt.ItemDataRole.UserRole + 2
_WIDTHS = ((1600, 376), (1320, 290))
"""From which width of the bar on it is how wide."""
_LEAST_WIDTH, _LIST_WIDTH, _ROW, _GAP = 180, 470, 26, 8
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
_RIGHT = int(
    Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
)


class RulesetPicker(QComboBox):
    """Lists all rulesets; the code of each is its item's data."""

    def __init__(self) -> None:
        super().__init__()
        self.setItemDelegate(_Rows(self))
        for code, ruleset in RULESETS.items():
            title = _(ruleset.title)
            name, _comma, note = title.partition(", ")
            self.addItem(title, code)
            location = self.count() - 1
            self.setItemData(location, name, _NAME)
            self.setItemData(location, note, _NOTE)
            self.setItemData(location, f"{title} ({code})", Qt.ItemDataRole.ToolTipRole)
        self.view().setMinimumWidth(scaled(_LIST_WIDTH))

    def choose(self, code: str, writer: str | None) -> None:
        """Show a ruleset as chosen, and which of them is the release that wrote the chat."""
        for index, one in enumerate(RULESETS):
            note = _(RULESETS[one].title).partition(", ")[2]
            self.setItemData(index, YOURS if one == writer else note, _NOTE)
        self.setCurrentIndex(self.findData(code))
        self.setToolTip(str(self.currentData(Qt.ItemDataRole.ToolTipRole)))

    def fit(self, room: int) -> None:
        """Be as wide as a bar of so many pixels has room for."""
        width = next((most for least, most in _WIDTHS if room >= scaled(least)), _LEAST_WIDTH)
        self.setFixedWidth(scaled(width))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(_LEAST_WIDTH), super().minimumSizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QStylePainter(self)
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        part = QStyle.SubControl.SC_ComboBoxEditField
        control = QStyle.ComplexControl.CC_ComboBox
        room = self.style().subControlRect(control, option, part, self).adjusted(4, 0, -4, 0)
        _paint(painter, room, self.model().index(self.currentIndex(), 0))


class _Rows(QStyledItemDelegate):
    """Paints one ruleset of the list."""

    @override
    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(scaled(_LIST_WIDTH), scaled(_ROW))

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, current_theme().selection)
        _paint(painter, option.rect.adjusted(scaled(8), 0, -scaled(8), 0), index)
        painter.restore()


def _paint(painter: QPainter, room: QRect, index: QModelIndex | QPersistentModelIndex) -> None:
    """Name, note and code in one line; where there is no room the code goes first."""
    theme = current_theme()
    name, note = str(index.data(_NAME) or ""), str(index.data(_NOTE) or "")
    code = str(index.data(Qt.ItemDataRole.UserRole) or "")
    strong, small, mono = font(12, bold=True), font(12), fixed_font(10.5)
    used = _width(strong, name)
    needed = used + scaled(2 * _GAP) + _width(mono, code) + (_width(small, note) if note else 0)
    painter.setFont(strong)
    painter.setPen(theme.text)
    painter.drawText(room, _LEFT, _cut(strong, name, room.width()))
    if needed <= room.width():
        painter.setFont(mono)
        painter.setPen(theme.text_3)
        painter.drawText(room, _RIGHT, code)
    rest = room.adjusted(used + scaled(_GAP), 0, 0, 0)
    # What tells one design from another is shown even where it is cut.
    has_room = note != YOURS or _width(small, note) <= rest.width()
    if note and has_room and rest.width() > scaled(30):
        painter.setFont(small)
        painter.setPen(theme.text_2)
        painter.drawText(rest, _LEFT, _cut(small, note, rest.width()))


def _width(kind: QFont, text: str) -> int:
    return QFontMetrics(kind).horizontalAdvance(text)


def _cut(kind: QFont, text: str, width: int) -> str:
    return QFontMetrics(kind).elidedText(text, Qt.TextElideMode.ElideRight, width)
