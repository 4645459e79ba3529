"""Finding stored messages by their bytes, without decoding them all."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Protocol, runtime_checkable

_ESCAPE = rb"\u00"
Records = Sequence[Mapping[str, object]]


@runtime_checkable
class SearchableRecords(Protocol):
    """Records that can tell which of them hold some bytes, without decoding them."""

    def containing(self, needle: bytes) -> Iterable[int]:
        """Indexes of the records whose stored bytes hold `needle`, ascending."""
        ...


@runtime_checkable
class KeyedRecords(Protocol):
    """Records of which was noted, when they were read, under which names they keep data."""

    def keeping(self, key: str) -> Sequence[int] | None:
        """Indexes of the records whose `extra` has a member `key`; None if that was not noted."""
        ...


def records_keeping(records: Records, *keys: str) -> Sequence[int]:
    """Which records may have one of some members in `extra`; all of them where nobody can tell."""
    noted = [records.keeping(key) for key in keys] if isinstance(records, KeyedRecords) else [None]
    known = [indexes for indexes in noted if indexes is not None]
    if len(known) == len(keys):
        return sorted({*chain(*known)})
    return records_containing(records, *(b'"' + key.encode() + b'"' for key in keys))


def records_containing(records: Records, *needles: bytes) -> Sequence[int]:
    """Which records may hold one of some keys or values; all of them where nobody can tell.

    Records in which a letter of ASCII is spelled with an escape may hold any of them:
    SillyTavern never does so, other writers of JSON may.
    """
    if not isinstance(records, SearchableRecords):
        return range(len(records))
    found = {index for needle in (*needles, _ESCAPE) for index in records.containing(needle)}
    return sorted(found)
