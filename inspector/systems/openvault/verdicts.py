"""Verdicts made when somebody looks at them: a table shows a screenful of ten thousand."""

from collections.abc import Callable

from typing_extensions import override

from inspector.core.injection import Verdict
from inspector.core.on_demand import LazySequence


class LazyVerdicts(LazySequence[Verdict]):
    """Verdicts of a derivation in list order, each made once, on its first reading."""

    def __init__(self, count: int, make: Callable[[int], Verdict]) -> None:
        """Make the sequence.

        Args:
            count: how many there are.
            make: gives the verdict at a place; must depend on nothing that changes.
        """
        self._made: list[Verdict | None] = [None] * count
        self._make = make

    @override
    def __len__(self) -> int:
        return len(self._made)

    @override
    def _at(self, index: int) -> Verdict:
        verdict = self._made[index]
        if verdict is None:
            verdict = self._made[index] = self._make(index)
        return verdict
