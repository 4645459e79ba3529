"""What the core asks of a token counter, and the counting that needs no vocabulary."""

import math
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


def utf16_length(text: str) -> int:
    """Length in UTF-16 units, which is JavaScript's `length`."""
    if text.isascii():
        return len(text)
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def tokens_by_utf16(text: str, units: float) -> int:
    """UTF-16 units divided by `units` a token, rounded up (DESIGN §4)."""
    return math.ceil(utf16_length(text) / units)
