"""What a derivation says of each memory, looked up one by one."""

from inspector.core.injection import Derivation, Verdict


class Verdicts:
    """The verdicts of the newest derivation; of none before the first.

    Nothing is built for all memories at once: a large chat's verdicts are made when asked for.

    Args:
        derivation: what is said now.
        kept: what holds, where the derivation is only tried out.
    """

    def __init__(
        self, derivation: Derivation | None = None, kept: Derivation | None = None
    ) -> None:
        self._derivation = derivation
        self._kept = kept

    @property
    def are_tried(self) -> bool:
        """Whether they are those of a what-if."""
        return self._kept is not None

    def kept(self, memory: int) -> Verdict | None:
        """The verdict that holds, where the what-if says something else of a memory."""
        before = None if self._kept is None else self._kept.verdict_for(memory)
        after = self.of(memory)
        if before is None or after is None:
            return before
        same = (before.in_block, before.bucket) == (after.in_block, after.bucket)
        return None if same else before

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
