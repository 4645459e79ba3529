"""What macros are expanded with: names, card fields, the chat, settings, clock and chance.

Source: specs/send-path.md §8.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from inspector.core.decoded import is_number, members, text
from inspector.core.javascript import truthy

Record = Mapping[str, object]
"""A stored message as decoded JSON."""


@dataclass(frozen=True, slots=True)
class CardFields:
    """The texts of a card and of the persona as SillyTavern hands them on: macros expanded.

    Attributes:
        description: the character's description.
        personality: its personality.
        scenario: its scenario, or the chat's own.
        persona: the user's description.
        prompt: the card's main prompt.
        instruction: the card's post-history instructions.
        depth_prompt: the card's note at depth.
        creator_notes: what its maker says about it.
        examples: dialogue examples as the card has them.
        first_message: the greeting.
        greetings: alternate greetings.
        version: the card's version.
    """

    description: str = ""
    personality: str = ""
    scenario: str = ""
    persona: str = ""
    prompt: str = ""
    instruction: str = ""
    depth_prompt: str = ""
    creator_notes: str = ""
    examples: str = ""
    first_message: str = ""
    greetings: tuple[str, ...] = ()
    version: str = ""


@dataclass(frozen=True, slots=True)
class Variables:
    """The variables that macros read and write.

    Attributes:
        local: the chat's, `chat_metadata.variables`.
        shared: `extension_settings.variables.global`.
    """

    local: Mapping[str, object] = field(default_factory=dict[str, object])
    shared: Mapping[str, object] = field(default_factory=dict[str, object])


@dataclass(frozen=True, slots=True)
class MacroContext:
    """Everything that a macro's value can depend on.

    Attributes:
        user: the user's name.
        character: who answers.
        group: names of the group's members joined by `, `; in a solo chat the character's.
        group_not_muted: the same without muted members.
        not_char: the names of all but the character; in a solo chat the user's.
        card: the card's texts.
        chat: all messages as stored, with the new one, oldest first.
        metadata: the chat's `chat_metadata`.
        chat_id: the chat file's name without extension.
        card_file: the card's file name without `.png`; empty in a group.
        settings: SillyTavern's `settings.json`.
        model: the name of the model.
        context_size: tokens of the whole context; None if unknown.
        response_size: tokens kept free for the answer; None if unknown.
        generation: the kind of the present generation: normal, swipe, continue and the like.
        outlets: lore by outlet, as of the generation before.
        registered: macros that extensions have registered with the engine that is in use, by
            name in lower case.
        extra: macros of one place alone, such as `original` or `lastChatMessage`.
        extensions: which extensions are there, and whether each is on.
        variables: as they stand before the text.
        now: the clock; an aware time in the user's zone.
        chance: a number from 0 up to 1, as `Math.random()` gives.
        nested: `power_user.experimental_macro_engine`; None takes it from the settings.
    """

    user: str = ""
    character: str = ""
    group: str = ""
    group_not_muted: str = ""
    not_char: str = ""
    card: CardFields = field(default_factory=CardFields)
    chat: Sequence[Record] = ()
    metadata: Record = field(default_factory=dict[str, object])
    chat_id: str = ""
    card_file: str = ""
    settings: Record = field(default_factory=dict[str, object])
    model: str = ""
    context_size: int | None = None
    response_size: int | None = None
    generation: str = ""
    outlets: Mapping[str, str] = field(default_factory=dict[str, str])
    registered: Mapping[str, str] = field(default_factory=dict[str, str])
    extra: Mapping[str, str] = field(default_factory=dict[str, str])
    extensions: Mapping[str, bool] = field(default_factory=dict[str, bool])
    variables: Variables = field(default_factory=Variables)
    now: Callable[[], datetime] = lambda: datetime.now().astimezone()
    chance: Callable[[], float] = random.random
    nested: bool | None = None

    @property
    def power_user(self) -> Record:
        """The part of the settings that SillyTavern calls by this name."""
        return members(self.settings.get("power_user"))

    @property
    def uses_nested_engine(self) -> bool:
        """Which of the two engines expands; the nested one is the host's default."""
        if self.nested is not None:
            return self.nested
        return truthy(self.power_user.get("experimental_macro_engine", True))

    @property
    def prompt_size(self) -> int | None:
        """Tokens left for the prompt."""
        if self.context_size is None or self.response_size is None:
            return None
        return self.context_size - self.response_size

    @property
    def first_displayed(self) -> int | None:
        """The first message on the screen after opening the chat; None for an empty chat.

        More may have been shown since: it is a guess about the screen.
        """
        limit = self.power_user.get("chat_truncation", 100)
        count = len(self.chat)
        if not count:
            return None
        if not is_number(limit) or limit <= 0:
            return 0
        was_sent = text(self.chat[-1].get("name")) == self.user and count > 1
        return max(0, count - int(was_sent) - int(limit))


@dataclass(frozen=True, slots=True)
class MomentField:
    """A part of an expanded text whose value depends on the moment.

    Attributes:
        start: where its present value begins, in code points.
        end: where it ends.
        macro: the macro as written.
    """

    start: int
    end: int
    macro: str


@dataclass(frozen=True, slots=True)
class Expansion:
    """An expanded text.

    Attributes:
        text: the text.
        fields: what depends on clock, chance or screen, in order, not overlapping.
        variables: as they stand after it.
    """

    text: str
    fields: tuple[MomentField, ...] = ()
    variables: Variables = field(default_factory=Variables)
