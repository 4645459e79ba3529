"""The hash that Auto-Recap stores beside a recap."""

from inspector.core.javascript import WHITE_SPACE

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def recap_hash(text: str) -> str:
    """Hash of a trimmed text over its UTF-16 units, in base 36 (specs/auto-recap.md §1.4)."""
    units = text.strip(WHITE_SPACE).encode("utf-16-le", "surrogatepass")
    value = 0
    for unit in memoryview(units).cast("H"):
        value = (31 * value + unit) & 0xFFFFFFFF
    return _base_36(abs(value - (1 << 32) if value & 0x80000000 else value))


def _base_36(number: int) -> str:
    spelled = ""
    while number >= 36:
        number, digit = divmod(number, 36)
        spelled = _DIGITS[digit] + spelled
    return _DIGITS[number] + spelled
