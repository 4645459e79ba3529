"""The button that copies the block, and beside it the one for parts of it."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QColor, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractButton, QMenu, QWidget
from typing_extensions import override

from inspector.gui.kit.layouts import hbox
from inspector.gui.kit.paint import RADIUS, focus_ring
from inspector.gui.kit.theme import current_theme, font
from inspector.language import _

_HEIGHT_PX = 26
_ARROW_WIDTH = 19


class _Half(QAbstractButton):
    """One of the two joined buttons, painted in the theme's colours."""

    def __init__(self, *, arrow: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._arrow = arrow
        self._primary = True
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def set_primary(self, *, primary: bool) -> None:
        """Say whether it is the panel's one primary button now."""
        if primary != self._primary:
            self._primary = primary
            self.update()

    @override
    def sizeHint(self) -> QSize:
        if self._arrow:
            return QSize(_ARROW_WIDTH, _HEIGHT_PX)
        words = QFontMetricsF(font(12, bold=True)).horizontalAdvance(self.text())
        return QSize(round(words) + 36, _HEIGHT_PX)

    @override
    def paintEvent(self, e: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, primary = current_theme(), self._primary and self.isEnabled()
        background = theme.accent if primary else theme.surface
        foreground = theme.on_accent if primary else theme.text
        if not self.isEnabled():
            background, foreground = theme.window, theme.text_3
        elif self.isDown() or self.underMouse():
            background = background.darker(108) if not theme.is_dark else background.lighter(112)
        border = theme.accent if primary else theme.control_border
        rect = QRectF(self.rect())
        # Half of a rounded box: the other half lies under the neighbour.
        whole = rect.adjusted(-9 if self._arrow else 0, 0, 0 if self._arrow else 9, 0)
        painter.setPen(QPen(border, 1))
        painter.setBrush(background)
        painter.drawRoundedRect(whole.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
        if self._arrow:
            self._paint_arrow(painter, foreground)
        else:
            self._paint_words(painter, foreground, background)
        if self.hasFocus():
            inner = QRectF(rect).adjusted(2, 2, -2, -2)
            focus_ring(painter, rect)
            painter.setPen(QPen(theme.surface, 1))
            painter.drawRoundedRect(inner.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS - 1, RADIUS - 1)
        painter.end()

    def _paint_arrow(self, painter: QPainter, foreground: QColor) -> None:
        divider = QColor(foreground)
        divider.setAlphaF(0.4)
        painter.setPen(QPen(divider, 1))
        painter.drawLine(QPointF(0.5, 5), QPointF(0.5, self.height() - 5))
        x, y = self.width() / 2, self.height() / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(foreground)
        points = [QPointF(x - 3.5, y - 1.5), QPointF(x + 3.5, y - 1.5), QPointF(x, y + 2.5)]
        painter.drawPolygon(QPolygonF(points))

    def _paint_words(self, painter: QPainter, foreground: QColor, background: QColor) -> None:
        y = self.height() / 2
        painter.setPen(QPen(foreground, 1.3))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(10, y - 6, 8, 8), 1.5, 1.5)
        painter.setBrush(background)
        painter.drawRoundedRect(QRectF(13, y - 3, 8, 8), 1.5, 1.5)
        painter.setFont(font(12, bold=True))
        painter.setPen(foreground)
        words = QRectF(self.rect()).adjusted(28, 0, -4, 0)
        painter.drawText(words, int(Qt.AlignmentFlag.AlignVCenter), self.text())


class CopyButton(QWidget):
    """Copy the block, or by the arrow a part of it."""

    def __init__(self, action: QAction, menu: QMenu, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._action = action
        self._menu = menu
        self.block = _Half(arrow=False, parent=self)
        self.parts = _Half(arrow=True, parent=self)
        self.block.setText(action.text())
        self.block.setAccessibleName(action.text())
        self.parts.setAccessibleName(_("Copy a part of the block"))
        self.parts.setToolTip(_("Copy a part of the block"))
        self.block.clicked.connect(action.trigger)
        self.parts.clicked.connect(self._open_menu)
        action.changed.connect(self._follow_action)
        hbox(self, self.block, self.parts, margins=0, spacing=0)
        self._follow_action()

    def set_primary(self, *, primary: bool) -> None:
        """Say whether it is the panel's one primary button now."""
        self.block.set_primary(primary=primary)
        self.parts.set_primary(primary=primary)

    def _follow_action(self) -> None:
        keys = self._action.shortcut().toString(self._action.shortcut().SequenceFormat.NativeText)
        self.block.setToolTip(_("Copy exactly the text of this slot ({keys})").format(keys=keys))
        for half in (self.block, self.parts):
            half.setEnabled(self._action.isEnabled())

    def _open_menu(self) -> None:
        self._menu.popup(self.parts.mapToGlobal(self.parts.rect().bottomLeft()))
