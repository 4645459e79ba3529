"""What OpenVault keeps about characters, and about two of them: edits of it."""

from collections.abc import Mapping, Sequence
from typing import Final, cast

from inspector.core.checked_text import checked_text
from inspector.core.decoded import is_list, is_number, is_object, items, members, spelled_value
from inspector.core.document import Document
from inspector.core.errors import EditError
from inspector.core.memory_edits import ReviseMemories
from inspector.language import _
from inspector.systems.openvault import codec
from inspector.systems.openvault.making import ids_of

_LEVELS: Final = ("trust_level", "tension_level")
_HIGHEST_LEVEL: Final = 10


def with_state(document: Document, character: str, values: Mapping[str, object]) -> ReviseMemories:
    """See `MakesMemories`."""
    state = document.characters.get(character)
    if state is None:
        words = _("Nothing is kept about {character!r}; something is about nobody.")
        if document.characters:
            words = _("Nothing is kept about {character!r}; something is about {kept}.")
        kept = ", ".join(document.characters)
        raise EditError(words.format(character=character, kept=kept))
    record = dict(state.record)
    for name, value in values.items():
        if name == "current_emotion":
            record[name] = _text(_("The current emotion"), value)
        elif name == "known_events":
            record[name] = _events(document, value, items(record.get(name)))
        else:
            raise EditError(
                _(
                    "There is no field {name!r} of a character; there are current_emotion, "
                    "known_events."
                ).format(name=name)
            )
    changed = {character: record} if record != state.record else {}
    return ReviseMemories(
        _("What is kept about {character} changed").format(character=character), characters=changed
    )


def _events(document: Document, value: object, held: Sequence[object]) -> list[object]:
    if not is_list(value) and not isinstance(value, tuple):
        raise EditError(
            _("known_events is a list of ids, not {value}.").format(value=spelled_value(value))
        )
    known = ids_of(document) - {""}
    found = list(dict.fromkeys(cast("Sequence[str]", value)))
    for one in found:
        if one not in known and one not in held:
            raise EditError(
                _("known_events holds ids of memories, and no memory has {one!r}.").format(one=one)
            )
    return [*found]


def relationships(document: Document) -> Mapping[str, Mapping[str, object]]:
    """See `MakesMemories`."""
    stored = members(document.stores.get(codec.NAME, {}).get("relationships"))
    return {key: members(one) for key, one in stored.items() if is_object(one)}


def with_relationship(document: Document, key: str, values: Mapping[str, object]) -> ReviseMemories:
    """See `MakesMemories`: only release 1.41 reads them."""
    kept = document.stores.get(codec.NAME, {})
    stored = members(kept.get("relationships"))
    turned = "<->".join(reversed(key.split("<->")))
    found = next((one for one in (key, turned) if is_object(stored.get(one))), None)
    if found is None:
        words = _("There is no relationship {key!r} in this chat; there are none.")
        if stored:
            words = _("There is no relationship {key!r} in this chat; there are {listed}.")
        raise EditError(words.format(key=key, listed=", ".join(stored)))
    before = members(stored[found])
    record = dict(before)
    for name, value in values.items():
        if name in _LEVELS:
            if not is_number(value) or not 0 <= value <= _HIGHEST_LEVEL:
                raise EditError(
                    _("{name} is a number from 0 to {highest_level}, not {value}.").format(
                        name=name, highest_level=_HIGHEST_LEVEL, value=spelled_value(value)
                    )
                )
            record[name] = value
        elif name == "relationship_type":
            record[name] = _text(_("The relationship's type"), value)
        else:
            raise EditError(
                _(
                    "There is no field {name!r} of a relationship; there are trust_level, "
                    "tension_level, relationship_type."
                ).format(name=name)
            )
    if record == before:
        return ReviseMemories(_("Relationship changed"))
    after = {**kept, "relationships": {**stored, found: record}}
    return ReviseMemories(
        _("Relationship {found} changed").format(found=found), stores={codec.NAME: after}
    )


def _text(title: str, value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise EditError(_("{title} is a text and cannot be empty.").format(title=title))
    return checked_text(value, title).strip()
