"""A property that is worked out once: `functools.cached_property` as Python 3.12 has it.

Python 3.11 takes a lock at every first reading, which costs more than most of what is kept here:
ten thousand memories have a hundred thousand such readings before the first block.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

Value = TypeVar("Value")


class cached_property(Generic[Value]):  # noqa: N801
    """Works the value out at the first reading and keeps it in the instance.

    Two threads that read at the same time may both work it out: it must be a pure function of
    a value that never changes.
    """

    def __init__(self, work_out: Callable[[Any], Value]) -> None:
        self._work_out = work_out
        self._name = work_out.__name__
        self.__doc__ = work_out.__doc__

    @overload
    def __get__(self, instance: None, owner: type[object]) -> "cached_property[Value]": ...

    @overload
    def __get__(self, instance: object, owner: type[object]) -> Value: ...

    def __get__(
        self, instance: object | None, owner: type[object]
    ) -> "Value | cached_property[Value]":
        if instance is None:
            return self
        value = self._work_out(instance)
        # Found in the instance from now on: a descriptor without `__set__` stands behind it.
        instance.__dict__[self._name] = value
        return value
