"""The readout: what a move does, beside the boundary, while it goes on."""

import math

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from inspector.gui.kit.font_set import FontSet
from inspector.gui.kit.theme import current_theme
from inspector.gui.panels.timeline.comparison import Comparison, Row, compare
from inspector.gui.panels.timeline.lanes import HEIGHT
from inspector.gui.panels.timeline.state import TimelineState
from inspector.language import _

_PAD_PX = 12
_LINE_PX = 18
_LEAST_WIDTH_PX, _GREATEST_WIDTH_PX = 360, 500
_NAME_COLUMN, _NUMBER_COLUMN = 28, 88
_AWAY_PX = 14
_HINTS = (("Esc", _("cancel")), ("← →", _("one message")), (_("Shift ← →"), _("ten")))


class Readout(QWidget):
    """A box over the timeline, on the side of the old boundary where nothing changes.

    It lies over the whole window: a folded timeline is lower than the box.
    """

    def __init__(self, state: TimelineState, timeline: QWidget) -> None:
        super().__init__(timeline)
        self._state = state
        self._timeline = timeline
        self._displayed: Comparison | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(_("What the move does"))
        self.hide()

    @property
    def comparison(self) -> Comparison | None:
        """What it says; None while it is hidden."""
        return self._displayed

    def refresh(self, chart: QRect) -> None:
        """Follow the state.

        Args:
            chart: where the chart lies in the timeline.
        """
        moving = self._state.moving
        moved = moving is not None and (moving.moved or self._state.before is not None)
        displayed = compare(self._state) if moved else None
        if displayed is None:
            if self._displayed is not None:
                self._displayed = None
                self.hide()
            return
        if displayed != self._displayed:
            self._displayed = displayed
            lines = [row.name + " " + row.numbers + " " + row.difference for row in displayed.rows]
            self.setAccessibleDescription(". ".join([displayed.title, *lines, displayed.sentence]))
        window = self._timeline.window()
        if self.parentWidget() is not window:
            self.setParent(window)
        location = self._location(displayed, chart)
        self.setGeometry(QRect(self._timeline.mapTo(window, location.topLeft()), location.size()))
        if self.isHidden():
            self.show()
            self.raise_()
        self.update()

    def _width(self, displayed: Comparison) -> int:
        letters = self._state.lettering
        needed = letters.body_bold.width(displayed.title)
        if displayed.note:
            needed += 24 + letters.label.width(displayed.note)
        needed = max(needed, letters.body.width(displayed.sentence))
        return math.ceil(max(_LEAST_WIDTH_PX, min(needed + 2 * _PAD_PX + 1, _GREATEST_WIDTH_PX)))

    def _location(self, displayed: Comparison, chart: QRect) -> QRect:
        state = self._state
        width = min(self._width(displayed), chart.width() - 8)
        height = 17 + _LINE_PX * (len(displayed.rows) + 2) + 24
        moving = state.moving
        was = now = 0.0
        if moving is not None:
            was = chart.left() + state.view.px(moving.origin)
            now = chart.left() + state.view.px(moving.location)
        low, high = chart.left() + 4, chart.right() - width - 4
        if moving is not None and moving.handle == "end":
            sides = [now + _AWAY_PX, now - _AWAY_PX - width]
        elif now >= was:
            sides = [was - _AWAY_PX - width, now + _AWAY_PX]
        else:
            sides = [was + _AWAY_PX, now - _AWAY_PX - width]
        fitting = [side for side in sides if low <= side <= high]
        left = fitting[0] if fitting else max(low, min(sides[0], high))
        top = min(state.lanes.messages.top + 5, HEIGHT - height - 3)
        return QRect(round(left), top, width, height)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        displayed, theme, letters = self._displayed, current_theme(), self._state.lettering
        if displayed is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.accent, 1.4))
        painter.setBrush(theme.surface)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        right = self.width() - _PAD_PX
        y = 8 + _LINE_PX / 2
        note = letters.label.fitted(displayed.note, self.width() * 0.55) if displayed.note else ""
        note_width = letters.label.width(note)
        title = letters.body_bold.fitted(displayed.title, right - _PAD_PX - note_width - 12)
        letters.body_bold.draw(painter, QPointF(_PAD_PX, y), title, theme.text)
        letters.label.draw(painter, QPointF(right, y), note, theme.text_2, right=True)
        y += 2
        for row in displayed.rows:
            y += _LINE_PX
            if row.bucket is None:
                y += 3
                painter.fillRect(
                    QRectF(_PAD_PX, y - _LINE_PX / 2 - 1, right - _PAD_PX, 1), theme.line
                )
            self._paint_row(painter, row, y)
        y += _LINE_PX
        sentence = letters.body.fitted(displayed.sentence, right - _PAD_PX)
        letters.body.draw(painter, QPointF(_PAD_PX, y), sentence, theme.text_2)
        self._paint_hints(painter, y + _LINE_PX + 2)
        painter.end()

    def _paint_row(self, painter: QPainter, row: Row, y: float) -> None:
        theme, letters = current_theme(), self._state.lettering
        font_set: FontSet = letters.body
        if row.bucket is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.bucket(row.bucket).strong)
            painter.drawRoundedRect(QRectF(_PAD_PX, round(y) - 4, 8, 8), 1.5, 1.5)
        bold = letters.body_bold
        (font_set if row.bucket else bold).draw(
            painter, QPointF(_NAME_COLUMN, y), row.name, theme.text
        )
        font_set.draw(painter, QPointF(_NUMBER_COLUMN, y), row.numbers, theme.text)
        at = QPointF(self.width() - _PAD_PX, y)
        bold.draw(painter, at, row.difference, theme.text, right=True)

    def _paint_hints(self, painter: QPainter, y: float) -> None:
        theme, small, label = (
            current_theme(),
            self._state.lettering.small,
            self._state.lettering.label,
        )
        x = float(_PAD_PX)
        for keys, meaning in _HINTS:
            width = small.width(keys) + 10
            painter.setPen(QPen(theme.strong_line, 1))
            painter.setBrush(theme.alt)
            painter.drawRoundedRect(QRectF(x + 0.5, round(y) - 8.5, round(width), 16), 3, 3)
            small.draw(painter, QPointF(x + 5, y), keys, theme.text_2)
            x += width + 5
            label.draw(painter, QPointF(x, y), meaning, theme.text_2)
            x += label.width(meaning) + 10
