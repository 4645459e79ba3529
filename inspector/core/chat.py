"""A chat as its messages: columns for what every view needs, whole records on demand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from inspector.core.decoded import items, members, text
from inspector.core.record_search import Records
from inspector.core.revised_records import EndedRecords, with_texts_as_read

NARRATION = frozenset({"narrator", "comment", "assistant_note"})
"""Values of `extra.type` that mark a line as nobody's speech (specs/sillytavern.md §1.3)."""


_VISIBLE = bytes([1]) + bytes(255)


def visible_flags(hidden: bytes) -> bytes:
    """A byte for each message, 1 where it is not hidden."""
    return hidden.translate(_VISIBLE)


@dataclass(frozen=True, slots=True)
class Message:
    """One message.

    Attributes:
        index: 0-based place among the chat's messages; what `message_ids` refer to.
        name: who speaks; empty where the file does not say.
        is_user: whether it stands on the user's side.
        hidden: whether it is left out of prompts (`is_system`).
        text: the current swipe's text.
        send_date: as stored, a text, a number or None.
        kind: `extra.type`, empty for ordinary speech.
        swipes: how many alternatives are stored, at least 1.
    """

    index: int
    name: str
    is_user: bool
    hidden: bool
    text: str
    send_date: object
    kind: str
    swipes: int

    @property
    def is_speech(self) -> bool:
        """Whether a character or the user says this: no narrator, no note of the program."""
        return self.kind not in NARRATION


@dataclass(frozen=True, eq=False, repr=False)
class Chat:
    """All messages of a chat, in columns of equal length.

    Attributes:
        names: speaker of each message.
        from_user: 1 where the user speaks, one byte a message.
        hidden: 1 where the message is left out of prompts, one byte a message.
        send_dates: as stored.
        sizes: length of each text in bytes as it stands in the file.
        records: the whole stored object of each message, decoded when asked for.
        header: `chat_metadata` without the systems' own data, and the header's other keys.
        is_group: whether messages name their character's card (`original_avatar`).
        stores_hidden: whether its file can say that a message is hidden.
        not_objects: messages whose line is JSON but no object, so that nothing can be stored there.
    """

    names: Sequence[str] = ()
    from_user: bytes = b""
    hidden: bytes = b""
    send_dates: Sequence[object] = ()
    sizes: Sequence[int] = ()
    records: Sequence[Mapping[str, object]] = ()
    header: Mapping[str, object] = field(default_factory=dict[str, object])
    is_group: bool = False
    stores_hidden: bool = True
    not_objects: frozenset[int] = frozenset()

    def __len__(self) -> int:
        return len(self.names)

    @property
    def lasting(self) -> object:
        """What stays the same object where an edit hides messages, and can be held weakly.

        What is worked out of the messages' texts is kept with it.
        """
        return self._weakly_held(with_texts_as_read(self.records))

    @property
    def beginning(self) -> tuple[object, int]:
        """What `lasting` is of the chat that this one is cut from, and how many messages of it.

        What is worked out message by message is kept with it, so that chats that end elsewhere
        share it; a chat that is whole has its own, and all of its messages.
        """
        records, count = with_texts_as_read(self.records), len(self)
        while isinstance(records, EndedRecords):
            whole, kept = records.beginning
            records, count = with_texts_as_read(whole), min(count, kept)
        return self._weakly_held(records), count

    def _weakly_held(self, records: Records) -> object:
        return self if isinstance(records, list | tuple) else records

    def message(self, index: int) -> Message:
        """Message `index`, 0-based; raises IndexError outside the chat."""
        record = self.records[index]
        return Message(
            index=index,
            name=self.names[index],
            is_user=bool(self.from_user[index]),
            hidden=bool(self.hidden[index]),
            text=text(record.get("mes")),
            send_date=record.get("send_date"),
            kind=text(members(record.get("extra")).get("type")),
            swipes=len(items(record.get("swipes"))) or 1,
        )

    def newest_speaker(self, *, user_side: bool, until: int | None = None) -> str:
        """Who spoke last on one side; empty if nobody did.

        Hidden messages count, narrators and notes do not (DESIGN §4).

        Args:
            user_side: True for the user's side, False for the characters'.
            until: look at messages 0 to `until` only; None for the whole chat.
        """
        last = len(self) - 1 if until is None else until
        wanted = 1 if user_side else 0
        index = self.from_user.rfind(wanted, 0, last + 1)
        while index >= 0:
            if self.names[index] and self._is_speech(index):
                return self.names[index]
            index = self.from_user.rfind(wanted, 0, index)
        return ""

    def _is_speech(self, index: int) -> bool:
        found = self._speech.get(index)
        if found is None:
            found = self._speech[index] = self.message(index).is_speech
        return found

    @cached_property
    def _speech(self) -> dict[int, bool]:
        """Whether messages are speech, of those that were looked at: they are decoded for it."""
        return {}

    @cached_property
    def speakers(self) -> tuple[str, ...]:
        """Every name that a message carries, in order of first appearance."""
        return tuple(name for name in dict.fromkeys(self.names) if name)
