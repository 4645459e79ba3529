"""Replacing stretches of some bytes, and taking members of JSON out with their commas."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from inspector.jsonbytes.scan import Member


@dataclass(frozen=True, slots=True)
class Cut:
    """Replace data[start:end]."""

    start: int
    end: int
    new: bytes = b""


def pieces_of(data: bytes, cuts: Iterable[Cut]) -> list[bytes | memoryview]:
    """Some bytes after cuts that do not overlap, in pieces; what is kept is not copied."""
    view = memoryview(data)
    pieces: list[bytes | memoryview] = []
    at = 0
    for cut in sorted(cuts, key=lambda cut: (cut.start, cut.end)):
        pieces += view[at : cut.start], cut.new
        at = cut.end
    return [*pieces, view[at:]]


def removals(members: Sequence[Member], gone: Collection[str | int]) -> list[Cut]:
    """Take members out, each with one comma."""
    cuts: list[Cut] = []
    run: Member | None = None
    stays: Member | None = None
    for member in members:
        if member.key in gone:
            run = run or member
        else:
            if run is not None:
                cuts.append(Cut(run.key_start, member.key_start))
            run, stays = None, member
    if run is not None:
        cuts.append(Cut(stays.end if stays else run.key_start, members[-1].end))
    return cuts
