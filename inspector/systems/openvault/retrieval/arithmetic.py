"""JavaScript's arithmetic where Python would raise."""

import math


def divided(dividend: float, divisor: float) -> float:
    """Division, by zero too."""
    if divisor:
        return dividend / divisor
    return math.nan if not dividend or math.isnan(dividend) else math.copysign(math.inf, dividend)


def exponential(power: float) -> float:
    """`Math.exp`."""
    try:
        return math.exp(power)
    except OverflowError:
        return math.inf


def logarithm(number: float) -> float:
    """`Math.log`."""
    if math.isnan(number) or number < 0:
        return math.nan
    return math.log(number) if number else -math.inf
