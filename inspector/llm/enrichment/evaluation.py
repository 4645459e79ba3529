"""Whether what the agent writes would have been retrieved where it was needed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from inspector.analysis.same_words import FEWEST_SHARED, words_in
from inspector.core.document import Document, sources_of
from inspector.core.items import Item
from inspector.core.query import Query
from inspector.core.request import RequestDerivation
from inspector.core.sources import Scores
from inspector.llm.enrichment.exchanges import Exchange
from inspector.retrieval.bm25 import Bm25Index
from inspector.retrieval.retriever import Retriever
from inspector.systems import items_beside, with_sources

_COMMON = 4
"""A word that more than one item in so many has tells nothing."""


@dataclass(frozen=True, slots=True)
class MessageCheck:
    """Whether one message of the user retrieved the right memory.

    Attributes:
        message: its index.
        right: key of the item that the message and its answer tell of most.
        title: what that item is called.
        is_written: whether the agent made it, so that nothing could be retrieved before.
        before: its place among the items of the request as it was, from 1; 0 where it was not in.
        after: likewise with all that the agent would have written until then.
    """

    message: int
    right: str
    title: str
    is_written: bool
    before: int
    after: int


def checked_answers(
    query: Query,
    exchange: Exchange,
    after: Document,
    retriever: Retriever | None = None,
    *,
    is_embedded: bool = True,
) -> list[MessageCheck]:
    """See for the user's messages of an exchange whether the right memory was retrieved.

    What is right is told by what came of the message: of all items that were known by then it is
    the one that the words of the message and of its answer fit best. An exchange that no item
    shares words with has none.

    Args:
        query: the question about the request, to the chat as it was.
        exchange: the user's message and what was answered.
        after: the document with what was written before the exchange.
        retriever: makes scores; None for words.
        is_embedded: whether what was written can be retrieved at all.

    Raises:
        RetrievalError: the retriever cannot answer.
    """
    chat = query.document.chat
    mentioned = "\n".join(chat.message(index).text for index in exchange.messages)
    right = _right_item(items_beside(after), mentioned)
    if right is None:
        return []
    known = {item.key for item in items_beside(query.document)}
    is_found = is_embedded or right.key in known
    return [
        MessageCheck(
            index,
            right.key,
            right.title or right.text,
            right.key not in known,
            _location(query, query.document, index, right, retriever),
            _location(query, after, index, right, retriever) if is_found else 0,
        )
        for index in exchange.messages
        if chat.from_user[index]
    ]


def _right_item(items: Sequence[Item], mentioned: str) -> Item | None:
    known = [item for item in items if item.enabled and item.searchable.text.strip()]
    if not known:
        return None
    words = [words_in(item.searchable.text) for item in known]
    counts = Counter(word for own in words for word in own)
    common = {word for word, many in counts.items() if many > max(1, len(words) // _COMMON)}
    scores = Bm25Index(item.searchable.text for item in known).scores(mentioned)
    best = max(range(len(known)), key=scores.__getitem__)
    shared = (words[best] - common) & words_in(mentioned)
    return known[best] if len(shared) >= FEWEST_SHARED else None


def _location(
    query: Query, document: Document, index: int, item: Item, retriever: Retriever | None
) -> int:
    """The item's place among those of the request at a message; 0 where it is not in."""
    if all(one.key != item.key for one in items_beside(document)):
        return 0
    sources = replace(sources_of(document), scores=None)
    if retriever is not None:
        searchable = [one.searchable for one in items_beside(document) if one.enabled]
        text = document.chat.message(index).text
        sources = replace(
            sources, scores=Scores(retriever.scores(text, searchable), retriever.name)
        )
    moment = replace(query.moment, at=index, pending=None)
    requested = Query(query.ruleset, with_sources(document, sources), moment, query.tokenizer)
    if not isinstance(requested.derivation, RequestDerivation):
        return 0
    kept = [row.item.key for row in requested.derivation.rag if row.kept]
    return kept.index(item.key) + 1 if item.key in kept else 0
