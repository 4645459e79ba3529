"""What inclusion asks of messages and the chat's columns do not hold; found once a chat."""

from collections.abc import Mapping
from functools import cached_property
from weakref import WeakKeyDictionary

from inspector.core.chat import Chat
from inspector.core.decoded import members
from inspector.core.javascript import UNDEFINED, first_truthy, truthy
from inspector.core.record_search import Records, records_containing
from inspector.core.tokens import Tokenizer


class MessageFacts:
    """Facts about a chat's messages, each gathered when first asked for.

    Args:
        records: the stored messages; they never change, so a fact is never stale.
    """

    def __init__(self, records: Records) -> None:
        self._records = records
        self._sizes: dict[str, list[int]] = {}

    @cached_property
    def thoughts(self) -> frozenset[int]:
        """Messages of the extension Stepped Thinking (`is_thoughts`)."""
        return frozenset(
            index
            for index in records_containing(self._records, b'"is_thoughts"')
            if truthy(self._records[index].get("is_thoughts", UNDEFINED))
        )

    @cached_property
    def narrators(self) -> frozenset[int]:
        """Messages that a narrator speaks."""
        return frozenset(
            index
            for index in records_containing(self._records, b'"narrator"')
            if members(self._records[index].get("extra")).get("type") == "narrator"
        )

    @cached_property
    def avatars(self) -> Mapping[int, object]:
        """`original_avatar` of the messages that have one."""
        named = {
            index: self._records[index].get("original_avatar")
            for index in records_containing(self._records, b'"original_avatar"')
        }
        return {index: name for index, name in named.items() if truthy(name)}

    def avatar(self, index: int) -> object:
        """The card of who speaks message `index`; empty for a message without one."""
        return first_truthy(self.avatars.get(index), "")

    def sizes(self, tokenizer: Tokenizer) -> list[int]:
        """Tokens of each message's text; 0 where it is missing or no text."""
        if tokenizer.encoding not in self._sizes:
            texts = (record.get("mes") for record in self._records)
            self._sizes[tokenizer.encoding] = [
                tokenizer.count(text) if text and isinstance(text, str) else 0 for text in texts
            ]
        return self._sizes[tokenizer.encoding]


_facts: WeakKeyDictionary[Chat, MessageFacts] = WeakKeyDictionary()


def facts_of(chat: Chat) -> MessageFacts:
    """The facts of a chat; the same object as long as the chat lives."""
    found = _facts.get(chat)
    if found is None:
        found = _facts[chat] = MessageFacts(chat.records)
    return found
