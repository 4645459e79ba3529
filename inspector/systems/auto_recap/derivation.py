"""What an Auto-Recap ruleset answers."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from inspector.core.injection import Derivation, Injection, Line, Section
from inspector.core.recap import Scene
from inspector.core.recap_verdict import MessageVerdict
from inspector.core.tokens import Tokenizer, line_shares
from inspector.systems.auto_recap.autohide import AutoHide
from inspector.systems.auto_recap.retrieval import StoreState
from inspector.systems.auto_recap.short_term import ShortTerm


@dataclass(frozen=True, eq=False)
class RecapDerivation(Derivation):
    """All that an Auto-Recap ruleset derives from a document at a moment.

    Attributes:
        messages: a verdict on every message.
        scenes: every finished scene.
        auto_hide: what auto-hide would do.
        state: what a release would do with the stored running recap.
        short_term: the message recaps that are in; None where a release chooses no more.
    """

    messages: Sequence[MessageVerdict] = ()
    scenes: Sequence[Scene] = ()
    auto_hide: AutoHide = field(default_factory=AutoHide)
    state: StoreState = StoreState.NONE
    short_term: ShortTerm | None = None


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
