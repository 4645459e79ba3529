"""Texts that remember where each part comes from."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from inspector.core.cached import cached_property
from inspector.core.javascript import WHITE_SPACE

MAIN, EXAMPLE, NOTE, DEPTH_PROMPT = "main", "example", "note", "depth_prompt"
PENDING, NUDGE, UNKNOWN = "pending", "nudge", "unknown"
PERSONA: Final = "card:persona"


class Piece(NamedTuple):
    """A part of a text.

    Attributes:
        text: the part.
        source: where it comes from, as DESIGN §4 names it: `main`, `card:description`,
            `slot:openvault`, `lore:Book:3`, `chat:12` and the like.
    """

    text: str
    source: str


MAY_EXPAND: Final = re.compile(
    r"\{\{|\\[{}]|<(?:user|bot|char|group|charifnotgroup)>", re.IGNORECASE
)
"""What a text holds that expanding its macros can change."""


@dataclass(frozen=True)
class Sourced:
    """A text in parts; never holds an empty one."""

    pieces: tuple[Piece, ...] = ()

    @cached_property
    def may_expand(self) -> bool:
        """Whether expanding macros can change any part."""
        return any(MAY_EXPAND.search(piece.text) for piece in self.pieces)

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join([piece.text for piece in self.pieces])

    def __bool__(self) -> bool:
        return bool(self.pieces)

    def __add__(self, other: "Sourced") -> "Sourced":
        if not self.pieces or not other.pieces:
            return self if self.pieces else other
        last, first = self.pieces[-1], other.pieces[0]
        if last.source == first.source:
            joint = Piece(last.text + first.text, last.source)
            return Sourced((*self.pieces[:-1], joint, *other.pieces[1:]))
        return Sourced(self.pieces + other.pieces)

    def stripped(self) -> "Sourced":
        """Without white space at both ends, as JavaScript's `trim`."""
        text = self.text
        start = len(text) - len(text.lstrip(WHITE_SPACE))
        return self.cut(start, max(start, len(text.rstrip(WHITE_SPACE))))

    def cut(self, start: int, end: int) -> "Sourced":
        """The text between two places, in code points."""
        if start <= 0 and end >= sum(len(piece.text) for piece in self.pieces):
            return self
        found: list[Piece] = []
        at = 0
        for text, source in self.pieces:
            part = text[max(0, start - at) : max(0, end - at)]
            if part:
                found.append(Piece(part, source))
            at += len(text)
        return Sourced(tuple(found))

    def become(self, whole: str, change: Callable[[str], str]) -> "Sourced":
        """What the text became as a whole, sources kept where that can be told.

        A change that crosses parts, such as a macro that takes line breaks away around it,
        makes the parts that it reaches one, with the source of the first.

        Args:
            whole: the text after the change.
            change: the same change, for a part alone.
        """
        if not self.pieces:
            return sourced(whole, UNKNOWN)
        if len(self.pieces) == 1:
            return sourced(whole, self.pieces[0].source)
        each = [Piece(change(text), source) for text, source in self.pieces]
        if "".join([text for text, _ in each]) == whole:
            return Sourced(tuple(piece for piece in each if piece.text))
        return _aligned(whole, each)


def _aligned(whole: str, each: Sequence[Piece]) -> Sourced:
    """Parts of a text found in it from both ends; what lies between is the first part's there."""
    before: list[Piece] = []
    after: list[Piece] = []
    rest, left = whole, list(each)
    while left and left[0].text and rest.startswith(left[0].text):
        before.append(left.pop(0))
        rest = rest[len(before[-1].text) :]
    while left and left[-1].text and rest.endswith(left[-1].text):
        after.insert(0, left.pop())
        rest = rest[: len(rest) - len(after[0].text)]
    source = left[0].source if left else (before or after)[-1].source
    return Sourced((*before, *([Piece(rest, source)] if rest else ()), *after))


NOTHING: Final = Sourced()
"""The empty text."""


def sourced(text: str, source: str) -> Sourced:
    """A text from one source."""
    return Sourced((Piece(text, source),)) if text else Sourced()


def joined(texts: Iterable[Sourced], separator: str) -> Sourced:
    """Texts one behind the other; what separates two belongs to the first.

    An empty text is separated like any other.
    """
    found = Sourced()
    missing = ""
    for index, text in enumerate(texts):
        if index:
            missing += separator
        if missing and text:
            source = found.pieces[-1].source if found else text.pieces[0].source
            found += sourced(missing, source)
            missing = ""
        found += text
    if missing:
        found += sourced(missing, found.pieces[-1].source if found else UNKNOWN)
    return found
