"""Changing values of one line and nothing else (DESIGN §3, points 2 and 3)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from inspector.core.decoded import is_list
from inspector.core.stored import REMOVED, Path
from inspector.jsonbytes.scan import Entered, Member, Outline, decode_at, skip_space
from inspector.jsonbytes.spelling import spell, spell_text


@dataclass(slots=True)
class _Wanted:
    """What is to become of a value: a new value, or changes below it."""

    value: object = None
    below: dict[str | int, "_Wanted"] = field(default_factory=dict[str | int, "_Wanted"])


@dataclass(frozen=True, slots=True)
class _Cut:
    """Replace text[start:end]."""

    start: int
    end: int
    text: str = ""


class Splicer:
    """Changes values of one line; what it has found out about the line it keeps.

    Args:
        line: one JSON object in UTF-8; bytes that are none are kept.
    """

    def __init__(self, line: bytes) -> None:
        self._outline = Outline(line.decode("utf-8", "surrogateescape"))

    def splice(self, changes: Iterable[tuple[Path, object]]) -> bytes:
        """The line with the values at some paths changed, added or removed.

        A new value is spelled as JavaScript would; a list that only loses items and gains
        some at its end keeps the bytes of those that stay. Of a key that stands twice the
        last one is the value, and a removed key goes as often as it stands.

        Args:
            changes: pairs of a path and a value, or `REMOVED`.

        Raises:
            ValueError: the line is no JSON object, or a path leads through a value that has
                no members.
        """
        root = _Wanted()
        for path, value in changes:
            wanted = root
            for key in path:
                wanted = wanted.below.setdefault(key, _Wanted())
            wanted.value = value
        cuts: list[_Cut] = []
        if root.below:
            text = self._outline.text
            _change_below(self._outline, skip_space(text, 0), root, cuts)
        return self._apply(cuts).encode("utf-8", "surrogateescape")

    def _apply(self, cuts: list[_Cut]) -> str:
        text = self._outline.text
        parts: list[str] = []
        at = 0
        for cut in sorted(cuts, key=lambda cut: (cut.start, cut.end)):
            parts += text[at : cut.start], cut.text
            at = cut.end
        return "".join([*parts, text[at:]])


def splice(line: bytes, changes: Iterable[tuple[Path, object]]) -> bytes:
    """`line` with some values changed; see `Splicer.splice`."""
    return Splicer(line).splice(changes)


def _change_below(outline: Outline, at: int, wanted: _Wanted, cuts: list[_Cut]) -> None:
    """Change members of the object or list at `at`."""
    members = outline.members(at, _entered(wanted))
    values = {member.key: member for member in members}
    for key, one in wanted.below.items():
        member = values.get(key)
        if member is None or one.value is REMOVED:
            continue
        if one.below:
            _change_below(outline, member.start, one, cuts)
        else:
            cuts += _replacements(outline.text, member, one.value)
    gone = {key for key, one in wanted.below.items() if one.value is REMOVED}
    cuts += _removals(members, gone)
    added = [
        (key, one)
        for key, one in wanted.below.items()
        if key not in values and one.value is not REMOVED
    ]
    if added:
        behind = members[-1].end if members else at + 1
        empty = all(member.key in gone for member in members)
        spelled = ",".join(_spell_member(key, one) for key, one in added)
        cuts.append(_Cut(behind, behind, spelled if empty else f",{spelled}"))


def _entered(wanted: _Wanted) -> Entered:
    return {key: _entered(one) for key, one in wanted.below.items() if one.below}


def _spell_member(key: str | int, wanted: _Wanted) -> str:
    body = spell(_nested(wanted))
    return body if isinstance(key, int) else f"{spell_text(key)}:{body}"


def _nested(wanted: _Wanted) -> object:
    if not wanted.below:
        return wanted.value
    return {str(key): _nested(below) for key, below in wanted.below.items()}


def _removals(members: list[Member], gone: Collection[str | int]) -> list[_Cut]:
    """Take members out, each with one comma."""
    cuts: list[_Cut] = []
    run: Member | None = None
    stays: Member | None = None
    for member in members:
        if member.key in gone:
            run = run or member
        else:
            if run is not None:
                cuts.append(_Cut(run.key_start, member.key_start))
            run, stays = None, member
    if run is not None:
        cuts.append(_Cut(stays.end if stays else run.key_start, members[-1].end))
    return cuts


def _replacements(text: str, member: Member, after: object) -> list[_Cut]:
    before, end = decode_at(text, member.start)
    if is_list(before) and is_list(after) and before:
        kept = _kept_places(before, after)
        if kept is not None:
            items = Outline(text).members(member.start)
            cuts = _removals(items, set(range(len(before))) - set(kept))
            added = ",".join(spell(item) for item in after[len(kept) :])
            if added:
                place = items[-1].end
                cuts.append(_Cut(place, place, f",{added}" if kept else added))
            return cuts
    return [_Cut(member.start, end, spell(after))]


def _kept_places(before: list[object], after: list[object]) -> list[int] | None:
    """Places of the items of `before` with which `after` begins, in order.

    None where `after` also takes up an item that stood elsewhere: then order changed.
    """
    kept: list[int] = []
    for place, item in enumerate(before):
        if len(kept) < len(after) and after[len(kept)] == item:
            kept.append(place)
    moved = any(item in before for item in after[len(kept) :])
    return None if moved else kept
