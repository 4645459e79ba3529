"""A captured request that was laid beside the open chat."""

from dataclasses import dataclass
from pathlib import Path

from inspector.core.document import Document
from inspector.proof.checking import Check
from inspector.proof.proving import Proof


@dataclass(frozen=True, eq=False)
class RequestCheck:
    """What a check of a captured request came to.

    Attributes:
        name: where the request comes from, in words: a file, the clipboard, a time of day.
        chat: the chat that it was checked against.
        document: what that chat held then.
        proof: how the request was probably made, and what was found.
    """

    name: str
    chat: Path
    document: Document
    proof: Proof

    @property
    def found(self) -> Check:
        """What was found."""
        return self.proof.check

    @property
    def end(self) -> int:
        """The message after which the chat ended when the request was sent."""
        at = self.proof.guess.at
        return len(self.document.chat) - 1 if at is None else at

    @property
    def verdict(self) -> str:
        """What it came to, in a few words."""
        off = sum(not slot.is_fine for slot in self.found.slots)
        others = sum(not one.source.startswith("slot:") for one in self.found.differences)
        if not off and not others and self.found.history.agrees:
            return "as predicted"
        return f"{max(off + others, 1)} {'differs' if off + others <= 1 else 'differ'}"
