"""The hash cyrb53, SillyTavern's `getStringHash` (specs/sillytavern.md §7)."""

from collections.abc import Sequence

_H1, _H2 = 0xDEADBEEF, 0x41C6CE57
_STEP_1, _STEP_2 = 2654435761, 1597334677
_MIX_1, _MIX_2 = 2246822507, 3266489909
_ALL = 0xFFFFFFFF
_HIGH = 0x1FFFFF

_FEW = 64
_BATCH = 4096
_LONGEST_IN_BATCH = 1 << 14


def cyrb53(text: str, seed: int = 0) -> int:
    """The 53-bit hash of a text's UTF-16 units."""
    first, second = _H1 ^ seed & _ALL, _H2 ^ seed & _ALL
    for unit in memoryview(_utf16(text)).cast("H"):
        first = (first ^ unit) * _STEP_1 & _ALL
        second = (second ^ unit) * _STEP_2 & _ALL
    return _mixed(first, second)


def cyrb53_of_all(texts: Sequence[str]) -> list[int]:
    """The hashes of many texts; texts of similar length are hashed side by side."""
    hashes = [0] * len(texts)
    order = sorted(range(len(texts)), key=lambda index: len(texts[index]), reverse=True)
    for start in range(0, len(order), _BATCH):
        places = order[start : start + _BATCH]
        longest = len(texts[places[0]])
        if len(places) < _FEW or longest > _LONGEST_IN_BATCH:
            values = [cyrb53(texts[index]) for index in places]
        else:
            values = _hashed_together([texts[index] for index in places])
        for index, value in zip(places, values, strict=True):
            hashes[index] = value
    return hashes


def _hashed_together(texts: list[str]) -> list[int]:
    """Hash texts column by column: the first unit of all of them, then the second, and so on."""
    # Deferred: only chats of many messages without dates need it.
    import numpy as np  # noqa: PLC0415

    units = sorted(
        ((_utf16(text), index) for index, text in enumerate(texts)),
        key=lambda pair: len(pair[0]),
        reverse=True,
    )
    lengths = np.array([len(encoded) // 2 for encoded, _ in units], dtype=np.int64)
    table = np.zeros((max(int(lengths[0]), 1), len(units)), dtype=np.uint32)
    for column, (encoded, _) in enumerate(units):
        table[: len(encoded) // 2, column] = np.frombuffer(encoded, dtype="<u2")
    first = np.full(len(units), _H1, dtype=np.uint32)
    second = np.full(len(units), _H2, dtype=np.uint32)
    step_1, step_2 = np.uint32(_STEP_1), np.uint32(_STEP_2)
    # How many texts are longer than each row: they stand first.
    rows = np.searchsorted(-lengths, -np.arange(int(lengths[0])), side="left")
    for row, count in enumerate(rows.tolist()):
        first[:count] = (first[:count] ^ table[row, :count]) * step_1
        second[:count] = (second[:count] ^ table[row, :count]) * step_2
    values = [0] * len(units)
    for (_, index), one, two in zip(units, first.tolist(), second.tolist(), strict=True):
        values[index] = _mixed(one, two)
    return values


def _utf16(text: str) -> bytes:
    return text.encode("utf-16-le", "surrogatepass")


def _mixed(first: int, second: int) -> int:
    first = _multiplied(first ^ first >> 16, _MIX_1)
    first ^= _multiplied(second ^ second >> 13, _MIX_2)
    second = _multiplied(second ^ second >> 16, _MIX_1)
    second ^= _multiplied(first ^ first >> 13, _MIX_2)
    return (second & _HIGH) * 4294967296 + first


def _multiplied(left: int, right: int) -> int:
    """JavaScript's `Math.imul`, unsigned."""
    return left * right & _ALL
