"""Changing values of one line and nothing else (DESIGN §3, points 2 and 3)."""

from collections.abc import Iterable, Sequence

from inspector.core.decoded import is_list
from inspector.core.stored import REMOVED, Path
from inspector.jsonbytes.cuts import Cut, pieces_of, removals
from inspector.jsonbytes.scan import Entered, Member, Outline
from inspector.jsonbytes.spelling import spell, spell_text
from inspector.jsonbytes.wanted import SpliceError, Wanted, same, wanted_of
from inspector.language import _

Changes = Sequence[tuple[Path, object]]
"""Pairs of a path and what the value there becomes, or `REMOVED`."""


class Splicer:
    """Changes values of one line; what it has found out about the line it keeps.

    Args:
        line: one JSON object in UTF-8; bytes that are none are kept.
    """

    def __init__(self, line: bytes) -> None:
        self._outline = Outline(line)

    def splice(self, changes: Changes) -> list[bytes | memoryview]:
        """The line with the values at some paths changed, added or removed, in pieces.

        A new value is spelled as JavaScript would; items of a list that stay keep their bytes.
        Of a key that stands twice the last one is the value, and a removed key goes as often as
        it stands. Where a value is `null` on the way, an object is made of it, as JavaScript
        does for what is missing.

        Raises:
            SpliceError: the line is no JSON object, or a path leads through a value that has
                no members.
        """
        wanted = wanted_of(changes)
        cuts: list[Cut] = []
        if wanted.below:
            try:
                _change_below(self._outline, self._outline.start, wanted, cuts)
            except SpliceError:
                raise
            except ValueError as error:
                raise SpliceError(_("it is no JSON: {error}").format(error=error)) from error
        return pieces_of(self._outline.data, cuts)


def _change_below(outline: Outline, at: int, wanted: Wanted, cuts: list[Cut]) -> None:
    """Change members of the object or list at `at`."""
    is_list_there = outline.data[at : at + 1] == b"["
    for key in wanted.below:
        if isinstance(key, int) is not is_list_there:
            words = _("`{key}` cannot be kept in no list")
            if is_list_there:
                words = _("`{key}` cannot be kept in a list")
            raise SpliceError(words.format(key=key))
    members = outline.members(at, _entered(wanted))
    values = {member.key: member for member in members}
    for key, one in wanted.below.items():
        member = values.get(key)
        if member is None or one.value is REMOVED:
            continue
        if one.below:
            _enter(outline, member, one, cuts)
        else:
            cuts += _replacements(outline, member, one.value)
    gone = {key for key, one in wanted.below.items() if one.value is REMOVED}
    cuts += removals(members, gone)
    added = [
        (key, one) for key, one in wanted.below.items() if key not in values and one.adds_anything
    ]
    if added:
        behind = members[-1].end if members else at + 1
        empty = all(member.key in gone for member in members)
        spelled = b",".join(_spell_member(key, one) for key, one in added)
        cuts.append(Cut(behind, behind, spelled if empty else b"," + spelled))


def _enter(outline: Outline, member: Member, wanted: Wanted, cuts: list[Cut]) -> None:
    """Change members of a member's value; what is null counts as missing."""
    opening = outline.data[member.start : member.start + 1]
    if opening in (b"{", b"["):
        _change_below(outline, member.start, wanted, cuts)
    elif outline.data[member.start : member.end] != b"null":
        raise SpliceError(
            _("`{key}` is no object or list, so nothing can be kept in it").format(key=member.key)
        )
    elif wanted.adds_anything:
        cuts.append(Cut(member.start, member.end, _bytes(spell(wanted.as_value))))


def _entered(wanted: Wanted) -> Entered:
    return {key: _entered(one) for key, one in wanted.below.items() if one.below}


def _spell_member(key: str | int, wanted: Wanted) -> bytes:
    body = spell(wanted.as_value)
    return _bytes(body if isinstance(key, int) else f"{spell_text(key)}:{body}")


def _bytes(spelled: str) -> bytes:
    return spelled.encode("utf-8")


def _replacements(outline: Outline, member: Member, after: object) -> list[Cut]:
    if outline.data[member.start : member.start + 1] == b"[" and is_list(after):
        items = outline.members(member.start)
        if items:
            return _list_replacements(outline, member, items, after)
    return [Cut(member.start, member.end, _bytes(spell(after)))]


def _list_replacements(
    outline: Outline, member: Member, items: Sequence[Member], after: list[object]
) -> list[Cut]:
    before = [outline.value(item) for item in items]
    kept = _kept_places(before, after)
    if kept is None:
        spelled = b",".join(_moved(outline, items, before, after))
        return [Cut(member.start, member.end, b"[" + spelled + b"]")]
    cuts = removals(items, set(range(len(before))) - set(kept))
    added = _bytes(",".join(spell(item) for item in after[len(kept) :]))
    if added:
        location = items[-1].end
        cuts.append(Cut(location, location, b"," + added if kept else added))
    return cuts


def _kept_places(before: Sequence[object], after: Sequence[object]) -> list[int] | None:
    """Places of the items of `before` with which `after` begins, in order.

    None where `after` also takes up an item that stood elsewhere: then order changed.
    """
    kept: list[int] = []
    for index, item in enumerate(before):
        if len(kept) < len(after) and same(after[len(kept)], item):
            kept.append(index)
    added = after[len(kept) :]
    moved = any(same(item, one) for item in added for one in before)
    return None if moved else kept


def _moved(
    outline: Outline, items: Sequence[Member], before: Sequence[object], after: Iterable[object]
) -> Iterable[bytes]:
    """Each item of `after`, in the bytes that it had wherever it stood."""
    left = list(zip(items, before, strict=True))
    for item in after:
        for index, (member, value) in enumerate(left):
            if same(item, value):
                yield outline.data[member.start : member.end]
                del left[index]
                break
        else:
            yield _bytes(spell(item))
