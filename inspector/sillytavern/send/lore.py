"""What lorebooks put into a request, by place (specs/send-path.md §6, specs/world-info.md)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from inspector.sillytavern.completion.examples import ExampleBlock
from inspector.sillytavern.completion.slots import Slot
from inspector.sillytavern.completion.sourced import NOTHING, Sourced


@dataclass(frozen=True)
class PlacedLore:
    """The texts of activated entries, where they go.

    Attributes:
        before: before the character, joined.
        after: behind the character.
        note_top: at the top of the author's note.
        note_bottom: at its bottom.
        examples_top: blocks of example dialogue before the card's.
        examples_bottom: those behind it.
        slots: at a depth, by depth and role, and the outlets.
        outlets: by name, what `{{outlet::name}}` stands for.
    """

    before: Sourced = NOTHING
    after: Sourced = NOTHING
    note_top: Sourced = NOTHING
    note_bottom: Sourced = NOTHING
    examples_top: tuple[ExampleBlock, ...] = ()
    examples_bottom: tuple[ExampleBlock, ...] = ()
    slots: tuple[Slot, ...] = ()
    outlets: Mapping[str, str] = field(default_factory=dict[str, str])
