"""Stored embeddings and how alike they are to a supplied query vector (specs/openvault.md §6.3)."""

import binascii
import math
import re
import sys
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import add, mul

from inspector.core.cached import cached_property
from inspector.core.decoded import is_list
from inspector.core.errors import ReleaseThrowsError
from inspector.core.javascript import to_double, to_number, to_string, truthy
from inspector.core.javascript_math import divided
from inspector.core.memory import Memory
from inspector.systems.openvault.retrieval.irregular import refuse

_BYTES_EACH = 4
_BASE64 = re.compile("[A-Za-z0-9+/]*")
_ASCII_SPACES = str.maketrans("", "", "\t\n\f\r ")
_LARGEST_SINGLE = 3.4028235677973366e38


@dataclass(frozen=True)
class QueryVector:
    """A supplied query vector.

    Attributes:
        numbers: as given.
    """

    numbers: tuple[float, ...]

    @cached_property
    def single(self) -> "QueryVector":
        """The same rounded to Float32, as release 26 takes it (R15)."""
        return QueryVector(tuple(array("f", map(_single, self.numbers))))

    def norm(self, *, single: bool) -> float:
        """Its length, added up as a release does."""
        return self._norm_26 if single else self._norm_14x

    @cached_property
    def _norm_26(self) -> float:
        return math.sqrt(_blockwise_product(self.numbers, self.numbers))

    @cached_property
    def _norm_14x(self) -> float:
        return math.sqrt(_product(self.numbers, self.numbers))


@dataclass(frozen=True, eq=False, slots=True)
class _Stored:
    numbers: Sequence[float]
    norm: float


_NOTHING = _Stored((), 0.0)


def similarity(memory: Memory, query: QueryVector, *, single: bool) -> float:
    """Cosine of the memory's embedding and the query; 0 where they cannot be compared.

    Args:
        memory: the memory.
        query: the query vector; for release 26 its `single`.
        single: whether the embedding is read as Float32, and base64 with it (release 26).

    Raises:
        ReleaseThrowsError: T16.
    """
    key = ("similarity", single)
    known = memory.memo.get(key)
    if isinstance(known, _Similarity) and known.numbers is query.numbers:
        return known.value
    stored = _stored(memory, single=single)
    value = _cosine(stored.numbers, stored.norm, query, single=single)
    memory.memo[key] = _Similarity(query.numbers, value)
    return value


def has_other_length(memory: Memory, query: QueryVector, *, single: bool) -> bool:
    """Whether the memory has an embedding, but one that the query cannot be compared to."""
    try:
        stored = _stored(memory, single=single).numbers
    except ReleaseThrowsError:
        return False
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
    if single:
        numbers = embedding_26(memory.record, memory.label)
        norm = math.sqrt(_blockwise_product(numbers, numbers))
    else:
        numbers = embedding_14x(memory.record)
        norm = math.sqrt(_product(numbers, numbers))
    stored = memory.memo[key] = _Stored(numbers, norm) if numbers else _NOTHING
    return stored


def embedding_14x(record: Mapping[str, object]) -> Sequence[float]:
    """A plain array; what is no number in it is converted as JavaScript's `*` would."""
    stored = record.get("embedding")
    return array("d", map(to_double, map(to_number, stored))) if is_list(stored) else ()


def embedding_26(record: Mapping[str, object], owner: str) -> Sequence[float]:
    """`embedding_b64`, else the legacy array, both as Float32.

    Args:
        record: of a memory or a node.
        owner: what to call that in an error.

    Raises:
        ReleaseThrowsError: T16.
    """
    encoded = record.get("embedding_b64")
    if truthy(encoded):
        numbers = decode_embedding(to_string(encoded))
        if numbers is None:
            refuse("embedding_b64", owner, encoded, "base64 of Float32 numbers")
        return numbers
    return array("f", map(_single, embedding_14x(record)))


def decode_embedding(encoded: str) -> Sequence[float] | None:
    """Little-endian Float32 from base64 as `atob` takes it; None where a text is no such thing."""
    text = encoded.translate(_ASCII_SPACES)
    if len(text) % 4 == 0:
        text = text.removesuffix("=").removesuffix("=")
    if len(text) % 4 == 1 or not _BASE64.fullmatch(text):
        return None
    data = binascii.a2b_base64(text + "=" * (-len(text) % 4))
    if len(data) % _BYTES_EACH:
        return None
    numbers = array("f")
    numbers.frombytes(data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def likeness_of(numbers: Sequence[float], query: QueryVector) -> float:
    """Cosine of a vector and the query, 0 if their lengths differ or one has no length."""
    norm = math.sqrt(_blockwise_product(numbers, numbers))
    return _cosine(numbers, norm, query, single=True)


def _cosine(numbers: Sequence[float], norm: float, query: QueryVector, *, single: bool) -> float:
    length = query.norm(single=single)
    if len(numbers) != len(query.numbers) or not norm or not length:
        return 0.0
    product = _blockwise_product if single else _product
    return divided(product(numbers, query.numbers), norm * length)


def _product(left: Sequence[float], right: Sequence[float]) -> float:
    """The dot product, one after the other as 1.41 and 1.44 add it up (R15)."""
    total = 0.0
    # Not `sum`: from Python 3.12 on that one corrects rounding, which JavaScript does not.
    for product in map(mul, left, right):
        total += product
    return total


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
    if abs(number) < _LARGEST_SINGLE or math.isnan(number):
        return number
    return math.copysign(math.inf, number)
