"""The lines in which two texts differ, so that what cannot be seen is seen in them."""

import re
from collections.abc import Sequence
from difflib import unified_diff
from itertools import islice

_BREAKS = re.compile(r"[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
"""What begins a line anew where it is shown, and ends none of a prompt."""

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_ANY = re.compile(r".", re.DOTALL)
_SPELLED = {"\n": r"\n", "\r": r"\r", "\t": r"\t", " ": "␣"}


def line_diff(predicted: str, found: str) -> tuple[str, ...]:
    """The lines in which two texts differ: `-` predicted, `+` sent; none where none does.

    Where lines differ only in the white space at their ends, it is spelled.
    """
    # Two lines name files that there are none of.
    lines = islice(unified_diff(_lines(predicted), _lines(found), n=0), 2, None)
    changed = [line for line in lines if line[0] in "-+"]
    gone, came = ([line[1:] for line in changed if line[0] == sign] for sign in "-+")
    return tuple(
        line[0] + _displayed(line[1:], came if line[0] == "-" else gone) for line in changed
    )


def _lines(text: str) -> list[str]:
    """Lines with their ends; a line feed alone ends one."""
    return _LINE.findall(text)


def _displayed(line: str, beside: Sequence[str]) -> str:
    """A line as it is shown beside those of the other text."""
    bare = line.rstrip()
    end = line[len(bare) :]
    alike = [other for other in beside if other.rstrip() == bare]
    if not alike:
        return _BREAKS.sub(_spelled, line.removesuffix("\n"))
    if all(other.endswith("\n") == end.endswith("\n") for other in alike):
        end = end.removesuffix("\n")
    return _BREAKS.sub(_spelled, bare) + _ANY.sub(_spelled, end)


def _spelled(found: re.Match[str]) -> str:
    character = found[0]
    return _SPELLED.get(character) or character.encode("unicode_escape").decode("ascii")
