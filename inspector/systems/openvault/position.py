"""Where a release places a memory in the chat: specs/openvault.md §2."""

import math
from collections.abc import Mapping
from typing import cast

from inspector.core.decoded import is_list
from inspector.core.errors import ReleaseThrowsError
from inspector.core.javascript import (
    UNDEFINED,
    add,
    first_truthy,
    floor,
    get,
    get_if_any,
    identity,
    round_half_up,
    to_number,
    truthy,
)

FingerprintMap = Mapping[object, object]
"""Message index by the `javascript.identity` of a fingerprint."""


def release_position(memory: object, fingerprints: FingerprintMap | None = None) -> float:
    """The rounded mean of its messages, else a thousandth of its sequence, else 0.

    Args:
        memory: the stored value, whatever it is.
        fingerprints: release 26 alone: then the newest message that a fingerprint finds.

    Raises:
        ReleaseThrowsError: the memory is null, or `message_ids` is a text.
    """
    if fingerprints is not None:
        found = _found_by_fingerprint(memory, fingerprints)
        if found is not None:
            return found
    sources = get(memory, "message_ids")
    count = get_if_any(sources, "length")
    if truthy(count) and to_number(count) > 0:
        return round_half_up(_mean(sources, to_number(count)))
    sequence = get(memory, "sequence")
    return floor(to_number(sequence) / 1000) if truthy(sequence) else 0


def release_sequence(memory: object) -> float:
    """What a bucket is sorted by: `sequence || 0`; NaN compares as equal to everything."""
    return to_number(first_truthy(get(memory, "sequence"), 0))


def _mean(sources: object, count: float) -> float:
    if not is_list(sources):
        text = "TypeError: memory.message_ids.reduce is not a function"
        raise ReleaseThrowsError(text, "message_ids")
    if set(map(type, sources)) == {int}:
        return to_number(sum(cast("list[int]", sources))) / count
    total: object = 0
    for source in sources:
        # Texts are joined, as `+` does: "4" and "5" make 045, half of which is 22.5.
        total = add(total, source)
    return to_number(total) / count


def _found_by_fingerprint(memory: object, fingerprints: FingerprintMap) -> float | None:
    carried = get(memory, "message_fingerprints")
    if not is_list(carried):
        return None
    found = [fingerprints.get(identity(mark), UNDEFINED) for mark in carried]
    places = [to_number(location) for location in found if location is not UNDEFINED]
    if any(math.isnan(location) for location in places):
        return math.nan
    return max(places, default=None)
