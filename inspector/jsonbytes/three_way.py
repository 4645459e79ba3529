"""Three-way merge of one JSON value, in bytes: what both sides left alone keeps its bytes.

Theirs is the trunk. A value that only mine changed is put into it in the bytes that it has in
mine; one that both changed is a conflict. Objects merge member by member. Lists merge item by
item where their items can be told apart (by `id`, `uid` or `version`, or by being different words
or whole numbers); other lists, vectors among them, are one value.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property, partial

from inspector.core.decoded import is_object
from inspector.core.stored import REMOVED, Path, Removed
from inspector.jsonbytes.cuts import Cut, pieces_of, removals
from inspector.jsonbytes.scan import Entered, Member, Outline, decoded
from inspector.jsonbytes.spelling import spell
from inspector.jsonbytes.wanted import same

_IDENTITIES = ("id", "uid", "version")
_BY_PLACE = frozenset({"swipes", "swipe_info"})
"""Lists whose items go with those of others at the same place (specs/sillytavern.md §1.3)."""

_ENTERED_LEVELS = 3
"""Down to each memory: what lies deeper is only looked at where it differs."""


class Take(Enum):
    """Whose value stands after a conflict."""

    THEIRS = "theirs"
    MINE = "mine"


@dataclass(frozen=True, slots=True)
class Typed:
    """Another value that a person typed for a conflict."""

    value: object


Resolution = Take | Typed


@dataclass(frozen=True)
class Difference:
    """One value that mine and theirs, or mine and the base, have otherwise.

    Attributes:
        path: keys from the merged value down; an item of a list by what tells it apart.
        base_bytes: as it was spelled before; None where it was missing.
        theirs_bytes: in theirs.
        mine_bytes: in mine.
    """

    path: Path
    base_bytes: bytes | None
    theirs_bytes: bytes | None
    mine_bytes: bytes | None

    @cached_property
    def base(self) -> object:
        """What it was, as decoded JSON, or `REMOVED` where it was missing."""
        return _decoded_or_removed(self.base_bytes)

    @cached_property
    def theirs(self) -> object:
        """What it is in theirs, likewise."""
        return _decoded_or_removed(self.theirs_bytes)

    @cached_property
    def mine(self) -> object:
        """What it is in mine, likewise."""
        return _decoded_or_removed(self.mine_bytes)


def _decoded_or_removed(spelled: bytes | None) -> object | Removed:
    return REMOVED if spelled is None else decoded(spelled)


Resolve = Callable[[Difference], Resolution]


@dataclass(frozen=True)
class MergedValue:
    """What a merge made.

    Attributes:
        pieces: the bytes.
        accepted: values that mine alone changed, and that were put into theirs.
        conflicts: values that both changed, whichever stands now.
    """

    pieces: Sequence[bytes | memoryview]
    accepted: tuple[Difference, ...] = ()
    conflicts: tuple[Difference, ...] = ()


def take_theirs(_: Difference) -> Resolution:
    """Let what is theirs stand."""
    return Take.THEIRS


def take_all(_: Difference) -> bool:
    """Put in all that mine alone changed."""
    return True


def merge_value(
    base: bytes | None,
    theirs: bytes,
    mine: bytes,
    resolve: Resolve = take_theirs,
    accepts: Callable[[Difference], bool] = take_all,
) -> MergedValue:
    """Merge two later states of one JSON value.

    Args:
        base: what both were made of; None if there was nothing.
        theirs: the state whose bytes stay wherever mine did not change the value.
        mine: the other state.
        resolve: says whose value stands where both changed it.
        accepts: says whether a value that mine alone changed is put in.

    Raises:
        ValueError: one of them is no JSON.
    """
    merge = _Merge(resolve, accepts)
    values = [None if one is None else _Value.whole(one) for one in (base, theirs, mine)]
    trunk = values[1]
    if trunk is None:
        raise TypeError("theirs is missing")
    outcome = merge.decide((), values[0], trunk, values[2])
    if outcome is not None:
        merge.cuts.append(Cut(trunk.start, trunk.end, outcome))
    return MergedValue(pieces_of(theirs, merge.cuts), tuple(merge.accepted), tuple(merge.conflicts))


class _Entering(dict[str | int, Entered]):
    """Enters every member down to some level, so that each byte is scanned once."""

    def __init__(self, levels: int) -> None:
        super().__init__()
        self._levels = levels

    def get(self, key: object, default: object = None, /) -> "Entered | None":  # type: ignore[override]
        return _Entering(self._levels - 1) if self._levels else None


@dataclass(frozen=True)
class _Value:
    """One value of one side."""

    outline: Outline
    start: int
    end: int

    @classmethod
    def whole(cls, spelled: bytes) -> "_Value":
        outline = Outline(spelled)
        end = len(spelled.rstrip(b" \t\r\n"))
        if spelled[outline.start : outline.start + 1] in (b"{", b"["):
            outline.members(outline.start, _Entering(_ENTERED_LEVELS))
        else:
            decoded(spelled)
        return cls(outline, outline.start, end)

    @cached_property
    def raw(self) -> bytes:
        return self.outline.data[self.start : self.end]

    @cached_property
    def decoded(self) -> object:
        return decoded(self.raw)

    @property
    def opening(self) -> bytes:
        return self.outline.data[self.start : self.start + 1]

    @cached_property
    def members(self) -> list[Member]:
        return self.outline.members(self.start)

    def at(self, member: Member) -> "_Value":
        return _Value(self.outline, member.start, member.end)


def _raw(value: _Value | None) -> bytes | None:
    return None if value is None else value.raw


def _alike(one: _Value | None, other: _Value | None) -> bool:
    if one is None or other is None:
        return one is other
    return one.raw == other.raw or same(one.decoded, other.decoded)


_Items = list[_Value]
_Tokens = list[Hashable]
_GONE = b""
"""What takes the place of a value that is taken away; no JSON value is spelled so."""


@dataclass
class _Merge:
    """Gathers what is to be done to the bytes of theirs."""

    resolve: Resolve
    accepts: Callable[[Difference], bool]
    cuts: list[Cut] = field(default_factory=list[Cut])
    accepted: list[Difference] = field(default_factory=list[Difference])
    conflicts: list[Difference] = field(default_factory=list[Difference])

    def decide(
        self, path: Path, base: _Value | None, theirs: _Value | None, mine: _Value | None
    ) -> bytes | None:
        """What takes the place of a value of theirs; None if it stays or was merged within."""
        spelled = _raw(base), _raw(theirs), _raw(mine)
        if spelled[2] in (spelled[0], spelled[1]):
            return None
        if theirs is not None and mine is not None and theirs.opening == mine.opening:
            former = base if base is not None and base.opening == theirs.opening else None
            if theirs.opening == b"{":
                self._merge_members(path, former, theirs, mine)
                return None
            if theirs.opening == b"[" and self._merge_items(path, former, theirs, mine):
                return None
        if _alike(theirs, mine) or _alike(base, mine):
            return None
        difference = Difference(path, *spelled)
        if _alike(base, theirs):
            if not self.accepts(difference):
                return None
            self.accepted.append(difference)
            return _GONE if mine is None else mine.raw
        self.conflicts.append(difference)
        return self._resolved(difference)

    def _resolved(self, difference: Difference) -> bytes | None:
        resolution = self.resolve(difference)
        if isinstance(resolution, Typed):
            return spell(resolution.value).encode("utf-8")
        if resolution is Take.THEIRS:
            return None
        return difference.mine_bytes or _GONE

    def _merge_members(self, path: Path, base: _Value | None, theirs: _Value, mine: _Value) -> None:
        sides = [
            {} if one is None else {member.key: member for member in one.members}
            for one in (base, theirs, mine)
        ]
        gone: set[str | int] = set()
        added: list[bytes] = []
        for key in dict.fromkeys([*sides[1], *sides[2]]):
            values = [
                one.at(side[key]) if one is not None and key in side else None
                for one, side in zip((base, theirs, mine), sides, strict=True)
            ]
            outcome = self.decide((*path, key), *values)
            if outcome is None:
                continue
            here = sides[1].get(key)
            if here is None:
                if outcome:
                    added.append(_member(mine, sides[2].get(key), outcome))
            elif outcome:
                self.cuts.append(Cut(here.start, here.end, outcome))
            else:
                gone.add(key)
        members = theirs.members
        self.cuts += removals(members, gone)
        if added:
            behind = members[-1].end if members else theirs.start + 1
            comma = b"" if all(member.key in gone for member in members) else b","
            self.cuts.append(Cut(behind, behind, comma + b",".join(added)))

    def _merge_items(self, path: Path, base: _Value | None, theirs: _Value, mine: _Value) -> bool:
        """Merge lists item by item; answers whether their items can be told apart."""
        sides: list[_Items] = [
            [] if one is None else [one.at(item) for item in one.members]
            for one in (base, theirs, mine)
        ]
        start, behind = _same_ends(sides)
        middles = [side[start : len(side) - behind] for side in sides]
        tokens = _tokens(str(path[-1]) if path else "", middles)
        if tokens is None or _is_reordered(tokens[1], tokens[2]):
            return False
        _ItemMerge(self, path, theirs, start, middles, tokens).run()
        return True


def _member(mine: _Value, member: Member | None, outcome: bytes) -> bytes:
    """A member of mine with its key, whose value may have been typed."""
    if member is None:
        raise TypeError("a value without a key was added")
    key = mine.outline.data[member.key_start : member.start]
    return key + outcome


class _ItemMerge:
    """Merges two lists whose items have tokens that tell them apart.

    Args:
        merge: gathers what is done.
        path: of the list.
        theirs: the list of theirs.
        start: how many items stand before those that are merged, the same on all sides.
        middles: the items of base, theirs and mine.
        tokens: theirs.
    """

    def __init__(
        self,
        merge: _Merge,
        path: Path,
        theirs: _Value,
        start: int,
        middles: Sequence[_Items],
        tokens: Sequence[_Tokens],
    ) -> None:
        self._merge = merge
        self._path = path
        self._theirs = theirs
        self._start = start
        self._sides = [
            dict(zip(one, items, strict=True)) for one, items in zip(tokens, middles, strict=True)
        ]
        self._tokens = tokens
        self._places = {token: start + index for index, token in enumerate(tokens[1])}
        self._known = {token: index for index, token in enumerate(tokens[0])}

    def run(self) -> None:
        gone: set[str | int] = set()
        inserted: dict[int, list[bytes]] = {}
        for token in self._tokens[1]:
            outcome = self._decide(token)
            if outcome:
                here = self._sides[1][token]
                self._merge.cuts.append(Cut(here.start, here.end, outcome))
            elif outcome is not None:
                gone.add(self._places[token])
        for index, run in self._runs():
            spelled = [outcome for outcome in map(self._decide, run) if outcome]
            if spelled:
                inserted.setdefault(index(), []).extend(spelled)
        self._merge.cuts += removals(self._theirs.members, gone)
        if inserted and len(gone) == len(self._theirs.members):
            inserted = {0: [one for index in sorted(inserted) for one in inserted[index]]}
        for index in sorted(inserted):
            self._insert(index, b",".join(inserted[index]), gone)

    def _decide(self, token: Hashable) -> bytes | None:
        name = _name_of(token)
        values = [side.get(token) for side in self._sides]
        return self._merge.decide((*self._path, name), *values)

    def _runs(self) -> list[tuple[Callable[[], int], list[Hashable]]]:
        """Items that only mine has, in runs, and before which of their items each belongs.

        Where both put something in at one place, the order does not depend on whose it is.
        """
        found: list[tuple[Callable[[], int], list[Hashable]]] = []
        run: list[Hashable] = []
        location = partial(self._behind, -1)
        for token in self._tokens[2]:
            known = self._known.get(token)
            if known is None and token not in self._places:
                if not run:
                    found.append((partial(location, token), run))
                run.append(token)
                continue
            run = []
            if token not in self._places:
                found.append((partial(location, token), [token]))
            location = partial(self._behind, token if known is None else known)
        return found

    def _behind(self, anchor: Hashable, first: Hashable) -> int:
        """Where items of mine belong that stand behind an item which others have as well.

        Args:
            anchor: the item's place in the base, or its token where the base has it not.
            first: the first of the items of mine.
        """
        if not isinstance(anchor, int):
            return self._place_from(self._places[anchor] + 1, first, is_same=True)
        at, reached = self._start, -1
        for index, token in enumerate(self._tokens[1]):
            here = self._known.get(token)
            if here is not None and here <= anchor:
                at, reached = self._start + index + 1, here
        return self._place_from(at, first, is_same=reached == anchor)

    def _place_from(self, at: int, first: Hashable, *, is_same: bool) -> int:
        """Before or behind what theirs put in there: as the words go, if at the same place."""
        end = at
        theirs = self._tokens[1]
        while end - self._start < len(theirs) and self._is_new(theirs[end - self._start]):
            end += 1
        if is_same and end > at and repr(first) < repr(theirs[at - self._start]):
            return at
        return end

    def _is_new(self, token: Hashable) -> bool:
        return token not in self._sides[0] and token not in self._sides[2]

    def _insert(self, index: int, spelled: bytes, gone: set[str | int]) -> None:
        members = self._theirs.members
        before = next((one for one in reversed(members[:index]) if one.key not in gone), None)
        after = next((one for one in members[index:] if one.key not in gone), None)
        if before is not None:
            cut = Cut(before.end, before.end, b"," + spelled)
        elif after is not None:
            cut = Cut(after.key_start, after.key_start, spelled + b",")
        else:
            at = members[0].key_start if members else self._theirs.start + 1
            cut = Cut(at, at, spelled)
        self._merge.cuts.append(cut)


def _same_ends(sides: Sequence[_Items]) -> tuple[int, int]:
    """How many items are the same on all sides at the start, and at the end."""
    shortest = min(map(len, sides))
    start = 0
    while start < shortest and len({side[start].raw for side in sides}) == 1:
        start += 1
    behind = 0
    while behind < shortest - start and len({side[-1 - behind].raw for side in sides}) == 1:
        behind += 1
    return start, behind


def _tokens(name: str, sides: Sequence[_Items]) -> list[_Tokens] | None:
    """What tells the items of each side apart; None where nothing does."""
    if name in _BY_PLACE:
        return _places(sides)
    values = [[one.decoded for one in side] for side in sides]
    if all(is_object(value) for side in values for value in side):
        for key in _IDENTITIES:
            found = [[_token(key, value) for value in side] for side in values]
            if _tell_apart(found):
                return found
        return None
    found = [[_scalar(value) for value in side] for side in values]
    return found if _tell_apart(found) else None


def _tell_apart(tokens: Sequence[_Tokens]) -> bool:
    return all(None not in side and len(set(side)) == len(side) for side in tokens)


def _token(key: str, value: object) -> Hashable:
    held = value.get(key) if is_object(value) else None
    return None if held is None or isinstance(held, float) else _scalar(held)


def _scalar(value: object) -> Hashable:
    """A text or a whole number, which is not the same as the text that spells it."""
    if isinstance(value, str | int) and not isinstance(value, bool):
        return type(value).__name__, value
    return None


def _name_of(token: Hashable) -> str | int:
    return token[1] if isinstance(token, tuple) else str(token)  # type: ignore[return-value]


def _places(sides: Sequence[_Items]) -> list[_Tokens] | None:
    """Items by their places, as long as nothing was taken away and one side alone added some."""
    base, theirs, mine = map(len, sides)
    if min(theirs, mine) < base or min(theirs, mine) > base:
        return None
    return [[("place", index) for index in range(length)] for length in (base, theirs, mine)]


def _is_reordered(theirs: _Tokens, mine: _Tokens) -> bool:
    """Whether what both have stands in another order."""
    other = set(mine)
    shared = [token for token in theirs if token in other]
    held = set(shared)
    return shared != [token for token in mine if token in held]
