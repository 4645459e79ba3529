"""Stand-ins for the characters that a text widget would take as something else than text.

Each stand-in is as long as what it stands for, in UTF-16 units, so that a place in the widget
is the same place in the line. They are shown only: what is copied comes from the block.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

_STAND_INS = {
    "\0": "\u2400",
    "\n": "\u240a",
    "\v": "\u240b",
    "\f": "\u240c",
    "\r": "\u240d",
    "\x85": "\u2424",
    "\u2028": "\u2424",
    "\u2029": "\u00b6",
    "\ufdd0": "\ufffd",
    "\ufdd1": "\ufffd",
    "\ufffc": "\ufffd",
}
_ODD = re.compile(f"[{''.join(_STAND_INS)}\ud800-\udfff]")


def displayed(lines: Sequence[str]) -> list[str]:
    """The lines as the widget shows them: none of them breaks in two."""
    return [*map(_displayed, lines)]


@lru_cache(maxsize=1 << 12)  # another block has most of its lines from the one before
def _displayed(line: str) -> str:
    return _ODD.sub(lambda found: _STAND_INS.get(found[0], "\ufffd"), line)


def between(line: str, start: int, end: int | None) -> str:
    """The part of a line between two places counted in UTF-16 units, as the widget counts."""
    stop = None if end is None else 2 * end
    part = line.encode("utf-16-le", "surrogatepass")[2 * start : stop]
    return part.decode("utf-16-le", "surrogatepass")
