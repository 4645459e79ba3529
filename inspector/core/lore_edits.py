"""Making and deleting entries of a lorebook and events of a chronicle."""

from dataclasses import dataclass, replace

from inspector.core.errors import EditError
from inspector.core.lore import (
    Chronicle,
    ChronicleEvent,
    Lore,
    Lorebook,
    LorebookEntry,
    LorebookForm,
    LoreKind,
    SetLoreField,
    apply_lore,
)
from inspector.language import _


@dataclass(frozen=True, slots=True)
class MakeLore:
    """Make an entry or an event: a copy of one, or an empty one. It goes to the end.

    Attributes:
        kind: whether it is an entry of the lorebook or an event of the chronicle.
        mark: its id where the form has such, a UUID.
        like: index of the one that is copied; None for an empty one.
    """

    kind: LoreKind
    mark: str
    like: int | None = None


@dataclass(frozen=True, slots=True)
class DeleteLore:
    """Take entries or events out of the file.

    Attributes:
        kind: whether they are entries of the lorebook or events of the chronicle.
        places: their indexes.
    """

    kind: LoreKind
    places: tuple[int, ...]


LoreEdit = SetLoreField | MakeLore | DeleteLore


def edited_lore(lore: Lore, edit: LoreEdit) -> Lore:
    """The lorebook or chronicle after an edit; the same object if the edit changes nothing.

    Raises:
        EditError: it names an item that is not there, or a value that cannot be.
    """
    match edit:
        case SetLoreField():
            return apply_lore(lore, edit)
        case MakeLore():
            return _made(lore, edit)
        case DeleteLore():
            return _deleted(lore, edit)


def _deleted(lore: Lore, edit: DeleteLore) -> Lore:
    if not edit.places:
        raise EditError(_("No entry or event is selected."))
    for location in edit.places:
        _refuse_beyond(lore, location)
    kept = [item for item in lore.items if item.index not in edit.places]
    items = tuple(
        item if item.index == index else replace(item, index=index)
        for index, item in enumerate(kept)
    )
    return replace(lore, items=items)


def _made(lore: Lore, edit: MakeLore) -> Lore:
    if edit.like is not None:
        _refuse_beyond(lore, edit.like)
    if isinstance(lore, Lorebook):
        return replace(lore, items=(*lore.items, _entry(lore, edit)))
    return replace(lore, items=(*lore.items, _event(lore, edit)))


def _refuse_beyond(lore: Lore, location: int) -> None:
    if not 0 <= location < len(lore.items):
        raise EditError(
            _("There is no item #{location}; there are {count:,}.").format(
                location=location, count=len(lore.items)
            )
        )


def _entry(lore: Lorebook, edit: MakeLore) -> LorebookEntry:
    numbers = [int(one.uid) for one in lore.items if one.uid.isascii() and one.uid.isdecimal()]
    number = max(numbers, default=-1) + 1
    uid = edit.mark if lore.form is LorebookForm.SERVER else str(number)
    own: dict[str, object] = {}
    if lore.form is LorebookForm.WORLD_INFO:
        own = {"uid": number}
    elif lore.form is LorebookForm.SERVER:
        own = {"id": uid}
    index = len(lore.items)
    if edit.like is None:
        record = {**lore.template, **own}
        return LorebookEntry(index, uid, title="New entry", record=record)
    source = lore.items[edit.like]
    record = {**source.record, **own}
    return replace(source, index=index, uid=uid, location=(), record=record)


def _event(chronicle: Chronicle, edit: MakeLore) -> ChronicleEvent:
    index = len(chronicle.items)
    if edit.like is None:
        record = {**chronicle.template, "id": edit.mark}
        kind = str(chronicle.template.get("event_type", ""))
        return ChronicleEvent(index, edit.mark, event_type=kind, record=record)
    source = chronicle.items[edit.like]
    record = {**source.record, "id": edit.mark}
    return replace(source, index=index, id=edit.mark, location=(), record=record)
