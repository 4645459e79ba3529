"""Cutting messages into the pieces that the server embeds (specs/scribe.md §6).

The server finds words and sentences with ICU; here runs of letters and digits, runs of spaces
and single signs stand for its segments, so counts are near and not exact.
"""

import re
from collections.abc import Iterator

MOST, OVERLAP = 200, 20
"""Segments a piece, and how many of the piece before lead it (`CHUNKING_MAX_SIZE`, `_OVERLAP`)."""

_SEGMENT = re.compile(r"\w+(?:['’.]\w+)*|[ \t]+|.", re.DOTALL)
_SENTENCE = re.compile(r".+?(?:[.!?…]+[\"'”’)]*\s+|$)", re.DOTALL)


def pieces_of(text: str) -> list[str]:
    """The pieces of a text; none of a text of white space.

    A text is cut at every line break; a line that is too long at sentences, a sentence that is
    too long anywhere. Each piece but the first begins with the end of the one before.
    """
    pieces = [piece for line in text.split("\n") for piece in _of_line(line.strip()) if piece]
    return [
        _led_by(pieces[index - 1], piece) if index else piece for index, piece in enumerate(pieces)
    ]


def _size(text: str) -> int:
    """Break positions: one more than there are segments."""
    return len(_SEGMENT.findall(text)) + 1


def _of_line(line: str) -> Iterator[str]:
    if _size(line) <= MOST:
        yield line
        return
    held, size = "", 0
    for sentence in _SENTENCE.findall(line):
        more = _size(sentence) - 1
        if held and size + more >= MOST:
            yield from _runs(held)
            held, size = "", 0
        held, size = held + sentence, size + more
    yield from _runs(held)


def _runs(text: str) -> Iterator[str]:
    segments = _SEGMENT.findall(text)
    for start in range(0, len(segments), MOST - 1):
        yield "".join(segments[start : start + MOST - 1]).strip()


def _led_by(before: str, piece: str) -> str:
    lead = "".join(_SEGMENT.findall(before)[-OVERLAP:])
    space = "" if lead[-1:].isspace() or piece[:1].isspace() else " "
    return f"{lead}{space}{piece}"
