"""A chat's messages as MessageSummarize reads them."""

from collections.abc import Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from inspector.core.cached import cached_property
from inspector.core.chat import Chat
from inspector.core.decoded import is_list, is_object, text
from inspector.core.javascript import truthy
from inspector.core.message_data import MessageData
from inspector.core.message_facts import MessageFacts, facts_of
from inspector.core.tokens import Tokenizer
from inspector.systems.message_summarize.kept import REMEMBER, is_set


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
        whole, kept = self._beginning
        of_chat = _sizes.setdefault(whole if message < kept else self.chat.lasting, {})
        known = of_chat.setdefault(tokenizer, {})
        size = known.get(message)
        if size is None:
            held = text(self.chat.records[message].get("mes"))
            size = known[message] = tokenizer.count(held) if held else 0
        return size

    def can_store(self, message: int) -> bool:
        """Whether something can be kept with it: not where `extra` is a text or a number."""
        module = self.module(message)
        if is_object(module) or is_list(module):
            return True
        return not truthy(module) and message not in self._unusable

    @property
    def storable_from(self) -> int:
        """From which message on something can be kept with all; see `can_store`."""
        suspects = {*self._unusable, *_marked(self.data).no_objects}
        return max(
            (n + 1 for n in suspects if n < self.length and not self.can_store(n)), default=0
        )

    @property
    def remembered(self) -> Sequence[int]:
        """Messages that are to be remembered, the newest first."""
        return [one for one in _marked(self.data).remembered if one < self.length]

    @cached_property
    def _beginning(self) -> tuple[object, int]:
        return self.chat.beginning

    @cached_property
    def _unusable(self) -> frozenset[int]:
        """Messages with a text or a number in place of `extra`; each is read once."""
        whole, kept = self._beginning
        read, found = _refusing.get(whole, (0, frozenset[int]()))
        if read < kept:
            read, found = _refusing[whole] = kept, found | _refused(self.chat, read, kept)
        rest = _refused(self.chat, kept, len(self.chat))
        if read > kept:
            found = frozenset(index for index in found if index < kept)
        return found | rest


_known: WeakKeyDictionary[MessageData, "_Marked"] = WeakKeyDictionary()
_sizes: WeakKeyDictionary[object, dict[Tokenizer, dict[int, int]]] = WeakKeyDictionary()
_refusing: WeakKeyDictionary[object, tuple[int, frozenset[int]]] = WeakKeyDictionary()
"""How many messages of a chat were read, and which of them have no place to store anything."""


def _refused(chat: Chat, first: int, end: int) -> frozenset[int]:
    extras = ((index, chat.records[index].get("extra")) for index in range(first, end))
    return frozenset(
        index
        for index, extra in extras
        if not (is_object(extra) or is_list(extra)) and truthy(extra)
    )


@dataclass(frozen=True, slots=True)
class _Marked:
    """Messages of which something else is kept than of most, the newest first.

    Attributes:
        remembered: those that are to be remembered.
        no_objects: those with which no object is kept.
    """

    remembered: Sequence[int]
    no_objects: Sequence[int]


def _marked(data: MessageData) -> _Marked:
    """Of all data, found once."""
    found = _known.get(data)
    if found is None:
        modules = [(one, data.of(one)) for one in sorted(data.values, reverse=True)]
        found = _known[data] = _Marked(
            [one for one, module in modules if is_set(module, REMEMBER)],
            [one for one, module in modules if not is_object(module)],
        )
    return found
