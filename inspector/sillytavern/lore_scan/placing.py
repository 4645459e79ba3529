"""Where the contents of the active entries go (*Output*)."""

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import TypedDict

from inspector.core.decoded import is_number
from inspector.core.javascript import UNDEFINED, to_string
from inspector.sillytavern.lore_scan.books import ScanEntry, by_order
from inspector.sillytavern.lore_scan.model import AtDepth, Placed, Position

_DEPTH = 4


class Places(TypedDict):
    """The contents by place, as `ScanOutput` has them."""

    before: tuple[Placed, ...]
    after: tuple[Placed, ...]
    note_top: tuple[Placed, ...]
    note_bottom: tuple[Placed, ...]
    at_depth: tuple[AtDepth, ...]
    examples: tuple[tuple[Position, Placed], ...]
    outlets: Mapping[str, tuple[Placed, ...]]


def placed(active: Iterable[ScanEntry], regexed: Callable[[str, int | None], str]) -> Places:
    """Sort contents by order over all books and put each at its place.

    Ascending order everywhere but in outlets; of equal order, what came in earlier is lower.
    Empty contents are left out, and so are positions that the host does not know.

    Args:
        active: in the order of activation.
        regexed: regex scripts for lore.
    """
    lists: dict[Position, list[Placed]] = {position: [] for position in Position}
    groups: list[AtDepth] = []
    examples: list[tuple[Position, Placed]] = []
    outlets: dict[str, list[Placed]] = {}
    for entry in sorted(active, key=functools.cmp_to_key(by_order)):
        position = _position(entry)
        depth = entry.given("depth", _DEPTH)
        whole = int(depth) if is_number(depth) else None
        content = regexed(entry.content, whole if position is Position.AT_DEPTH else None)
        if not content or position is None:
            continue
        one = Placed(entry.key, content)
        match position:
            case Position.AT_DEPTH:
                _add_at_depth(entry, one, groups)
            case Position.EXAMPLES_TOP | Position.EXAMPLES_BOTTOM:
                examples.insert(0, (position, one))
            case Position.OUTLET:
                if entry.is_true("outletName"):
                    outlets.setdefault(to_string(entry.value("outletName")), []).append(one)
            case _:
                lists[position].insert(0, one)
    return Places(
        before=tuple(lists[Position.BEFORE]),
        after=tuple(lists[Position.AFTER]),
        note_top=tuple(lists[Position.NOTE_TOP]),
        note_bottom=tuple(lists[Position.NOTE_BOTTOM]),
        at_depth=tuple(groups),
        examples=tuple(examples),
        outlets={name: tuple(found) for name, found in outlets.items()},
    )


def _position(entry: ScanEntry) -> Position | None:
    value = entry.value("position")
    if not is_number(value):
        return None
    return Position(int(value)) if value in tuple(Position) else None


def _add_at_depth(entry: ScanEntry, one: Placed, groups: list[AtDepth]) -> None:
    """Put a content on top of the group that has its depth and role."""
    depth, role = entry.given("depth", _DEPTH), entry.given("role", 0)
    for index, group in enumerate(groups):
        if group.depth == depth and group.role == role:
            groups[index] = AtDepth(group.depth, role, (one, *group.entries))
            return
    own = entry.value("depth")
    groups.append(AtDepth(None if own is UNDEFINED else own, role, (one,)))
