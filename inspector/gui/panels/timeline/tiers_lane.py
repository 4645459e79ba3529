"""The lane of tiers: a row for each place that a message and its own memory can have."""

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from inspector.core.message_derivation import MessageLane
from inspector.gui.kit.theme import current_theme
from inspector.gui.panels.timeline.glyphs import tier_rows
from inspector.gui.panels.timeline.lanes import TIERS, Lane
from inspector.gui.panels.timeline.sent import runs_of
from inspector.gui.panels.timeline.state import TimelineState
from inspector.language import _

_BAR, _LEAST = 8, 1.5


def tiers_lane(state: TimelineState) -> Lane | None:
    """Where the lane lies; None where it is not shown."""
    return state.lanes.extra_lane(TIERS)


def paint_tiers(painter: QPainter, state: TimelineState) -> None:
    """A bar over the messages of each row, hatched where something is lost."""
    lane = tiers_lane(state)
    if lane is None:
        return
    theme, ratio = current_theme(), painter.device().devicePixelRatioF()
    for row, middle in tier_rows(lane, state.tiers):
        codes = np.frombuffer(row.messages, dtype=np.int8)
        colour = _colour(row)
        for left, right, code in runs_of(codes, state.view, ratio):
            if not code:
                continue
            bar = QRectF(left, round(middle - _BAR / 2), max(right - left, _LEAST), _BAR)
            if row.is_loss:
                painter.fillRect(bar, theme.warning_background)
                painter.fillRect(bar, QBrush(theme.warning, Qt.BrushStyle.BDiagPattern))
                painter.setPen(QPen(theme.warning, 1))
                painter.drawLine(bar.bottomLeft(), bar.bottomRight())
            else:
                painter.fillRect(bar, colour)


def tiers_lines(state: TimelineState, message: int) -> list[str]:
    """What a tooltip says at a message."""
    here = [
        f"{_(row.title)}: {row.meaning}"
        for row in state.tiers
        if 0 <= message < len(row.messages) and row.messages[message]
    ]
    judged = state.judged
    fate = judged.fate(message) if judged and 0 <= message < len(judged.messages) else ""
    nothing = [] if fate else [_("sent, and nothing of it is kept")]
    return [
        _("Message {message}").format(message=message),
        *(here or nothing),
        *filter(None, (fate,)),
    ]


def _colour(row: MessageLane) -> QColor:
    return QColor(row.colour) if row.colour else current_theme().density_hidden
