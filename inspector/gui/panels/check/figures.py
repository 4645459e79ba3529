"""Above the request: what of it is as predicted, and which messages of the chat are in."""

import math
from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from inspector.gui.kit.text import counted, plain
from inspector.gui.kit.theme import Theme, current_theme, font, scaled
from inspector.language import _, percent
from inspector.proof.sent_parts import Verdict

_SHARES_HEIGHT, _STRIP_HEIGHT = 58, 46
_PAD_PX, _BAR_PX = 12, 8
_STRIP_LEFT_PX, _NARROWEST_PX, _LEAST_WORDS = 104, 3, 10

_NAMES = {
    Verdict.EXACT: _("Exact"),
    Verdict.INSIDE: _("Inside another message"),
    Verdict.MACROS: _("Macros filled in"),
    Verdict.DIFFERS: _("Differs"),
    Verdict.UNKNOWN: _("Not ours, unknown"),
}


class Shares(QWidget):
    """How many tokens came to which verdict: in words, and as a bar."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shares: Mapping[Verdict, tuple[int, int]] = {}
        self._messages = 0
        self._room = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(_("Tokens of the request by verdict"))

    def show_shares(self, shares: Mapping[Verdict, tuple[int, int]], messages: int) -> None:
        """Show other figures.

        Args:
            shares: by verdict, tokens and parts.
            messages: of the request; 0 for a prompt.
        """
        self._shares, self._messages = shares, messages
        words = [f"{_NAMES[one]} {plain(tokens)}" for one, (tokens, _) in shares.items()]
        self.setAccessibleDescription(", ".join(words))
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(scaled(400), scaled(_SHARES_HEIGHT))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), current_theme()
        painter.fillRect(self.rect(), theme.surface)
        whole = sum(tokens for tokens, _parts in self._shares.values())
        left, right = scaled(_PAD_PX), self.width() - scaled(_PAD_PX)
        self._write_whole(painter, theme, whole, right)
        self._write_names(painter, theme, whole, left)
        y = self.height() - scaled(_BAR_PX + 6)
        x = float(left)
        for verdict, (tokens, _parts) in self._shares.items():
            width = (right - left) * tokens / whole if whole else 0
            fill_verdict(painter, QRectF(x, y, max(width - 1, 1), scaled(_BAR_PX)), verdict, theme)
            x += width
        painter.end()

    def _write_whole(self, painter: QPainter, theme: Theme, whole: int, right: int) -> None:
        bold = font(12, bold=True, tabular=True)
        words = _("{whole} tokens of text").format(whole=plain(whole))
        width = QFontMetrics(bold).horizontalAdvance(words)
        painter.setFont(bold)
        painter.setPen(theme.text)
        top, height = scaled(6), scaled(16)
        painter.drawText(
            QRect(right - width, top, width, height), Qt.AlignmentFlag.AlignRight, words
        )
        if self._messages:
            more = _("in {messages}").format(
                messages=counted(self._messages, "{n} message", "{n} messages")
            )
            painter.setFont(font(11))
            painter.setPen(theme.text_2)
            location = QRect(right - width, top + height, width, height)
            painter.drawText(location, Qt.AlignmentFlag.AlignRight, more)
        self._room = right - width - scaled(16)

    def _write_names(self, painter: QPainter, theme: Theme, whole: int, left: int) -> None:
        top, height = scaled(6), scaled(16)
        bold, small = font(11.5, bold=True, tabular=True), font(11, tabular=True)
        for verdict, (tokens, parts) in self._shares.items():
            name = f"{_NAMES[verdict]} {plain(tokens)}"
            share = tokens / whole if whole else 0
            more = f"{counted(parts, '{n} part', '{n} parts')} · {percent(share, 1)}"
            width = max(
                QFontMetrics(bold).horizontalAdvance(name) + scaled(14),
                QFontMetrics(small).horizontalAdvance(more) + scaled(14),
            )
            if left + width > self._room:
                return
            swatch = QRectF(left, top + scaled(4), scaled(9), scaled(9))
            fill_verdict(painter, swatch, verdict, theme)
            painter.setFont(bold)
            painter.setPen(theme.text)
            at = left + scaled(14)
            painter.drawText(QRect(at, top, width, height), Qt.AlignmentFlag.AlignVCenter, name)
            painter.setFont(small)
            painter.setPen(theme.text_2)
            location = QRect(at, top + height, width, height)
            painter.drawText(location, Qt.AlignmentFlag.AlignVCenter, more)
            left += width + scaled(18)


def fill_verdict(painter: QPainter, box: QRectF, verdict: Verdict, theme: Theme) -> None:
    """One hue for as predicted: solid, paler inside another message, hatched with macros."""
    fine = QColor(theme.verdict_in)
    match verdict:
        case Verdict.DIFFERS | Verdict.NEW:
            painter.fillRect(box, theme.warning)
        case Verdict.UNKNOWN:
            painter.fillRect(box, theme.text_3)
        case Verdict.INSIDE:
            fine.setAlpha(150)
            painter.fillRect(box, fine)
        case Verdict.MACROS:
            painter.fillRect(box, theme.surface)
            painter.fillRect(box, QBrush(fine, Qt.BrushStyle.BDiagPattern))
            painter.setPen(QPen(fine, 1))
            painter.drawRect(box.adjusted(0, 0, -1, -1))
        case Verdict.EXACT:
            painter.fillRect(box, fine)


class HistoryStrip(QWidget):
    """The messages of the chat as bars: hidden in the file, hidden on the way, cut off, in."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._codes = b""
        self._lengths: tuple[int, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(_("Messages of the chat in the request"))

    def show_messages(self, codes: bytes, lengths: tuple[int, ...]) -> None:
        """Show which messages are in.

        Args:
            codes: one byte a message, of `IN`, `HIDDEN`, `ON_THE_WAY` and `CUT`.
            lengths: of the messages, in characters.
        """
        self._codes, self._lengths = codes, lengths
        inside = codes.count(IN)
        self.setAccessibleDescription(
            _("{inside:,} in, {n:,} out").format(inside=inside, n=len(codes) - inside)
        )
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(scaled(400), scaled(_STRIP_HEIGHT))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), current_theme()
        painter.fillRect(self.rect(), theme.surface)
        painter.fillRect(0, 0, self.width(), 1, theme.line)
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme.line)
        inside, count = self._codes.count(IN), len(self._codes)
        painter.setFont(font(11.5, bold=True))
        painter.setPen(theme.text)
        words = QRect(scaled(_PAD_PX), scaled(6), scaled(_STRIP_LEFT_PX - 16), scaled(16))
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, _("History"))
        painter.setFont(font(11, tabular=True))
        painter.setPen(theme.text_2)
        words.translate(0, scaled(16))
        counts = _("{inside:,} in, {outside:,} out").format(inside=inside, outside=count - inside)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, counts)
        if count:
            self._paint_bars(painter, theme)
            self._write_runs(painter, theme)
        painter.end()

    @property
    def _scale(self) -> tuple[float, float]:
        """Where message 0 begins, and how wide a message is."""
        left, right = scaled(_STRIP_LEFT_PX), self.width() - scaled(_PAD_PX)
        return left, (right - left) / len(self._codes)

    def _paint_bars(self, painter: QPainter, theme: Theme) -> None:
        foot, top = self.height() - scaled(5), scaled(22)
        longest = max(self._lengths, default=1) or 1
        start, wide = self._scale
        step = max(1, math.ceil(_NARROWEST_PX / wide))
        least = scaled(2)
        for message in range(0, len(self._codes), step):
            code = self._codes[message]
            share = max(self._lengths[message : message + step], default=0) / longest
            height = max(least, (foot - top) * share)
            bar = QRectF(start + message * wide, foot - height, max(step * wide - 1, 1), height)
            if code == IN:
                painter.fillRect(bar, theme.density_visible)
            elif code == ON_THE_WAY:
                pen = QPen(theme.text_2, 1)
                pen.setDashPattern([2, 2])
                painter.setPen(pen)
                painter.drawRect(bar.adjusted(0, 0, -1, -1))
            elif code == CUT:
                painter.fillRect(bar, QBrush(theme.warning, Qt.BrushStyle.Dense5Pattern))
            else:
                painter.fillRect(bar, theme.density_hidden)

    def _write_runs(self, painter: QPainter, theme: Theme) -> None:
        """What each long run of messages is, with its first and last."""
        painter.setFont(font(10.5, tabular=True))
        metrics = QFontMetrics(painter.font())
        start, wide = self._scale
        for first, last, code in _runs(self._codes):
            x, room = start + first * wide, (last + 1 - first) * wide - scaled(6)
            if room < _LEAST_WORDS:
                continue
            words = f"{_RUN_WORDS[code]}, {first}–{last}" if last > first else _RUN_WORDS[code]
            if metrics.horizontalAdvance(words) > room:
                words = _RUN_WORDS[code]
            if metrics.horizontalAdvance(words) > room:
                continue
            painter.setPen(theme.text if code == IN else theme.text_2)
            painter.drawText(QPointF(x + scaled(3), scaled(15)), words)
            if first:
                pen = QPen(theme.text_3, 1)
                pen.setDashPattern([2, 2])
                painter.setPen(pen)
                painter.drawLine(QPointF(x, scaled(4)), QPointF(x, self.height() - scaled(4)))


IN, HIDDEN, ON_THE_WAY, CUT = range(4)
_RUN_WORDS = {
    IN: _("in"),
    HIDDEN: _("out: hidden in the file"),
    ON_THE_WAY: _("hidden on the way"),
    CUT: _("out: not in the request"),
}


def _runs(codes: bytes) -> list[tuple[int, int, int]]:
    found: list[tuple[int, int, int]] = []
    for index, code in enumerate(codes):
        if found and found[-1][2] == code:
            found[-1] = (found[-1][0], index, code)
        else:
            found.append((index, index, code))
    return found


def history_codes(hidden: bytes, simulated: bytes, sent: frozenset[int]) -> bytes:
    """What became of every message of the chat.

    Args:
        hidden: which are hidden in the file, one byte a message.
        simulated: which are hidden when the request is made.
        sent: which are in the request.
    """
    codes = bytearray(len(hidden))
    for index, flag in enumerate(hidden):
        if index in sent:
            codes[index] = IN
        elif flag:
            codes[index] = HIDDEN
        elif index < len(simulated) and simulated[index]:
            codes[index] = ON_THE_WAY
        else:
            codes[index] = CUT
    return bytes(codes)
