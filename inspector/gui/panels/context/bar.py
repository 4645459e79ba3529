"""The stacked bar: every part of the context to scale, what is free, and what is too much."""

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget
from typing_extensions import override

from inspector.gui.kit.text import tooltip
from inspector.gui.kit.theme import Themed, scaled
from inspector.gui.panels.context.bar_painting import BarPainter
from inspector.gui.panels.context.part_focus import PartFocus
from inspector.gui.panels.context.picture import Picture, Piece, parted
from inspector.gui.panels.context.segments import FREE, can_shorten
from inspector.gui.panels.context.state import ContextState
from inspector.gui.panels.context.words import counts, piece_in_words, tokens
from inspector.language import _

_BAR_PX, _GAP_PX, _WAS = 34, 2, 6
_MARGIN_PX = 3
_KEY = Qt.Key
_OPENING = (_KEY.Key_Return, _KEY.Key_Enter, _KEY.Key_Space)


class ShareBar(Themed, QWidget):
    """Paints the parts of a map; one can be opened by a click or by Enter."""

    def __init__(self, focus: PartFocus, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._focus = focus
        self._picture: Picture | None = None
        self._pressed: int | None = None
        self._to_scale = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(_("How the context is shared"))
        focus.changed.connect(self.update)

    @override
    def restyle(self) -> None:
        self.updateGeometry()

    def show_map(self, displayed: ContextState, before: ContextState | None = None) -> None:
        """Show a map; `before` is what holds while another is only tried out."""
        self._picture = Picture.of(displayed, before, to_scale=self._to_scale)
        self.setAccessibleDescription(_spoken(displayed))
        self.update()

    @property
    def is_shortened(self) -> bool:
        """Whether free space is drawn shorter than it is."""
        return self._picture is not None and self._picture.scale.is_shortened

    @property
    def pieces(self) -> list[Piece]:
        """The pieces with the places where they are painted, from left to right."""
        return [] if self._picture is None else self._picture.pieces(self._band)

    @property
    def _band(self) -> QRect:
        return QRect(_MARGIN_PX, _MARGIN_PX, self.width() - 2 * _MARGIN_PX, scaled(_BAR_PX))

    def piece_at(self, x: float) -> Piece | None:
        """The piece at a pixel."""
        return next((one for one in self.pieces if one.rect.left() <= x <= one.rect.right()), None)

    def tooltip_at(self, x: float) -> str:
        """What stands at a pixel, in lines of plain text."""
        piece, picture = self.piece_at(x), self._picture
        if piece is None or picture is None:
            return ""
        lines = piece_in_words(piece.segment, picture.displayed.map)
        if piece.segment.location != FREE:
            lines.append(_("Click to see the rows."))
        elif self.is_shortened:
            lines.append(
                _("It is drawn shorter than it is. Click, or press Z, to draw it to scale.")
            )
        elif self._can_shorten:
            lines.append(_("Click, or press Z, to enlarge what is used."))
        return "\n".join(lines)

    @property
    def _can_shorten(self) -> bool:
        picture = self._picture
        return picture is not None and can_shorten((picture.before or picture.displayed).map)

    def _change_scale(self) -> None:
        picture = self._picture
        if picture is not None and self._can_shorten:
            self._to_scale = not self._to_scale
            self.show_map(picture.displayed, picture.before)

    @override
    def sizeHint(self) -> QSize:
        return QSize(scaled(400), scaled(_BAR_PX) + _GAP_PX + _WAS + 2 * _MARGIN_PX)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(200), self.sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        picture = self._picture
        if picture is None:
            return
        painter = QPainter(self)
        brush = BarPainter(painter, self._focus)
        band, found, changed = self._band, picture.displayed.map, picture.changed
        for pieces in parted(picture.pieces(band)):
            index = pieces[0].segment.location
            if index == FREE:
                brush.free(pieces[0], found.limit, is_shortened=self.is_shortened)
            else:
                title = found.parts[index].title
                brush.part(pieces, title, found.limit, is_changed=index in changed)
        beyond = picture.beyond(band)
        if beyond is not None:
            brush.overflow(beyond)
        below = QRect(band.left(), band.bottom() + 1 + _GAP_PX, band.width(), _WAS)
        brush.was(picture.pieces_before(below))
        painter.end()

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            words = tooltip(self.tooltip_at(event.pos().x()))
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().event(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        location = self._place_at(event)
        self._focus.hover(None if location == FREE else location)
        acts = self._can_shorten if location == FREE else location is not None
        shapes = Qt.CursorShape
        self.setCursor(shapes.PointingHandCursor if acts else shapes.ArrowCursor)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._focus.hover(None)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = self._place_at(event)
            if self._pressed not in (None, FREE):
                self._focus.focus(self._pressed)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._pressed = self._pressed, None
        if pressed is None or pressed != self._place_at(event):
            return
        if pressed == FREE:
            self._change_scale()
        else:
            self._focus.open(pressed)

    def _place_at(self, event: QMouseEvent) -> int | None:
        piece = self.piece_at(event.position().x())
        return None if piece is None else piece.segment.location

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        count = 0 if self._picture is None else len(self._picture.displayed.map.parts)
        now, last = self._focus.focused or 0, count - 1
        places = {
            _KEY.Key_Left: max(now - 1, 0),
            _KEY.Key_Right: min(now + 1, last),
            _KEY.Key_Home: 0,
            _KEY.Key_End: last,
        }
        key = Qt.Key(event.key())
        if count and key in places:
            self._focus.focus(places[key])
        elif count and key in _OPENING:
            self._focus.open(min(now, last))
        elif key == _KEY.Key_Z:
            self._change_scale()
        else:
            super().keyPressEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.MouseFocusReason and self._picture is not None:
            self._focus.focus(self._focus.displayed or 0)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._focus.focus(None)


def _spoken(displayed: ContextState) -> str:
    found = displayed.map
    wording = [f"{part.title} {tokens(part.tokens)}, {counts(part)}" for part in found.parts]
    if found.is_endless:
        state = _("size not known")
    elif found.over:
        state = _("{tokens} too many").format(tokens=tokens(found.over))
    else:
        state = _("{tokens} free").format(tokens=tokens(found.free))
    return "; ".join([*wording, state])
