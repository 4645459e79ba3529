"""The memory systems; a new one is a folder here and a name in `_BUILT_IN`."""

from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from functools import cache

from inspector.core import document as documents
from inspector.core.decoded import is_object, members
from inspector.core.document import Document
from inspector.core.errors import EditError, UnknownProfileError, UnknownRulesetError
from inspector.core.extension import AS_IT_STANDS
from inspector.core.gates import GateWords, words_of
from inspector.core.injection import Injection
from inspector.core.items import Item
from inspector.core.memory_edits import MakesMemories
from inspector.core.sources import Sources
from inspector.core.system import EmbedsQuery, KeepsRecaps, MemorySystem, Ruleset, StemsWords
from inspector.language import _
from inspector.retrieval.scoring import RetrievesItems
from inspector.sillytavern.chat_file import ChatFile
from inspector.sillytavern.chat_reader import read_chat, read_chat_again
from inspector.sillytavern.own_files import ReadsOwnFiles
from inspector.sillytavern.reread_lines import Source
from inspector.sillytavern.world_info import LorebookFile, read_lorebook
from inspector.systems import auto_recap, message_summarize, openvault, scribe, summarize

_BUILT_IN = (
    openvault.SYSTEM,
    auto_recap.SYSTEM,
    scribe.SYSTEM,
    message_summarize.SYSTEM,
    summarize.SYSTEM,
)
_systems: list[MemorySystem] = [*_BUILT_IN]
_BEGINNING_BYTES = 1 << 16
"""Of a file, by which a system knows its own."""

SYSTEMS: Sequence[MemorySystem] = _systems
RULESETS: dict[str, Ruleset] = {one.name: one for system in SYSTEMS for one in system.rulesets}


@contextmanager
def with_system(system: MemorySystem) -> Generator[None]:
    """Know one more memory system for a while, such as one that is being written."""
    added = {ruleset.name: ruleset for ruleset in system.rulesets}
    _systems.append(system)
    RULESETS.update(added)
    try:
        yield
    finally:
        _systems.remove(system)
        for name in added:
            del RULESETS[name]


def ruleset_named(name: str) -> Ruleset:
    """The ruleset with this name.

    Raises:
        UnknownRulesetError: there is none.
    """
    if name not in RULESETS:
        raise UnknownRulesetError(
            _("There is no ruleset {name!r}; there are {rulesets}.").format(
                name=name, rulesets=", ".join(RULESETS)
            )
        )
    return RULESETS[name]


def system_of(ruleset: str) -> MemorySystem:
    """The system of the ruleset with this name.

    Raises:
        UnknownRulesetError: there is none.
    """
    ruleset_named(ruleset)
    return next(one for one in SYSTEMS if any(own.name == ruleset for own in one.rulesets))


def slot_name(key: str) -> str:
    """What people call a slot of the prompt; its key where no system names it."""
    return next((_(one.slot_names[key]) for one in SYSTEMS if key in one.slot_names), key)


def sources_users() -> tuple[MemorySystem, ...]:
    """The systems that make use of a lorebook or a chronicle beside a chat."""
    return tuple(system for system in SYSTEMS if system.uses_sources)


def read_any_chat(data: bytes, path: str) -> ChatFile:
    """The chat in a file: SillyTavern's lines, or a form of a system's own.

    Raises:
        ChatFileError: it looks like a system's own form, and is not.
        NotAChatError: it is no chat.
    """
    for system in SYSTEMS:
        if isinstance(system, ReadsOwnFiles) and system.owns_chat(data):
            return system.read_chat(data, path)
    keys = (key for system in SYSTEMS for key in system.message_keys)
    return read_chat(data, tuple(dict.fromkeys(keys)))


def read_any_chat_again(
    source: Source, path: str, former: ChatFile, *, is_appended: bool = False
) -> ChatFile:
    """The chat in a file that was read before; see `read_chat_again`.

    Raises:
        ChatFileError: see `read_any_chat`.
        NotAChatError: it is no chat.
    """
    start = source.read(0, _BEGINNING_BYTES)
    is_own = any(isinstance(one, ReadsOwnFiles) and one.owns_chat(start) for one in SYSTEMS)
    again = None if is_own else read_chat_again(source, former, is_appended=is_appended)
    return again or read_any_chat(source.read(0, source.size), path)


def read_any_lorebook(data: bytes, path: str = "lorebook") -> LorebookFile:
    """A lorebook in any form that SillyTavern or a system knows.

    Raises:
        InspectorError: it is no lorebook; the text names the file and says why.
    """
    readers = (system for system in SYSTEMS if isinstance(system, ReadsOwnFiles))
    reader = next(readers, None)
    return read_lorebook(data, path) if reader is None else reader.read_lorebook(data, path)


def query_embedder() -> tuple[MemorySystem, EmbedsQuery] | None:
    """The system that looks for memories with the vector of a text as well; None without one."""
    found = ((one, one) for one in SYSTEMS if isinstance(one, EmbedsQuery))
    return next(found, None)


def retrieving_ruleset(name: str) -> RetrievesItems:
    """The ruleset of this name, which retrieves items by scores.

    Raises:
        UnknownRulesetError: there is none.
    """
    ruleset = ruleset_named(name)
    if not isinstance(ruleset, RetrievesItems):
        raise UnknownRulesetError(_("{name} retrieves no entries or events.").format(name=name))
    return ruleset


def items_beside(document: Document) -> Sequence[Item]:
    """The entries and events beside a chat, as the first system that retrieves them has them."""
    rulesets = (one for system in sources_users() for one in system.rulesets)
    first = next((one for one in rulesets if isinstance(one, RetrievesItems)), None)
    return () if first is None else first.items(document)


def stems(text: str) -> list[str]:
    """The stems of a text's words, by the first system that knows any; else the words."""
    stemmer = next((one for one in SYSTEMS if isinstance(one, StemsWords)), None)
    return text.casefold().split() if stemmer is None else stemmer.stems(text)


def slot_note(injection: Injection) -> str:
    """What the system that sets a slot adds to the words for where it lands; empty for nothing."""
    return "".join(system.slot_note(injection) for system in SYSTEMS)


@cache
def recap_keeper() -> KeepsRecaps:
    """The system that keeps scene recaps and a running recap.

    Found once: those that are built in come first, and views ask for every row.
    """
    return next(system for system in SYSTEMS if isinstance(system, KeepsRecaps))


def memory_maker(document: Document) -> MakesMemories:
    """The system that makes and unmakes the memories of a chat.

    Raises:
        EditError: none that the chat carries keeps memories.
    """
    for system in SYSTEMS:
        if system.name in document.carried and isinstance(system, MakesMemories):
            return system
    raise EditError(_("This chat keeps no memories, so that none can be made or changed."))


def rulesets_that_judge_messages() -> tuple[Ruleset, ...]:
    """All rulesets of systems that give a verdict on every message's own memory."""
    return tuple(one for system in SYSTEMS if system.judges_messages for one in system.rulesets)


def default_rulesets(carried: Iterable[str]) -> tuple[Ruleset, ...]:
    """The design ruleset of each system that a chat carries (DESIGN §4).

    Systems that exist as released only answer where they are named.
    """
    return tuple(one for one in first_rulesets(carried) if not one.is_release)


def first_rulesets(carried: Iterable[str]) -> tuple[Ruleset, ...]:
    """The first ruleset of each system that a chat carries: its design, where it has one."""
    names = tuple(carried)
    return tuple(system.rulesets[0] for system in SYSTEMS if system.name in names)


def ruleset_of_each(named: Sequence[Ruleset] = ()) -> tuple[Ruleset, ...]:
    """A ruleset of every system that puts something into SillyTavern's requests.

    Args:
        named: those that take the place of their system's first.
    """
    return tuple(
        next((one for one in named if one in system.rulesets), system.rulesets[0])
        for system in SYSTEMS
        if not system.assembles_request
    )


def with_profile(settings: Mapping[str, object], name: str) -> Mapping[str, object]:
    """SillyTavern's settings where a profile holds whichever chat is opened.

    Args:
        settings: the whole `settings.json`.
        name: of a profile that an extension keeps; `AS_IT_STANDS` for the flat values.

    Raises:
        UnknownProfileError: no extension keeps such a profile.
    """
    extensions = members(settings.get("extension_settings"))
    known: dict[str, None] = {}
    for system in SYSTEMS:
        profiles = system.profiles(extensions)
        known |= dict.fromkeys(profiles)
        if name in profiles:
            laid = profiles[name]
            keys = [key for key in system.extension_keys if is_object(laid.get(key))]
            # Without profiles none is laid over them when the chat is opened.
            own = {key: _without_profiles(members(laid[key])) for key in keys}
            extensions = {**laid, **own}
    if name not in known and name != AS_IT_STANDS:
        words = _("there is no profile {name!r}: no extension keeps any")
        if known:
            words = _("there is no profile {name!r}: there are {names}")
        raise UnknownProfileError(words.format(name=name, names=", ".join(known)))
    return {**settings, "extension_settings": extensions}


def _without_profiles(stored: Mapping[str, object]) -> Mapping[str, object]:
    return {name: value for name, value in stored.items() if name != "profiles"}


def writers_of(document: Document) -> tuple[str, ...]:
    """Names of the released rulesets whose releases wrote a chat's data."""
    found = (system.written_by(document) for system in SYSTEMS)
    return tuple(name for name in found if name is not None)


def marks_by_title() -> dict[str, tuple[bytes, ...]]:
    """What a chat holds that a memory system keeps, by the system's title."""
    return {system.title: system.marks for system in SYSTEMS if system.marks}


def gate_words(gate: str) -> GateWords:
    """What people call a gate, whichever system has it."""
    return words_of((words for system in SYSTEMS for words in system.gates), gate)


def with_sources(document: Document, sources: Sources) -> Document:
    """The document with other sources; they make it carry who uses them (DESIGN §4)."""
    after = documents.with_sources(document, sources)
    if not sources:
        return after
    users = (one.name for one in sources_users() if one.name not in after.carried)
    return documents.carrying(after, *users)
