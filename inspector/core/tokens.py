"""What the core asks of a token counter, and the counting that needs no vocabulary."""

import math
from codecs import utf_16_le_encode
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Protocol


class Tokenizer(Protocol):
    """Counts tokens in one encoding; counts may be cached."""

    @property
    def encoding(self) -> str:
        """Name of the encoding, such as `o200k_base`."""
        ...

    def count(self, text: str) -> int:
        """Tokens of `text`; text that looks like a special token is ordinary text.

        Raises:
            ReleaseThrowsError: the counter stands for a release's own, which would throw.
        """
        ...

    def count_lines(self, lines: Sequence[str]) -> int:
        """As `count` of lines with line breaks between them; quick where most were counted before.

        Raises:
            ReleaseThrowsError: as `count` does.
        """
        ...


def utf16_length(text: str) -> int:
    """Length in UTF-16 units, which is JavaScript's `length`."""
    if text.isascii():
        return len(text)
    return len(utf_16_le_encode(text, "surrogatepass")[0]) // 2


def tokens_by_utf16(text: str, units: float) -> int:
    """UTF-16 units divided by `units` a token, rounded up (DESIGN §4)."""
    return math.ceil(utf16_length(text) / units)


def line_shares(text: str, tokenizer: Tokenizer) -> list[int]:
    """What each line of a text adds to its tokens; the shares sum to the count of the whole text.

    For slots whose system counts them as one text and no line by itself. A blank line mostly
    adds nothing: its break is part of the token before it.
    """
    shares = [share for group in _groups(text) for share in _shares_of(group, tokenizer)]
    total, exact = sum(shares), tokenizer.count(text)
    if total == exact:
        return shares
    # Estimators round each piece; the whole is parted in proportion instead.
    if total == 0:
        shares, total = [1] * len(shares), len(shares)
    ends = [0, *(round(exact * end / total) for end in accumulate(shares))]
    return [end - start for start, end in pairwise(ends)]


def _groups(text: str) -> Iterator[list[str]]:
    """The lines of a text with their line breaks, each with the blank ones after it."""
    group: list[str] = []
    lines = text.split("\n")
    for index, line in enumerate(lines):
        if line.strip() and group:
            yield group
            group = []
        group.append(line if index == len(lines) - 1 else f"{line}\n")
    yield group


def _shares_of(group: list[str], tokenizer: Tokenizer) -> list[int]:
    whole = tokenizer.count("".join(group))
    first = min(whole, tokenizer.count(group[0]))
    return [first, whole - first, *[0] * (len(group) - 2)][: len(group)]
