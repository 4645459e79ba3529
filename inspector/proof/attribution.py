"""Where every part of a captured request comes from, by what was predicted."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from inspector.proof.alignment import Run, likeness, matches, text_runs

UNKNOWN = "unknown"
_LEAST_LIKE = 0.25
_LEAST_CONTAINED = 3
_MOST_OF_IT = 0.7


class Piece(NamedTuple):
    """A part of a predicted text: the text, and where it comes from."""

    text: str
    source: str


@dataclass(frozen=True, slots=True)
class Expected:
    """A predicted message.

    Attributes:
        role: whose it is; empty for the one text of text completion.
        pieces: its parts, in order.
        name: the field `name`.
    """

    role: str
    pieces: tuple[Piece, ...]
    name: str = ""

    @property
    def content(self) -> str:
        """Its text."""
        return "".join(piece.text for piece in self.pieces)

    def source_at(self, location: int) -> str:
        """Where a place of the text comes from."""
        for piece in self.pieces:
            if location < len(piece.text):
                return piece.source
            location -= len(piece.text)
        return self.pieces[-1].source if self.pieces else UNKNOWN


@dataclass(frozen=True, slots=True)
class Found:
    """A captured message: its role, its text, and the field `name`."""

    role: str
    content: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a captured request.

    Attributes:
        message: which message it is in.
        start: where it begins in its content, in code points.
        end: where it ends.
        source: where it comes from (DESIGN §4), `unknown` where nothing explains it.
    """

    message: int
    start: int
    end: int
    source: str


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that is not as predicted.

    Attributes:
        kind: `differs`: another text; `missing`: it is not in the request; `extra`: it is in
            the request and was not predicted; `role`: another role or name; `joined`: in one
            message with others.
        source: what it concerns; `unknown` where nothing explains it.
        message: which captured message; None for what is missing.
        expected: the predicted text.
        found: the captured text.
    """

    kind: Literal["differs", "missing", "extra", "role", "joined"]
    source: str
    message: int | None
    expected: str
    found: str


@dataclass(frozen=True, slots=True)
class Attribution:
    """A captured request beside a predicted one.

    Attributes:
        parts: cover every message and do not overlap.
        differences: in the order of the request.
    """

    parts: tuple[Part, ...]
    differences: tuple[Difference, ...]


Lookup = Callable[[str], str | None]
"""Where a text comes from that was not predicted; None where nobody knows."""

Same = Callable[[str, str, str], bool]
"""Whether a captured text can be a predicted one: told source, predicted and captured text."""


def _never(_source: str, _expected: str, _found: str) -> bool:
    return False


def attributed(
    expected: Sequence[Expected],
    found: Sequence[Found],
    lookup: Lookup,
    can_be: Same = _never,
) -> Attribution:
    """Lay a captured request beside a predicted one.

    Args:
        expected: the predicted messages.
        found: the captured ones.
        lookup: knows texts that were not predicted.
        can_be: whether texts differ only by clock or chance.
    """
    return _Attributing(expected, found, lookup, can_be).run()


class _Attributing:
    """One request being laid beside another."""

    def __init__(
        self, expected: Sequence[Expected], found: Sequence[Found], lookup: Lookup, can_be: Same
    ) -> None:
        self._expected = expected
        self._found = found
        self._lookup = lookup
        self._can_be = can_be
        self._parts: list[Part] = []
        self._differences: list[tuple[float, Difference]] = []

    def run(self) -> Attribution:
        """See `attributed`."""
        keys = [(one.role, one.name, one.content) for one in self._expected]
        rest = [(one.role, one.name, one.content) for one in self._found]
        last, stop = 0, 0
        for location, other in [*matches(keys, rest), (len(keys), len(rest))]:
            self._gap(list(range(last, location)), list(range(stop, other)))
            if location < len(keys):
                self._whole(location, other)
            last, stop = location + 1, other + 1
        order = sorted(self._differences, key=lambda pair: pair[0])
        parts = sorted(self._parts, key=lambda part: (part.message, part.start))
        return Attribution(tuple(parts), tuple(one for _, one in order))

    def _whole(self, index: int, other: int) -> None:
        """A captured message that is a predicted one."""
        at = 0
        for piece in self._expected[index].pieces:
            self._part(other, at, at + len(piece.text), piece.source)
            at += len(piece.text)

    def _part(self, message: int, start: int, end: int, source: str) -> None:
        if end > start:
            self._parts.append(Part(message, start, end, source))

    def _differs(self, at: float, difference: Difference) -> None:
        self._differences.append((at, difference))

    def _gap(self, places: list[int], rest: list[int]) -> None:
        """Messages between two that agree."""
        for index, other in self._same_content(places, rest):
            self._whole(index, other)
            one, two = self._expected[index], self._found[other]
            ours = f"{one.role} {one.name}".strip()
            theirs = f"{two.role} {two.name}".strip()
            self._differs(other, Difference("role", one.source_at(0), other, ours, theirs))
            places.remove(index)
            rest.remove(other)
        for other in tuple(rest):
            inside = [index for index in places if self._is_inside(index, other)]
            if len(inside) > 1 or (inside and not self._is_nearly(inside[0], other)):
                self._joined(inside, other)
                rest.remove(other)
                places[:] = [index for index in places if index not in inside]
        for index, other in self._alike(places, rest):
            self._changed(index, other)
            places.remove(index)
            rest.remove(other)
        for index in places:
            self._missing(index, rest)
        for other in rest:
            self._extra(other, 0, len(self._found[other].content))
            if not self._found[other].content.strip():
                self._differs(other, Difference("extra", UNKNOWN, other, "", ""))

    def _same_content(self, places: list[int], rest: list[int]) -> list[tuple[int, int]]:
        texts = [self._expected[index].content for index in places]
        contents = [self._found[other].content for other in rest]
        return [(places[one], rest[two]) for one, two in matches(texts, contents)]

    def _is_inside(self, index: int, other: int) -> bool:
        content = self._expected[index].content.strip()
        return len(content) >= _LEAST_CONTAINED and content in self._found[other].content

    def _is_nearly(self, index: int, other: int) -> bool:
        """Whether a captured message is a predicted one with little put to it."""
        content = self._expected[index].content.strip()
        return len(content) >= _MOST_OF_IT * len(self._found[other].content)

    def _joined(self, places: list[int], other: int) -> None:
        """Predicted messages that are parts of one captured message."""
        content = self._found[other].content
        cursor = 0
        for index in places:
            one = self._expected[index]
            whole = one.content
            text = whole.strip()
            start = content.find(text, cursor)
            if start < 0:
                self._missing(index, [])
                continue
            self._between(other, cursor, start)
            lead = len(whole) - len(whole.lstrip())
            at = start - lead
            for piece in one.pieces:
                end = min(at + len(piece.text), start + len(text))
                self._part(other, max(at, start), end, piece.source)
                at += len(piece.text)
            cursor = start + len(text)
            if len(places) > 1 or content.replace(text, "").strip():
                kept = Difference("joined", one.source_at(0), other, whole, text)
                self._differs(other, kept)
        self._between(other, cursor, len(content))

    def _between(self, other: int, start: int, end: int) -> None:
        """What stands between known parts of a message."""
        text = self._found[other].content[start:end]
        if not text.strip() and self._parts and self._parts[-1].message == other:
            self._part(other, start, end, self._parts[-1].source)
        elif text:
            self._extra(other, start, end)

    def _alike(self, places: list[int], rest: list[int]) -> list[tuple[int, int]]:
        """Pairs of messages that are probably the same, in order, as like as can be."""
        best: list[list[float]] = [[0.0] * (len(rest) + 1) for _ in range(len(places) + 1)]
        like: dict[tuple[int, int], float] = {}
        if len(places) * len(rest) > _MOST_PAIRS:
            return list(zip(places, rest, strict=False))
        for i, index in enumerate(places, 1):
            for j, other in enumerate(rest, 1):
                like[i, j] = self._likeness(index, other)
                best[i][j] = max(best[i - 1][j], best[i][j - 1], best[i - 1][j - 1] + like[i, j])
        found: list[tuple[int, int]] = []
        i, j = len(places), len(rest)
        while i and j:
            if like[i, j] > 0 and best[i][j] == best[i - 1][j - 1] + like[i, j]:
                found.append((places[i - 1], rest[j - 1]))
                i, j = i - 1, j - 1
            elif best[i][j] == best[i - 1][j]:
                i -= 1
            else:
                j -= 1
        return found[::-1]

    def _likeness(self, index: int, other: int) -> float:
        one, two = self._expected[index], self._found[other]
        like = likeness(one.content, two.content) + 0.05 * (one.role == two.role)
        rest = two.content.strip()
        if like < _LEAST_LIKE and len(rest) >= _LEAST_CONTAINED and rest in one.content:
            # A part of a predicted message, however large what is gone from it was.
            return _LEAST_LIKE
        return like if like >= _LEAST_LIKE else 0.0

    def _changed(self, index: int, other: int) -> None:
        """A captured message that is a predicted one with other words."""
        one, two = self._expected[index], self._found[other]
        if one.role and (one.role, one.name) != (two.role, two.name):
            ours = f"{one.role} {one.name}".strip()
            theirs = f"{two.role} {two.name}".strip()
            self._differs(other, Difference("role", one.source_at(0), other, ours, theirs))
        runs = _one_piece_gone(one, two.content) or text_runs(one.content, two.content)
        for start, end, source in _sources(one, runs):
            self._part(other, start, end, source)
        changed = [
            (piece.source, expected, found)
            for piece, expected, found in _changed_pieces(one, two.content, runs)
            if not self._can_be(piece.source, expected, found)
        ]
        gone = {
            source for source, expected, found in changed if expected.strip() and not found.strip()
        }
        for source, expected, found in changed:
            if gone and not expected.strip() and not found.strip():
                continue  # The white space around what is missing belongs to nobody.
            kind = "missing" if source in gone and not found.strip() else "differs"
            self._differs(other, Difference(kind, source, other, expected, found))

    def _missing(self, index: int, rest: list[int]) -> None:
        one = self._expected[index]
        at = rest[0] - 0.5 if rest else self._parts[-1].message + 0.5 if self._parts else -1.0
        for source, text in _by_source(one.pieces):
            if text.strip():
                self._differs(at, Difference("missing", source, None, text, ""))
        if not one.content.strip():
            self._differs(at, Difference("missing", one.source_at(0), None, "", ""))

    def _extra(self, other: int, start: int, end: int) -> None:
        text = self._found[other].content[start:end]
        source = (self._lookup(text) if text.strip() else None) or UNKNOWN
        self._part(other, start, end, source)
        if text.strip():
            self._differs(other, Difference("extra", source, other, "", text))


_MOST_PAIRS = 40_000


def _by_source(pieces: Sequence[Piece]) -> Iterator[tuple[str, str]]:
    """Pieces beside each other that have one source."""
    source, text = "", ""
    for piece in pieces:
        if piece.source != source and text:
            yield source, text
            text = ""
        source = piece.source
        text += piece.text
    if text:
        yield source, text


def _one_piece_gone(one: Expected, content: str) -> list[Run] | None:
    """A predicted text beside itself without one of its parts; None where more differs.

    Where lines repeat, laying both side by side could take the gap for a part of two others.
    """
    whole = one.content
    short = len(whole) - len(content)
    if short <= 0:
        return None
    before = _same_length(lambda n: whole[:n] == content[:n], len(content))
    behind = _same_length(
        lambda n: whole[len(whole) - n :] == content[len(content) - n :], len(content)
    )
    at = 0
    for _, text in _by_source(one.pieces):
        lead, tail = len(text) - len(text.lstrip()), len(text) - len(text.rstrip())
        for start, end in ((at, at + len(text)), (at + lead, at + len(text) - tail)):
            if end - start == short and start <= before and len(whole) - end <= behind:
                return [
                    Run(0, start, 0, start, same=True),
                    Run(start, end, start, start, same=False),
                    Run(end, len(whole), start, len(content), same=True),
                ]
        at += len(text)
    return None


def _same_length(is_same: Callable[[int], bool], most: int) -> int:
    """The greatest number up to which something holds, by halving."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if is_same(middle) else (low, middle - 1)
    return low


def _sources(one: Expected, runs: Sequence[Run]) -> Iterator[tuple[int, int, str]]:
    """Which part of a captured text comes from where, if it is a changed predicted text."""
    held: tuple[int, int, str] | None = None
    for run in runs:
        for start, end, source in _run_sources(one, run):
            if held is not None and held[2] == source:
                held = (held[0], end, source)
                continue
            if held is not None:
                yield held
            held = (start, end, source)
    if held is not None:
        yield held


def _run_sources(one: Expected, run: Run) -> Iterator[tuple[int, int, str]]:
    if not run.same:
        location = run.start if run.end > run.start else max(run.start - 1, 0)
        if run.stop > run.other:
            yield run.other, run.stop, one.source_at(location)
        return
    at = 0
    for piece in one.pieces:
        start, end = max(at, run.start), min(at + len(piece.text), run.end)
        if end > start:
            yield run.other + start - run.start, run.other + end - run.start, piece.source
        at += len(piece.text)


def _changed_pieces(
    one: Expected, content: str, runs: Sequence[Run]
) -> Iterator[tuple[Piece, str, str]]:
    """The parts of a predicted text that changed: each whole, and what stands for it."""
    at = 0
    for source, text in _by_source(one.pieces):
        end = at + len(text)
        touched = [run for run in runs if not run.same and _touches(run, at, end)]
        if touched:
            first = _image(runs, at, lower=True)
            last = _image(runs, end, lower=False)
            yield Piece(text, source), text, content[first:last]
        at = end


def _touches(run: Run, start: int, end: int) -> bool:
    if run.end > run.start:
        return run.start < end and run.end > start
    # Something was put in: it belongs to the part that it stands in, or that it follows.
    return start < run.start <= end or (run.start == start == 0)


def _image(runs: Sequence[Run], location: int, *, lower: bool) -> int:
    """Where a place of the predicted text lies in the captured one."""
    image = 0
    for run in runs:
        if run.start <= location <= run.end:
            if run.same:
                image = run.other + location - run.start
            else:
                image = run.other if lower and location == run.start else run.stop
            if location < run.end or lower:
                return image
    return image
