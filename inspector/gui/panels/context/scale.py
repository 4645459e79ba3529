"""Where a budget's values lie on its slider: even where they matter, crowded far beyond."""

import math
from dataclasses import dataclass

FARTHEST = 10**15
"""Values above lie at the right end; no context will ever have as many tokens."""

_EVEN = 0.8
_STEPS = 100


@dataclass(frozen=True, slots=True)
class Scale:
    """Values from 0 to `top` as shares of a length, and back.

    Attributes:
        reach: up to here values lie evenly; at least 1.
        top: the greatest value; beyond `reach` values lie by their logarithm.
    """

    reach: int
    top: int

    @classmethod
    def of(cls, need: int, value: int, usual: int = 0) -> "Scale":
        """The scale of a budget.

        Args:
            need: with so much everything fits.
            value: what the budget is.
            usual: what it is by default.
        """
        reach = min(max(round(need * 1.1), 10), FARTHEST)
        return cls(reach, min(max(reach, value, usual), FARTHEST))

    def including(self, other: "Scale") -> "Scale":
        """A scale on which the values of both lie."""
        return Scale(max(self.reach, other.reach), max(self.top, other.top))

    @property
    def _even(self) -> float:
        return 1.0 if self.top <= self.reach else _EVEN

    def share(self, value: int) -> float:
        """Where a value lies, from 0 to 1."""
        if value <= self.reach:
            return max(value, 0) / self.reach * self._even
        if value >= self.top:
            return 1.0
        beyond = math.log(value / self.reach) / math.log(self.top / self.reach)
        return self._even + (1 - self._even) * beyond

    def value(self, share: float, length: float = math.inf) -> int:
        """The value at a share, as round as the pixels of a length allow."""
        share = min(max(share, 0.0), 1.0)
        if share >= 1.0:
            return self.top
        if share <= self._even:
            found = share / self._even * self.reach
            pixel = self.reach / max(length * self._even, 1)
        else:
            beyond = (share - self._even) / (1 - self._even)
            found = self.reach * math.exp(beyond * math.log(self.top / self.reach))
            pixel = found * math.log(self.top / self.reach) / max(length * (1 - self._even), 1)
        step = round_below(pixel)
        return min(round(found / step) * step, self.top)

    @property
    def step(self) -> int:
        """What an arrow key moves."""
        return round_below(self.reach / _STEPS)


def round_below(number: float) -> int:
    """The greatest of 1, 2, 5, 10, 20, 50, … that is not above a number; at least 1."""
    if number < 2:
        return 1
    power = 10 ** math.floor(math.log10(number))
    return max(step * power for step in (1, 2, 5) if step * power <= number)
