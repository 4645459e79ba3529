"""The lanes of scenes and of the running recap's versions."""

from collections.abc import Sequence
from itertools import groupby

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from inspector.gui.kit.theme import current_theme
from inspector.gui.panels.timeline.lanes import HEIGHT, RECAPS, SCENES, Lane
from inspector.gui.panels.timeline.lettering import counted, one_line
from inspector.gui.panels.timeline.recap_marks import SceneMark, VersionMark
from inspector.gui.panels.timeline.state import TimelineState
from inspector.language import _, numeral

_DIAMOND_PX, _CIRCLE_PX, _REACH_PX = 4.5, 4.0, 8.0
_LABEL_GAP_PX, _LEAST_LABEL_PX = 9, 16


def paint_scene_lines(painter: QPainter, state: TimelineState) -> None:
    """A dotted line through all lanes at every scene break."""
    if state.lanes.extra_lane(SCENES) is None:
        return
    pen = QPen(current_theme().text_3, 1)
    pen.setDashPattern([1, 3])
    painter.setPen(pen)
    top = state.lanes.messages.top
    for scene in state.recaps.scenes:
        x = _break_x(state, scene.end)
        if scene.is_visible and x is not None:
            painter.drawLine(QPointF(x + 0.5, top), QPointF(x + 0.5, HEIGHT))


def paint_scenes(painter: QPainter, state: TimelineState) -> None:
    """A diamond at every break, and behind it the number and name of the scene that begins."""
    lane = state.lanes.extra_lane(SCENES)
    if lane is None or not len(state.messages):
        return
    scenes, view = state.recaps.scenes, state.view
    starts = [0, *(scene.end + 1 for scene in scenes)]
    names = [*(f"{scene.number} {one_line(scene.name)}".strip() for scene in scenes), _open(scenes)]
    ends = [*starts[1:], len(state.messages)]
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for index, (start, end, name) in enumerate(zip(starts, ends, names, strict=True)):
        left, right = view.px(start), min(view.px(end), view.right)
        if right < view.left or left > view.right:
            continue
        if index and left >= view.left - _DIAMOND_PX:
            _paint_diamond(painter, state, lane, left, scenes[index - 1])
        from_x = max(left, view.left) + (_LABEL_GAP_PX if index else 4)
        _write(painter, state, lane, from_x, right - _LABEL_GAP_PX, name, bold=False)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)


def paint_versions(painter: QPainter, state: TimelineState) -> None:
    """A circle where each version ends, solid for the current one; name and tokens behind it."""
    lane = state.lanes.extra_lane(RECAPS)
    if lane is None or not len(state.messages):
        return
    groups = _groups(state.recaps.versions)
    places = [(state.view.px(at + 1), group) for at, group in groups]
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for number_, (x, group) in enumerate(places):
        following = places[number_ + 1][0] if number_ + 1 < len(places) else state.view.right
        if following < state.view.left or x > state.view.right + _CIRCLE_PX:
            continue
        is_current = any(one.is_current for one in group)
        if x >= state.view.left - _CIRCLE_PX:
            foreground = current_theme().text if is_current else current_theme().text_2
            painter.setPen(QPen(foreground, 1.5))
            painter.setBrush(foreground if is_current else current_theme().surface)
            painter.drawEllipse(QPointF(x, lane.middle), _CIRCLE_PX, _CIRCLE_PX)
        left = max(x, state.view.left) + _LABEL_GAP_PX
        end = _write(
            painter, state, lane, left, following - _LABEL_GAP_PX, _words(group), bold=is_current
        )
        if number_ + 1 < len(places) and following - _CIRCLE_PX - 4 > end + 6:
            painter.setPen(QPen(current_theme().strong_line, 1))
            y = round(lane.middle) + 0.5
            painter.drawLine(QPointF(end + 6, y), QPointF(following - _CIRCLE_PX - 4, y))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)


def recap_message_at(state: TimelineState, at: QPointF) -> int | None:
    """The message of the scene break or version under a pixel."""
    breaks = [scene.end for scene in state.recaps.scenes]
    for title, ends in ((SCENES, breaks), (RECAPS, [v.at for v in state.recaps.versions])):
        lane = state.lanes.extra_lane(title)
        if lane is not None and lane.top <= at.y() < lane.bottom and ends:
            nearest = min(ends, key=lambda end: abs(state.view.px(end + 1) - at.x()))
            if abs(state.view.px(nearest + 1) - at.x()) <= _REACH_PX:
                return nearest
    return None


def recap_lines(state: TimelineState, at: QPointF) -> list[str]:
    """What a tooltip says in the lanes of scenes and versions."""
    lane = state.lanes.extra_lane(RECAPS)
    if lane is not None and lane.top <= at.y() < lane.bottom:
        end = recap_message_at(state, at)
        here = [one for one in state.recaps.versions if one.at == end]
        return [_sentence(one) for one in here]
    lane = state.lanes.extra_lane(SCENES)
    if lane is None or not lane.top <= at.y() < lane.bottom or not len(state.messages):
        return []
    message = state.view.message(at.x())
    for scene in state.recaps.scenes:
        if message <= scene.end:
            head = _("Scene {number}").format(number=scene.number) + (
                f" · {one_line(scene.name)}" if scene.name else ""
            )
            displayed = [] if scene.is_visible else [_("Its break is hidden.")]
            return [
                head,
                _("Messages {number}–{number2}").format(number=scene.start, number2=scene.end),
                *displayed,
            ]
    return [_("The open scene: no scene break behind it yet")]


def _open(scenes: Sequence[SceneMark]) -> str:
    return _("{n:,} open").format(n=len(scenes) + 1)


def _break_x(state: TimelineState, end: int) -> float | None:
    x = state.view.px(end + 1)
    return round(x) if state.view.left <= x <= state.view.right else None


def _paint_diamond(
    painter: QPainter, state: TimelineState, lane: Lane, x: float, scene: SceneMark
) -> None:
    middle, size = lane.middle, _DIAMOND_PX
    painter.setPen(QPen(current_theme().text_2, 1))
    painter.setBrush(current_theme().text_2 if scene.is_visible else Qt.BrushStyle.NoBrush)
    corners = ((0, -size), (size, 0), (0, size), (-size, 0))
    painter.drawPolygon(QPolygonF([QPointF(x + dx, middle + dy) for dx, dy in corners]))


def _write(
    painter: QPainter,
    state: TimelineState,
    lane: Lane,
    left: float,
    right: float,
    words: str,
    *,
    bold: bool,
) -> float:
    """Write as much as fits; answers where it ends."""
    font_set = state.lettering.small_bold if bold else state.lettering.small
    if right - left < _LEAST_LABEL_PX:
        return left
    fitted = font_set.fitted(words, right - left)
    colour = current_theme().text if bold else current_theme().text_2
    font_set.draw(painter, QPointF(left, lane.middle), fitted, colour)
    return left + font_set.width(fitted)


def _groups(versions: Sequence[VersionMark]) -> list[tuple[int, list[VersionMark]]]:
    """Versions that end at one message, in the order of these."""
    ordered = sorted(versions, key=lambda one: one.at)
    return [(at, list(group)) for at, group in groupby(ordered, key=lambda one: one.at)]


def _words(group: list[VersionMark]) -> str:
    displayed = next((one for one in group if one.is_current), group[-1])
    names = [
        _("{name} current").format(name=one.name) if one.is_current else one.name for one in group
    ]
    tokens = "" if displayed.tokens is None else f" · {numeral(displayed.tokens)}"
    return ", ".join(names) + tokens


def _sentence(one: VersionMark) -> str:
    tokens = "" if one.tokens is None else f", {counted(one.tokens, '{n} token', '{n} tokens')}"
    name = _("{name}, the current one").format(name=one.name) if one.is_current else one.name
    reaches = (
        _("{name}: reaches message {number} by count")
        if one.by_count
        else _("{name}: reaches message {number}")
    )
    return reaches.format(name=name, number=one.at) + tokens
