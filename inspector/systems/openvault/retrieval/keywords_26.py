"""Release 26's keyword search over the candidates (specs/openvault.md §6.3, §8.3)."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from inspector.core.cached import cached_property
from inspector.core.decoded import members
from inspector.systems.openvault.retrieval.bm25 import (
    Hits,
    KeywordSearch,
    cached_corpus,
    corpus_of,
    hits_in,
)
from inspector.systems.openvault.retrieval.entities import entities_26
from inspector.systems.openvault.retrieval.facts import Facts26
from inspector.systems.openvault.retrieval.graph import GraphIndex
from inspector.systems.openvault.retrieval.query import (
    QueryText,
    adjusted,
    query_tokens_26,
    without_names,
)
from inspector.systems.openvault.retrieval.scores import as_share
from inspector.systems.openvault.retrieval.settings import EntitySettings
from inspector.systems.openvault.retrieval.wording import keywords_26


@dataclass(frozen=True)
class Keywords:
    """What was searched with, and what was found.

    Attributes:
        tokens: each keyword or phrase and how often it counts in the end.
        shares: score as a share of the best, by position among the candidates.
    """

    tokens: Mapping[str, int]
    shares: Mapping[int, float]


@dataclass(frozen=True)
class Vault:
    """All memories that idf is taken over, and what else the release looks words up in.

    Attributes:
        candidates: what is searched.
        others: the other memories that are not archived.
        graph: the graph's index.
        idf_cache: as stored.
    """

    candidates: Sequence[Facts26]
    others: Sequence[Facts26]
    graph: GraphIndex
    idf_cache: object = None

    @cached_property
    def documents(self) -> list[Facts26]:
        """Everything that idf is taken over, the candidates first."""
        return [*self.candidates, *self.others]


def search_26(
    query: QueryText, active: Sequence[str], vault: Vault, settings: EntitySettings
) -> Keywords:
    """The whole keyword search; it finds nothing unless a candidate is an event."""
    entities = entities_26(query.lines, active, vault.graph.name_stems, settings)
    spoken = frozenset(keywords_26(query.user))
    named = (stem for entity in entities for stem in keywords_26(entity.name))
    hits = hits_in(vault.documents, spoken.union(named))
    vocabulary = _vocabulary(vault, spoken, hits)
    tokens = query_tokens_26(query.user, entities, vocabulary, settings)
    return score_keywords_26(tokens, active, vault, hits)


def score_keywords_26(
    tokens: Mapping[str, int], active: Iterable[str], vault: Vault, hits: Hits
) -> Keywords:
    """Scores of the candidates for tokens that are counted but not yet adjusted.

    Args:
        tokens: how often each counts.
        active: the active characters, whose names are no keywords.
        vault: what is searched, and what idf is taken over.
        hits: at least for every token that is a word, in the vault's documents.
    """
    documents = vault.documents
    corpus = cached_corpus(members(vault.idf_cache), len(documents))
    if corpus is None:
        corpus = corpus_of(documents, hits)
    counted = adjusted(without_names(tokens, active), corpus.idf, corpus.documents)
    if not any(facts.is_event for facts in vault.candidates):
        return Keywords(counted, {})
    raw = KeywordSearch(counted, corpus, phrases=True).scores(vault.candidates, hits)
    greatest = max(raw.values(), default=0.0)
    return Keywords(counted, {place: as_share(score, greatest) for place, score in raw.items()})


def _vocabulary(vault: Vault, spoken: frozenset[str], hits: Hits) -> Set[str] | None:
    """Which words of the user's are known; None where nothing is known at all (§8.3)."""
    described = vault.graph.description_stems
    documents = vault.documents
    if not described and not any(facts.stored_terms and facts.term_set for facts in documents):
        return None
    stored = [words for place, words in hits.items() if documents[place].stored_terms]
    return spoken & described.union(*stored)
