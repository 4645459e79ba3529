"""When to stop looking: at a deadline, or when nobody needs the answer any more."""

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic


def _never() -> bool:
    return False


@dataclass
class Deadline:
    """How long a search may take.

    Attributes:
        seconds: from when it was made; None for as long as it takes.
        cancelled: answers whether to stop at once; it may take its time, so that something more
            pressing goes first.
    """

    seconds: float | None = None
    cancelled: Callable[[], bool] = _never
    _start: float = field(default_factory=monotonic, init=False, repr=False)

    def rest(self) -> None:
        """Let something more pressing go first, between two pieces of work that belong together."""
        self.cancelled()

    @property
    def is_over(self) -> bool:
        """Whether to stop."""
        if self.cancelled():
            return True
        return self.seconds is not None and monotonic() - self._start > self.seconds
