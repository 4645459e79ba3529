"""What a choice would send, and where; an address is asked for before the first time."""

from dataclasses import dataclass

from inspector.gui.panels.retrieval.words import sent_texts
from inspector.language import _
from inspector.preferences import RetrievalChoice
from inspector.retrieval.addresses import embeddings_call


@dataclass(frozen=True)
class Destination:
    """An address to which something goes.

    Attributes:
        address: where to.
        takes_texts: whether texts go there, and not only the query's vector.
    """

    address: str
    takes_texts: bool

    def in_words(self, texts: int, size: int) -> str:
        """What will be sent.

        Args:
            texts: how many.
            size: how many bytes they have together.
        """
        if self.takes_texts:
            return sent_texts(texts, size, self.address)
        return _("The query's vector will be sent to {address} and to no other address.").format(
            address=self.address
        )


def uses_endpoint(choice: RetrievalChoice) -> bool:
    """Whether the embeddings endpoint is asked."""
    return choice.method == "endpoint" or (
        choice.method in ("vectors", "qdrant") and choice.embed_query
    )


def destinations(choice: RetrievalChoice, *, vault: bool = False) -> tuple[Destination, ...]:
    """Where something goes.

    Args:
        choice: how items are scored.
        vault: whether only the query's vector for OpenVault is made.
    """
    found: list[Destination] = []
    if uses_endpoint(choice):
        found.append(Destination(embeddings_call(choice.address), takes_texts=True))
    if choice.method == "qdrant" and choice.qdrant.on_server and not vault:
        found.append(Destination(choice.qdrant.address, takes_texts=False))
    return tuple(found)


def not_agreed(choice: RetrievalChoice, found: tuple[Destination, ...]) -> tuple[Destination, ...]:
    """The destinations to which nobody has agreed yet."""
    return tuple(one for one in found if one.address not in choice.agreed)
