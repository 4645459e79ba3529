"""Lines of a block and what they cost."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from inspector.core.errors import ReleaseThrowsError
from inspector.core.injection import Injection, Line, LineKind, Section
from inspector.core.javascript import ceil, length, to_number, truthy
from inspector.core.tokens import Tokenizer

SLOT = "openvault"
OPENING, CLOSING = "<scene_memory>", "</scene_memory>"

RECENT_EMOTIONS = "Recent emotions:"
_EMOTIONS = ("Emotional state: ", "Emotions: ", RECENT_EMOTIONS)

SEPARATED_FROM = (15, 100, 500)
"""Gaps in messages from which the three separators stand between memories."""

SEPARATORS = ("...", "...Later...", "...Much later...")
"""What stands between distant memories, from the shortest gap to the longest."""

_BYTES_ROUNDED_DOWN = "bytes/4"
_MOST_LINES = 1 << 10
_UNITS_A_TOKEN = 3.5

TAGS_AND_STARS = 5
"""What releases 1.41 and 1.44 take for everything but the summary of a memory, in tokens."""


def line_cost(tokenizer: Tokenizer, text: str) -> int:
    """What a line costs with its line break (specs/as-designed.md §1, line cost).

    The one encoding that rounds down is rounded up here, so that no block can exceed the sum of
    its lines.
    """
    line = text + "\n"
    if tokenizer.encoding == _BYTES_ROUNDED_DOWN:
        return -(-len(line.encode("utf-8", "surrogatepass")) // 4)
    return safe_count(tokenizer, line)


def safe_count(tokenizer: Tokenizer, text: str) -> int:
    """Tokens of a text that a release never counts, so that its counter never throws on it.

    A special token's spelling is then counted as the ordinary text that it is to a model.
    """
    try:
        return tokenizer.count(text)
    except ReleaseThrowsError:
        first, *rest = text.split("<|")
        return tokenizer.count(first) + sum(
            tokenizer.count("<") + tokenizer.count("|" + other) for other in rest
        )


def estimated_tokens(summary: object, tokenizer: Tokenizer) -> float:
    """What releases 1.41 and 1.44 take a summary for; NaN for what is no text and has no length."""
    if isinstance(summary, str):
        return tokenizer.count(summary)
    if not truthy(summary):
        return 0
    return ceil(to_number(length(summary)) / _UNITS_A_TOKEN)


def separator(gap: float, separated_from: tuple[float, float, float] = SEPARATED_FROM) -> str:
    """What stands between two memories so many messages apart; empty for nothing.

    Seed 001's design and the releases after it agree here.

    Args:
        gap: in messages.
        separated_from: gaps from which each of `SEPARATORS` stands.
    """
    some, many, most = separated_from
    # In this order: a gap that is no number, which releases can meet, is none of them.
    if gap >= most:
        return SEPARATORS[2]
    if gap >= many:
        return SEPARATORS[1]
    return SEPARATORS[0] if gap >= some else ""


def plain_lines(tokenizer: Tokenizer, texts: Sequence[str]) -> tuple[Line, ...]:
    """Lines that belong to no memory."""
    return tuple([_plain_line(tokenizer, text) for text in texts])


@lru_cache(maxsize=_MOST_LINES)
def _plain_line(tokenizer: Tokenizer, text: str) -> Line:
    """The same line each time: a block parts its memories by the same few again and again."""
    return Line(text, line_cost(tokenizer, text), kind=_kind_of(text))


def _kind_of(text: str) -> LineKind | None:
    if not text or text in SEPARATORS:
        return LineKind.SEPARATOR
    return LineKind.EMOTION if text.startswith(_EMOTIONS) else None


def context_lines(tokenizer: Tokenizer, texts: Sequence[str]) -> tuple[Line, ...]:
    """The lines above the memories of the recent bucket: what people feel is marked so."""
    lines = plain_lines(tokenizer, texts)
    if RECENT_EMOTIONS not in texts:
        return lines
    first = texts.index(RECENT_EMOTIONS)
    shifts = (replace(line, kind=LineKind.EMOTION) for line in lines[first:])
    return (*lines[:first], *shifts)


def slot(
    key: str,
    sections: tuple[Section, ...],
    tokenizer: Tokenizer,
    *,
    position: int = 0,
    depth: object = 0,
) -> Injection:
    """A prompt slot; OpenVault never passes a role and never lets a slot be scanned.

    Args:
        key: the slot's name.
        sections: its lines.
        tokenizer: what counts.
        position: SillyTavern's.
        depth: as the system hands it on, which need be no whole number.
    """
    whole = depth if isinstance(depth, int) and not isinstance(depth, bool) else None
    lines = [line.text for section in sections for line in section.lines]
    return Injection(
        key=key,
        position=position,
        depth=whole,
        odd_depth=depth if whole is None else None,
        role=0,
        scan=False,
        sections=sections,
        tokens=_safe_count_of(tokenizer, lines),
    )


def _safe_count_of(tokenizer: Tokenizer, lines: Sequence[str]) -> int:
    try:
        return tokenizer.count_lines(lines)
    except ReleaseThrowsError:
        return safe_count(tokenizer, "\n".join(lines))
