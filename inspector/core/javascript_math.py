"""JavaScript's arithmetic: fdlibm's `exp` and `log` as in V8, and what Python would raise at.

The C library's `exp` and `log` differ from fdlibm's by one unit in the last place for one
argument in fifteen (specs/openvault-corrections.md R33). Sun's fdlibm 5.3 describes the methods:
e_exp.c, e_log.c.
"""

import math
from typing import Final

_LN2_HIGH: Final = 6.93147180369123816490e-01
_LN2_LOW: Final = 1.90821492927058770002e-10
_ONE_BY_LN2: Final = 1.44269504088896338700
_OVERFLOWS_ABOVE: Final = 7.09782712893383973096e02
_UNDERFLOWS_BELOW: Final = -7.45133219101941108420e02
_REDUCED_FROM: Final = float.fromhex("0x1.62e43p-2")
_TWICE_REDUCED_FROM: Final = float.fromhex("0x1.0a2b2p+0")
_TINY: Final = 2.0**-28
_P1: Final = 1.66666666666666019037e-01
_P2: Final = -2.77777777770155933842e-03
_P3: Final = 6.61375632143793436117e-05
_P4: Final = -1.65339022054652515390e-06
_P5: Final = 4.13813679705723846039e-08
_LEAST_NORMAL_EXPONENT: Final = -1021
_GREATEST_EXPONENT: Final = 1024
_BY_2_TO_1000: Final = 9.33263618503218878990e-302

_L1: Final = 6.666666666666735130e-01
_L2: Final = 3.999999999940941908e-01
_L3: Final = 2.857142874366239149e-01
_L4: Final = 2.222219843214978396e-01
_L5: Final = 1.818357216161805012e-01
_L6: Final = 1.531383769920937332e-01
_L7: Final = 1.479819860511658591e-01
_LEAST_NORMAL: Final = 2.0**-1022
_SUBNORMAL_BITS: Final = 54
_HIGH_BITS: Final = 20
_SQUARE_ROOT_OF_2: Final = 0x6A09C


def exponential(power: float) -> float:
    """`Math.exp`."""
    size = abs(power)
    if size < _TINY:
        return 1.0 + power
    if size < _REDUCED_FROM:
        square = power * power
        c = power - square * (_P1 + square * (_P2 + square * (_P3 + square * (_P4 + square * _P5))))
        return 1.0 - ((power * c) / (c - 2.0) - power)
    if size < _TWICE_REDUCED_FROM:
        if power == 1.0:
            return math.e
        high, low, k = (
            (power - _LN2_HIGH, _LN2_LOW, 1) if power > 0 else (power + _LN2_HIGH, -_LN2_LOW, -1)
        )
    elif _UNDERFLOWS_BELOW <= power <= _OVERFLOWS_ABOVE:
        k = int(_ONE_BY_LN2 * power + (0.5 if power > 0 else -0.5))
        high, low = power - k * _LN2_HIGH, k * _LN2_LOW
    elif math.isnan(power):
        return power
    else:
        return math.inf if power > 0 else 0.0
    rest = high - low
    square = rest * rest
    c = rest - square * (_P1 + square * (_P2 + square * (_P3 + square * (_P4 + square * _P5))))
    y = 1.0 - ((low - (rest * c) / (2.0 - c)) - high)
    if k < _LEAST_NORMAL_EXPONENT:
        return y * 2.0 ** (k + 1000) * _BY_2_TO_1000
    return y * 2.0 * 2.0**1023 if k == _GREATEST_EXPONENT else y * 2.0**k


def logarithm(number: float) -> float:
    """`Math.log`."""
    if number != number or number == math.inf:  # noqa: PLR0124 - NaN
        return number
    if number <= 0:
        return math.nan if number else -math.inf
    k = 0
    if number < _LEAST_NORMAL:
        k, number = -_SUBNORMAL_BITS, number * 2.0**_SUBNORMAL_BITS
    fraction, exponent = math.frexp(number)
    # The upper twenty bits of the mantissa, from which fdlibm reads what it does next.
    bits = int((fraction * 2 - 1) * 2**_HIGH_BITS)
    k += exponent - 1
    scaled = fraction * 2
    if bits >= _SQUARE_ROOT_OF_2:
        k, scaled = k + 1, fraction
    f = scaled - 1.0
    if (2 + bits) % 2**_HIGH_BITS < 3:
        if not f:
            return k * _LN2_HIGH + k * _LN2_LOW if k else 0.0
        rest = f * f * (0.5 - 0.33333333333333333 * f)
        return k * _LN2_HIGH - ((rest - k * _LN2_LOW) - f) if k else f - rest
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    rest = z * (_L1 + w * (_L3 + w * (_L5 + w * _L7))) + w * (_L2 + w * (_L4 + w * _L6))
    if (bits - 0x6147A) | (0x6B851 - bits) > 0:
        half = 0.5 * f * f
        if not k:
            return f - (half - s * (half + rest))
        return k * _LN2_HIGH - ((half - (s * (half + rest) + k * _LN2_LOW)) - f)
    if not k:
        return f - s * (f - rest)
    return k * _LN2_HIGH - ((s * (f - rest) - k * _LN2_LOW) - f)


def divided(dividend: float, divisor: float) -> float:
    """Division, by zero too."""
    if divisor:
        return dividend / divisor
    return math.nan if not dividend or math.isnan(dividend) else math.copysign(math.inf, dividend)


def greatest(left: float, right: float) -> float:
    """`Math.max` of two numbers: NaN if either is."""
    return left if left >= right or math.isnan(left) else right


def least(left: float, right: float) -> float:
    """`Math.min` of two numbers: NaN if either is."""
    return left if left <= right or math.isnan(left) else right
