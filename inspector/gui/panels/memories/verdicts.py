"""What a derivation says of each memory, looked up one by one."""

from inspector.core.injection import Derivation, Verdict


class Verdicts:
    """The verdicts of the newest derivation; of none before the first.

    Nothing is built for all memories at once: a large chat's verdicts are made when asked for.
    """

    def __init__(self, derivation: Derivation | None = None) -> None:
        self._derivation = derivation

    @property
    def known(self) -> bool:
        """Whether there is a derivation at all."""
        return self._derivation is not None

    def of(self, memory: int) -> Verdict | None:
        """The verdict on a memory; None if it does not exist at the moment."""
        return None if self._derivation is None else self._derivation.verdict_for(memory)

    def count_in(self) -> int:
        """How many memories have a line in a prompt."""
        return 0 if self._derivation is None else len(self._derivation.in_block)

    def count_out(self) -> int:
        """How many memories exist at the moment and have no line."""
        if self._derivation is None:
            return 0
        return max(0, len(self._derivation.existing) - self.count_in())
