"""A character, as its card describes it."""

from dataclasses import dataclass


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
    """

    name: str = ""
    description: str = ""
    personality: str = ""
    scenario: str = ""
    greeting: str = ""
    example_dialogue: str = ""
    system_prompt: str = ""
    depth_prompt: str = ""
