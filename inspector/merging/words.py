"""What a merge did, in words for people and in values for scripts."""

import json

from inspector.core.decoded import is_list, is_object, members, text
from inspector.core.document import Document
from inspector.core.lore import ENTRY_FIELDS, EVENT_FIELDS, ChronicleEvent, LorebookEntry
from inspector.core.recap_keys import DATA_KEYS
from inspector.core.stored import REMOVED, Path
from inspector.language import N_, _, ngettext
from inspector.lore_files import Lore
from inspector.merging.chats import Merged, ValueDifference

_LONGEST = 60
_LONGEST_NAME = 32
_STATES = "character_states"
_MEMORIES = "memories"
_RECAPS = {
    "memory": N_("Recap"),
    "summary": N_("Recap"),
    "scene_recap_memory": N_("Scene recap"),
    "scene_summary_memory": N_("Scene recap"),
}
_WORDINGS = ("summary", "content", "memory", "comment", "mes")
"""Where an object of a chat, a lorebook or a chronicle keeps what it says."""
_OF_MESSAGES: dict[Path, str] = {
    ("mes",): N_("Text"),
    ("is_system",): N_("Hidden"),
    ("name",): N_("Speaker"),
}


def place_of(difference: ValueDifference) -> str:
    """Where a value stands: `message 12, extra.memory`, or the path in a header or a file."""
    path = ".".join(map(str, difference.value.path))
    if difference.message is None:
        if is_header(difference):
            return _("the header")
        return path or _("the whole value")
    if difference.is_message or not path:
        return _("message {index}").format(index=difference.message)
    return _("message {index}, {path}").format(index=difference.message, path=path)


def is_header(difference: ValueDifference) -> bool:
    """Whether it is the whole header of a chat, which theirs has not."""
    value = difference.value
    return difference.message is None and not value.path and value.theirs_bytes is None


def named_place(difference: ValueDifference, whole: Document | Lore) -> tuple[str, str]:
    """What a person calls a value, and of what it is: `Summary` of `memory 31`.

    Args:
        difference: of a chat, a lorebook or a chronicle.
        whole: that, which knows what its parts and fields are called.
    """
    if not isinstance(whole, Document):
        return _named_in_lore(difference, whole)
    of_message = _("message {index}").format(index=difference.message)
    if difference.is_message:
        return _("Message"), of_message
    path = _without_item(difference)
    indexes = whole.memory_indexes
    found = next((index for index, key in enumerate(path) if key in indexes), None)
    if found is not None:
        of = _("memory {index}").format(index=indexes[str(path[found])])
        return _field_title(path[found + 1 :], whole) or _("Memory"), of
    if _MEMORIES in path[:-1]:
        field = _field_title(path[path.index(_MEMORIES) + 2 :], whole)
        return field or _("Memory"), _("another memory")
    recap = _named_recap(path, difference.message)
    if recap is not None:
        return recap
    if _STATES in path[:-1]:
        index = path.index(_STATES) + 1
        kept = ".".join(map(str, path[index + 1 :]))
        return _spaced(kept) or _("What is kept"), str(path[index])
    if difference.message is not None:
        named = _(_OF_MESSAGES[path]) if path in _OF_MESSAGES else ".".join(map(str, path))
        return named or _("Message"), of_message
    missing = _("Header") if is_header(difference) else _("File")
    return (str(path[-1]) if path else missing), ".".join(map(str, path[-2:-1]))


def memory_of(difference: ValueDifference, whole: Document | Lore) -> str | None:
    """The id of the memory that a value is of; None for all other values."""
    path = _without_item(difference)
    if difference.message is not None or not isinstance(whole, Document):
        return None
    if _MEMORIES in path[:-1]:
        return str(path[path.index(_MEMORIES) + 1])
    return None


def _without_item(difference: ValueDifference) -> Path:
    path = difference.value.path
    return path[:-1] if is_item(difference) and len(path) > 1 else path


def _named_recap(path: Path, message: int | None) -> tuple[str, str] | None:
    """A value of a recap: of a message's own, of its scene's, or of the running one."""
    for key in DATA_KEYS:
        own, running = key.message, key.running
        if message is not None and own in path:
            field = str(path[path.index(own) + 1]) if path[-1] != own else ""
            title = _(_RECAPS[field]) if field in _RECAPS else _spaced(field) or _("Recap")
            return title, _("message {index}").format(index=message)
        if running in path:
            kept = path[path.index(running) + 1 :]
            of = ""
            if kept[:1] == ("versions",) and kept[1:]:
                of = _("version {number}").format(number=kept[1])
            name = (
                _spaced(str(kept[-1])) if kept and kept[-1] not in ("content", *kept[1:2]) else ""
            )
            if not name:
                return _("Running recap"), of
            return _("Running recap, {field}").format(field=name.lower()), of
    return None


def _named_in_lore(difference: ValueDifference, lore: Lore) -> tuple[str, str]:
    path = _without_item(difference)
    for index, key in enumerate(path):
        item = next((one for one in lore.items if _mark_of(one) == str(key)), None)
        if item is not None:
            is_entry = isinstance(item, LorebookEntry)
            kind, of = _("Event"), _("event “{name}”")
            if is_entry:
                kind, of = _("Entry"), _("entry “{name}”")
            name = _cut_short(item.title if is_entry else item.summary, _LONGEST_NAME)
            return _lore_title(path[index + 1 :]) or kind, of.format(name=name)
    return (str(path[-1]) if path else _("File")), ".".join(map(str, path[:-1]))


def _mark_of(item: LorebookEntry | ChronicleEvent) -> str:
    return item.uid if isinstance(item, LorebookEntry) else item.id


def _lore_title(path: Path) -> str:
    key = str(path[0]) if path else ""
    fields = (*ENTRY_FIELDS, *EVENT_FIELDS)
    return next((_(one.title) for one in fields if key in (one.key, *one.aliases)), key)


def row_title(difference: ValueDifference, whole: Document | Lore) -> str:
    """The same in one: `Summary of memory 31`, `Message 12`."""
    title, of = named_place(difference, whole)
    ends = (of.partition(" ")[0], of.rpartition(" ")[2])
    if difference.is_message or title in ends or title.casefold() in ends:
        return of[:1].upper() + of[1:]
    return _("{title} of {of}").format(title=title, of=of) if of else title


def is_item(difference: ValueDifference) -> bool:
    """Whether it is one word or number of a list, which is its own name there."""
    value = difference.value
    held = {one for one in (value.base, value.theirs, value.mine) if isinstance(one, str | int)}
    return bool(value.path) and held == {value.path[-1]}


def change_in_words(difference: ValueDifference, whole: Document | Lore | None = None) -> str:
    """What a value became in mine, in at most some sixty letters."""
    value = difference.value
    if difference.is_message:
        if value.mine_bytes is None:
            return _("removed")
        listed = value.mine if is_list(value.mine) else [value.mine]
        spoken = [members(message) for message in listed]
        names = [f"{text(one.get('name'))}: {text(one.get('mes'))}" for one in spoken]
        return _cut_short(" · ".join(names))
    if value.mine is REMOVED and not is_item(difference):
        return _("removed")
    return _cut_short(side_in_words(difference, value.mine, whole))


def side_in_words(
    difference: ValueDifference, value: object, whole: Document | Lore | None = None
) -> str:
    """One of the states of a value as a person reads it.

    Args:
        difference: of which it is a state.
        value: the state.
        whole: the chat or the file, which knows its memories by their ids.
    """
    if is_item(difference):
        name = _named(str(difference.value.path[-1]), whole)
        words = _("without {name}") if value is REMOVED else _("with {name}")
        return words.format(name=name)
    if is_object(value):
        wording = next((held for key in _WORDINGS if (held := text(value.get(key)))), "")
        return wording or value_in_words(value)
    if difference.value.path[-1:] == ("importance",) and isinstance(value, int) and 0 < value < 6:
        return f"{'★' * value}{'☆' * (5 - value)} {value}"
    return value_in_words(value)


def _named(mark: str, whole: Document | Lore | None) -> str:
    if not isinstance(whole, Document):
        return mark
    found = next((one for one in whole.memories if one.id == mark), None)
    return mark if found is None else _("memory {index}").format(index=found.index)


def _spaced(key: str) -> str:
    words = key.replace("_", " ")
    return words[:1].upper() + words[1:]


def _cut_short(words: str, longest: int = _LONGEST) -> str:
    spaced = " ".join(words.split())
    return spaced if len(spaced) <= longest else f"{spaced[: longest - 1]}…"


def _field_title(path: Path, document: Document) -> str:
    titles = {spec.key: _(spec.title) for spec in document.fields}
    return titles.get(str(path[0]), ".".join(map(str, path))) if path else ""


def value_in_words(value: object) -> str:
    """A value as a person reads it: a text as it is, names with commas, everything else as JSON."""
    if value is REMOVED:
        return _("nothing there")
    if isinstance(value, str):
        return value
    if is_list(value) and all(isinstance(one, str) for one in value):
        return ", ".join(map(str, value)) or _("nobody")
    return json.dumps(value, ensure_ascii=False)


def taken_line(difference: ValueDifference) -> str:
    """What mine alone changed."""
    value = difference.value
    if difference.is_message:
        if value.mine_bytes is None:
            return _("{place}: removed").format(place=place_of(difference))
        n = _count(value.mine)
        words = ngettext(
            "before {place}: {n:,} message added", "before {place}: {n:,} messages added", n
        )
        return words.format(place=place_of(difference), n=n)
    return f"{place_of(difference)}: {shortened(value.base)} → {shortened(value.mine)}"


def conflict_line(difference: ValueDifference) -> str:
    """What both changed."""
    value = difference.value
    if difference.is_message and value.path == ("added",):
        words = _("before {place}: both added messages, theirs {theirs}, mine {mine}")
        return words.format(
            place=place_of(difference),
            theirs=_messages(value.theirs),
            mine=_messages(value.mine),
        )
    if difference.is_message or is_header(difference):
        words = _("{place}: theirs removed it, mine changed it")
        if value.mine_bytes is None:
            words = _("{place}: mine removed it, theirs changed it")
        return words.format(place=place_of(difference))
    words = _("{place}: was {base}, theirs {theirs}, mine {mine}")
    return words.format(
        place=place_of(difference),
        base=shortened(value.base),
        theirs=shortened(value.theirs),
        mine=shortened(value.mine),
    )


def shortened(value: object) -> str:
    """A value in at most some sixty letters."""
    if value is REMOVED:
        return _("nothing")
    spelled = json.dumps(value, ensure_ascii=False)
    return spelled if len(spelled) <= _LONGEST else f"{spelled[: _LONGEST - 1]}…"


def as_json(merged: Merged) -> dict[str, object]:
    """What was taken and what both changed; a side that has nothing there is left out."""
    return {
        "taken": [_row(one, "base", "mine") for one in merged.accepted],
        "conflicts": [_row(one, "base", "theirs", "mine") for one in merged.conflicts],
    }


def _row(difference: ValueDifference, *sides: str) -> dict[str, object]:
    values = {side: getattr(difference.value, side) for side in sides}
    return {
        "message": difference.message,
        "path": list(difference.value.path),
        **{side: value for side, value in values.items() if value is not REMOVED},
    }


def _messages(listed: object) -> str:
    n = _count(listed)
    return ngettext("{n:,} message", "{n:,} messages", n).format(n=n)


def _count(listed: object) -> int:
    return len(listed) if is_list(listed) else 0
