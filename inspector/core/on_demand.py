"""Sequences whose items are made when they are looked at."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import TypeVar, overload

Item = TypeVar("Item")


class LazySequence(Sequence[Item]):
    """A sequence of which a subclass makes one item at a time (`_at`)."""

    @abstractmethod
    def _at(self, index: int) -> Item:
        """The item at a place from 0 to below the length."""

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> list[Item]: ...
    def __getitem__(  # pyright: ignore[reportImplicitOverride] - no `override` in 3.11
        self, index: int | slice
    ) -> Item | list[Item]:
        places = range(len(self))
        if isinstance(index, slice):
            return [self._at(location) for location in places[index]]
        return self._at(places[index])


class OnDemand(LazySequence[Item]):
    """Items 0 to `length` - 1, each made anew whenever it is looked at.

    Args:
        length: how many there are.
        make: makes the item at a place.
    """

    def __init__(self, length: int, make: Callable[[int], Item]) -> None:
        self._length, self._make = length, make

    def __len__(self) -> int:  # pyright: ignore[reportImplicitOverride]
        return self._length

    def _at(self, index: int) -> Item:  # pyright: ignore[reportImplicitOverride]
        return self._make(index)
