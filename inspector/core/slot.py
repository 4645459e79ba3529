"""A prompt slot before its text is counted."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from inspector.core.injection import Injection, Line, Section
from inspector.core.tokens import Tokenizer, line_shares
from inspector.language import N_

PLACE_WORDS: Final[Mapping[object, str]] = {
    -1: N_("nowhere"),
    0: N_("after the prompt"),
    1: N_("in the chat"),
    2: N_("before the prompt"),
}
"""What people call SillyTavern's positions of a slot."""
ROLE_WORDS: Final[Mapping[object, str]] = {
    0: N_("the system"),
    1: N_("the user"),
    2: N_("the character"),
}
"""What people call the roles in which a slot is spoken."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A prompt slot as an extension sets it; None for a place that is no number."""

    key: str
    text: str
    position: int | None
    depth: int | None
    role: int
    scan: bool

    def injection(self, tokenizer: Tokenizer) -> Injection:
        """The slot with its lines and what each adds; without lines if its text is empty."""
        shares = line_shares(self.text, tokenizer)
        lines = tuple(map(Line, self.text.split("\n"), shares))
        return Injection(
            key=self.key,
            position=self.position,
            depth=self.depth,
            role=self.role,
            scan=self.scan,
            sections=(Section(None, lines),) if self.text else (),
            tokens=sum(shares) if self.text else 0,
        )
