"""Changing values of one line and nothing else (DESIGN §3, points 2 and 3)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from inspector.core.decoded import is_list
from inspector.core.stored import REMOVED, Path
from inspector.jsonbytes.scan import Member, decode_at, members_at, skip_space
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


def splice(line: bytes, changes: Iterable[tuple[Path, object]]) -> bytes:
    """`line` with the values at some paths changed, added or removed.

    A new value is spelled as JavaScript would; a list that only loses items and gains some
    at its end keeps the bytes of those that stay. Of a key that stands twice the last one is
    the value, and a removed key goes as often as it stands.

    Args:
        line: one JSON object in UTF-8; bytes that are none are kept.
        changes: pairs of a path and a value, or `REMOVED`.

    Raises:
        ValueError: the line is no JSON object, or a path leads through a value that has no
            members.
    """
    root = _Wanted()
    for path, value in changes:
        wanted = root
        for key in path:
            wanted = wanted.below.setdefault(key, _Wanted())
        wanted.value = value
    text = line.decode("utf-8", "surrogateescape")
    start = skip_space(text, 0)
    if text[start : start + 1] == "\ufeff":
        start = skip_space(text, start + 1)
    cuts: list[_Cut] = []
    _change_below(text, start, root, cuts)
    return _apply(text, cuts).encode("utf-8", "surrogateescape")


def _apply(text: str, cuts: list[_Cut]) -> str:
    parts: list[str] = []
    at = 0
    for cut in sorted(cuts, key=lambda cut: (cut.start, cut.end)):
        parts += text[at : cut.start], cut.text
        at = cut.end
    return "".join([*parts, text[at:]])


def _change_below(text: str, at: int, wanted: _Wanted, cuts: list[_Cut]) -> int:
    """Change members of the object or list at `at`; answers the place behind it."""
    found_below: dict[str | int, list[_Cut]] = {}

    def skip(key: str | int, start: int) -> int:
        below = wanted.below.get(key)
        if below is None:
            return decode_at(text, start)[1]
        found_below[key] = []
        if below.below:
            return _change_below(text, start, below, found_below[key])
        value, end = decode_at(text, start)
        if below.value is not REMOVED:
            found_below[key] += _replacements(text, start, end, value, below.value)
        return end

    members = members_at(text, at, skip)
    for changes in found_below.values():
        cuts += changes
    gone = {key for key, below in wanted.below.items() if below.value is REMOVED}
    cuts += _removals(members, gone)
    behind = members[-1].end if members else at + 1
    added = [
        (key, below)
        for key, below in wanted.below.items()
        if key not in found_below and below.value is not REMOVED
    ]
    if added:
        empty = all(member.key in gone for member in members)
        spelled = ",".join(_spell_member(key, below) for key, below in added)
        cuts.append(_Cut(behind, behind, spelled if empty else f",{spelled}"))
    return skip_space(text, behind) + 1


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


def _replacements(text: str, start: int, end: int, before: object, after: object) -> list[_Cut]:
    if is_list(before) and is_list(after) and before:
        kept = _kept_places(before, after)
        if kept is not None:
            members = members_at(text, start, lambda _, at: decode_at(text, at)[1])
            cuts = _removals(members, set(range(len(before))) - set(kept))
            added = ",".join(spell(item) for item in after[len(kept) :])
            if added:
                place = members[-1].end
                cuts.append(_Cut(place, place, f",{added}" if kept else added))
            return cuts
    return [_Cut(start, end, spell(after))]


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
