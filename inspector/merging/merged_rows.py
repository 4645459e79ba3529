"""What a merge settled by itself, a row for each thing that it concerns."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from inspector.core.decoded import is_list, is_object, items, members, text
from inspector.core.document import Document
from inspector.core.stored import REMOVED
from inspector.language import _, ngettext, numeral, within
from inspector.lore_files import Lore
from inspector.merging.chats import Merged, ValueDifference
from inspector.merging.words import (
    change_in_words,
    is_item,
    memory_of,
    named_place,
    row_title,
    side_in_words,
    value_in_words,
)

Side = Literal["theirs", "mine", "both"]

_MESSAGES = "messages"
_KNOWN = "known_events"
"""Lists that follow the witnesses of memories (DESIGN §3)."""


@dataclass(frozen=True, slots=True)
class JoinedName:
    """A name of a list that was joined: who put it in, or took it out; None for neither."""

    name: str
    side: Side | None = None
    is_gone: bool = False


@dataclass(frozen=True, slots=True)
class MergedRow:
    """One thing that a merge settled.

    Attributes:
        title: what it is: `Messages`, `Memory 50`.
        side: whose change stands.
        words: what it is now.
        names: of a list that was joined, in the place of words.
        note: which value, or how many.
        memory: id of the memory that it concerns; empty for none.
    """

    title: str
    side: Side
    words: str
    names: tuple[JoinedName, ...] = ()
    note: str = ""
    memory: str = ""


@dataclass(frozen=True)
class MergedRows:
    """What a merge settled by itself.

    Attributes:
        rows: the first of them.
        number: of all.
        own: how many of all are a person's own changes.
    """

    rows: tuple[MergedRow, ...]
    number: int
    own: int


_Sided = tuple[Side, ValueDifference]


def merged_rows(
    merged: Merged, added: Sequence[ValueDifference], whole: Document | Lore, most: int
) -> MergedRows:
    """The rows of a merge: messages first, then by what they concern; conflicts are none of them.

    Args:
        merged: what came of it.
        added: what theirs has otherwise than both were made of.
        whole: mine, which knows how its values are called.
        most: how many rows are made.
    """
    known = {one.key for one in (*merged.conflicts, *merged.accepted)}
    theirs = [one for one in added if one.key not in known]
    sides: tuple[Side, Side] = ("theirs", "mine")
    groups: dict[tuple[object, ...], list[_Sided]] = {}
    for side, differences in zip(sides, (theirs, merged.accepted), strict=True):
        for one in differences:
            groups.setdefault(_group_of(side, one, whole), []).append((side, one))
    ordered = sorted(groups, key=lambda group: group[0] != _MESSAGES)
    own = sum(
        group[0] != _KNOWN and any(side == "mine" for side, _difference in groups[group])
        for group in ordered
    )
    rows = tuple(_row(groups[group], whole) for group in ordered[:most])
    return MergedRows(rows, len(groups), own)


def _group_of(side: Side, one: ValueDifference, whole: Document | Lore) -> tuple[object, ...]:
    if one.is_message:
        return _MESSAGES, side, one.value.mine_bytes is None
    if is_item(one):
        if _KNOWN in one.value.path:
            return (_KNOWN,)
        return "list", one.message, one.value.path[:-1]
    memory = memory_of(one, whole)
    if memory is not None:
        return "memory", memory
    return "value", one.key


def _row(group: Sequence[_Sided], whole: Document | Lore) -> MergedRow:
    first = group[0][1]
    if first.is_message:
        return _messages(group)
    side = group[0][0] if len({of_side for of_side, _difference in group}) == 1 else "both"
    memory = memory_of(first, whole) or ""
    if is_item(first):
        return _joined(group, side, memory, whole)
    of = named_place(first, whole)[1]
    values = [one for _side, one in group]
    if memory and first.value.path[-1] != memory:
        # Several values of one memory, or one of them: the memory is what a person looks for.
        titles = [named_place(one, whole)[0] for one in values]
        return MergedRow(
            _capital(of), side, _values(values, whole), (), within(_list(titles)), memory
        )
    if memory:
        words = f"“{side_in_words(first, first.value.mine, whole)}”"
        gone = first.value.mine is REMOVED
        note = _("removed") if gone else _("+1 memory") if first.value.base is REMOVED else ""
        return MergedRow(_capital(of), side, "" if gone else words, (), note, memory)
    return MergedRow(row_title(first, whole), side, _change(first, whole))


def _change(one: ValueDifference, whole: Document | Lore) -> str:
    """A value before and after where both are short; else what it is now."""
    value = one.value
    if isinstance(value.base, int | float) and isinstance(value.mine, int | float):
        return f"{value_in_words(value.base)} → {value_in_words(value.mine)}"
    if is_list(value.base) and is_list(value.mine):
        base, mine = len(value.base), len(value.mine)
        words = ngettext("{base:,} → {mine:,} entry", "{base:,} → {mine:,} entries", mine)
        return words.format(base=base, mine=mine)
    if is_object(value.mine):
        n = len(value.mine)
        return ngettext("{n:,} value", "{n:,} values", n).format(n=n)
    return change_in_words(one, whole)


def _values(values: Sequence[ValueDifference], whole: Document | Lore) -> str:
    """The new values of one memory; a text is quoted."""
    return " · ".join(
        f"“{one.value.mine}”" if isinstance(one.value.mine, str) else _change(one, whole)
        for one in values
    )


def _messages(group: Sequence[_Sided]) -> MergedRow:
    side, first = group[0]
    if first.value.mine_bytes is None:
        indexes = [one.message for _side, one in group]
        note = _("−{n:,} removed").format(n=len(group))
        return MergedRow(_("Messages"), side, _list(map(str, indexes)), (), note)
    held = [one for _side, difference in group for one in _held(difference)]
    at = first.message or 0
    named = [f"{at + index} {text(one.get('name'))}" for index, one in enumerate(held)]
    note = ngettext("+{n:,} message", "+{n:,} messages", len(held)).format(n=len(held))
    words = _("added: {names}").format(names=_list(named))
    return MergedRow(_("Messages"), side, words, (), note)


def _held(one: ValueDifference) -> list[Mapping[str, object]]:
    return [members(message) for message in items(one.value.mine)]


def _joined(group: Sequence[_Sided], side: Side, memory: str, whole: Document | Lore) -> MergedRow:
    """A list that was merged name by name."""
    first = group[0][1]
    title, of = named_place(first, whole)
    if _KNOWN in first.value.path:
        spoken = (
            f"{named_place(one, whole)[1]} {side_in_words(one, one.value.mine, whole)}"
            for _side, one in group
        )
        return MergedRow(title, side, _list(spoken), (), _("follow the witnesses"))
    changed = {
        name: JoinedName(name, by, one.value.mine is REMOVED)
        for by, one in group
        for name in (str(one.value.path[-1]),)
    }
    former = _names_in(whole, memory, first)
    names = [changed.pop(name, JoinedName(name)) for name in former]
    names += changed.values()
    if memory:
        note = _("{list}, joined").format(list=within(title))
        return MergedRow(_capital(of), side, "", tuple(names), note, memory)
    counts = Counter("out" if one.is_gone else "in" for one in names if one.side)
    note = ", ".join(
        f"{'−' if way == 'out' else '+'}{numeral(counts[way])}" for way in sorted(counts)
    )
    spoken = _list(side_in_words(one, one.value.mine, whole) for _side, one in group)
    return MergedRow(row_title(first, whole), side, spoken, (), note)


def _names_in(whole: Document | Lore, memory: str, one: ValueDifference) -> list[str]:
    """The names that mine has in that list of a memory."""
    if not isinstance(whole, Document) or not memory:
        return []
    if memory not in whole.memory_indexes:
        return []
    record = whole.memories[whole.memory_indexes[memory]].record
    return [name for name in items(record.get(str(one.value.path[-2]))) if isinstance(name, str)]


def _list(words: Iterable[str], most: int = 8) -> str:
    """Some words with commas; many are counted."""
    found = list(dict.fromkeys(words))
    more = len(found) - most
    if more <= 0:
        return ", ".join(found)
    return _("{names} and {more:,} more").format(names=", ".join(found[:most]), more=more)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
