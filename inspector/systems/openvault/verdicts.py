"""Verdicts made when somebody looks at them: a table shows a screenful of ten thousand."""

from collections.abc import Callable, Sequence
from typing import overload

from typing_extensions import override

from inspector.core.injection import Verdict


class LazyVerdicts(Sequence[Verdict]):
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

    @overload
    def __getitem__(self, index: int) -> Verdict: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Verdict]: ...

    @override
    def __getitem__(self, index: int | slice) -> Verdict | Sequence[Verdict]:
        if isinstance(index, slice):
            return [self[location] for location in range(*index.indices(len(self)))]
        verdict = self._made[index]
        if verdict is None:
            verdict = self._make(index if index >= 0 else index + len(self))
            self._made[index] = verdict
        return verdict
