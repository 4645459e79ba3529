"""Release 26's keyword search over the candidates (specs/openvault.md §6.3, §8.3)."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import compress, count

from inspector.core.cached import cached_property
from inspector.core.decoded import members
from inspector.systems.openvault.retrieval.bm25 import (
    Corpus,
    corpus_of,
    raw_scores,
    stored_corpus,
)
from inspector.systems.openvault.retrieval.columns import Same
from inspector.systems.openvault.retrieval.entities import entities_26
from inspector.systems.openvault.retrieval.existing import Existing
from inspector.systems.openvault.retrieval.facts import Facts26
from inspector.systems.openvault.retrieval.graph import GraphIndex
from inspector.systems.openvault.retrieval.postings import Postings, Subset
from inspector.systems.openvault.retrieval.query import (
    QueryText,
    adjusted,
    query_tokens_26,
    without_names,
)
from inspector.systems.openvault.retrieval.scores import as_shares
from inspector.systems.openvault.retrieval.settings import EntitySettings
from inspector.systems.openvault.retrieval.wording import keywords_26


@dataclass(frozen=True)
class Keywords:
    """What was searched with, and what was found.

    Attributes:
        tokens: each keyword or phrase and how often it counts in the end.
        shares: score of each candidate as a share of the best one's, in their order.
    """

    tokens: Mapping[str, int]
    shares: Sequence[float]


@dataclass(frozen=True)
class Vault:
    """All that the release looks words up in.

    Attributes:
        existing: the memories.
        candidates: places of those that are searched.
        counted: those that idf is taken over: all but the archived.
        graph: the graph's index.
        idf_cache: as stored.
    """

    existing: Existing[Facts26]
    candidates: Sequence[int]
    counted: Subset
    graph: GraphIndex
    idf_cache: object = None

    @property
    def postings(self) -> Postings:
        """The keywords of all memories."""
        return self.existing.postings

    @cached_property
    def has_event(self) -> bool:
        """Whether a candidate is an event."""
        is_event = self.existing.each("is_event", lambda facts: facts.is_event)
        return any(is_event[place] for place in self.candidates)

    @cached_property
    def stores_terms(self) -> Sequence[bool]:
        """Whether each memory of the document holds keywords that the release stored."""
        return self.existing.every_one(
            "stores_terms", lambda facts: facts.stored_terms and bool(facts.terms)
        )

    def corpus(self, words: Iterable[str]) -> Corpus:
        """What idf is taken from: the stored cache where it fits, else the memories."""
        stored, columns = members(self.idf_cache), self.existing.columns
        if stored and stored.get("memoryCount") == self.counted.size:
            return columns.answer(
                ("stored corpus", Same(stored)), lambda: stored_corpus(stored, self.counted.size)
            )
        wanted = frozenset(words)
        return columns.answer(
            ("corpus", self.postings, self.counted, wanted),
            lambda: corpus_of(self.postings, self.counted, wanted),
        )

    def standing(self, phrase: str) -> tuple[int, ...]:
        """Memories of the document whose summary holds a phrase."""
        plain = phrase.lower()
        summaries = self.existing.every_one("plain_summary", lambda facts: facts.plain_summary)
        return self.existing.columns.answer(
            ("standing", plain, Same(summaries)),
            lambda: tuple([n for n, summary in enumerate(summaries) if plain in summary]),
        )


def search_26(
    query: QueryText, active: Sequence[str], vault: Vault, settings: EntitySettings
) -> Keywords:
    """The whole keyword search; it finds nothing unless a candidate is an event."""
    entities = entities_26(query.lines, active, vault.graph.name_stems, settings)
    vocabulary = _vocabulary(vault, frozenset(keywords_26(query.user)))
    tokens = query_tokens_26(query.user, entities, vocabulary, settings)
    return score_keywords_26(tokens, active, vault)


def score_keywords_26(tokens: Mapping[str, int], active: Iterable[str], vault: Vault) -> Keywords:
    """Scores of the candidates for tokens that are counted but not yet adjusted.

    Args:
        tokens: how often each counts.
        active: the active characters, whose names are no keywords.
        vault: what is searched, and what idf is taken over.
    """
    corpus = vault.corpus(token for token in tokens if " " not in token)
    counted = adjusted(without_names(tokens, active), corpus.idf, corpus.documents)
    if not vault.has_event:
        return Keywords(counted, [0.0] * len(vault.candidates))
    phrases = {token: vault.standing(token) for token in counted if " " in token}
    scores = vault.existing.columns.answer(
        ("scores", vault.postings, corpus, *counted.items(), *phrases.items()),
        lambda: raw_scores(counted, corpus, vault.postings, phrases),
    )
    indexes = vault.existing.indexes_at(vault.candidates)
    return Keywords(counted, as_shares([scores[index] for index in indexes]))


def _vocabulary(vault: Vault, spoken: frozenset[str]) -> Set[str] | None:
    """Which words of the user's are known; None where nothing is known at all (§8.3)."""
    described, stores, counted = vault.graph.description_stems, vault.stores_terms, vault.counted
    if not described and not any(map(counted.holds, compress(count(), stores))):
        return None
    return {
        word
        for word in spoken
        if word in described
        or any(
            stores[place] and counted.holds(place) for place in vault.postings.where(word).places
        )
    }
