"""Finding stored messages by their bytes, without decoding them all."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, runtime_checkable

_ESCAPE = rb"\u00"
Records = Sequence[Mapping[str, object]]


@runtime_checkable
class SearchableRecords(Protocol):
    """Records that can tell which of them hold some bytes, without decoding them."""

    def containing(self, needle: bytes) -> Iterable[int]:
        """Indexes of the records whose stored bytes hold `needle`, ascending."""
        ...


def records_containing(records: Records, *needles: bytes) -> Sequence[int]:
    """Which records may hold one of some keys or values; all of them where nobody can tell.

    Records in which a letter of ASCII is spelled with an escape may hold any of them:
    SillyTavern never does so, other writers of JSON may.
    """
    if not isinstance(records, SearchableRecords):
        return range(len(records))
    found = {index for needle in (*needles, _ESCAPE) for index in records.containing(needle)}
    return sorted(found)
