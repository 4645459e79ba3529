"""A character, as its card describes it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from inspector.core.decoded import members, text


@dataclass(frozen=True)
class Card:
    """A character as its card describes it.

    Attributes:
        name: the character's name.
        description: who it is.
        personality: how it is.
        scenario: where the story begins.
        greeting: its first message.
        example_dialogue: examples of how it speaks.
        system_prompt: the card's own system prompt.
        depth_prompt: the character's note (`extensions.depth_prompt.prompt`).
        record: the object in which these fields stand, as decoded JSON.
    """

    name: str = ""
    description: str = ""
    personality: str = ""
    scenario: str = ""
    greeting: str = ""
    example_dialogue: str = ""
    system_prompt: str = ""
    depth_prompt: str = ""
    record: Mapping[str, object] = field(
        default_factory=dict[str, object], compare=False, repr=False
    )

    @property
    def post_history(self) -> str:
        """What the card wants said behind the chat (`post_history_instructions`)."""
        return text(self.record.get("post_history_instructions"))

    @property
    def extensions(self) -> Mapping[str, object]:
        """What SillyTavern and its extensions keep in the card."""
        return members(self.record.get("extensions"))
