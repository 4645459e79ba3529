"""The matrix's two headers: characters on top, memories at the left; both stay in sight."""

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QWidget
from typing_extensions import override

from inspector.gui.kit.glyphs import draw_lock
from inspector.gui.kit.paint_context import PaintContext
from inspector.gui.kit.text import one_line
from inspector.gui.kit.theme import current_theme, scaled
from inspector.gui.panels.knowledge.model import KnowledgeModel
from inspector.gui.panels.knowledge.ways import paint_sides
from inspector.gui.tables.header import Header
from inspector.language import _

HEIGHT, PAD = 26, 8
NUMBER_WIDTH, NAMES_WIDTH, LEAST_NAMES, FEWEST_NAMES = 44, 330, 220, 150
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class CharacterHeader(Header):
    """The characters' names; the one about to answer stands out."""

    @override
    def arrange(self) -> None:
        super().arrange()
        self.setSectionsClickable(True)
        self.setAccessibleName(_("Characters: a click sets the point of view"))

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.length(), scaled(HEIGHT))

    @override
    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        theme, name = (
            current_theme(),
            str(self.model().headerData(logicalIndex, self.orientation())),
        )
        is_view = name == self._context.point_of_view
        painter.save()
        painter.fillRect(rect, theme.surface if is_view else theme.alt)
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.line)
        if is_view:
            painter.fillRect(rect.left(), rect.top(), rect.width() - 1, 2, theme.text)
            paint_sides(painter, rect)
        painter.setFont(self._context.font(11, bold=is_view))
        painter.setPen(theme.text if is_view else theme.text_2)
        room = rect.adjusted(scaled(PAD), 0, -scaled(4), 0)
        painter.drawText(room, _LEFT, _elided(painter, name, room.width()))
        painter.restore()


class MemoryHeader(QHeaderView):
    """Number and summary of every memory."""

    def __init__(
        self, model: KnowledgeModel, context: PaintContext, parent: QWidget | None = None
    ) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._model = model
        self._context = context
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(scaled(24))
        self.setDefaultSectionSize(scaled(24))
        self.setAccessibleName(_("Memories"))
        self.take_room(scaled(850), 0)

    def take_room(self, width: int, characters: int) -> None:
        """Take what the characters leave of a table's width, or two fifths if that is too little.

        Args:
            width: of the table, in pixels.
            characters: what all columns of characters need.
        """
        left = width - characters
        if left < scaled(LEAST_NAMES):
            left = min(scaled(NUMBER_WIDTH + NAMES_WIDTH), width * 2 // 5)
        self.setFixedWidth(max(scaled(FEWEST_NAMES), left))

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.maximumWidth(), self.length())

    @override
    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        theme, context = current_theme(), self._context
        memory = self._model.memory(logicalIndex)
        chosen = self.selectionModel().isRowSelected(logicalIndex)
        painter.save()
        colour = theme.selection if chosen else theme.surface
        if not chosen and context.hovered == logicalIndex:
            colour = theme.hover
        painter.fillRect(rect, colour)
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.line)
        painter.fillRect(rect.right(), rect.top(), 1, rect.height(), theme.line)
        if chosen:
            painter.fillRect(rect.left(), rect.top(), 2, rect.height(), theme.accent)
        number = QRect(rect.left(), rect.top(), scaled(NUMBER_WIDTH) - scaled(PAD), rect.height())
        painter.setFont(context.font(12, tabular=True))
        painter.setPen(theme.text_2)
        painter.drawText(number, _RIGHT, str(memory.index))
        room = rect.adjusted(scaled(NUMBER_WIDTH), 0, -scaled(PAD), 0)
        if memory.is_secret:
            centre = QPointF(room.left() + scaled(5), rect.center().y())
            draw_lock(painter, centre, scaled(10), theme.secret)
            room.setLeft(room.left() + scaled(15))
        painter.setFont(context.font(12))
        painter.setPen(theme.text)
        painter.drawText(room, _LEFT, _elided(painter, one_line(memory.summary), room.width()))
        painter.restore()


class Corner(QWidget):
    """Names the rows, where both headers meet."""

    def __init__(self, context: PaintContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme, rect = current_theme(), self.rect()
        painter.fillRect(rect, theme.alt)
        painter.fillRect(0, rect.bottom(), rect.width(), 1, theme.line)
        painter.setFont(self._context.font(11))
        painter.setPen(theme.text_2)
        painter.drawText(rect.adjusted(scaled(NUMBER_WIDTH), 0, 0, 0), _LEFT, _("Memory"))
        painter.end()


def _elided(painter: QPainter, text: str, width: int) -> str:
    metrics = QFontMetrics(painter.font())
    return metrics.elidedText(text[:400], Qt.TextElideMode.ElideRight, width)
