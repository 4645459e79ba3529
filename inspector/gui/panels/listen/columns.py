"""The columns of the table of requests that went by."""

from pathlib import Path

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from inspector.gui.kit.text import plain, tooltip
from inspector.gui.kit.theme import Theme, current_theme, scaled
from inspector.gui.state.file_words import size_in_words
from inspector.gui.state.listening import HeardRequest
from inspector.gui.tables.cells import Cell
from inspector.gui.tables.column import Column, quiet
from inspector.language import _, percent


def kind_in_words(row: HeardRequest) -> str:
    """How it was sent, as far as the request shows it."""
    if not row.is_request:
        return "–"
    if row.check is None:
        return _("text") if row.captured.prompt is not None else _("chat")
    return row.check.proof.guess.send.kind.value.capitalize()


def verdict_in_words(row: HeardRequest) -> str:
    """What the check came to."""
    if not row.is_request:
        return _("○ not checked: {problem}").format(problem=row.problem)
    if row.check is None:
        return _("○ not checked") if row.problem else _("checking…")
    verdict = row.check.verdict
    return f"✓ {verdict}" if row.check.found.is_fine else f"▲ {verdict}"


def answer_in_words(row: HeardRequest) -> str:
    """How it was answered: status, time and size."""
    answer = row.answer
    if answer is None:
        return "…"
    took = _("{seconds:.1f} s, {size_in_words}").format(
        seconds=answer.seconds, size_in_words=size_in_words(answer.size)
    )
    if answer.status is None:
        return f"✕ {answer.problem or _('no answer')}"
    sign = "" if answer.status < 400 and not answer.problem else "✕ "
    return f"{sign}{answer.status} · {took}"


def _tokens(row: HeardRequest) -> str:
    return "" if row.check is None else plain(row.check.found.coverage[0])


def _share(row: HeardRequest) -> str:
    return "" if row.kept is None else percent(row.kept.share)


def _change(row: HeardRequest) -> str:
    if row.kept is None:
        return ""
    change = row.kept.first_change
    if change is None:
        return _("nothing: it only goes on")
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
        return theme.text_2 if row.is_request else theme.warning
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
        _("Arrived"), _("When its last byte had come."), lambda row: row.time, "00:00:00",
    ),
    Column[HeardRequest](
        _("Kind"), _("What was pressed, as far as the request shows it."), kind_in_words,
        _("Impersonate"), need=6,
    ),
    Column[HeardRequest](
        _("Chat"), _("The chat that it is of."), _chat_name, _("A Parcel for Nobody"), colour=quiet,
        tooltip=lambda row: "" if row.check is None else tooltip(str(row.check.chat)), need=2,
    ),
    Column[HeardRequest](
        _("Ends"), _("The message after which the chat ended then."),
        lambda row: "" if row.check is None else plain(row.check.end), "10,000",
        is_number=True, need=4,
    ),
    Column[HeardRequest](
        _("Tokens"), _("Of its text."), _tokens, "100,000", is_number=True,
    ),
    Column[HeardRequest](
        "", _("How much stayed the same since the one before, as a bar."), _share, 60,
        name=_("Bar"), paint=_paint_share, need=1,
    ),
    Column[HeardRequest](
        _("Kept"), _("How much of it stayed the same since the one before."), _share, "100 %",
        is_number=True, is_bold=True,
    ),
    Column[HeardRequest](
        _("First change"), _("What stands where it first differs from the one before."), _change,
        None,
        tooltip=lambda row: tooltip(_change(row)), least=110,
    ),
    Column[HeardRequest](
        _("Against prediction"), _("What the check came to; Enter shows it."), verdict_in_words,
        _("✓ as predicted"), colour=_verdict_colour, tooltip=_problem,
    ),
    Column[HeardRequest](
        _("Answer"), _("Status, time and size of the endpoint’s answer."), answer_in_words,
        _("200 · 12.3 s, 12.3 kB"), colour=_answer_colour,
        tooltip=lambda row: tooltip(answer_in_words(row)), need=5,
    ),
)  # fmt: skip
