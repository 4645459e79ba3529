"""The ground of the lanes: bucket tints, bucket headers and the grid."""

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from inspector.core.injection import Bucket
from inspector.gui.kit.theme import current_theme
from inspector.gui.panels.timeline.answer import BUCKET_NAMES, Figure
from inspector.gui.panels.timeline.lanes import HEIGHT
from inspector.gui.panels.timeline.lettering import counted, signed
from inspector.gui.panels.timeline.state import TimelineState
from inspector.language import _, plain

_PAD_PX = 12
_GAP_PX = 18


def paint_background(painter: QPainter, state: TimelineState) -> None:
    """Surface, and the tint of every bucket from its header down."""
    view, theme, lanes = state.view, current_theme(), state.lanes
    width = view.right + 100
    painter.fillRect(QRectF(0, 0, width, HEIGHT), theme.surface)
    for bucket, first, end in state.bucket_ranges():
        left, right = _clipped(state, first, end)
        if right > left:
            top = lanes.messages.top
            painter.fillRect(
                QRectF(left, top, right - left, HEIGHT - top), theme.bucket(bucket).tint
            )


def paint_grid(painter: QPainter, state: TimelineState) -> None:
    """Lines between lanes and rows, fainter between rows."""
    view, theme, lanes = state.view, current_theme(), state.lanes
    right = view.right
    faint = QColor(theme.strong_line)
    faint.setAlpha(70)
    for row in range(2, 6) if lanes.has_texts or len(state.memories) else ():
        y = lanes.row_top(row) + lanes.row_height
        painter.fillRect(QRectF(view.left, y, right - view.left, 1), faint)
    firm = QColor(theme.strong_line)
    firm.setAlpha(130)
    top = () if state.bucket_ranges() else (lanes.buckets,)
    for lane in (*top, lanes.messages, lanes.memories, *lanes.extra):
        painter.fillRect(QRectF(view.left, lane.top, right - view.left, 1), firm)


def paint_buckets(painter: QPainter, state: TimelineState) -> None:
    """The bucket lane: header ground, strong line on top, name and figures."""
    lane = state.lanes.buckets
    ranges = state.bucket_ranges()
    for bucket, first, end in ranges:
        left, right = _clipped(state, first, end)
        if right <= left:
            continue
        colours = current_theme().bucket(bucket)
        painter.fillRect(QRectF(left, lane.top, right - left, lane.height), colours.header)
        painter.fillRect(QRectF(left, lane.top, right - left, 2), colours.strong)
        _write(painter, state, bucket, left, right)
    if not ranges and state.base.chat_length and state.base.boundaries is None:
        at = QPointF(state.view.left + _PAD_PX, lane.middle + 1)
        text = _("no buckets in this ruleset")
        state.lettering.label.draw(painter, at, text, current_theme().text_3)


def figures_text(figure: Figure, spelled: Callable[[float], str] = plain) -> tuple[str, str]:
    """What a bucket puts into the block: in full, and in short; `spelled` writes its tokens."""
    tokens = counted(figure.tokens, "{n} token", "{n} tokens", spelled)
    if figure.memories == 0 and figure.tokens == 0:
        return _("no memories in the block"), _("empty")
    memories = counted(figure.memories, "{n} memory", "{n} memories")
    return f"{memories} · {tokens}", tokens


def _clipped(state: TimelineState, first: int, end: int) -> tuple[float, float]:
    view = state.view
    left = max(round(view.px(first)), round(view.left))
    return float(left), float(min(round(view.px(end)), round(view.right)))


def _write(
    painter: QPainter, state: TimelineState, bucket: Bucket, left: float, right: float
) -> None:
    """Name at the left, figures at the right; the title goes first, then the memory count."""
    font_set, bold = state.lettering.label, state.lettering.label_bold
    figure = state.displayed.figure(bucket)
    name = BUCKET_NAMES[bucket]
    titled = f"{name} · {figure.title}" if figure.title else name
    long, short = figures_text(figure, state.displayed.spelled)
    delta = _delta(state, bucket)
    room = right - left - 2 * _PAD_PX
    y = state.lanes.buckets.middle + 1
    colour = current_theme().bucket(bucket).text
    tail = bold.width(delta) + 6 if delta else 0.0
    for head, figures in ((titled, long), (name, long), (name, short), (name, "")):
        needed = bold.width(head) + (font_set.width(figures) + tail + _GAP_PX if figures else 0)
        if needed <= room:
            bold.draw(painter, QPointF(left + _PAD_PX, y), head, colour)
            if figures:
                at = QPointF(right - _PAD_PX - tail, y)
                font_set.draw(painter, at, figures, colour, right=True)
                if delta:
                    at = QPointF(right - _PAD_PX, y)
                    bold.draw(painter, at, delta, current_theme().accent, right=True)
            return
    if bold.width(name[0]) + 4 <= right - left:
        middle = (left + right - bold.width(name[0])) / 2
        bold.draw(painter, QPointF(middle, y), name[0], colour)


def _delta(state: TimelineState, bucket: Bucket) -> str:
    compared = state.compared
    if compared is None or compared is state.displayed:
        return ""
    difference = state.displayed.figure(bucket).tokens - compared.figure(bucket).tokens
    return signed(difference) if difference else ""


def bucket_sentence(state: TimelineState, bucket: Bucket) -> str:
    """A bucket in one sentence, for tooltips."""
    location = {name: (first, end) for name, first, end in state.bucket_ranges()}.get(bucket)
    figure = state.displayed.figure(bucket)
    name = BUCKET_NAMES[bucket] + (f" · {figure.title}" if figure.title else "")
    if location:
        first, last = location[0], location[1] - 1
        name = _("{name}, messages {first}–{last}").format(name=name, first=first, last=last)
    return f"{name}: {figures_text(figure, state.displayed.spelled)[0]}"
