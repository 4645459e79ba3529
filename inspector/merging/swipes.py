"""Merging a message with swipes: each swipe for itself, and above them the one that is selected.

SillyTavern keeps the text, the dates and `extra` of the selected swipe twice, in `swipes` and
`swipe_info` and in the message itself (specs/sillytavern.md §1.3). So swipes are told apart
first, whatever each side added, took away or reworded; it is settled which one is selected; all
sides are laid out as if they had that one selected, and merged so; then the lists are made.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cached_property
from typing import Protocol

from inspector.core.decoded import is_object
from inspector.core.stored import Path
from inspector.jsonbytes.three_way import (
    Difference,
    MergedValue,
    Resolution,
    Take,
    Typed,
    merge_value,
)
from inspector.merging.swiped_message import (
    MIRRORED,
    Swipe,
    SwipedMessage,
    as_list,
    members_of,
    with_members,
)

_SELECTED: Path = ("swipe_id",)
_INFOS = "swipe_info"


class Resolve(Protocol):
    """Says whose value stands where both changed one."""

    def __call__(self, difference: Difference, original: Path | None = None, /) -> Resolution:
        """Decide.

        Args:
            difference: the value.
            original: where the value stands of which this one is a copy; None if it is none.
        """
        ...


class Accepts(Protocol):
    """Says whether a value that mine alone changed is put in."""

    def __call__(self, difference: Difference, original: Path | None = None, /) -> bool:
        """Decide; the arguments are those of `Resolve`."""
        ...


def merge_message(
    base: bytes | None, theirs: bytes, mine: bytes, resolve: Resolve, accepts: Accepts
) -> MergedValue:
    """Merge two later states of one message.

    Where all have their selected swipe's text as the message's text, so has the merged message.
    Copies are not among what was accepted, or conflicts, where their original is.

    Args:
        base: what both were made of; None if there was nothing.
        theirs: the state whose bytes stay wherever mine did not change the value.
        mine: the other state.
        resolve: says whose value stands where both changed it.
        accepts: says whether a value that mine alone changed is put in.

    Raises:
        ValueError: one of them is no JSON.
    """
    sides = _read(base, theirs, mine)
    if sides is None:
        return merge_value(base, theirs, mine, resolve, accepts)
    return _SwipeMerge(sides, resolve, accepts).merged()


def _read(base: bytes | None, theirs: bytes, mine: bytes) -> "_Sides | None":
    """The sides by their swipes; None where they have none, or one has them otherwise."""
    former = None if base is None else SwipedMessage.read(base)
    trunk, own = SwipedMessage.read(theirs), SwipedMessage.read(mine)
    if trunk is None or own is None or (former is None) is not (base is None):
        return None
    listed = trunk.has_swipes, own.has_swipes
    if not any(listed) or (former is not None and former.has_swipes and not all(listed)):
        return None
    if not (trunk.has_infos or own.has_infos):
        trunk, own = trunk.without_infos(), own.without_infos()
        former = None if former is None else former.without_infos()
    return _numbered(former, trunk, own)


@dataclass(frozen=True)
class _Side:
    """A message whose swipes have numbers that tell them apart on all sides."""

    message: SwipedMessage
    numbers: Sequence[int]

    @property
    def selected(self) -> int:
        return self.numbers[self.message.selected]

    @cached_property
    def swipes(self) -> Mapping[int, Swipe]:
        return dict(zip(self.numbers, self.message.swipes, strict=True))


_Sides = tuple[_Side | None, _Side, _Side]


def _numbered(base: SwipedMessage | None, theirs: SwipedMessage, mine: SwipedMessage) -> _Sides:
    """Base, theirs and mine; a swipe that was there before has its place in the base as number."""
    count = 0 if base is None else len(base.swipes)
    of_theirs: dict[int, int] = {} if base is None else _same_swipes(base, theirs)
    of_mine = _same_swipes(theirs if base is None else base, mine)
    new = {index for index in range(len(theirs.swipes)) if index not in of_theirs}
    of_theirs |= {index: number for number, index in enumerate(sorted(new), count)}
    if base is not None:
        # What both sides generated is one swipe only where they have it alike to the byte.
        for index, swipe in enumerate(mine.swipes):
            its = next((one for one in sorted(new) if theirs.swipes[one] == swipe), None)
            if index not in of_mine and its is not None:
                of_mine[index] = of_theirs[its]
                new.remove(its)
    count = max([count - 1, *of_theirs.values()]) + 1
    for index in range(len(mine.swipes)):
        if index not in of_mine:
            of_mine[index] = count
            count += 1
    return (
        None if base is None else _Side(base, range(len(base.swipes))),
        _Side(theirs, [of_theirs[index] for index in range(len(theirs.swipes))]),
        _Side(mine, [of_mine[index] for index in range(len(mine.swipes))]),
    )


def _same_swipes(one: SwipedMessage, other: SwipedMessage) -> dict[int, int]:
    """Which swipe of one message each of another is, by their places.

    The same texts in order are the same swipes; between them a text is taken for a reworded one.
    """
    matcher = SequenceMatcher(None, one.texts, other.texts, autojunk=False)
    return {
        its: former
        for tag, start, end, its_start, its_end in matcher.get_opcodes()
        if tag in ("equal", "replace")
        for former, its in zip(range(start, end), range(its_start, its_end), strict=False)
    }


class _SwipeMerge:
    """One merge of a message with swipes."""

    def __init__(self, sides: _Sides, resolve: Resolve, accepts: Accepts) -> None:
        self._sides = sides
        self._base, self._theirs, self._mine = sides
        self._resolve, self._accepts = resolve, accepts

    def merged(self) -> MergedValue:
        selection = self._selection()
        candidates = (selection.number, self._theirs.selected, self._mine.selected)
        for number in dict.fromkeys([*candidates, *self._theirs.numbers, *self._mine.numbers]):
            merged = _Laid(self._sides, number, self._resolve, self._accepts).merged()
            if merged is None:
                continue
            # Somebody may have taken away the swipe that was to be selected.
            accepted = selection.accepted if number == selection.number else ()
            return MergedValue(
                merged.pieces,
                (*accepted, *merged.accepted),
                (*selection.conflicts, *merged.conflicts),
            )
        return self._one_of_them()

    def _selection(self) -> "_Selection":
        base = None if self._base is None else self._base.selected
        theirs, mine = self._theirs.selected, self._mine.selected
        if mine in (base, theirs):
            return _Selection(theirs)
        spelled = [None if one is None else b"%d" % one for one in (base, theirs, mine)]
        difference = Difference(_SELECTED, *spelled)
        if base == theirs:
            if not self._accepts(difference):
                return _Selection(theirs)
            return _Selection(mine, accepted=(difference,))
        decision = self._resolve(difference)
        number = mine if decision is Take.MINE else theirs
        if isinstance(decision, Typed) and isinstance(decision.value, int):
            number = decision.value
        return _Selection(number, conflicts=(difference,))

    def _one_of_them(self) -> MergedValue:
        """Each side took away what the other kept: no swipe is left, so one message stands."""
        lines = [None if one is None else one.message.line for one in self._sides]
        difference = Difference((), *lines)
        decision = self._resolve(difference)
        stands = self._mine if decision is Take.MINE else self._theirs
        return MergedValue([stands.message.line], conflicts=(difference,))


@dataclass(frozen=True)
class _Selection:
    """Which swipe is selected, and what was settled for that."""

    number: int
    accepted: tuple[Difference, ...] = ()
    conflicts: tuple[Difference, ...] = ()


@dataclass
class _Laid:
    """The sides of a message laid out with one swipe selected."""

    sides: _Sides
    selected: int
    resolve: Resolve
    accepts: Accepts

    def merged(self) -> MergedValue | None:
        """What the merge makes; None if the selected swipe is not there any more."""
        if all(self.selected not in side.swipes for side in self.sides[1:]):
            return None
        base, theirs, mine = self.sides
        lines = [None if one is None else self._line(one) for one in (base, theirs, mine)]
        merged = merge_value(
            lines[0], lines[1] or b"", lines[2] or b"", self._settled, self._is_accepted
        )
        line = b"".join(merged.pieces)
        listed = members_of(members_of(line)["swipes"])
        swipes = {int(number): Swipe.read(spelled) for number, spelled in listed.items()}
        if self.selected not in swipes:
            return None
        # One side alone has an order to tell of.
        is_theirs_as_before = base is not None and [*theirs.numbers] == [*base.numbers]
        if is_theirs_as_before and swipes.keys() == {*mine.numbers}:
            swipes = {number: swipes[number] for number in mine.numbers}
        lists = self._lists(swipes)
        accepted = [*self._originals(merged.accepted), *lists.accepted]
        return MergedValue(
            [with_members(line, lists.values)],
            tuple(accepted),
            tuple(self._originals(merged.conflicts)),
        )

    def _line(self, side: _Side) -> bytes:
        """A side as if it had the selected swipe selected; its swipes as one object by numbers."""
        message, trunk = side.message, self.sides[1].message.values
        swipes = dict(side.swipes)
        values: dict[str, bytes | None] = {}
        if side.selected != self.selected:
            # SillyTavern, too, puts the message into its swipe before it leaves that.
            swipes[side.selected] = message.put_into_swipe()
            values |= self._values_of(swipes.get(self.selected))
        spelled = (b'"%d":%b' % (number, swipe.spelled) for number, swipe in swipes.items())
        values["swipes"] = b"{" + b",".join(spelled) + b"}"
        # Both are made when all is merged.
        values |= {_INFOS: trunk.get(_INFOS), "swipe_id": trunk.get("swipe_id")}
        return with_members(message.line, values)

    def _values_of(self, swipe: Swipe | None) -> dict[str, bytes | None]:
        """What a message has at the top where a swipe is selected.

        Of what its side does not know of it, whoever selected it knows.
        """
        owner = next(
            (one for one in self.sides[:0:-1] if one and one.selected == self.selected), None
        )
        values: dict[str, bytes | None] = {}
        if swipe is not None:
            values["mes"] = swipe.mes
        if swipe is not None and swipe.values is not None:
            return values | {key: swipe.values.get(key) for key in MIRRORED}
        if owner is not None:
            known = owner.message.values
            values = {key: known.get(key) for key in ("mes", *MIRRORED)} | values
        return values

    def _settled(self, difference: Difference) -> Resolution:
        displayed = _displayed(difference)
        decision = self.resolve(displayed, self._original(displayed.path))
        if isinstance(decision, Typed) and _is_swipe(difference.path):
            held = (one for one in (difference.mine, difference.theirs) if is_object(one))
            return Typed(dict(next(held, {"mes": ""})) | {"mes": decision.value})
        return decision

    def _is_accepted(self, difference: Difference) -> bool:
        path = difference.path
        is_selected = _is_swipe(path) and path[1] == str(self.selected)
        if path in ((_INFOS,), _SELECTED) or (is_selected and difference.theirs_bytes is None):
            return True
        displayed = _displayed(difference)
        return self.accepts(displayed, self._original(displayed.path))

    def _original(self, path: Path) -> Path | None:
        """Where the value stands of which there is a copy here; None if it is none."""
        if path == ("swipes", self.selected):
            return ("mes",)
        if path[:2] == (_INFOS, self.selected) and path[2:3] and path[2] in MIRRORED:
            return path[2:]
        return None

    def _originals(self, differences: Sequence[Difference]) -> Iterator[Difference]:
        found = [_displayed(one) for one in differences]
        paths = {one.path for one in found}
        for one in found:
            if one.path not in ((_INFOS,), _SELECTED) and self._original(one.path) not in paths:
                yield one

    def _lists(self, swipes: Mapping[int, Swipe]) -> "_Lists":
        """The lists of the merged message; without them where theirs has none and needs none."""
        theirs, mine = self.sides[1].message, self.sides[2].message
        brought = Difference(("swipes",), None, None, mine.values.get("swipes"))
        is_brought = not theirs.has_swipes and len(swipes) == 1
        if is_brought and not self.accepts(brought):
            return _Lists({"swipes": None, _INFOS: None, "swipe_id": None})
        infos = [swipe.info for swipe in swipes.values()]
        while infos and infos[-1] is None:
            infos.pop()
        spelled = [b"null" if info is None else info for info in infos]
        gone = None if spelled else self._gone_infos()
        has_infos = bool(spelled) or (_INFOS in theirs.values and gone is None)
        values = {
            "swipes": as_list([one.mes for one in swipes.values()], theirs.values.get("swipes")),
            _INFOS: as_list(spelled, theirs.values.get(_INFOS)) if has_infos else None,
            "swipe_id": b"%d" % list(swipes).index(self.selected),
        }
        settled = ((brought,) if is_brought else ()) + ((gone,) if gone else ())
        return _Lists(values, settled)

    def _gone_infos(self) -> Difference | None:
        """`swipe_info` that mine alone has no more; None if it stays, or was gone before."""
        base, theirs, mine = (
            None if one is None else one.message.values.get(_INFOS) for one in self.sides
        )
        gone = Difference((_INFOS,), base, theirs, mine)
        is_gone = None not in (base, theirs) and mine is None
        return gone if is_gone and self.accepts(gone) else None


@dataclass(frozen=True)
class _Lists:
    """Members of a message that list its swipes, and what of them was accepted."""

    values: Mapping[str, bytes | None]
    accepted: tuple[Difference, ...] = ()


def _is_swipe(path: Path) -> bool:
    return len(path) == 2 and path[0] == "swipes"


def _displayed(difference: Difference) -> Difference:
    """A value of the sides as they are laid out, as it is in a message."""
    path = difference.path
    if path[:1] != ("swipes",) or len(path) == 1:
        return difference
    number, below = int(path[1]), path[2:]
    if below[:1] == ("info",):
        return replace(difference, path=(_INFOS, number, *below[1:]))
    if below:
        return replace(difference, path=("swipes", number))
    spelled = (difference.base_bytes, difference.theirs_bytes, difference.mine_bytes)
    texts = (None if one is None else Swipe.read(one).mes for one in spelled)
    return Difference(("swipes", number), *texts)
