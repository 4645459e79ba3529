"""What an Auto-Recap ruleset answers."""

from dataclasses import dataclass

from typing_extensions import override

from inspector.core.message_derivation import RecapDerivation, Tier
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
