"""One change for many memories: what it makes of each, as edits that are one step."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from inspector.analysis.filters.patterns import Pattern
from inspector.core.document import Document
from inspector.core.edits import ChangeNames, MemoryEdit, SetField, apply, field_named
from inspector.core.errors import EditError
from inspector.core.fields import FieldKind, FieldSpec
from inspector.core.memory import GREATEST_IMPORTANCE, LEAST_IMPORTANCE
from inspector.core.query import Query
from inspector.language import _

_TEXTS = (FieldKind.TEXT, FieldKind.OPTIONAL_TEXT)


@dataclass(frozen=True, slots=True)
class SetTo:
    """Give a field one value; None clears an optional text."""

    field: str
    value: object


@dataclass(frozen=True, slots=True)
class Step:
    """Raise or lower an importance, which stays within 1 to 5."""

    field: str
    by: int


@dataclass(frozen=True, slots=True)
class AddNames:
    """Add names to a list, or take them from it; the others stay."""

    field: str
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class Replace:
    r"""Replace what a pattern matches, in a text or in each name of a list.

    Attributes:
        field: the field.
        pattern: bounded in time over all memories together.
        replacement: `\1` and `\g<name>` stand for groups.
    """

    field: str
    pattern: Pattern
    replacement: str


Change = SetTo | Step | AddNames | Replace


@dataclass(frozen=True, slots=True)
class ChangedValue:
    """What a change makes of one field of one memory.

    Attributes:
        memory: its index.
        field: the stored key.
        before: as stored; None for nothing.
        after: what it becomes.
    """

    memory: int
    field: str
    before: object
    after: object


@dataclass(frozen=True, slots=True)
class Refusal:
    """A memory that a change cannot be made on, and why: one sentence."""

    memory: int
    reason: str


@dataclass(frozen=True)
class BulkPlan:
    """What a change would do.

    Attributes:
        edits: that make it, to be submitted together.
        document: after them.
        values: every value that differs, in list order.
        unchanged: how many of the memories it leaves as they are.
        refused: those that it cannot be made on; they stay as they are.
    """

    edits: tuple[MemoryEdit, ...]
    document: Document
    values: tuple[ChangedValue, ...]
    unchanged: int = 0
    refused: tuple[Refusal, ...] = ()


def plan(
    document: Document,
    memories: Sequence[int],
    changes: Iterable[Change],
    *,
    keep_known_events: bool = False,
) -> BulkPlan:
    """What changes would do to memories.

    Args:
        document: as it is.
        memories: their indexes.
        changes: one after the other.
        keep_known_events: leave `known_events` alone where witnesses change.

    Raises:
        EditError: a field is not there, or cannot have the value, or a pattern takes too long.
    """
    after = document
    edits: list[MemoryEdit] = []
    refused: dict[int, Refusal] = {}
    fields: dict[str, None] = {}
    for change in changes if memories else ():
        spec = field_named(document, change.field)
        fields[spec.key] = None
        for edit in _edits(after, memories, change, spec, refused, keep=keep_known_events):
            edited = apply(after, edit)
            if edited is not after:
                after = edited
                edits.append(edit)
    values = tuple(_values(document, after, sorted(set(memories)), tuple(fields)))
    touched = {one.memory for one in values} | refused.keys()
    unchanged = len(set(memories) - touched)
    return BulkPlan(tuple(edits), after, values, unchanged, tuple(refused.values()))


@dataclass(frozen=True, slots=True)
class TokenChange:
    """What edits do to tokens, by the ruleset's own accounting.

    Attributes:
        before: of all slots.
        after: of all slots.
        lines: of each memory's line, before and after, by index; of those that exist.
    """

    before: int
    after: int
    lines: dict[int, tuple[int, int]]


def token_change(query: Query, edits: Sequence[MemoryEdit]) -> TokenChange:
    """What edits do to the block and to the lines of its memories.

    Raises:
        EditError: an edit is refused.
    """
    before, after = query.derivation, query.edited(edits).derivation
    now = {one.memory: one.tokens for one in after.verdicts}
    return TokenChange(
        sum(one.tokens for one in before.injections),
        sum(one.tokens for one in after.injections),
        {one.memory: (one.tokens, now[one.memory]) for one in before.verdicts if one.memory in now},
    )


def _edits(
    document: Document,
    memories: Sequence[int],
    change: Change,
    spec: FieldSpec,
    refused: dict[int, Refusal],
    *,
    keep: bool,
) -> Iterator[MemoryEdit]:
    match change:
        case SetTo():
            yield SetField(tuple(memories), spec.key, change.value, keep)
        case AddNames():
            if spec.kind is not FieldKind.NAMES:
                raise EditError(
                    _("{title} is no list of names to add to or take from.").format(
                        title=_(spec.title)
                    )
                )
            yield ChangeNames(tuple(memories), spec.key, change.add, change.remove, keep)
        case Step():
            yield from _steps(document, memories, change, spec)
        case Replace():
            yield from _replacements(document, memories, change, spec, refused, keep=keep)


def _steps(
    document: Document, memories: Sequence[int], change: Step, spec: FieldSpec
) -> Iterator[MemoryEdit]:
    """Memories that come to the same value together."""
    if spec.kind is not FieldKind.IMPORTANCE:
        raise EditError(
            _("{title} is no number that can be raised or lowered.").format(title=_(spec.title))
        )
    groups: dict[int, list[int]] = {}
    for index in memories:
        wanted = document.memories[index].importance + change.by
        value = min(max(wanted, LEAST_IMPORTANCE), GREATEST_IMPORTANCE)
        groups.setdefault(value, []).append(index)
    for value, indexes in groups.items():
        yield SetField(tuple(indexes), spec.key, value)


def _replacements(
    document: Document,
    memories: Sequence[int],
    change: Replace,
    spec: FieldSpec,
    refused: dict[int, Refusal],
    *,
    keep: bool,
) -> Iterator[MemoryEdit]:
    if spec.kind not in (*_TEXTS, FieldKind.NAMES):
        raise EditError(
            _("{title} is no text in which anything can be replaced.").format(title=_(spec.title))
        )
    for index in memories:
        held = document.memories[index].record.get(spec.key)
        value = _replaced(change, held)
        if value == held:
            continue
        try:
            spec.checked(value)
        except EditError as error:
            refused[index] = Refusal(index, str(error))
            continue
        yield SetField((index,), spec.key, value, keep)


def _replaced(change: Replace, held: object) -> object:
    try:
        if isinstance(held, str):
            return change.pattern.replaced(held, change.replacement)
        if not isinstance(held, list):
            return held
        return [
            change.pattern.replaced(one, change.replacement) if isinstance(one, str) else one
            for one in cast("list[object]", held)
        ]
    except TimeoutError as error:
        raise EditError(
            _("This pattern takes too long and was stopped; nothing changed.")
        ) from error
    except ValueError as error:
        raise EditError(_("Nothing can be replaced: {error}.").format(error=error)) from error


def _values(
    before: Document, after: Document, memories: Sequence[int], keys: Sequence[str]
) -> Iterator[ChangedValue]:
    for index in memories:
        old, new = before.memories[index].record, after.memories[index].record
        if old is new:
            continue
        for key in keys:
            if old.get(key) != new.get(key) or (key in old) != (key in new):
                yield ChangedValue(index, key, old.get(key), new.get(key))
