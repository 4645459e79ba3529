"""What a retriever is asked about a chat's items, and its scores with what they were made of."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from inspector.core.document import Document
from inspector.core.items import Item, Searchable
from inspector.core.moment import Moment
from inspector.core.sources import Scores
from inspector.core.tokens import Tokenizer
from inspector.language import _
from inspector.retrieval.retriever import Progress, RetrievalError, Retriever

if TYPE_CHECKING:
    # Network and database are imported by whoever searches there.
    from inspector.retrieval.cosine import Vector
    from inspector.retrieval.qdrant import QdrantPlace


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
        raise RetrievalError(_("There is no item to score: neither an entry nor an event is open."))
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


@dataclass(frozen=True)
class PointSearch:
    """What is sought among a system's own points in a vector database.

    Attributes:
        user_id: whose points; empty for anybody's.
        lorebook_ids: which lorebooks; none for all.
        chronicle_id: which chronicle; empty for all.
        lorebook_limit: how many entries at most.
        chronicle_limit: how many events at most.
        threshold: the least score; None for any.
        session_id: which chat; empty for all.
        chat_limit: how many pieces of messages at most; 0 where they are not sought.
    """

    user_id: str = ""
    lorebook_ids: tuple[str, ...] = ()
    chronicle_id: str = ""
    lorebook_limit: int = 15
    chronicle_limit: int = 10
    threshold: float | None = None
    session_id: str = ""
    chat_limit: int = 0


@runtime_checkable
class RetrievesItems(Protocol):
    """A ruleset that retrieves items of a lorebook and a chronicle by scores."""

    @property
    def collection(self) -> str:
        """What the system itself calls its collection in Qdrant."""
        ...

    @property
    def retrieves_messages(self) -> bool:
        """Whether pieces of older messages are items too."""
        ...

    def items(self, document: Document) -> Sequence[Item]:
        """All entries and events that stand beside a chat."""
        ...

    def sought(
        self, document: Document, moment: Moment, tokenizer: Tokenizer, *, older_messages: bool
    ) -> Sought:
        """What is sought at a moment, among which items.

        Args:
            document: the chat, and what was loaded beside it.
            moment: its settings are those of the ruleset.
            tokenizer: what counts; needed only for older messages.
            older_messages: whether pieces of what the user said are items too, where the
                ruleset has that at all.

        Raises:
            SettingError: a setting is unknown or refused.
        """
        ...

    def point_retriever(
        self,
        location: "QdrantPlace",
        search: PointSearch,
        embed: "Callable[[str], Vector]",
        document: Document,
    ) -> Retriever:
        """A retriever of the items by their vectors in the system's own collection."""
        ...
