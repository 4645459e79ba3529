"""What a retriever is asked about a chat, and its scores with what they were made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from inspector.core.document import Document
from inspector.core.items import Item, Searchable
from inspector.core.moment import Moment
from inspector.core.settings import SettingSpec, checked_settings
from inspector.core.sources import Scores
from inspector.core.tokens import Tokenizer
from inspector.retrieval.retriever import Progress, RetrievalError, Retriever
from inspector.systems.scribe.chat_items import chat_pool
from inspector.systems.scribe.occasion import Occasion


@dataclass(frozen=True)
class RetrievedScores(Scores):
    """Scores of a retriever that has been asked, with what it was asked.

    Attributes:
        query: the text that items were sought for.
        texts: the text of each item that was asked about, by item key.
        problems: what a person should know about them, each one sentence.
    """

    query: str = ""
    texts: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Sought:
    """What a retriever is asked at a moment.

    Attributes:
        query: what items are sought for; empty where the user has said nothing.
        items: those that can be retrieved and have a text.
    """

    query: str
    items: tuple[Item, ...]

    @cached_property
    def searchables(self) -> tuple[Searchable, ...]:
        """The items as a retriever sees them."""
        return tuple(item.searchable for item in self.items)


@dataclass(frozen=True)
class Since:
    """What has changed since scores were made.

    Attributes:
        query: whether another text is sought for.
        reworded: how many items have another text now.
        added: how many items were not asked about.
    """

    query: bool = False
    reworded: int = 0
    added: int = 0

    def __bool__(self) -> bool:
        return self.query or self.reworded > 0 or self.added > 0


def sought_at(
    document: Document,
    moment: Moment,
    specs: Sequence[SettingSpec],
    tokenizer: Tokenizer,
    *,
    older_messages: bool = False,
) -> Sought:
    """What is sought at a moment, among which items.

    Args:
        document: the chat, and what was loaded beside it.
        moment: its settings are those of the ruleset.
        specs: the settings that the ruleset knows.
        tokenizer: what counts; asked only for older messages.
        older_messages: whether pieces of what the user said are items too, as
            `scribe/2025-08` has it.

    Raises:
        SettingError: a setting is unknown or refused.
    """
    settings = checked_settings(specs, moment.settings, "scribe")
    occasion = Occasion(document, moment.resolved(document.chat), settings, tokenizer)
    items: Sequence[Item] = occasion.pool.items
    if older_messages:
        chat, history = document.chat, occasion.history
        items = (*items, *chat_pool(chat, history, occasion.length, occasion.query_from).items)
    with_text = (item for item in items if item.enabled and item.searchable.text.strip())
    return Sought(_query(occasion), tuple(with_text))


def retrieved(
    sought: Sought,
    retriever: Retriever,
    progress: Progress | None = None,
    problems: Sequence[str] = (),
) -> RetrievedScores:
    """Ask a retriever.

    Args:
        sought: what it is asked.
        retriever: who answers.
        progress: told how far it is; raises to stop.
        problems: what is known besides about the answer.

    Raises:
        RetrievalError: there is nothing to ask, or it cannot be asked.
    """
    if not sought.items:
        raise RetrievalError("There is no item to score: neither an entry nor an event is open.")
    scores = retriever.scores(sought.query, sought.searchables, progress)
    return RetrievedScores(
        values=scores,
        retriever=retriever.name,
        query=sought.query,
        texts=dict(sought.searchables),
        problems=tuple(problems),
    )


def without_score(sought: Sought, scores: Scores) -> list[Item]:
    """The items that were not found; each counts 0, a constant entry 1."""
    values = scores.values
    return [item for item in sought.items if item.key not in values and item.id not in values]


def since(scores: Scores | None, sought: Sought) -> Since:
    """What has changed since scores were made; nothing where they were not made of texts."""
    if not isinstance(scores, RetrievedScores):
        return Since()
    before = [scores.texts.get(item.key) for item in sought.items]
    texts = [item.searchable.text for item in sought.items]
    return Since(
        query=scores.query != sought.query,
        reworded=sum(
            was is not None and was != now for was, now in zip(before, texts, strict=True)
        ),
        added=before.count(None),
    )


def _query(occasion: Occasion) -> str:
    """As `Occasion.query`, without the history, which would be counted for it."""
    if occasion.moment.pending is not None:
        return occasion.moment.pending
    index = occasion.query_from
    return "" if index is None else occasion.document.chat.message(index).text
