"""The memories of a question as release 26 reads them, and which are candidates (§6.1)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress, count

from inspector.core.cached import cached_property
from inspector.core.errors import ReleaseThrowsError
from inspector.core.javascript import truthy
from inspector.core.memory import Memory
from inspector.systems.openvault.retrieval.columns import Same
from inspector.systems.openvault.retrieval.existing import Existing, gather, read_each
from inspector.systems.openvault.retrieval.facts import (
    Facts26,
    facts_26,
    hit_damping,
    importance_26,
    is_reflection,
    rate_26,
)
from inspector.systems.openvault.retrieval.graph import GraphIndex, graph_of
from inspector.systems.openvault.retrieval.irregular import (
    check_fingerprints,
    check_migration,
    extra_documents,
)
from inspector.systems.openvault.retrieval.migrations import is_removed, migrates_on_load
from inspector.systems.openvault.retrieval.selection import Question
from inspector.systems.openvault.retrieval.settings import (
    Settings26,
    reflections_are_off,
    settings_26,
)
from inspector.systems.openvault.retrieval.sources import (
    Sources26,
    hidden_or_lost,
    position_26,
    sources_26,
    sources_by_fingerprint,
)


@dataclass(frozen=True)
class Reading26:
    """The question's memories as release 26 reads them, by place."""

    question: Question
    settings: Settings26
    graph: GraphIndex
    migrated: bool
    existing: Existing[Facts26]

    @property
    def reflections_are_off(self) -> bool:
        """Whether reflections are no candidates of their own."""
        return reflections_are_off(self.question.settings)

    def facts(self, location: int) -> Facts26:
        """The memory at a place."""
        return self.existing.facts(location)

    @cached_property
    def gone(self) -> frozenset[int]:
        """Memories that have been put away, or that a migration removes."""
        archived = self.existing.each_stored("archived", truthy)
        gone = frozenset(compress(count(), archived))
        if not self.migrated:
            return gone
        return gone.union(filter(self.is_removed, range(len(self.existing))))

    def fading(self, places: Sequence[int]) -> Iterable[Sequence[float]]:
        """Of the memories at some places: importances, negated rates, newest sources (§6.3)."""
        existing, settings = self.existing, self.settings
        fading = (settings.base_lambda, settings.transient_multiplier)
        importances = existing.every_stored("importance", importance_26)
        dampings = existing.every_stored("retrieval_hits", hit_damping)
        transient = existing.every_stored("is_transient", truthy)

        def negated(memories: Sequence[Memory]) -> list[float]:
            columns = [
                existing.accepted(values, memories) for values in (importances, dampings, transient)
            ]
            return read_each([*zip(*columns, strict=True)], lambda read: -rate_26(read, *fading))

        rates = existing.of_each(("rate", *fading), negated)
        latest = _with(self._listed.latest, {n: one.latest for n, one in self._cut.items()})
        return map(gather(existing.indexes_at(places)), (importances, rates, latest))

    def is_removed(self, index: int) -> bool:
        """Whether a migration removes it."""
        return self.migrated and is_removed(self.facts(index).record)

    def is_hidden(self, location: int) -> bool:
        """Whether its source is hidden or lost."""
        return bool(self._hidden([self.source(location).deciding]))

    def candidates(self) -> list[int]:
        """Memories of hidden or lost messages, then reflections; the first of each id (R1)."""
        places = self._hidden_or_lost()
        reflections = self.existing.each_stored("type", is_reflection)
        if not self.reflections_are_off and any(reflections):
            places = [*places, *compress(count(), reflections)]
        if self.existing.are_distinct:
            return list(dict.fromkeys(places)) if len(set(places)) < len(places) else places
        identities = self.existing.identities
        first: dict[object, int] = {}
        for index in places:
            first.setdefault(identities[index], index)
        return list(first.values())

    def counted(self, scored: Sequence[int]) -> Sequence[int]:
        """Places of what idf is taken over: the scored, and the others of another id (R2)."""
        places, gone = set(scored), self.gone
        if self.existing.are_distinct:
            every = range(len(self.existing))
            return [n for n in every if n not in gone or n in places] if gone else every
        identities = self.existing.identities
        ids = {identities[index] for index in scored}
        return [
            index
            for index in range(len(self.existing))
            if index in places or (index not in gone and identities[index] not in ids)
        ]

    def extra_documents(self, scored: Iterable[int]) -> int:
        """How many stored entries are documents without words (R28)."""
        extra = extra_documents(self.question.store)
        if not extra or any("id" not in self.facts(index).record for index in scored):
            return 0
        return extra

    def source(self, location: int) -> Sources26:
        """Where its source messages stand."""
        index = self.existing.indexes[location]
        return self._cut.get(index) or self._whole[index]

    def positions(self, places: Sequence[int]) -> list[float]:
        """Where soft balance places the memories at some places.

        Raises:
            ReleaseThrowsError: see `position_26`.
        """
        cut, whole, every = self._cut, self._whole, self.existing.every
        sources = [
            (index, cut.get(index) or whole[index]) for index in self.existing.indexes_at(places)
        ]
        return [position_26(facts_26(every[index]), source.found) for index, source in sources]

    def cost(self, index: int) -> int:
        """Tokens of its summary; what is no text costs nothing.

        Raises:
            ReleaseThrowsError: a special token stands in it (T15).
        """
        memory = self.question.memories[index]
        summary = memory.record.get("summary")
        try:
            return self.question.tokenizer.count(summary) if isinstance(summary, str) else 0
        except ReleaseThrowsError as error:
            raise error.over(f"summary of {memory.label}") from None

    def _hidden_or_lost(self) -> list[int]:
        """Memories of hidden or lost messages; known again as long as nothing moves them."""
        cut, whole = self._cut, self._listed.deciding
        moved = _with(whole, {index: source.deciding for index, source in cut.items()})
        deciding = self.existing.at_places(moved)
        if deciding is not whole:
            return self._hidden(deciding)
        hidden = self.question.document.chat.hidden
        return self.existing.columns.answer(
            ("hidden", Same(deciding), Same(hidden), self.question.length),
            lambda: self._hidden(deciding),
        )

    def _hidden(self, deciding: Sequence[float]) -> list[int]:
        question = self.question
        return hidden_or_lost(deciding, question.document.chat.hidden, question.length)

    @cached_property
    def _whole(self) -> Sequence[Sources26]:
        """Where the sources of all the document's memories stand in the whole chat."""
        return self.existing.whole(("sources", self.migrated), self._sources_of)

    def _sources_of(self, some: Sequence[Memory]) -> Sequence[Sources26]:
        length, facts_of = len(self.question.document.chat), self.existing.facts_of
        marks = [memory.record.get("message_fingerprints") for memory in some]
        found = sources_by_fingerprint(marks, self.question.index)
        return [
            self._sources(facts_of(memory), length) if sources is None else sources
            for memory, sources in zip(some, found, strict=True)
        ]

    @cached_property
    def _listed(self) -> "_Listed":
        whole = self._whole
        return self.existing.columns.answer(("listed", Same(whole)), lambda: _listed(whole))

    @cached_property
    def _cut(self) -> Mapping[int, Sources26]:
        """Those that stand elsewhere because the chat is pretended to end earlier, by index."""
        length, existing = self.question.length, self.existing
        if length >= len(self.question.document.chat):
            return {}
        highest = existing.at_places(self._listed.highest)
        return {
            existing.indexes[index]: self._sources(self.facts(index), length)
            for index, source in enumerate(highest)
            if source >= length
        }

    def _sources(self, facts: Facts26, length: int) -> Sources26:
        return sources_26(facts, self.question.index, length, migrated=self.migrated)


@dataclass(frozen=True, slots=True)
class _Listed:
    """What is asked of the sources of all memories again and again."""

    deciding: Sequence[float]
    latest: Sequence[float]
    highest: Sequence[int]


def _listed(sources: Sequence[Sources26]) -> _Listed:
    return _Listed(
        [source.deciding for source in sources],
        [source.latest for source in sources],
        [source.found.highest for source in sources],
    )


def _with(values: Sequence[float], rest: Mapping[int, float]) -> Sequence[float]:
    """The values with others at some indexes; the same object without any."""
    if not rest:
        return values
    changed = list(values)
    for index, value in rest.items():
        changed[index] = value
    return changed


def read_26(question: Question) -> Reading26:
    """The question's memories, migrated in memory where the extension would migrate them.

    Raises:
        ReleaseThrowsError: T7, T22.
    """
    migrated = migrates_on_load(question.store)
    if migrated:
        check_migration(question.store, question.memories)
    columns = question.index.columns
    reading = Reading26(
        question=question,
        settings=settings_26(question.settings),
        graph=graph_of(columns, question.store),
        migrated=migrated,
        existing=Existing(
            columns,
            question.index.of_memories,
            question.document.memories,
            question.indexes,
            facts_26,
            stores_keywords=True,
        ),
    )
    check_fingerprints(reading.existing.irregular("message_fingerprints"))
    return reading
