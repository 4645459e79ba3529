"""What release 26 does to its data when a chat is opened (specs/send-path.md §4.4, C)."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from inspector.core.decoded import is_list, is_object, items, members, text
from inspector.core.document import Document
from inspector.core.errors import ReleaseThrowsError
from inspector.core.javascript import UNDEFINED, truthy
from inspector.core.memory import CharacterState, Memory
from inspector.core.sending import SendEvent, Stage
from inspector.systems.openvault import codec
from inspector.systems.openvault.migration import Vault, migrated
from inspector.systems.openvault.retrieval.migrations import migrates_on_load

DEFAULT_SOURCE: Final = "multilingual-e5-small"
_REMOVED_POSITION = -2
_VECTORS: Final = ("embedding", "embedding_b64")


def opened(document: Document, settings: Mapping[str, object], names: Iterable[str]) -> Stage:
    """The document after the chat was opened, with an event for each thing that changed.

    Args:
        document: the chat as it lies.
        settings: the extension's own.
        names: the user's and the character's; empty ones count as well.
    """
    if codec.NAME not in document.carried or settings.get("enabled", True) is not True:
        return Stage(document)
    opening = _Opening(document, settings)
    opening.run(names)
    return opening.stage()


class _Opening:
    """The steps on one chat's data; each notes what it did."""

    def __init__(self, document: Document, settings: Mapping[str, object]) -> None:
        self._document = document
        self._settings = settings
        self._events: list[SendEvent] = []
        self._vault: Vault = vault_of(document)

    def run(self, names: Iterable[str]) -> None:
        """All steps in their order; an error ends them where it happens."""
        if "settings" in self._vault:
            del self._vault["settings"]
            self._note("clean", "OpenVault removes the chat's own settings, which it has no more.")
        try:
            self._drop_states(names)
        except ReleaseThrowsError:
            return
        if migrates_on_load(self._vault):
            try:
                self._vault = migrated(self._vault, self._document.chat)
            except ReleaseThrowsError as error:
                self._note(
                    "reset",
                    f"OpenVault cannot bring its data up to date and is off for this chat: {error}",
                )
                return
            self._note("clean", "OpenVault brings its data to schema 8.")
        self._drop_reflections()
        self._drop_world()
        self._check_vectors()

    def stage(self) -> Stage:
        """The document after the steps; the same object if nothing changed."""
        if not self._events:
            return Stage(self._document)
        return Stage(with_vault(self._document, self._vault), tuple(self._events))

    def _note(self, kind: str, words: str) -> None:
        event = SendEvent("open", codec.NAME, "reset" if kind == "reset" else "clean", (), words)
        self._events.append(event)

    def _drop_states(self, names: Iterable[str]) -> None:
        states = members(self._vault.get("character_states"))
        if not states:
            return
        known: set[str] = {name.lower() for name in names}
        for memory in items(self._vault.get("memories")):
            if memory is None:
                raise ReleaseThrowsError("TypeError: Cannot read properties of null")
            known |= set(_involved(memory))
        known |= {latin(name) for name in known}
        gone = [
            name
            for name in states
            if name.lower() not in known
            and not (_has_cyrillic(name) and latin(name.lower()) in known)
        ]
        if gone:
            kept = {name: state for name, state in states.items() if name not in gone}
            self._vault["character_states"] = kept
            listed = ", ".join(gone)
            self._note("clean", f"OpenVault removes what it keeps about {listed}: nobody it knows.")

    def _drop_reflections(self) -> None:
        if _position(self._settings, "reflections") != _REMOVED_POSITION:
            return
        memories = items(self._vault.get("memories"))
        kept = [one for one in memories if members(one).get("type") != "reflection"]
        if len(kept) < len(memories) or self._vault.get("reflection_state") != {}:
            self._vault["memories"], self._vault["reflection_state"] = kept, {}
            count = len(memories) - len(kept)
            self._note("clean", f"OpenVault removes {count} reflections: their position is off.")

    def _drop_world(self) -> None:
        if _position(self._settings, "world") != _REMOVED_POSITION:
            return
        before = dict(self._vault)
        self._vault.pop("global_world_state", None)
        graph = self._vault.get("graph")
        if is_object(graph):
            self._vault["graph"] = {**graph, "_edgesNeedingConsolidation": []}
        self._vault["graph_message_count"] = 0
        if self._vault != before:
            self._note("clean", "OpenVault removes its world state: its position is off.")

    def _check_vectors(self) -> None:
        source = self._settings.get("embeddingSource", DEFAULT_SOURCE)
        tag = self._vault.get("embedding_model_id")
        if not truthy(source) or source == tag:
            return
        count = self._count_vectors()
        if truthy(tag or UNDEFINED) or count:
            self._drop_vectors()
            if count:
                self._note(
                    "clean",
                    f"OpenVault removes {count} vectors of another source than {source}, "
                    "and makes new ones in the background.",
                )
        self._vault["embedding_model_id"] = source
        if not count:
            self._note("clean", f"OpenVault notes that its vectors come from {source}.")

    def _count_vectors(self) -> int:
        return sum(
            any(truthy(one.get(name, UNDEFINED)) for name in _VECTORS) for one in self._all()
        )

    def _all(self) -> Iterable[Mapping[str, object]]:
        graph = members(self._vault.get("graph"))
        yield from map(members, items(self._vault.get("memories")))
        for name in ("nodes", "edges"):
            yield from map(members, members(graph.get(name)).values())

    def _drop_vectors(self) -> None:
        stored = items(self._vault.get("memories"))
        self._vault["memories"] = [_without_vectors(one) for one in stored]
        graph = self._vault.get("graph")
        if is_object(graph):
            changed = {
                name: {key: _without_vectors(one) for key, one in members(graph[name]).items()}
                for name in ("nodes", "edges")
                if is_object(graph.get(name))
            }
            self._vault["graph"] = {**graph, **changed}


def _position(settings: Mapping[str, object], name: str) -> object:
    """A slot's position, which the host keeps nested."""
    nested = members(members(settings.get("injection")).get(name))
    flat = members(settings.get(f"injection.{name}"))
    return nested.get("position", flat.get("position"))


def _without_vectors(record: object) -> object:
    if not is_object(record) or not any(name in record for name in _VECTORS):
        return record
    return {key: value for key, value in record.items() if key not in _VECTORS}


def _involved(memory: object) -> Iterable[str]:
    """Who took part, in lower case.

    Raises:
        ReleaseThrowsError: the list is none, or holds something that is no text (T3).
    """
    stored = members(memory).get("characters_involved")
    if isinstance(stored, str):
        return [sign.lower() for sign in stored]
    if not truthy(stored or UNDEFINED):
        return ()
    if not is_list(stored) or any(not isinstance(one, str) for one in stored):
        raise ReleaseThrowsError("TypeError: characters_involved is not iterable")
    return [text(one).lower() for one in stored]


_LATIN: Final = {
    **dict(zip("абвгдезийклмнопрстуфыэ", "abvgdeziiklmnoprstufie", strict=True)),
    "ё": "yo",
    "ж": "zh",
    "х": "kh",
    "ц": "ts",
    "ч": "ch",
    "ш": "sh",
    "щ": "shch",
    "ю": "yu",
    "я": "ya",
    "ъ": "",
    "ь": "",
}
_CYRILLIC: Final = re.compile("[\u0400-\u04ff]")


def _has_cyrillic(name: str) -> bool:
    return _CYRILLIC.search(name) is not None


def latin(name: str) -> str:
    """A lower-case name in Latin letters, as the release spells it (C, step 2)."""
    letters: list[str] = []
    before = " "
    for letter in unicodedata.normalize("NFC", name):
        begins = before == " "
        spelled = _LATIN.get(letter, letter)
        if begins and letter in "ей":
            spelled = "ye" if letter == "е" else "y"
        letters.append(spelled)
        before = letter
    return "".join(letters)


def vault_of(document: Document) -> Vault:
    """All of OpenVault's data as one object."""
    stored = document.stores.get(codec.NAME, {})
    states = {name: state.record for name, state in document.characters.items()}
    return {
        **stored,
        "memories": [one.record for one in document.memories],
        "character_states": states,
    }


def with_vault(document: Document, vault: Mapping[str, object]) -> Document:
    """The document with other data; memories that did not change stay the same objects."""
    known = {id(one.record): one for one in document.memories}
    memories: list[Memory] = []
    for record in items(vault.get("memories")):
        same = known.get(id(record))
        index = len(memories)
        if same is not None and same.index == index:
            memories.append(same)
        elif is_object(record):
            place = -1 if same is None else same.place
            memories.append(Memory(index, record, place))
    states = {
        name: CharacterState(name, members(record))
        for name, record in members(vault.get("character_states")).items()
    }
    rest = {k: v for k, v in vault.items() if k not in ("memories", "character_states")}
    return replace(
        document,
        memories=tuple(memories),
        characters=MappingProxyType(states),
        stores={**document.stores, codec.NAME: MappingProxyType(rest)},
    )
