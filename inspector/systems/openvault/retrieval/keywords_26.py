"""Release 26's keyword search over the candidates (specs/openvault.md §6.3, §8.3)."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import compress, count

from inspector.core.cached import cached_property
from inspector.core.decoded import members
from inspector.core.memory import Memory
from inspector.systems.openvault.retrieval.bm25 import (
    Corpus,
    corpus_of,
    fits,
    raw_scores,
    stored_corpus,
)
from inspector.systems.openvault.retrieval.columns import Same
from inspector.systems.openvault.retrieval.entities import Entity, entities_26
from inspector.systems.openvault.retrieval.existing import Existing
from inspector.systems.openvault.retrieval.facts import Facts26, is_event, stores_some_words
from inspector.systems.openvault.retrieval.graph import GraphIndex
from inspector.systems.openvault.retrieval.irregular import (
    check_summaries,
    check_tokens,
    stops_search,
)
from inspector.systems.openvault.retrieval.postings import Postings, Subset, frequencies_of
from inspector.systems.openvault.retrieval.query import (
    QueryText,
    adjusted,
    is_phrase,
    query_tokens_26,
    without_names,
)
from inspector.systems.openvault.retrieval.scores import as_shares
from inspector.systems.openvault.retrieval.settings import EntitySettings
from inspector.systems.openvault.retrieval.wording import keywords_26, plain


@dataclass(frozen=True)
class Keywords:
    """What was searched with, and what was found.

    Attributes:
        entities: what the recent text is about.
        tokens: each keyword or phrase and how often it counts in the end.
        shares: score of each candidate as a share of the best one's, in their order.
    """

    entities: Sequence[Entity]
    tokens: Mapping[str, int]
    shares: Sequence[float]


@dataclass(frozen=True)
class Vault:
    """All that the release looks words up in.

    Attributes:
        existing: the memories.
        candidates: places of those that are searched.
        counted: those that idf is taken over: the candidates and the others (R2).
        graph: the graph's index.
        idf_cache: as stored.
        extra: how many documents without words are counted besides (R28).
    """

    existing: Existing[Facts26]
    candidates: Sequence[int]
    counted: Subset
    graph: GraphIndex
    idf_cache: object = None
    extra: int = 0

    @property
    def documents(self) -> int:
        """How many documents idf is taken over."""
        return self.counted.size + self.extra

    @property
    def postings(self) -> Postings:
        """The keywords of all memories."""
        return self.existing.postings

    @cached_property
    def has_event(self) -> bool:
        """Whether a candidate is an event."""
        events = self.existing.each_stored("type", is_event)
        return any(events[index] for index in self.candidates)

    @cached_property
    def stores_words(self) -> Sequence[bool]:
        """Whether each memory of the document holds keywords that the release stored."""
        return self.existing.every_stored("tokens", stores_some_words)

    def corpus(self, words: Iterable[str]) -> Corpus:
        """What idf is taken from: the stored cache where it fits, else the memories."""
        stored, columns = members(self.idf_cache), self.existing.columns
        documents = self.documents
        if self.is_cached:
            return columns.answer(
                ("stored corpus", Same(stored), documents), lambda: stored_corpus(stored, documents)
            )
        wanted = frozenset(words)

        def corpus() -> Corpus:
            frequencies = columns.grown(
                ("frequencies", self.existing.facts_of),
                lambda before: frequencies_of(self.postings, self.counted, wanted, before),
            )
            return corpus_of(self.postings, self.counted, wanted, self.extra, frequencies)

        return columns.answer(("corpus", self.postings, self.counted, self.extra, wanted), corpus)

    @cached_property
    def is_cached(self) -> bool:
        """Whether idf is taken from the stored cache (R19)."""
        return fits(members(self.idf_cache), self.documents)

    def check_words(self) -> None:
        """T10: what words are taken from.

        Raises:
            ReleaseThrowsError: keywords or descriptions of a shape that stops the release.
        """
        check_tokens(self._odd("tokens", lambda: [*self.candidates, *self.rest]))
        _ = self.graph.description_stems

    def check_search(self, tokens: Mapping[str, int]) -> None:
        """T11, T12: what the query is looked for in.

        Raises:
            ReleaseThrowsError: a summary that is no text.
        """
        if not tokens:
            return
        odd = self._odd(
            "summary", lambda: [*self.candidates, *(() if self.is_cached else self.rest)]
        )
        stored = self.existing.facts_of
        check_summaries(
            [memory for memory in odd if not stored(memory).stores_words],
            stops_search,
            "to split into words",
        )
        if any(map(is_phrase, tokens)):
            odd = self._odd("summary", lambda: self.candidates)
            check_summaries(odd, stops_search, "to look for a phrase in")

    def _odd(self, field: str, places: Callable[[], Sequence[int]]) -> Sequence[Memory]:
        """Those of the memories at some places whose field is irregular; mostly there is none."""
        existing = self.existing
        return existing.irregular(field, places=places()) if existing.irregular(field) else ()

    @cached_property
    def rest(self) -> Sequence[int]:
        """Places that are counted and not searched."""
        searched, counted = frozenset(self.candidates), self.counted
        return [
            location
            for location, index in enumerate(self.existing.indexes)
            if counted.holds(index) and location not in searched
        ]

    def standing(self, phrase: str) -> tuple[int, ...]:
        """Memories of the document whose summary holds a phrase."""
        wanted = plain(phrase)
        summaries = self.existing.every_one("plain_summary", lambda facts: facts.plain_summary)
        return self.existing.columns.answer(
            ("standing", wanted, Same(summaries)),
            lambda: tuple(
                [
                    memory.index
                    for memory, summary in zip(self.existing.every, summaries, strict=True)
                    if wanted in summary and memory.summary
                ]
            ),
        )


def search_26(
    query: QueryText, active: Sequence[str], vault: Vault, settings: EntitySettings
) -> Keywords:
    """The whole keyword search; it finds nothing unless a candidate is an event.

    Raises:
        ReleaseThrowsError: see T9 to T12 in `irregular`.
    """
    stems = vault.graph.name_stems if query.lines else {}
    entities = entities_26(query.lines, active, stems, settings)
    if not vault.has_event:
        return Keywords(entities, {}, [0.0] * len(vault.candidates))
    vault.check_words()
    vocabulary = _vocabulary(vault, frozenset(keywords_26(query.user)))
    tokens = query_tokens_26(query.user, entities, vocabulary, settings)
    return score_keywords_26(tokens, active, vault, entities)


def score_keywords_26(
    tokens: Mapping[str, int],
    active: Iterable[str],
    vault: Vault,
    entities: Sequence[Entity] = (),
) -> Keywords:
    """Scores of the candidates for tokens that are counted but not yet adjusted.

    Args:
        tokens: how often each counts.
        active: the active characters, whose names are no keywords.
        vault: what is searched, and what idf is taken over.
        entities: what the recent text is about.

    Raises:
        ReleaseThrowsError: see T11 and T12 in `irregular`.
    """
    left = without_names(tokens, active)
    vault.check_search(left)
    corpus = vault.corpus(tokens)
    counted = adjusted(left, corpus.idf, corpus.documents)
    phrases = {token: vault.standing(token) for token in counted if is_phrase(token)}
    scores = vault.existing.columns.answer(
        ("scores", vault.postings, corpus, *counted.items(), *phrases.items()),
        lambda: raw_scores(counted.items(), corpus, vault.postings, phrases),
    )
    indexes = vault.existing.indexes_at(vault.candidates)
    return Keywords(entities, counted, as_shares([scores[index] for index in indexes]))


def _vocabulary(vault: Vault, spoken: frozenset[str]) -> Set[str] | None:
    """Which words of the user's are known; None where nothing is known at all (§8.3)."""
    described, stores, counted = vault.graph.description_stems, vault.stores_words, vault.counted
    if not described and not any(map(counted.holds, compress(count(), stores))):
        return None
    return {
        word
        for word in spoken
        if word in described
        or any(
            stores[index] and counted.holds(index) for index in vault.postings.where(word).places
        )
    }
