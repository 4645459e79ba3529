"""The head of a request: system prompt, persona, character (specs/scribe.md §5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from inspector.core.card import Card
from inspector.core.decoded import text
from inspector.core.tokens import Tokenizer
from inspector.systems.scribe.history import WHITE_SPACE

SYSTEM_PROMPT, PERSONA = "system_prompt", "persona"
PROFILE = "character_profile"


class HeadPart(NamedTuple):
    """One part of the head.

    Attributes:
        name: the setting that gives it, or the tag around it.
        text: without its tags, which are not counted.
        tokens: what it costs.
    """

    name: str
    text: str
    tokens: int

    @property
    def tagged(self) -> str:
        """The part as the head shows it."""
        if self.name == SYSTEM_PROMPT:
            return self.text
        return f"<{self.name}>\n{self.text}\n</{self.name}>"


class Names(NamedTuple):
    """What the macros stand for; None leaves a macro as it is."""

    character: str | None
    user: str | None

    def replaced(self, text: str) -> str:
        """A text with `{{char}}` and `{{user}}` replaced, in exactly this spelling."""
        for macro, name in (("{{char}}", self.character), ("{{user}}", self.user)):
            if name is not None:
                text = text.replace(macro, name)
        return text


@dataclass(frozen=True)
class Head:
    """The head of a request.

    Attributes:
        parts: those that are there, in order.
    """

    parts: tuple[HeadPart, ...]

    @property
    def tokens(self) -> int:
        """What the parts cost; tags and blank lines are free."""
        return sum(part.tokens for part in self.parts)

    @property
    def text(self) -> str:
        """The whole head, a blank line between parts."""
        return "\n\n".join(part.tagged for part in self.parts)

    @property
    def has_tags(self) -> bool:
        """Whether it is more than the system prompt."""
        return any(part.name != SYSTEM_PROMPT for part in self.parts)


def head_of(
    settings: Mapping[str, object], card: Card | None, names: Names, tokenizer: Tokenizer
) -> Head:
    """The head that settings and a card make; a setting wins over the card."""
    character = card or Card()
    profile = settings.get(PROFILE)
    described = profile_of(card) if card else ""
    written = (
        (SYSTEM_PROMPT, text(settings.get(SYSTEM_PROMPT))),
        ("persona_override_prompt", names.replaced(text(settings.get(PERSONA)))),
        ("system_instructions", names.replaced(_instructions(character))),
        (PROFILE, names.replaced(described if profile is None else text(profile))),
    )
    return Head(
        tuple(
            HeadPart(name, content, tokenizer.count(content))
            for name, content in written
            if content
        )
    )


def _instructions(card: Card) -> str:
    return card.depth_prompt if card.depth_prompt.strip(WHITE_SPACE) else card.system_prompt


def profile_of(card: Card) -> str:
    """What a card says about its character; each line ends with a line break.

    The name stands there also where it is empty, other fields where they are not; white space
    alone is written as it is (specs/scribe.md §10, 1 and 5).
    """
    fields = (
        ("Description", card.description),
        ("Personality", card.personality),
        ("Scenario", card.scenario),
        ("Example Dialogue", card.example_dialogue),
    )
    lines = [("Character Name", card.name), *(field for field in fields if field[1])]
    return "".join(f"**{title}:** {value}\n" for title, value in lines)
