"""The memories of a question as release 26 reads them, and which are candidates (§6.1)."""

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.core.cached import cached_property
from inspector.core.injection import Bucket
from inspector.systems.openvault.retrieval.balance import bucket_at
from inspector.systems.openvault.retrieval.columns import columns_26
from inspector.systems.openvault.retrieval.facts import Facts26
from inspector.systems.openvault.retrieval.graph import GraphIndex, graph_of
from inspector.systems.openvault.retrieval.migrations import (
    check_migration,
    is_removed,
    migrates_on_load,
)
from inspector.systems.openvault.retrieval.selection import Question
from inspector.systems.openvault.retrieval.settings import (
    Settings26,
    reflections_are_off,
    settings_26,
)
from inspector.systems.openvault.retrieval.sources import (
    Found,
    SourceState,
    position_26,
    source_26,
)


@dataclass(frozen=True)
class Reading26:
    """The question's memories as release 26 reads them, by place."""

    question: Question
    settings: Settings26
    graph: GraphIndex
    migrated: bool
    facts: Sequence[Facts26]
    found: Sequence[Found]

    @cached_property
    def gone(self) -> frozenset[int]:
        """Memories that have been put away, or that a migration removes."""
        archived = [place for place, each in enumerate(self.facts) if each.is_archived]
        if not self.migrated:
            return frozenset(archived)
        return frozenset((*archived, *filter(self.is_removed, range(len(self.facts)))))

    def is_removed(self, place: int) -> bool:
        """Whether a migration removes it."""
        return self.migrated and is_removed(self.facts[place].record)

    def bucket(self, place: int) -> Bucket:
        """The bucket that soft balance sees."""
        position = position_26(self.facts[place], self.found[place])
        return bucket_at(position, self.question.length, self.question.moment.boundaries)

    def cost(self, place: int) -> int:
        """Tokens of its summary."""
        return self.question.tokenizer.count(self.facts[place].summary)


def read_26(question: Question) -> Reading26:
    """The question's memories, migrated in memory where the extension would migrate them.

    Raises:
        ReleaseThrowsError: a migration throws.
    """
    migrated = migrates_on_load(question.store)
    if migrated:
        check_migration(question.store)
    facts, found = columns_26(
        question.document, question.memories, question.length, migrated=migrated
    )
    return Reading26(
        question=question,
        settings=settings_26(question.settings),
        graph=graph_of(question.document.chat, question.store),
        migrated=migrated,
        facts=facts,
        found=found,
    )


def candidates_26(reading: Reading26) -> list[int]:
    """Memories of hidden or lost messages, then all other reflections by id (§6.1)."""
    question = reading.question
    is_hidden = question.document.chat.hidden
    hidden = [
        place
        for place, found in enumerate(reading.found)
        if (is_hidden[found.lowest] if found.lowest >= 0 else is_hidden_26(reading, place))
    ]
    if reflections_are_off(question.settings):
        return hidden
    present = set(hidden)
    ids = {question.memories[place].id for place in hidden if question.memories[place].id}
    return hidden + [
        place
        for place, facts in enumerate(reading.facts)
        if facts.is_reflection and place not in present and question.memories[place].id not in ids
    ]


def is_hidden_26(reading: Reading26, place: int) -> bool:
    """Whether the source of the memory at a place is hidden or lost."""
    found = reading.found[place]
    hidden = reading.question.document.chat.hidden
    if found.named:
        return found.lowest < 0 or bool(hidden[found.lowest])
    source = source_26(reading.facts[place], found, reading.question.index, reading.question.length)
    return source.state in (SourceState.HIDDEN, SourceState.GONE)
