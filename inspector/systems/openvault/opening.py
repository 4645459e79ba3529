"""What release 26 does to its data when a chat is opened (specs/send-path.md §4.4, C)."""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Final, TypeVar, cast

from typing_extensions import override

from inspector.core.decoded import is_list, is_object, items, members, text
from inspector.core.document import Document
from inspector.core.edits import SystemEdit
from inspector.core.errors import EditError, ReleaseThrowsError
from inspector.core.javascript import UNDEFINED, truthy
from inspector.core.memory import CharacterState, Memory
from inspector.core.sending import SendEvent, Stage
from inspector.language import _, ngettext
from inspector.systems.openvault import codec
from inspector.systems.openvault.migration import Vault, migrated
from inspector.systems.openvault.retrieval.columns import Columns, Same
from inspector.systems.openvault.retrieval.fingerprints import index_of
from inspector.systems.openvault.retrieval.migrations import is_removed, migrates_on_load

DEFAULT_SOURCE: Final = "multilingual-e5-small"
_REMOVED_POSITION = -2
_UNREADABLE: Final = frozenset({"memories", "character_states"})
_VECTORS: Final = ("embedding", "embedding_b64")
_Known = TypeVar("_Known")


def opened(document: Document, settings: Mapping[str, object], names: Iterable[str]) -> Stage:
    """The document after the chat was opened, with an event for each thing that changed.

    Args:
        document: the chat as it lies.
        settings: the extension's own.
        names: the user's and the character's; empty ones count as well.
    """
    if codec.NAME not in document.carried or settings.get("enabled", True) is not True:
        return Stage(document)
    opening = _Opening(document, settings, names)
    opening.run()
    return opening.stage()


class _Step(Enum):
    """One thing that opening a chat does to the data."""

    SETTINGS = "settings"
    STATES = "states"
    MIGRATION = "migration"
    REFLECTIONS = "reflections"
    WORLD = "world"
    VECTORS = "vectors"


_BEFORE_MIGRATION: Final = frozenset({_Step.SETTINGS, _Step.STATES})


@dataclass(frozen=True)
class OpenVaultStep(SystemEdit):
    """Leave the data as one step of opening the chat does.

    What comes behind the migration is done to migrated data, and so makes that part of it.

    Attributes:
        settings: the extension's own.
        names: the user's and the character's.
        step: which one.
    """

    settings: Mapping[str, object]
    names: tuple[str, ...]
    step: _Step

    @override
    def applied(self, document: Document) -> Document:
        if not _UNREADABLE.isdisjoint(document.stores.get(codec.NAME, {})):
            raise EditError(_("OpenVault's data holds entries that are no objects: left as it is."))
        steps = {self.step}
        if self.step not in _BEFORE_MIGRATION:
            steps.add(_Step.MIGRATION)
        opening = _Opening(document, self.settings, self.names, frozenset(steps))
        opening.run()
        return opening.stage().document


class _Opening:
    """The steps on one chat's data; each notes what it did."""

    def __init__(
        self,
        document: Document,
        settings: Mapping[str, object],
        names: Iterable[str],
        steps: Collection[_Step] = frozenset(_Step),
    ) -> None:
        self._document = document
        self._settings = settings
        self._names = tuple(names)
        self._steps = steps
        self._events: list[SendEvent] = []
        self._memories = document.memories
        self._characters = document.characters
        self._store: Mapping[str, object] = document.stores.get(codec.NAME, {})

    def run(self) -> None:
        """The steps in their order; an error ends them where it happens."""
        if _Step.SETTINGS in self._steps and "settings" in self._store:
            self._store = {k: v for k, v in self._store.items() if k != "settings"}
            words = _("OpenVault removes the chat's own settings, which it has no more.")
            self._note(_Step.SETTINGS, words)
        try:
            if _Step.STATES in self._steps:
                self._drop_states()
        except ReleaseThrowsError:
            return
        if _Step.MIGRATION in self._steps and migrates_on_load(self._store):
            try:
                self._take_over(migrated(self._vault(), self._document.chat))
            except ReleaseThrowsError as error:
                words = _(
                    "OpenVault cannot bring its data up to date, and is off here: {error}"
                ).format(error=error)
                self._events.append(SendEvent("open", codec.NAME, "reset", (), words))
                return
            self._note(_Step.MIGRATION, _("OpenVault brings its data to schema 8."))
        for step, do in (
            (_Step.REFLECTIONS, self._drop_reflections),
            (_Step.WORLD, self._drop_world),
            (_Step.VECTORS, self._check_vectors),
        ):
            if step in self._steps:
                do()

    def stage(self) -> Stage:
        """The document after the steps; the same object if nothing changed."""
        if not self._events:
            return Stage(self._document)
        document = replace(
            self._document,
            memories=self._memories,
            characters=MappingProxyType(dict(self._characters)),
            stores={**self._document.stores, codec.NAME: MappingProxyType(dict(self._store))},
        )
        return Stage(document, tuple(self._events))

    def _note(self, step: _Step, words: str) -> None:
        kept = OpenVaultStep(self._settings, self._names, step)
        self._events.append(SendEvent("open", codec.NAME, "clean", (), words, (kept,)))

    def _vault(self) -> Vault:
        states = {name: state.record for name, state in self._characters.items()}
        memories = [one.record for one in self._memories]
        return {**self._store, "memories": memories, "character_states": states}

    def _take_over(self, vault: Vault) -> None:
        """Migrated data in place of what there was."""
        stored = [members(one) for one in items(vault.pop("memories", []))]
        kept = [one.location for one in self._memories if not is_removed(one.record)]
        places = kept if len(kept) == len(stored) else [-1] * len(stored)
        found = zip(stored, places, strict=True)
        self._memories = tuple(Memory(n, one, index) for n, (one, index) in enumerate(found))
        states = members(vault.pop("character_states", {}))
        self._characters = {
            name: CharacterState(name, members(record)) for name, record in states.items()
        }
        self._store = vault

    def _drop_states(self) -> None:
        if not self._characters:
            return
        known: set[str] = {name.lower() for name in self._names}
        known |= self._involved()
        known |= {latin(name) for name in known}
        gone = [
            name
            for name in self._characters
            if name.lower() not in known
            and not (_has_cyrillic(name) and latin(name.lower()) in known)
        ]
        if gone:
            self._characters = {k: v for k, v in self._characters.items() if k not in gone}
            listed = ", ".join(gone)
            words = _("OpenVault removes what it keeps about {listed}: nobody it knows.").format(
                listed=listed
            )
            self._note(_Step.STATES, words)

    def _involved(self) -> frozenset[str]:
        """Who took part in any memory, in lower case.

        Raises:
            ReleaseThrowsError: see `_involved`.
        """
        involved = self._column("involved", _involved)
        return self._columns.answer(
            ("involved", Same(involved)), lambda: frozenset[str]().union(*set(involved))
        )

    def _column(
        self, name: str, read: Callable[[Mapping[str, object]], _Known]
    ) -> Sequence[_Known]:
        """What is read of each memory; an edit of one leaves the others as they are."""
        return self._columns.column(
            ("on opening", name), self._memories, lambda some: [read(one.record) for one in some]
        )

    @property
    def _columns(self) -> Columns:
        return index_of(self._document.chat).of_memories

    def _drop_reflections(self) -> None:
        if _position(self._settings, "reflections") != _REMOVED_POSITION:
            return
        kept = [one for one in self._memories if not one.is_reflection]
        count = len(self._memories) - len(kept)
        if count or self._store.get("reflection_state") != {}:
            self._memories = tuple(_at(one, index) for index, one in enumerate(kept))
            self._store = {**self._store, "reflection_state": {}}
            words = ngettext(
                "OpenVault removes {count:,} reflection: its position is off.",
                "OpenVault removes {count:,} reflections: their position is off.",
                count,
            ).format(count=count)
            self._note(_Step.REFLECTIONS, words)

    def _drop_world(self) -> None:
        if _position(self._settings, "world") != _REMOVED_POSITION:
            return
        before = self._store
        store = {k: v for k, v in before.items() if k != "global_world_state"}
        graph = store.get("graph")
        if is_object(graph):
            store["graph"] = {**graph, "_edgesNeedingConsolidation": []}
        store["graph_message_count"] = 0
        if store != before:
            self._store = store
            self._note(_Step.WORLD, _("OpenVault removes its world state: its position is off."))

    def _check_vectors(self) -> None:
        source = self._settings.get("embeddingSource", DEFAULT_SOURCE)
        tag = self._store.get("embedding_model_id")
        if not truthy(source) or source == tag:
            return
        graph = members(self._store.get("graph"))
        things = [one for name in _IN_GRAPH for one in members(graph.get(name)).values()]
        count = sum(self._column("vector", _has_vector))
        count += sum(_has_vector(members(one)) for one in things)
        if count:
            self._drop_vectors(graph)
            words = ngettext(
                "OpenVault removes {count:,} vector of another source than {source}, and "
                "makes a new one in the background.",
                "OpenVault removes {count:,} vectors of another source than {source}, and "
                "makes new ones in the background.",
                count,
            ).format(count=count, source=source)
        else:
            words = _("OpenVault notes that its vectors come from {source}.").format(source=source)
        self._note(_Step.VECTORS, words)
        self._store = {**self._store, "embedding_model_id": source}

    def _drop_vectors(self, graph: Mapping[str, object]) -> None:
        self._memories = tuple(
            _bare(one) if has_vector else one
            for one, has_vector in zip(
                self._memories, self._column("vector", _has_vector), strict=True
            )
        )
        if graph:
            changed = {
                name: {key: _without_vectors(one) for key, one in members(graph[name]).items()}
                for name in _IN_GRAPH
                if is_object(graph.get(name))
            }
            self._store = {**self._store, "graph": {**graph, **changed}}


_IN_GRAPH: Final = ("nodes", "edges")


def _at(memory: Memory, index: int) -> Memory:
    """A memory with another place among the memories; the same object each time."""
    if memory.index == index:
        return memory
    key = ("moved", index)
    if key not in memory.memo:
        memory.memo[key] = Memory(index, memory.record, memory.location)
    return cast("Memory", memory.memo[key])


def _bare(memory: Memory) -> Memory:
    """A memory without vectors; the same object each time."""
    key = ("bare", memory.index)
    if key not in memory.memo:
        record = members(_without_vectors(memory.record))
        memory.memo[key] = Memory(memory.index, record, memory.location)
    return cast("Memory", memory.memo[key])


def _has_vector(record: Mapping[str, object]) -> bool:
    return any(truthy(record[name]) for name in _VECTORS if name in record)


def _position(settings: Mapping[str, object], name: str) -> object:
    """A slot's position, which the host keeps nested."""
    nested = members(members(settings.get("injection")).get(name))
    flat = members(settings.get(f"injection.{name}"))
    return nested.get("position", flat.get("position"))


def _without_vectors(record: object) -> object:
    if not is_object(record) or not any(name in record for name in _VECTORS):
        return record
    return {key: value for key, value in record.items() if key not in _VECTORS}


def _involved(memory: Mapping[str, object]) -> tuple[str, ...]:
    """Who took part, in lower case.

    Raises:
        ReleaseThrowsError: the list is none, or holds something that is no text (T3).
    """
    stored = memory.get("characters_involved")
    if isinstance(stored, str):
        return tuple([sign.lower() for sign in stored])
    if not truthy(stored or UNDEFINED):
        return ()
    if not is_list(stored) or any(not isinstance(one, str) for one in stored):
        raise ReleaseThrowsError("TypeError: characters_involved is not iterable")
    return tuple([text(one).lower() for one in stored])


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
