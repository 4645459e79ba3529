"""A chat's messages as MessageSummarize reads them."""

from collections.abc import Mapping
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from inspector.core.chat import Chat
from inspector.core.decoded import is_list, is_object
from inspector.core.javascript import truthy
from inspector.core.message_data import MessageData
from inspector.core.message_facts import MessageFacts, facts_of
from inspector.core.tokens import Tokenizer


@dataclass(frozen=True, eq=False)
class Messages:
    """Messages 0 to `length` - 1 of a chat.

    Attributes:
        chat: the chat.
        data: what the extension keeps with its messages.
        length: how many of them there are at the moment.
    """

    chat: Chat
    data: MessageData
    length: int

    def __len__(self) -> int:
        return self.length

    @property
    def _facts(self) -> MessageFacts:
        return facts_of(self.chat)

    def module(self, message: int) -> object:
        """What the extension keeps with a message."""
        return self.data.of(message)

    def is_user(self, message: int) -> bool:
        """Whether it stands on the user's side."""
        return bool(self.chat.from_user[message])

    def is_hidden(self, message: int) -> bool:
        """Whether it is left out of prompts."""
        return bool(self.chat.hidden[message])

    def is_thoughts(self, message: int) -> bool:
        """Whether it is a character's thoughts."""
        return message in self._facts.thoughts

    def is_narrator(self, message: int) -> bool:
        """Whether a narrator speaks."""
        return message in self._facts.narrators

    def avatar(self, message: int) -> object:
        """The card's file name of who speaks; empty without one."""
        return self._facts.avatar(message)

    def size(self, message: int, tokenizer: Tokenizer) -> int:
        """Tokens of its text; 0 where that is missing or no text."""
        return _sizes_of(self.chat, tokenizer).of(message)

    def can_store(self, message: int) -> bool:
        """Whether something can be kept with it: not where `extra` is a text or a number."""
        module = self.module(message)
        if is_object(module) or is_list(module):
            return True
        return not truthy(module) and message not in _unusable(self.chat)


_refusing: WeakKeyDictionary[object, frozenset[int]] = WeakKeyDictionary()


def _unusable(chat: Chat) -> frozenset[int]:
    """Messages with a text or a number in place of `extra`; found once a chat."""
    known = _refusing.get(chat.lasting)
    if known is None:
        extras = (record.get("extra") for record in chat.records)
        known = _refusing[chat.lasting] = frozenset(
            index
            for index, extra in enumerate(extras)
            if not (is_object(extra) or is_list(extra)) and truthy(extra)
        )
    return known


class _Sizes:
    """Tokens of messages' texts, each counted when it is first needed."""

    def __init__(self, chat: Chat, tokenizer: Tokenizer) -> None:
        self._records = chat.records
        self._tokenizer = tokenizer
        self._known: dict[int, int] = {}

    def of(self, message: int) -> int:
        """Tokens of one message's text."""
        if message not in self._known:
            text = self._records[message].get("mes")
            held = text if isinstance(text, str) else ""
            self._known[message] = self._tokenizer.count(held) if held else 0
        return self._known[message]


_counted: WeakKeyDictionary[object, dict[Tokenizer, _Sizes]] = WeakKeyDictionary()


def _sizes_of(chat: Chat, tokenizer: Tokenizer) -> _Sizes:
    known: Mapping[Tokenizer, _Sizes] = _counted.setdefault(chat.lasting, {})
    found = known.get(tokenizer)
    if found is None:
        found = _counted[chat.lasting][tokenizer] = _Sizes(chat, tokenizer)
    return found
