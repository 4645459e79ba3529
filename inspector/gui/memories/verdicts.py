"""What a derivation says of each memory, looked up one by one."""

from collections.abc import Callable
from typing import cast

from inspector.core.injection import Derivation, Verdict


class Verdicts:
    """The verdicts of the newest derivation; of none before the first.

    Nothing is built for all memories at once: a large chat's verdicts are made when asked for.
    """

    def __init__(self, derivation: Derivation | None = None) -> None:
        self._derivation = derivation
        self._lookup: Callable[[int], Verdict | None] | None = None

    @property
    def known(self) -> bool:
        """Whether there is a derivation at all."""
        return self._derivation is not None

    def of(self, memory: int) -> Verdict | None:
        """The verdict on a memory; None if it does not exist at the moment."""
        if self._derivation is None:
            return None
        if self._lookup is None:
            self._lookup = _lookup_in(self._derivation)
        return self._lookup(memory)

    def count_in(self) -> int:
        """How many memories have a line in a prompt."""
        if self._derivation is None:
            return 0
        return len(
            {
                line.memory
                for injection in self._derivation.injections
                for section in injection.sections
                for line in section.lines
                if line.memory is not None
            }
        )

    def count_out(self) -> int:
        """How many memories exist at the moment and have no line."""
        if self._derivation is None:
            return 0
        return max(0, len(self._derivation.verdicts) - self.count_in())


def _lookup_in(derivation: Derivation) -> Callable[[int], Verdict | None]:
    """By `verdict_for` where a derivation computes verdicts lazily, else by its dictionary."""
    lazy: object = getattr(derivation, "verdict_for", None)
    if callable(lazy):
        return cast("Callable[[int], Verdict | None]", lazy)
    return derivation.verdict_of.get
