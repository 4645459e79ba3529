"""Dice, and the seeded numbers behind `{{pick}}`."""

import math
import re
from collections.abc import Callable

_DICE = re.compile(r"([1-9][0-9]*)?d([1-9][0-9]*)([+-][0-9]+)?", re.IGNORECASE)
_MOST_DICE = 100_000
_WIDTH, _MASK = 256, 255
_START, _SIGNIFICANT, _OVERFLOW = 256.0**6, 2.0**52, 2.0**53


def rolled(formula: str, chance: Callable[[], float]) -> str:
    """What a formula such as `2d6+1` throws; empty where it is none."""
    written = f"1d{formula}" if formula.isascii() and formula.isdigit() else formula
    dice = _DICE.fullmatch(written)
    if dice is None:
        return ""
    count, sides, plus = int(dice[1] or 1), int(dice[2]), int(dice[3] or 0)
    if count > _MOST_DICE:
        return ""
    return str(sum(1 + math.floor(chance() * sides) for _ in range(count)) + plus)


def choices(written: str, *, trimmed: bool) -> list[str]:
    r"""The items of a list in one argument: by `::`, else by commas, `\,` being one that stays.

    Args:
        written: the list.
        trimmed: whether items between `::` lose the space around them; the others always do.
    """
    if "::" in written:
        return [item.strip() if trimmed else item for item in written.split("::")]
    return [item.strip().replace("\0", ",") for item in written.replace("\\,", "\0").split(",")]


def seeded(seed: str) -> float:
    """The first number that the library seedrandom gives for a seed: ARC4, 52 bits."""
    stream = _Arc4(_mixed_key(seed))
    number, divisor, low = float(stream.take(6)), _START, 0
    while number < _SIGNIFICANT:
        number = (number + low) * _WIDTH
        divisor *= _WIDTH
        low = stream.take(1)
    while number >= _OVERFLOW:
        number /= 2
        divisor /= 2
        low >>= 1
    return (number + low) / divisor


def _mixed_key(seed: str) -> list[int]:
    key: list[int] = []
    smear = 0
    units = memoryview(seed.encode("utf-16-le", "surrogatepass")).cast("H")
    for index, unit in enumerate(units):
        slot = index & _MASK
        if slot < len(key):
            smear ^= key[slot] * 19
            key[slot] = (smear + unit) & _MASK
        else:
            key.append((smear + unit) & _MASK)
    return key


class _Arc4:
    """The stream of bytes; the first 256 are thrown away."""

    def __init__(self, key: list[int]) -> None:
        key = key or [0]
        self._state = list(range(_WIDTH))
        self._i = self._j = j = 0
        for i in range(_WIDTH):
            held = self._state[i]
            j = (j + key[i % len(key)] + held) & _MASK
            self._state[i], self._state[j] = self._state[j], held
        self.take(_WIDTH)

    def take(self, count: int) -> int:
        """The next bytes as one number, the first of them highest."""
        number = 0
        state = self._state
        for _ in range(count):
            self._i = (self._i + 1) & _MASK
            held = state[self._i]
            self._j = (self._j + held) & _MASK
            state[self._i], state[self._j] = state[self._j], held
            number = number * _WIDTH + state[(state[self._i] + held) & _MASK]
        return number
