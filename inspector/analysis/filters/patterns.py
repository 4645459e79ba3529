"""Regular expressions that anybody may type: bounded in length and in time."""

import re
from collections.abc import Callable, Iterator
from time import monotonic, thread_time
from typing import TypeVar

import regex

from inspector.language import _

Result = TypeVar("Result")

LONGEST = 1_000
SECONDS = 0.5
"""How long one pattern may compute over all texts that it is put to, and one search may last."""
_LARGEST = 100_000
_PIECE = re.compile(
    r"\{(?:[0-9]*,)?(?P<many>[0-9]{1,9})(?:,)?\}|\\.|\[\]?(?:\\.|[^\]\\])*\]|.", re.DOTALL
)
_FREE = 0.0005
"""So long on one text is not counted: a pattern that is no trouble may be used for ever."""


class BadPatternError(ValueError):
    """A pattern cannot be compiled; the text says why, as the end of a sentence.

    Attributes:
        at: where in the pattern, in code points; None where no place is to blame.
    """

    def __init__(self, words: str, at: int | None = None) -> None:
        super().__init__(words)
        self.at = at


class Pattern:
    """A pattern, in any case.

    Args:
        source: as typed.
        longest: how many characters it may have; None for any number.

    Raises:
        BadPatternError: it is too long, or no regular expression.
    """

    def __init__(self, source: str, *, longest: int | None = LONGEST) -> None:
        if longest is not None and len(source) > longest:
            raise BadPatternError(
                _("expected a pattern of at most {longest:,} characters").format(longest=longest)
            )
        if _size(source) > _LARGEST:
            raise BadPatternError(_("expected a pattern that repeats less"))
        try:
            self._compiled = regex.compile(
                source, regex.VERSION1 | regex.IGNORECASE | regex.FULLCASE
            )
        except (regex.error, ValueError, OverflowError, RecursionError, MemoryError) as error:
            raise BadPatternError(
                _("this is no regular expression: {error}").format(error=error),
                getattr(error, "pos", None),
            ) from error
        self._left = SECONDS

    def is_in(self, text: str) -> bool:
        """Whether a text has a match.

        Raises:
            TimeoutError: all searches together took too long.
        """
        return self._bounded(lambda: self._compiled.search(text, timeout=SECONDS)) is not None

    def places(self, text: str) -> Iterator[tuple[int, int]]:
        """Where a text matches, matches of nothing left out.

        Raises:
            TimeoutError: all searches together took too long.
        """
        found = self._bounded(
            lambda: [one.span() for one in self._compiled.finditer(text, timeout=SECONDS)]
        )
        yield from (span for span in found if span[0] < span[1])

    def replaced(self, text: str, replacement: str) -> str:
        r"""A text with every match replaced; `\1` and `\g<name>` stand for groups.

        Raises:
            TimeoutError: all searches together took too long.
            BadPatternError: the replacement names a group that is not there.
        """
        try:
            return self._bounded(lambda: self._compiled.sub(replacement, text, timeout=SECONDS))
        except (regex.error, IndexError) as error:
            raise BadPatternError(
                _("the replacement is none for this pattern: {error}").format(error=error)
            ) from error

    def _bounded(self, search: Callable[[], Result]) -> Result:
        """Search, unless the searches before used up what all of them may need."""
        if self._left <= 0:
            raise TimeoutError
        start, worked = monotonic(), thread_time()
        try:
            return search()
        finally:
            # Waiting for others is no fault of the pattern; the clock of a thread may be coarse.
            needed = min(monotonic() - start, thread_time() - worked)
            self._left -= max(needed - _FREE, 0.0)


def _size(source: str) -> int:
    """About how many parts a pattern has once what it repeats is written out, as compiling does."""
    sizes, last = [0], 0
    for piece in _PIECE.finditer(source):
        if piece["many"]:
            sizes[-1] += last * (int(piece["many"]) - 1)
            last *= int(piece["many"])
        elif piece[0] == "(":
            sizes.append(0)
        elif piece[0] == ")" and len(sizes) > 1:
            last = sizes.pop()
            sizes[-1] += last
        else:
            last = 1
            sizes[-1] += 1
    return sum(sizes)


def literal(text: str) -> Pattern:
    """A pattern that matches a text as it stands, in any case."""
    return Pattern(regex.escape(text), longest=None)
