"""Extension prompts: the texts that extensions and the host itself want in a request."""

from dataclasses import dataclass
from typing import Final

from inspector.sillytavern.completion.sourced import Sourced
from inspector.sillytavern.prompt import DEEPEST, FIRST_KEYS, IN_CHAT, ROLE_NAMES, SYSTEM

NOTE_KEY, PERSONA_KEY, DEPTH_KEY = "2_floating_prompt", "PERSONA_DESCRIPTION", "DEPTH_PROMPT"
_NEVER_BESIDE_MAIN: Final = (PERSONA_KEY, DEPTH_KEY, "QUIET_PROMPT")


@dataclass(frozen=True, slots=True)
class Slot:
    """One extension prompt.

    Attributes:
        key: what it is registered under.
        text: its text, macros not expanded.
        position: SillyTavern's position.
        depth: messages from the end, at position 1.
        role: SillyTavern's role.
        scan: whether lorebook keys are looked for in it.
    """

    key: str
    text: Sourced
    position: int
    depth: int | None = 0
    role: int = SYSTEM
    scan: bool = False

    @property
    def role_name(self) -> str:
        """The role as requests spell it; a system's where the host has no such role."""
        return ROLE_NAMES.get(self.role, "system")


def beside_main(slots: tuple[Slot, ...], position: int) -> list[Slot]:
    """Slots of position 0 or 2, known ones first, then in order of registration."""
    here = [one for one in slots if one.position == position and one.text]
    known = [one for key in FIRST_KEYS for one in here if one.key == key]
    return known + [one for one in here if one.key not in (*FIRST_KEYS, *_NEVER_BESIDE_MAIN)]


def in_position(slots: tuple[Slot, ...], position: int) -> list[Slot]:
    """Slots of a position, sorted by key as the host sorts them."""
    here = [one for one in slots if one.position == position and one.text]
    return sorted(here, key=lambda one: one.key.encode("utf-16-be", "surrogatepass"))


def in_chat(slots: tuple[Slot, ...]) -> list[Slot]:
    """Slots that go among the messages, sorted by key as the host sorts them."""
    return [
        one
        for one in in_position(slots, IN_CHAT)
        if one.depth is not None and 0 <= one.depth <= DEEPEST and one.role in ROLE_NAMES
    ]
