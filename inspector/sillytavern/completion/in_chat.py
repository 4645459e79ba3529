"""Prompts and slots among the messages of chat completion (specs/send-path.md §6.3)."""

from collections.abc import Sequence
from typing import Final

from inspector.sillytavern.completion.expansion import Macros
from inspector.sillytavern.completion.ledger import Entry
from inspector.sillytavern.completion.prompt_list import ManagedPrompt
from inspector.sillytavern.completion.slots import Slot, in_chat
from inspector.sillytavern.completion.sourced import joined
from inspector.sillytavern.prompt import DEEPEST

_EXTENSIONS_ORDER: Final = 100
_NEAREST_FIRST: Final = ("system", "user", "assistant")


def with_injections(
    entries: Sequence[Entry],
    prompts: Sequence[ManagedPrompt],
    slots: tuple[Slot, ...],
    macros: Macros,
) -> list[Entry]:
    """Messages with everything that goes among them.

    Args:
        entries: the messages, oldest first; empty ones count for depth.
        prompts: prompts that go in chat, in list order.
        slots: every slot; those at other positions are left out.
        macros: expands slots; the prompts are expanded already.
    """
    among = in_chat(slots)
    wanted = [one for one in prompts if one.text]
    depths = {one.depth for one in wanted} | {one.depth for one in among if one.depth is not None}
    newest_first = list(reversed(entries))
    inserted = 0
    for depth in sorted(one for one in depths if 0 <= one <= DEEPEST and one == int(one)):
        here = _at_depth(
            [one for one in wanted if one.depth == depth],
            [one for one in among if one.depth == depth],
            macros,
        )
        index = int(depth) + inserted
        newest_first[index:index] = here
        inserted += len(here)
    newest_first.reverse()
    return newest_first


def _at_depth(
    prompts: Sequence[ManagedPrompt], slots: Sequence[Slot], macros: Macros
) -> list[Entry]:
    """What is put at one depth, from the bottom up."""
    found: list[Entry] = []
    orders = {one.order for one in prompts} | {_EXTENSIONS_ORDER}
    for order in sorted(orders, reverse=True):
        for role in _NEAREST_FIRST:
            own = [one.text for one in prompts if one.order == order and one.role == role]
            texts = [joined(own, "\n")]
            if order == _EXTENSIONS_ORDER:
                slotted = [one.text.stripped() for one in slots if one.role_name == role]
                texts.append(macros.sourced(joined(slotted, "\n")))
            text = joined([one.stripped() for one in texts if one], "\n")
            if text:
                found.append(Entry(role, text, injected=True))
    return found
