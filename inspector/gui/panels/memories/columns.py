"""The columns of the memory table: what each shows, and what a click on its header sorts by."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from inspector.analysis.lint import word_count
from inspector.core.injection import Verdict
from inspector.core.memory import Memory
from inspector.gui.kit.memory_words import BUCKET_NAMES, span_text, type_text, verdict_word
from inspector.gui.kit.text import join_names, one_line

Text = Callable[[Memory, Verdict | None], str]
Key = Callable[[Memory, Verdict | None], tuple[float | str, ...]]


class Place(IntEnum):
    """Where each column stands before a person moves it."""

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


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    Attributes:
        title: what its header says.
        width: in the visual language's pixels.
        text: what a cell says, also to a screen reader.
        key: what it is sorted by.
        field: stored key that a cell edits; empty for what is derived or read only.
        right: whether numbers stand at the right edge.
        derived: whether cells follow the derivation and not the memory alone.
        shown: whether it is visible until a person says otherwise.
    """

    title: str
    width: int
    text: Text
    key: Key
    field: str = ""
    right: bool = False
    derived: bool = False
    shown: bool = True


def _natural(memory_id: str) -> str:
    """Sorts `event_9` before `event_10`: numbers between underscores get the same length."""
    parts = memory_id.casefold().split("_")
    return "_".join([part.zfill(16) if part.isdigit() else part for part in parts])


def _verdict_key(_memory: Memory, verdict: Verdict | None) -> tuple[float | str, ...]:
    if verdict is None:
        return (2, "")
    return (0, "") if verdict.in_block else (1, verdict_word(verdict))


def _verdict_text(_memory: Memory, verdict: Verdict | None) -> str:
    return "" if verdict is None else verdict_word(verdict)


def _number_text(memory: Memory, verdict: Verdict | None) -> str:
    bucket = verdict.bucket if verdict else None
    return f"{BUCKET_NAMES[bucket]}, {memory.index}" if bucket else str(memory.index)


def _tokens_text(_memory: Memory, verdict: Verdict | None) -> str:
    return "" if verdict is None else str(verdict.tokens)


def _score_text(_memory: Memory, verdict: Verdict | None) -> str:
    return "" if verdict is None or verdict.score is None else f"{verdict.score:.2f}"


def _score_key(_memory: Memory, verdict: Verdict | None) -> tuple[float | str, ...]:
    score = verdict.score if verdict else None
    return (-1, 0) if score is None else (0, score)


COLUMNS: tuple[Column, ...] = (
    Column("#", 50, _number_text, lambda m, _: (m.index,), right=True, derived=True),
    Column(
        "Importance",
        78,
        lambda m, _: f"{m.importance} of 5 stars",
        lambda m, _: (m.importance,),
        field="importance",
    ),
    Column(
        "Secret",
        24,
        lambda m, _: "secret" if m.is_secret else "not secret",
        lambda m, _: (m.is_secret,),
        field="is_secret",
    ),
    Column(
        "Witnesses",
        118,
        lambda m, _: join_names(m.witnesses),
        lambda m, _: ("\n".join(m.witnesses).casefold(),),
        field="witnesses",
    ),
    Column(
        "Summary",
        240,
        lambda m, _: one_line(m.summary),
        lambda m, _: (m.summary.casefold(),),
        field="summary",
    ),
    Column(
        "Messages",
        72,
        lambda m, _: span_text(m),
        lambda m, _: m.span or (float("inf"),),
        right=True,
    ),
    Column(
        "Tokens",
        54,
        _tokens_text,
        lambda _, v: (v.tokens if v else -1,),
        right=True,
        derived=True,
    ),
    Column("Verdict", 101, _verdict_text, _verdict_key, derived=True),
    Column(
        "Involved",
        118,
        lambda m, _: join_names(m.characters_involved),
        lambda m, _: ("\n".join(m.characters_involved).casefold(),),
        field="characters_involved",
        shown=False,
    ),
    Column(
        "When",
        110,
        lambda m, _: one_line(m.temporal_anchor),
        lambda m, _: (m.temporal_anchor.casefold(),),
        field="temporal_anchor",
        shown=False,
    ),
    Column(
        "Transient",
        74,
        lambda m, _: "transient" if m.is_transient else "",
        lambda m, _: (m.is_transient,),
        field="is_transient",
        shown=False,
    ),
    Column(
        "Archived",
        74,
        lambda m, _: "archived" if m.is_archived else "",
        lambda m, _: (m.is_archived,),
        field="archived",
        shown=False,
    ),
    Column("Id", 110, lambda m, _: m.id, lambda m, _: (_natural(m.id),), shown=False),
    Column(
        "Type",
        74,
        lambda m, _: type_text(m),
        lambda m, _: (type_text(m).casefold(),),
        shown=False,
    ),
    Column("Score", 54, _score_text, _score_key, right=True, derived=True, shown=False),
    Column(
        "Words",
        54,
        lambda m, _: str(word_count(m.summary)),
        lambda m, _: (word_count(m.summary),),
        right=True,
        shown=False,
    ),
)
