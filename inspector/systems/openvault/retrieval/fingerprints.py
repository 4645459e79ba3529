"""Fingerprints, by which release 26 finds a message again (specs/openvault.md §2)."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from threading import Lock
from typing import cast
from weakref import WeakKeyDictionary, WeakValueDictionary, ref

from inspector.core.cached import cached_property
from inspector.core.chat import Chat, visible_flags
from inspector.core.decoded import text
from inspector.core.javascript import to_string, truthy
from inspector.sillytavern.hashing import cyrb53, cyrb53_of_all
from inspector.systems.openvault.retrieval.columns import Columns

_HASH = "hash_"


def fingerprint(send_date: object, name: str, text: str) -> str:
    """A message's fingerprint: its date as stored, else a hash of name and text."""
    return to_string(send_date) if truthy(send_date) else f"{_HASH}{cyrb53(name + text)}"


@dataclass(frozen=True, eq=False)
class Marks:
    """The fingerprints of a chat's messages; they are the same whichever messages are hidden.

    Attributes:
        names: who speaks.
        dates: when each message was sent, as stored.
        records: the whole messages.
        columns: what was read from the memories of this chat.
        of_memories: the same of each memory alone, whatever the messages are; chats that end
            elsewhere share it, and later readings.
    """

    names: Sequence[str]
    dates: Sequence[object]
    records: Sequence[Mapping[str, object]]
    columns: Columns = field(default_factory=Columns)
    of_memories: Columns = field(default_factory=Columns)

    def at(self, index: int) -> str:
        """The fingerprint of one message."""
        date = self.dates[index]
        if isinstance(date, str) and date:
            return date
        return fingerprint(date, self.names[index], self._text(index))

    @cached_property
    def every(self) -> Sequence[str]:
        """The fingerprints of all messages."""
        dated, _places = self._dated
        if len(dated) == len(self.names):
            return dated
        return [self.at(index) for index in range(len(self.names))]

    def resolve(self, mark: str, length: int) -> int | None:
        """The last message before `length` that carries a fingerprint; None if none does."""
        last = self._last.get(mark)
        if last is None:
            if not mark.startswith(_HASH):
                return None
            last = self._last_hashed.get(mark)
        if last is None or last < length:
            return last
        places = self._all_places.get(mark) or self._hashed_places[mark]
        before = bisect_left(places, length)
        return places[before - 1] if before else None

    def resolve_all(self, marks: Iterable[object], length: int) -> list[int]:
        """What `resolve` finds for each of some fingerprints; what is no text is never found."""
        found = [self.resolve(mark, length) for mark in marks if isinstance(mark, str)]
        return [location for location in found if location is not None]

    def resolve_each(self, marks: Iterable[str]) -> list[int]:
        """The last message that carries each of many fingerprints; -1 where none does."""
        if len(self._dated[1]) == len(self.names):
            return list(map(self._last.get, marks, repeat(-1)))
        length = len(self.names)
        found = (self.resolve(mark, length) for mark in marks)
        return [-1 if location is None else location for location in found]

    def _text(self, index: int) -> str:
        return text(self.records[index].get("mes"))

    @cached_property
    def _dated(self) -> tuple[Sequence[str], Sequence[int]]:
        """Fingerprints that are dates, and where they stand."""
        dates = list(self.dates)
        if {str}.issuperset(map(type, dates)) and all(dates):
            return cast("list[str]", dates), range(len(dates))
        places = [index for index, date in enumerate(dates) if truthy(date)]
        return [to_string(dates[index]) for index in places], places

    @cached_property
    def _last(self) -> dict[str, int]:
        return dict(zip(*self._dated, strict=True))

    @cached_property
    def _all_places(self) -> dict[str, list[int]]:
        return _grouped(*self._dated)

    @cached_property
    def _hashed(self) -> tuple[Sequence[str], Sequence[int]]:
        """Fingerprints of messages without a date; made only where one is asked for."""
        places = [index for index, date in enumerate(self.dates) if not truthy(date)]
        texts = [self.names[index] + self._text(index) for index in places]
        return [f"{_HASH}{value}" for value in cyrb53_of_all(texts)], places

    @cached_property
    def _last_hashed(self) -> dict[str, int]:
        return dict(zip(*self._hashed, strict=True))

    @cached_property
    def _hashed_places(self) -> dict[str, list[int]]:
        return _grouped(*self._hashed)


@dataclass(frozen=True, eq=False)
class ChatIndex:
    """What the rules look up in a chat again and again; made once for each chat.

    A chat that is pretended to end earlier is asked about by its `length`. The index does
    not keep its chat alive: whoever asks holds a document that does.

    Attributes:
        reference: to the chat.
        marks: its fingerprints, shared with the chats that differ in nothing but what is hidden.
    """

    reference: "ref[Chat]"
    marks: Marks

    @property
    def chat(self) -> Chat:
        """The chat that this is the index of."""
        chat = self.reference()
        return Chat() if chat is None else chat

    @property
    def columns(self) -> Columns:
        """What was read from the memories of this chat."""
        return self.marks.columns

    @property
    def of_memories(self) -> Columns:
        """What was read from the memories alone."""
        return self.marks.of_memories

    @cached_property
    def visible_user(self) -> bytes:
        """1 where the user speaks and the message is not hidden."""
        chat = self.chat
        # Both hold nothing but 0 and 1, and as one number each they are joined at once.
        own, seen = (
            int.from_bytes(flags, "little")
            for flags in (chat.from_user, visible_flags(chat.hidden))
        )
        return (own & seen).to_bytes(len(chat), "little")

    def visible_from_end(self, length: int) -> Iterable[int]:
        """Indexes of visible messages before `length`, newest first."""
        return _places_from_end(self.chat.hidden, 0, length)

    def user_from_end(self, length: int) -> Iterable[int]:
        """Indexes of the user's visible messages before `length`, newest first."""
        return _places_from_end(self.visible_user, 1, length)

    def fingerprint(self, index: int) -> str:
        """The fingerprint of one message."""
        return self.marks.at(index)

    def resolve(self, mark: str, length: int) -> int | None:
        """The last message before `length` that carries a fingerprint; None if none does."""
        return self.marks.resolve(mark, length)

    def resolve_all(self, marks: Iterable[object], length: int) -> list[int]:
        """The same for each of some marks; those that are found nowhere are left out."""
        return self.marks.resolve_all(marks, length)

    def resolve_each(self, marks: Iterable[str]) -> list[int]:
        """The last message of the whole chat that carries each mark; -1 where none does."""
        return self.marks.resolve_each(marks)


_indexes: WeakKeyDictionary[Chat, ChatIndex] = WeakKeyDictionary()
# By the identity of the messages' columns, which the marks keep alive: an edit that hides
# messages makes another chat of the same ones.
_marks: WeakValueDictionary[tuple[int, int, int], Marks] = WeakValueDictionary()
_of_memories: WeakKeyDictionary[object, Columns] = WeakKeyDictionary()
_making = Lock()


def index_of(chat: Chat, former: Chat | None = None) -> ChatIndex:
    """The chat's index; the same object each time.

    Args:
        chat: the chat.
        former: an earlier reading of it, with memories that are the same objects.
    """
    found = _indexes.get(chat)
    if found is None:
        of_memories = _of_memories_of(chat, former)
        with _making:
            found = _indexes.get(chat)
            if found is None:
                found = _indexes[chat] = ChatIndex(ref(chat), _marks_of(chat, of_memories))
    return found


def _of_memories_of(chat: Chat, former: Chat | None) -> Columns:
    """Shared by all chats that are cut from one, and by later readings of it."""
    whole, _length = chat.beginning
    found = _of_memories.get(whole)
    if found is None:
        found = Columns() if former is None else index_of(former).marks.of_memories
        _of_memories[whole] = found
    return found


def _marks_of(chat: Chat, of_memories: Columns) -> Marks:
    key = (id(chat.names), id(chat.send_dates), id(chat.records))
    known = _marks.get(key)
    if known is None:
        columns = chat.names, chat.send_dates, chat.records
        known = _marks[key] = Marks(*columns, of_memories=of_memories)
    return known


def _places_from_end(column: bytes, wanted: int, length: int) -> Iterable[int]:
    index = column.rfind(wanted, 0, length)
    while index >= 0:
        yield index
        index = column.rfind(wanted, 0, index)


def _grouped(marks: Sequence[str], places: Sequence[int]) -> dict[str, list[int]]:
    groups: dict[str, list[int]] = {}
    for mark, location in zip(marks, places, strict=True):
        groups.setdefault(mark, []).append(location)
    return groups
