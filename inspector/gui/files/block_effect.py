"""What edits that are not shown yet do to the block of the prompt."""

from dataclasses import dataclass

from inspector.analysis.differences import diff
from inspector.core.document import Document
from inspector.gui.kit.diff_rows import aligned
from inspector.gui.kit.diff_view import DiffView
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
        old, new = _block_of(before, question), _block_of(after, question)
        return cls(old[0], new[0], (old[1], new[1]))

    @property
    def in_words(self) -> str:
        """What becomes of the block's tokens."""
        before, after = self.tokens
        change = f"{after - before:+,}".replace("-", "−") if after != before else "no change"
        return f"What it does to the block: {before:,} → {after:,} tokens ({change})"

    def show_in(self, view: DiffView) -> None:
        """Show the lines that differ."""
        rows = aligned(diff(self.before, self.after))
        changed = tuple(row for row in rows if row.is_changed)
        view.show_rows(changed, is_inline=True)
        if not changed:
            view.say("No line of the block differs.")


def _block_of(document: Document, question: Question) -> tuple[str, int]:
    """All filled slots as text, and their tokens together."""
    derivation = query_of(State(document, question)).derivation
    texts = [one.text for one in derivation.injections if one.text]
    return "\n\n".join(texts), sum(one.tokens for one in derivation.injections)
