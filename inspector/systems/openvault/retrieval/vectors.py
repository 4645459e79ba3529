"""Stored embeddings and how alike they are to a supplied query vector (specs/openvault.md §6.3)."""

import binascii
import math
import sys
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import add, mul

from inspector.core.cached import cached_property
from inspector.core.decoded import is_list, is_number
from inspector.core.memory import Memory

_BYTES_EACH = 4
_LARGEST_SINGLE = 3.4028235677973366e38


@dataclass(frozen=True)
class QueryVector:
    """A supplied query vector; its numbers stay the doubles that they are."""

    numbers: tuple[float, ...]

    @cached_property
    def norm(self) -> float:
        """Its length."""
        return math.sqrt(_blockwise_product(self.numbers, self.numbers))


@dataclass(frozen=True, eq=False, slots=True)
class _Stored:
    numbers: Sequence[float]
    norm: float


_NOTHING = _Stored((), 0.0)


def similarity(memory: Memory, query: QueryVector, *, single: bool) -> float:
    """Cosine of the memory's embedding and the query; 0 where they cannot be compared.

    Args:
        memory: the memory.
        query: the query vector.
        single: whether the embedding is read as Float32, and base64 with it (release 26).
    """
    key = ("similarity", single)
    known = memory.memo.get(key)
    if isinstance(known, _Similarity) and known.numbers is query.numbers:
        return known.value
    stored = _stored(memory, single=single)
    value = _cosine(stored.numbers, stored.norm, query)
    memory.memo[key] = _Similarity(query.numbers, value)
    return value


def has_other_length(memory: Memory, query: QueryVector, *, single: bool) -> bool:
    """Whether the memory has an embedding, but one that the query cannot be compared to."""
    stored = _stored(memory, single=single).numbers
    return bool(stored) and len(stored) != len(query.numbers)


@dataclass(frozen=True, eq=False, slots=True)
class _Similarity:
    numbers: tuple[float, ...]
    value: float


def _stored(memory: Memory, *, single: bool) -> _Stored:
    key = ("embedding", single)
    known = memory.memo.get(key)
    if isinstance(known, _Stored):
        return known
    numbers = embedding_26(memory.record) if single else embedding_14x(memory.record)
    norm = math.sqrt(_blockwise_product(numbers, numbers))
    stored = memory.memo[key] = _Stored(numbers, norm) if numbers else _NOTHING
    return stored


def embedding_14x(record: Mapping[str, object]) -> Sequence[float]:
    """A plain array of numbers; empty if there is none or it holds anything else."""
    stored = record.get("embedding")
    if not is_list(stored) or not all(is_number(item) for item in stored):
        return ()
    return array("d", [float(item) for item in stored if is_number(item)])


def embedding_26(record: Mapping[str, object]) -> Sequence[float]:
    """`embedding_b64`, else the legacy array, both as Float32; empty if neither is readable."""
    encoded = record.get("embedding_b64")
    if isinstance(encoded, str) and encoded:
        return decode_embedding(encoded)
    return array("f", [_single(number) for number in embedding_14x(record)])


def decode_embedding(encoded: str) -> Sequence[float]:
    """Little-endian Float32 from base64; empty where the text is no such thing."""
    try:
        data = binascii.a2b_base64(encoded)
    except (binascii.Error, ValueError):
        return ()
    numbers = array("f")
    numbers.frombytes(data[: len(data) - len(data) % _BYTES_EACH])
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def likeness_of(numbers: Sequence[float], query: QueryVector) -> float:
    """Cosine of a vector and the query, 0 if their lengths differ or one has no length."""
    return _cosine(numbers, math.sqrt(_blockwise_product(numbers, numbers)), query)


def _cosine(numbers: Sequence[float], norm: float, query: QueryVector) -> float:
    if len(numbers) != len(query.numbers) or not norm or not query.norm:
        return 0.0
    return _blockwise_product(numbers, query.numbers) / (norm * query.norm)


def _blockwise_product(left: Sequence[float], right: Sequence[float]) -> float:
    """The dot product, added up in blocks of four as release 26 does."""
    products = list(map(mul, left, right))
    whole = len(products) - len(products) % 4
    blocks = products[0:whole:4]
    for offset in (1, 2, 3):
        blocks = list(map(add, blocks, products[offset:whole:4]))
    # Not `sum`: from Python 3.12 on that one corrects rounding, which JavaScript does not.
    return list(accumulate((*blocks, *products[whole:]), initial=0.0))[-1]


def _single(number: float) -> float:
    """A number that fits Float32; what is too large for it becomes infinite, as in JavaScript."""
    if abs(number) < _LARGEST_SINGLE:
        return number
    return math.copysign(math.inf, number)
