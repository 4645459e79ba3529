"""The columns of the table of memories."""

from enum import IntEnum

from PySide6.QtGui import QColor

from inspector.analysis.lint import word_count
from inspector.core.injection import Verdict
from inspector.gui.kit.glyphs import draw_lock
from inspector.gui.kit.memory_words import (
    BUCKET_NAMES,
    NOT_YET,
    length_advice,
    span_text,
    type_text,
    verdict_word,
)
from inspector.gui.kit.text import counted, join_names, one_line, tooltip
from inspector.gui.kit.theme import Theme
from inspector.gui.panels.memories.cells import (
    paint_archived,
    paint_involved,
    paint_number,
    paint_secret,
    paint_stars,
    paint_summary,
    paint_transient,
    paint_verdict,
    paint_witnesses,
)
from inspector.gui.panels.memories.row import MemoryRow
from inspector.gui.tables.column import Column, faint
from inspector.gui.tables.rows import Key
from inspector.language import _, numeral


class Location(IntEnum):
    """Which columns are called by their place; it is that before a person moves any."""

    NUMBER = 0
    IMPORTANCE = 1
    SECRET = 2
    WITNESSES = 3
    SUMMARY = 4
    MESSAGES = 5
    TOKENS = 6
    VERDICT = 7
    INVOLVED = 8
    WHEN = 9
    TRANSIENT = 10
    ARCHIVED = 11
    ID = 12
    TYPE = 13
    SCORE = 14
    WORDS = 15


def _numeral(row: MemoryRow) -> str:
    bucket = row.verdict.bucket if row.verdict else None
    number = row.memory.index
    return f"{BUCKET_NAMES[bucket]}, {number}" if bucket else str(number)


def _number_tooltip(row: MemoryRow) -> str:
    bucket = row.verdict.bucket if row.verdict else None
    return tooltip(
        row.memory.label,
        _("Bucket {BUCKET_NAMES}").format(BUCKET_NAMES=BUCKET_NAMES[bucket]) if bucket else "",
    )


def _importance_tooltip(row: MemoryRow) -> str:
    return tooltip(
        _("Importance {importance} of 5: keys 1 to 5, or click a star").format(
            importance=row.memory.importance
        )
    )


def _secret_tooltip(row: MemoryRow) -> str:
    now = _("A secret") if row.memory.is_secret else _("Not a secret")
    return tooltip(_("{now}: X or a click changes it").format(now=now))


def _summary_tooltip(row: MemoryRow) -> str:
    summary = row.memory.summary
    advice, count = length_advice(summary), counted(word_count(summary), "{n} word", "{n} words")
    words = f"{count}; {advice}" if advice else count
    return tooltip(summary, words, f"▲ {row.problem}" if row.problem else "")


def _tokens_text(row: MemoryRow) -> str:
    return "" if row.verdict is None else str(row.verdict.tokens)


def _tokens_colour(row: MemoryRow, theme: Theme) -> QColor:
    return theme.text_3 if row.is_left_out else theme.text


def _verdict_text(row: MemoryRow) -> str:
    return "" if row.verdict is None else verdict_word(row.verdict)


def _verdict_key(row: MemoryRow) -> Key:
    verdict = row.verdict
    if verdict is None:
        return (2, "")
    return (0, "") if verdict.in_block else (1, verdict_word(verdict))


def _verdict_tooltip(row: MemoryRow) -> str:
    verdict: Verdict | None = row.verdict
    if verdict is None:
        return tooltip(NOT_YET) if row.is_derived else ""
    return tooltip(verdict.reason or verdict_word(verdict))


def _score_text(row: MemoryRow) -> str:
    score = row.verdict.score if row.verdict else None
    return "" if score is None else numeral(score, ".2f")


def _score_key(row: MemoryRow) -> Key:
    score = row.verdict.score if row.verdict else None
    return (-1, 0) if score is None else (0, score)


def _natural(memory_id: str) -> str:
    """Sorts `event_9` before `event_10`: numbers between underscores get the same length."""
    parts = memory_id.casefold().split("_")
    return "_".join([part.zfill(16) if part.isdigit() else part for part in parts])


TOKENS_MEANING = _(
    "What the ruleset's budget counts for the memory. The number beside its line in the preview is "
    "that of the line alone: releases add some for each memory."
)

_column = Column[MemoryRow]

COLUMNS: tuple[Column[MemoryRow], ...] = (
    _column(
        "#", "", _numeral, 50, name=_("Bucket and number"), is_number=True,
        key=lambda row: (row.memory.index,), paint=paint_number, tooltip=_number_tooltip,
    ),
    _column(
        _("Importance"), "",
        lambda row: _("{importance} of 5 stars").format(importance=row.memory.importance), 78,
        key=lambda row: (row.memory.importance,), paint=paint_stars, field="importance",
        tooltip=_importance_tooltip,
    ),
    _column(
        _("Secret"), "", lambda row: _("secret") if row.memory.is_secret else _("not secret"), 24,
        key=lambda row: (row.memory.is_secret,), paint=paint_secret, field="is_secret",
        tooltip=_secret_tooltip, sign=draw_lock,
    ),
    _column(
        _("Witnesses"), "", lambda row: join_names(row.memory.witnesses), 118, need=1,
        key=lambda row: ("\n".join(row.memory.witnesses).casefold(),),
        paint=paint_witnesses, field="witnesses",
        tooltip=lambda row: tooltip("\n".join(row.memory.witnesses) or _("No witness is stored.")),
    ),
    _column(
        _("Summary"), "", lambda row: one_line(row.memory.summary), least=180,
        key=lambda row: (row.memory.summary.casefold(),), paint=paint_summary,
        field="summary", edit=lambda row: row.memory.summary, tooltip=_summary_tooltip, wraps=True,
    ),
    _column(
        _("Messages"), "", lambda row: span_text(row.memory), 72, is_number=True, colour=faint,
        need=2,
        key=lambda row: row.memory.span or (float("inf"),),
        tooltip=lambda row: tooltip(span_text(row.memory)),
    ),
    _column(
        _("Tokens"), TOKENS_MEANING, _tokens_text, 54, is_number=True, colour=_tokens_colour,
        key=lambda row: (row.verdict.tokens if row.verdict else -1,),
        tooltip=lambda row: tooltip(_tokens_text(row), TOKENS_MEANING),
    ),
    _column(
        _("Verdict"), "", _verdict_text, 101, key=_verdict_key, paint=paint_verdict,
        tooltip=_verdict_tooltip,
    ),
    _column(
        _("Involved"), "", lambda row: join_names(row.memory.characters_involved), 118,
        key=lambda row: ("\n".join(row.memory.characters_involved).casefold(),),
        paint=paint_involved, field="characters_involved", is_visible=False,
        tooltip=lambda row: tooltip("\n".join(row.memory.characters_involved)),
    ),
    _column(
        _("When"), "", lambda row: one_line(row.memory.temporal_anchor), 110, colour=faint,
        key=lambda row: (row.memory.temporal_anchor.casefold(),), field="temporal_anchor",
        edit=lambda row: row.memory.temporal_anchor, is_visible=False,
        tooltip=lambda row: tooltip(one_line(row.memory.temporal_anchor)),
    ),
    _column(
        _("Transient"), "", lambda row: _("transient") if row.memory.is_transient else "", 74,
        key=lambda row: (row.memory.is_transient,), paint=paint_transient,
        field="is_transient", is_visible=False,
        tooltip=lambda row: tooltip(_("transient") if row.memory.is_transient else ""),
    ),
    _column(
        _("Archived"), "", lambda row: _("archived") if row.memory.is_archived else "", 74,
        key=lambda row: (row.memory.is_archived,), paint=paint_archived,
        field="archived", is_visible=False,
        tooltip=lambda row: tooltip(_("archived") if row.memory.is_archived else ""),
    ),
    _column(
        _("Id"), "", lambda row: row.memory.id, 110, colour=faint, is_visible=False,
        key=lambda row: (_natural(row.memory.id),), tooltip=lambda row: tooltip(row.memory.id),
    ),
    _column(
        _("Type"), "", lambda row: type_text(row.memory), 74, colour=faint, is_visible=False,
        key=lambda row: (type_text(row.memory).casefold(),),
        tooltip=lambda row: tooltip(type_text(row.memory)),
    ),
    _column(
        _("Score"), "", _score_text, 54, is_number=True, colour=faint, is_visible=False,
        key=_score_key, tooltip=lambda row: tooltip(_score_text(row)),
    ),
    _column(
        _("Words"), "", lambda row: str(word_count(row.memory.summary)), 54, is_number=True,
        colour=faint, is_visible=False, key=lambda row: (word_count(row.memory.summary),),
        tooltip=lambda row: tooltip(str(word_count(row.memory.summary))),
    ),
)  # fmt: skip

DERIVED = tuple(
    COLUMNS[location]
    for location in (Location.NUMBER, Location.TOKENS, Location.VERDICT, Location.SCORE)
)
"""Those that follow the derivation, and not the memory alone."""
