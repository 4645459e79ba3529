"""The columns of the table of requests that went by."""

from pathlib import Path

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from inspector.gui.kit.text import plain, tooltip
from inspector.gui.kit.theme import Theme, current_theme, scaled
from inspector.gui.state.listening import HeardRequest
from inspector.gui.tables.cells import Cell
from inspector.gui.tables.column import Column, quiet

_KILO = 1000


def kind_in_words(row: HeardRequest) -> str:
    """How it was sent, as far as the request shows it."""
    if row.check is None:
        return "text" if row.captured.prompt is not None else "chat"
    return row.check.proof.guess.send.kind.value.capitalize()


def verdict_in_words(row: HeardRequest) -> str:
    """What the check came to."""
    if row.check is None:
        return "○ not checked" if row.problem else "checking…"
    verdict = row.check.verdict
    return f"✓ {verdict}" if row.check.found.is_fine else f"▲ {verdict}"


def answer_in_words(row: HeardRequest) -> str:
    """How it was answered: status, time and size."""
    answer = row.answer
    if answer is None:
        return "…"
    took = f"{answer.seconds:.1f} s, {size_in_words(answer.size)}"
    if answer.status is None:
        return f"✕ {answer.problem or 'no answer'}"
    sign = "" if answer.status < 400 and not answer.problem else "✕ "
    return f"{sign}{answer.status} · {took}"


def size_in_words(size: int) -> str:
    """Bytes as a person reads them."""
    if size < _KILO:
        return f"{size} B"
    kilos = size / _KILO
    return f"{kilos:.1f} kB" if kilos < _KILO else f"{kilos / _KILO:.1f} MB"


def _tokens(row: HeardRequest) -> str:
    return "" if row.check is None else plain(row.check.found.coverage[0])


def _share(row: HeardRequest) -> str:
    return "" if row.kept is None else f"{row.kept.share:.0%}"


def _change(row: HeardRequest) -> str:
    if row.kept is None:
        return ""
    change = row.kept.first_change
    if change is None:
        return "nothing: it only goes on"
    return change.source if change.cause is None else change.cause.text


def _paint_share(cell: "Cell[HeardRequest]") -> None:
    kept = cell.row.kept
    if kept is None:
        return
    theme, inner = current_theme(), QRectF(cell.inner)
    bar = QRectF(inner.left(), inner.center().y() - scaled(3), inner.width(), scaled(6))
    cell.painter.fillRect(bar, theme.line)
    bar.setWidth(max(bar.width() * kept.share, 1.0))
    cell.painter.fillRect(bar, theme.density_visible)


def _verdict_colour(row: HeardRequest, theme: Theme) -> QColor:
    if row.check is None:
        return theme.text_2
    return theme.verdict_in if row.check.found.is_fine else theme.warning


def _answer_colour(row: HeardRequest, theme: Theme) -> QColor:
    answer = row.answer
    failed = answer is not None and (answer.status is None or answer.status >= 400)
    return theme.error if failed else theme.text_2


def _problem(row: HeardRequest) -> str:
    return tooltip(row.problem)


def _chat_name(row: HeardRequest) -> str:
    return "" if row.check is None else Path(row.check.chat).stem


COLUMNS = (
    Column[HeardRequest](
        "Arrived", "When its last byte had come.", lambda row: row.time, "00:00:00",
    ),
    Column[HeardRequest](
        "Kind", "What was pressed, as far as the request shows it.", kind_in_words,
        "Impersonate", need=6,
    ),
    Column[HeardRequest](
        "Chat", "The chat that it is of.", _chat_name, "A Parcel for Nobody", colour=quiet,
        tooltip=lambda row: "" if row.check is None else tooltip(str(row.check.chat)), need=2,
    ),
    Column[HeardRequest](
        "Ends", "The message after which the chat ended then.",
        lambda row: "" if row.check is None else plain(row.check.end), "10,000",
        is_number=True, need=4,
    ),
    Column[HeardRequest](
        "Tokens", "Of its text.", _tokens, "100,000", is_number=True,
    ),
    Column[HeardRequest](
        "", "How much stayed the same since the one before, as a bar.", _share, 60,
        name="Bar", paint=_paint_share, need=1,
    ),
    Column[HeardRequest](
        "Kept", "How much of it stayed the same since the one before.", _share, "100%",
        is_number=True, is_bold=True,
    ),
    Column[HeardRequest](
        "First change", "What stands where it first differs from the one before.", _change, None,
        tooltip=lambda row: tooltip(_change(row)), least=110,
    ),
    Column[HeardRequest](
        "Against prediction", "What the check came to; Enter shows it.", verdict_in_words,
        "✓ as predicted", colour=_verdict_colour, tooltip=_problem,
    ),
    Column[HeardRequest](
        "Answer", "Status, time and size of the endpoint’s answer.", answer_in_words,
        "200 · 12.3 s, 12.3 kB", colour=_answer_colour,
        tooltip=lambda row: tooltip(answer_in_words(row)), need=5,
    ),
)  # fmt: skip
