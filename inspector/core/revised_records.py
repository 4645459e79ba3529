"""Stored messages of which a few have other values than their file, or which end elsewhere."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from inspector.core.on_demand import LazySequence
from inspector.core.record_search import Records, records_containing
from inspector.core.stored import StoredChange

Record = Mapping[str, object]
_ABSENT = object()
TEXT = "mes"
"""The key of a message's text."""


class RevisedRecords(LazySequence[Record]):
    """Records with values of their own in place of what the file has.

    Attributes:
        base: the records as the file has them.
        values: by message, the values that stand there instead, by key.
    """

    def __init__(self, base: Records, values: Mapping[int, Record]) -> None:
        self.base = base
        self.values = MappingProxyType(dict(values))

    def __len__(self) -> int:  # pyright: ignore[reportImplicitOverride] - no `override` in 3.11
        return len(self.base)

    def _at(self, index: int) -> Record:  # pyright: ignore[reportImplicitOverride]
        own = self.values.get(index)
        record = self.base[index]
        return record if own is None else {**record, **own}

    def __iter__(self) -> Iterator[Record]:  # pyright: ignore[reportImplicitOverride]
        for index, record in enumerate(self.base):
            own = self.values.get(index)
            yield record if own is None else {**record, **own}

    def containing(self, needle: bytes) -> Iterable[int]:
        """See `SearchableRecords`; what has values of its own is always among the answers."""
        return sorted({*records_containing(self.base, needle), *self.values})

    def changes(self) -> Iterator[StoredChange]:
        """Every stored value that is another one than in the file."""
        for message, own in self.values.items():
            record = self.base[message]
            for key, value in own.items():
                if record.get(key, _ABSENT) != value:
                    yield StoredChange((key,), value, message)


class EndedRecords(LazySequence[Record]):
    """The first of some records, and others behind them.

    Args:
        records: the others.
        kept: how many of them these begin with.
        added: what stands behind them.
    """

    def __init__(self, records: Records, kept: int, added: Sequence[Record]) -> None:
        self._records = records
        self._kept = kept
        self._added = added

    @property
    def beginning(self) -> tuple[Records, int]:
        """The records that these are cut from, and how many of them these begin with."""
        return self._records, self._kept

    def __len__(self) -> int:  # pyright: ignore[reportImplicitOverride]
        return self._kept + len(self._added)

    def _at(self, index: int) -> Record:  # pyright: ignore[reportImplicitOverride]
        return self._records[index] if index < self._kept else self._added[index - self._kept]

    def __iter__(self) -> Iterator[Record]:  # pyright: ignore[reportImplicitOverride]
        for index in range(self._kept):
            yield self._records[index]
        yield from self._added

    def containing(self, needle: bytes) -> Iterable[int]:
        """See `SearchableRecords`; what was put behind is always among the answers."""
        found = (index for index in records_containing(self._records, needle))
        return [*(one for one in found if one < self._kept), *range(self._kept, len(self))]


def revised(records: Records, values: Mapping[int, Record]) -> Records:
    """Records with other values in some messages; earlier ones of the same stay."""
    if not values:
        return records
    known = dict(records.values) if isinstance(records, RevisedRecords) else {}
    for message, own in values.items():
        known[message] = {**known.get(message, {}), **own}
    return RevisedRecords(as_read(records), known)


def as_read(records: Records) -> Records:
    """The records as their file has them."""
    return records.base if isinstance(records, RevisedRecords) else records


def with_texts_as_read(records: Records) -> Records:
    """The same records where no message's text is another one, so that what is counted holds."""
    if isinstance(records, RevisedRecords) and not any(TEXT in v for v in records.values.values()):
        return records.base
    return records
