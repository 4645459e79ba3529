"""The texts of both tiers, and the slots that they go to (specs/message-summarize.md §5)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from inspector.core.cached import cached_property
from inspector.core.javascript import to_number, to_string, truthy
from inspector.core.slot import Slot
from inspector.sillytavern.macros.context import MacroContext
from inspector.sillytavern.macros.expansion import expand
from inspector.systems.message_summarize.kept import memory_of, value_of
from inspector.systems.message_summarize.messages import Messages
from inspector.systems.message_summarize.refresh import LONG, SHORT, Setting
from inspector.systems.message_summarize.settings import SEPARATOR, SHOW_PREFILL

SLOTS = {LONG: "qvink_memory_long", SHORT: "qvink_memory_short"}
"""Keys of the prompt slots, in the order in which they are set."""

_MACROS = {SHORT: "qm-short-term-memory", LONG: "qm-long-term-memory"}
_PLACES = ("position", "depth", "role")
NO_ROLE = -1

TierOf = Callable[[int], tuple[object, object]]
"""The flags `include` and `lagging` of a message, as they stand."""


@dataclass(frozen=True, eq=False)
class Texts:
    """Makes the texts of both tiers out of the messages' flags.

    Attributes:
        messages: the chat.
        flags: of each message.
        setting: the settings.
        macros: what templates are expanded with.
        flagged: messages that may be in a tier, ascending.
    """

    messages: Messages
    flags: TierOf
    setting: Setting
    macros: MacroContext
    flagged: Sequence[int]

    @cached_property
    def injected(self) -> Mapping[str, Sequence[int]]:
        """By tier the messages whose memory is in its text, oldest first."""
        found: dict[str, list[int]] = {tier: [] for tier in SLOTS}
        for message in self.flagged:
            include, lagging = self.flags(message)
            if include not in found or truthy(lagging):
                continue
            if truthy(value_of(self.messages.module(message), "memory")):
                found[str(include)].append(message)
        return found

    def memories(self, tier: str) -> list[tuple[int, str]]:
        """Messages and their memories as text, oldest first.

        Raises:
            ReleaseThrowsError: JavaScript can make no text of one.
        """
        prefill = truthy(self.setting(SHOW_PREFILL))
        modules = ((one, self.messages.module(one)) for one in self.injected[tier])
        return [(one, to_string(memory_of(held, show_prefill=prefill))) for one, held in modules]

    def text(self, tier: str) -> str:
        """A tier's text; empty without memories.

        Raises:
            ReleaseThrowsError: JavaScript can make no text of a memory.
        """
        return self._text(tier, (SHORT, LONG))

    def _text(self, tier: str, tiers: Sequence[str]) -> str:
        memories = self.memories(tier)
        if not memories:
            return ""
        separator = to_string(self.setting(SEPARATOR))
        joined = "".join(f"{separator}{memory}" for _, memory in memories)
        template = self.setting(f"{tier}_template")
        written = to_string(template) if truthy(template) else ""
        # The other tier's macro, and that of this one in it, would go on for ever.
        rest = [one for one in tiers if one != tier and _MACROS[one] in written.lower()]
        registered = {_MACROS[one]: self._text(one, rest) for one in rest}
        context = replace(
            self.macros,
            extra={**self.macros.extra, "memories": joined},
            registered={**self.macros.registered, **registered},
        )
        return expand(written, context).text

    @property
    def macro_texts(self) -> dict[str, str]:
        """What the extension's own macros answer in any prompt field."""
        return {_MACROS[tier]: self.text(tier) for tier in (SHORT, LONG)}

    @property
    def preview(self) -> str:
        """What the extension's preview window shows of both."""
        return f"{self.text(LONG)}\n\n...\n\n{self.text(SHORT)}"

    def slot(self, tier: str, *, unset: bool = False) -> Slot:
        """A tier's slot as the host registers it.

        Args:
            tier: which one.
            unset: whether the release stops before it sets it.

        Raises:
            ReleaseThrowsError: JavaScript can make no text of a memory.
        """
        position, depth, role = (
            _registered(self.setting(f"{tier}_term_{location}")) for location in _PLACES
        )
        return Slot(
            SLOTS[tier],
            "" if unset else self.text(tier),
            position,
            depth,
            NO_ROLE if role is None else role,
            scan=truthy(self.setting(f"{tier}_term_scan")),
        )


def empty_slots() -> tuple[Slot, ...]:
    """What a chat that is switched off registers: nothing, nowhere."""
    return tuple(Slot(key, "", None, None, role=0, scan=False) for key in SLOTS.values())


def _registered(value: object) -> int | None:
    """`Number(value)` as the host registers it; None for what matches no place at all."""
    number = to_number(value)
    return int(number) if float(number).is_integer() else None
