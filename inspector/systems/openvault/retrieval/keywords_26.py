"""Release 26's keyword search over the candidates (specs/openvault.md §6.3, §8.3)."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from inspector.core.decoded import members
from inspector.systems.openvault.retrieval.bm25 import KeywordSearch, cached_corpus, corpus_of
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

    @property
    def documents(self) -> list[Facts26]:
        """Everything that idf is taken over."""
        return [*self.candidates, *self.others]


def search_26(
    query: QueryText, active: Sequence[str], vault: Vault, settings: EntitySettings
) -> Keywords:
    """The whole keyword search; it finds nothing unless a candidate is an event."""
    entities = entities_26(query.lines, active, vault.graph.name_stems, settings)
    vocabulary = _vocabulary(vault, frozenset(keywords_26(query.user)))
    return score_keywords_26(
        query_tokens_26(query.user, entities, vocabulary, settings), active, vault
    )


def score_keywords_26(tokens: Mapping[str, int], active: Iterable[str], vault: Vault) -> Keywords:
    """Scores of the candidates for tokens that are counted but not yet adjusted."""
    wanted = without_names(tokens, active)
    documents = vault.documents
    corpus = cached_corpus(members(vault.idf_cache), len(documents))
    if corpus is None:
        corpus = corpus_of(documents, wanted)
    counted = adjusted(wanted, corpus.idf, corpus.documents)
    if not any(facts.is_event for facts in vault.candidates):
        return Keywords(counted, {})
    raw = KeywordSearch(counted, corpus, phrases=True).scores(vault.candidates)
    greatest = max(raw.values(), default=0.0)
    return Keywords(counted, {place: as_share(score, greatest) for place, score in raw.items()})


def _vocabulary(vault: Vault, stems: frozenset[str]) -> Set[str] | None:
    """Which of these stems are known; None where nothing is known at all (§8.3)."""
    described = vault.graph.description_stems
    known = set(stems & described)
    is_empty = not described
    for facts in (*vault.candidates, *vault.others):
        if facts.stored_terms:
            is_empty = is_empty and not facts.term_set
            if not stems.isdisjoint(facts.term_set):
                known |= stems & facts.term_set
    return None if is_empty else known
