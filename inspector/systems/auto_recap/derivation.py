"""What an Auto-Recap ruleset answers."""

from dataclasses import dataclass

from typing_extensions import override

from inspector.core.injection import Injection, Line, Section
from inspector.core.message_derivation import RecapDerivation, Tier
from inspector.core.tokens import Tokenizer, line_shares
from inspector.systems.auto_recap.short_term import ShortTerm


@dataclass(frozen=True, eq=False)
class AutoRecapDerivation(RecapDerivation):
    """All that an Auto-Recap ruleset derives from a document at a moment.

    Attributes:
        short_term: the message recaps that are in; None where a release chooses no more.
    """

    short_term: ShortTerm | None = None

    @property
    @override
    def tiers(self) -> tuple[Tier, ...]:
        return () if self.short_term is None else (self.short_term.tier,)


@dataclass(frozen=True, slots=True)
class Slot:
    """A prompt slot before its text is counted."""

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
