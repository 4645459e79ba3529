"""A moment: who is about to answer, to what, at which point of the chat."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from inspector.core.chat import Chat


@dataclass(frozen=True)
class Moment:
    """The question put to a ruleset. None means: take it from the chat.

    Attributes:
        at: pretend that the chat ends after this message, 0-based.
        user: the user's name.
        character: the character about to answer.
        group: members of the group; empty for a solo chat.
        pending: the user's message that is about to be sent.
        settings: the ruleset's settings that differ from its defaults, by name.
        boundaries: positions at which mid and recent begin, as a what-if where a ruleset has no
            setting for them.
        query_vector: an embedding of the query, where a person supplies one.
    """

    at: int | None = None
    user: str | None = None
    character: str | None = None
    group: tuple[str, ...] = ()
    pending: str | None = None
    settings: Mapping[str, object] = field(default_factory=dict[str, object])
    boundaries: tuple[float, float] | None = None
    query_vector: tuple[float, ...] | None = None

    def resolved(self, chat: Chat) -> "Moment":
        """This moment with `at`, `user` and `character` filled in from the chat (DESIGN §4)."""
        at = len(chat) - 1 if self.at is None else self.at
        user = self.user if self.user is not None else chat.newest_speaker(user_side=True, until=at)
        character = (
            self.character
            if self.character is not None
            else chat.newest_speaker(user_side=False, until=at)
        )
        return replace(self, at=at, user=user, character=character)

    @property
    def active(self) -> tuple[str, ...]:
        """Active characters, first the one about to answer, each once, no empty names."""
        everyone = (self.character or "", self.user or "", *self.group)
        return tuple(dict.fromkeys(name for name in everyone if name))
