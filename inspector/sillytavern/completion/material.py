"""What a request is put together from, whichever way the model is asked."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from inspector.core.sending import SendKind
from inspector.sillytavern.completion.examples import ExampleBlock
from inspector.sillytavern.completion.history import Line
from inspector.sillytavern.completion.slots import Slot
from inspector.sillytavern.completion.sourced import NOTHING, Sourced
from inspector.sillytavern.host.facts import HostFacts
from inspector.sillytavern.macros.context import CardFields


@dataclass(frozen=True, eq=False)
class Material:
    """What a request is put together from.

    Attributes:
        host: settings and cards.
        kind: how the model is asked to answer.
        generation: the same as `injection_trigger` and lorebooks spell it.
        user: the user's name.
        character: who answers.
        group: names of all members; empty in a solo chat.
        card: the card's texts and the persona, macros expanded.
        lines: the messages, oldest first, with scripts, files and reasoning worked in.
        slots: every extension prompt, in order of registration.
        lore_before: what lorebooks put before the character, joined.
        lore_after: what they put behind it.
        examples: all blocks of example dialogue, those of lorebooks included.
        reply_start: what the reply is to begin with, macros expanded; empty for nothing.
    """

    host: HostFacts
    kind: SendKind
    generation: str
    user: str
    character: str
    group: tuple[str, ...] = ()
    card: CardFields = field(default_factory=CardFields)
    lines: tuple[Line, ...] = ()
    slots: tuple[Slot, ...] = ()
    lore_before: Sourced = NOTHING
    lore_after: Sourced = NOTHING
    examples: tuple[ExampleBlock, ...] = ()
    reply_start: str = ""

    @property
    def oai(self) -> Mapping[str, object]:
        """Settings of chat completion."""
        return self.host.oai
