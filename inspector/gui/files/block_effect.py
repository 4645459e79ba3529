"""What edits that are not shown yet do to the block of the prompt."""

from dataclasses import dataclass

from inspector.core.document import Document
from inspector.gui.state.query import query_of
from inspector.gui.state.session import Question, State


@dataclass(frozen=True)
class BlockEffect:
    """The block without and with some edits.

    Attributes:
        before: all filled slots as text, without them.
        after: the same with them.
        tokens: of both.
    """

    before: str
    after: str
    tokens: tuple[int, int]

    @classmethod
    def of(cls, before: Document, after: Document, question: Question) -> "BlockEffect":
        """The same question put to two documents."""
        old, new = block_of(before, question), block_of(after, question)
        return cls(old[0], new[0], (old[1], new[1]))

    @property
    def in_words(self) -> str:
        """See `effect_in_words`."""
        return effect_in_words(*self.tokens)


def block_of(document: Document, question: Question) -> tuple[str, int]:
    """All filled slots as text, and their tokens together."""
    derivation = query_of(State(document, question)).derivation
    texts = [one.text for one in derivation.injections if one.text]
    return "\n\n".join(texts), sum(one.tokens for one in derivation.injections)


def effect_in_words(before: int, after: int) -> str:
    """What becomes of the block's tokens."""
    change = f"{after - before:+,}".replace("-", "−") if after != before else "no change"
    return f"What it does to the block: {before:,} → {after:,} tokens ({change})"
