"""Everything outside a chat's messages that its next request depends on, as one frozen value.

What is not at hand is named in `unknown` and never guessed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from inspector.core.card import Card
from inspector.core.decoded import is_number, members, names, text

NO_TOOLS: Final = "{}"
"""How tools are spelled where no extension registers any."""


@dataclass(frozen=True)
class Character:
    """A character with the file of its card.

    Attributes:
        file: the card's file name, such as `Mara.png`.
        card: what the card says.
    """

    file: str
    card: Card

    @property
    def name(self) -> str:
        """What the character is called; by its file where the card does not say."""
        return self.card.name or self.stem

    @property
    def stem(self) -> str:
        """The card's file name without its ending."""
        return self.file.rpartition(".")[0] or self.file

    @property
    def talkativeness(self) -> float:
        """How likely the character answers unasked in a group, 0 to 1."""
        stored = self.card.extensions.get("talkativeness", self.card.record.get("talkativeness"))
        try:
            return float(stored) if isinstance(stored, str | int | float) else _TALKATIVENESS
        except ValueError:
            return _TALKATIVENESS


_TALKATIVENESS = 0.5


@dataclass(frozen=True, eq=False)
class GroupFacts:
    """A group as `groups/*.json` describes it.

    Attributes:
        record: the whole file as decoded JSON.
        members: in the group's order; one whose card is not at hand has an empty one.
    """

    record: Mapping[str, object]
    members: tuple[Character, ...]

    @property
    def disabled(self) -> frozenset[str]:
        """Files of the members who are muted."""
        return frozenset(names(self.record.get("disabled_members")))

    @property
    def enabled_members(self) -> tuple[Character, ...]:
        """Members who may answer."""
        return tuple(one for one in self.members if one.file not in self.disabled)

    def number(self, name: str, default: float) -> float:
        """A number of the group's file."""
        value = self.record.get(name)
        return value if is_number(value) else default

    def member(self, file: str) -> Character | None:
        """The member with a card's file name."""
        return next((one for one in self.members if one.file == file), None)


@dataclass(frozen=True, eq=False)
class HostFacts:
    """What SillyTavern knows besides a chat's messages.

    Attributes:
        settings: `settings.json` as decoded JSON; empty if it is not at hand.
        metadata: `chat_metadata` of the chat; values are decoded when asked for.
        chat_id: the chat file's name without its ending.
        character: the character of a solo chat; None in a group, or if the card is not at hand.
        group: the group of a group chat.
        books: every lorebook of the data folder, as decoded JSON by its name.
        personas: file names in `User Avatars`; None if the folder is not at hand.
        placeholder: what strict post-processing puts in for the user (`promptPlaceholder` of
            config.yaml); None if it is not at hand.
        unknown: what is not at hand, a few words each.
        tools: what extensions register as tools, as JSON; it is known of a captured request only.
    """

    settings: Mapping[str, object] = field(default_factory=dict[str, object])
    metadata: Mapping[str, object] = field(default_factory=dict[str, object])
    chat_id: str = ""
    character: Character | None = None
    group: GroupFacts | None = None
    books: Mapping[str, Mapping[str, object]] = field(
        default_factory=dict[str, Mapping[str, object]]
    )
    personas: frozenset[str] | None = None
    placeholder: str | None = None
    unknown: tuple[str, ...] = ()
    tools: str = NO_TOOLS

    @cached_property
    def oai(self) -> Mapping[str, object]:
        """Settings of chat completion."""
        return members(self.settings.get("oai_settings"))

    @cached_property
    def power_user(self) -> Mapping[str, object]:
        """Settings of the host itself."""
        return members(self.settings.get("power_user"))

    @cached_property
    def extensions(self) -> Mapping[str, object]:
        """Settings of extensions."""
        return members(self.settings.get("extension_settings"))

    @cached_property
    def disabled_extensions(self) -> frozenset[str]:
        """Extensions that are switched off in the extension manager."""
        return frozenset(names(self.extensions.get("disabledExtensions")))

    @property
    def uses_chat_completion(self) -> bool:
        """Whether a list of messages is sent; so where that is not known."""
        return text(self.settings.get("main_api")) in ("openai", "")

    @property
    def context_size(self) -> float | None:
        """Tokens that a request may have, the response not counted; None if unknown."""
        if self.uses_chat_completion:
            whole, response = self.oai.get("openai_max_context"), self.oai.get("openai_max_tokens")
        else:
            whole, response = self.settings.get("max_context"), self.settings.get("amount_gen")
        return whole - response if is_number(whole) and is_number(response) else None

    def with_context_size(self, size: int) -> "HostFacts":
        """The facts with another context, in tokens, the response not counted."""
        if self.uses_chat_completion:
            response = self.oai.get("openai_max_tokens")
            kept = response if is_number(response) else 0
            own = {**self.oai, "openai_max_context": size + kept, "openai_max_tokens": kept}
            return replace(self, settings={**self.settings, "oai_settings": own})
        response = self.settings.get("amount_gen")
        kept = response if is_number(response) else 0
        own = {"max_context": size + kept, "amount_gen": kept}
        return replace(self, settings={**self.settings, **own})

    @property
    def model(self) -> str:
        """The model of the source in use (specs/send-path.md §9)."""
        source = text(self.oai.get("chat_completion_source")) or "openai"
        return text(self.oai.get(f"{source}_model"))

    @property
    def note_settings(self) -> Mapping[str, object]:
        """What the author's note is where a chat says nothing of its own."""
        return members(self.extensions.get("note"))

    def character_named(self, name: str) -> Character | None:
        """Whose turn it is, by name."""
        known = self.group.members if self.group else (self.character,) if self.character else ()
        return next((one for one in known if one.name == name), None)
