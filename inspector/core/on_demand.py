"""A sequence whose items are made when they are looked at."""

from collections.abc import Callable, Sequence
from typing import TypeVar, overload

Item = TypeVar("Item")


class OnDemand(Sequence[Item]):
    """Items 0 to `length` - 1, each made anew whenever it is looked at.

    Args:
        length: how many there are.
        make: makes the item at a place.
    """

    def __init__(self, length: int, make: Callable[[int], Item]) -> None:
        self._places = range(length)
        self._make = make

    def __len__(self) -> int:  # pyright: ignore[reportImplicitOverride] - no `override` in 3.11
        return len(self._places)

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Item]: ...
    def __getitem__(  # pyright: ignore[reportImplicitOverride]
        self, index: int | slice
    ) -> Item | Sequence[Item]:
        if isinstance(index, slice):
            return [self._make(location) for location in self._places[index]]
        return self._make(self._places[index])
