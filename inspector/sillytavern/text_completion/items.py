"""What stands in a text-completion prompt's chat: messages and what is put among them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from inspector.core.javascript import WHITE_SPACE
from inspector.sillytavern.completion.expansion import Macros
from inspector.sillytavern.completion.material import Material
from inspector.sillytavern.completion.slots import Slot, in_chat
from inspector.sillytavern.completion.sourced import Sourced, joined, sourced
from inspector.sillytavern.prompt import ASSISTANT, SYSTEM, USER

_NEAREST_FIRST: Final = (SYSTEM, USER, ASSISTANT)


@dataclass(frozen=True, slots=True)
class Item:
    """A message, or a text among the messages.

    Attributes:
        name: who speaks; empty for a bare text.
        text: what is said.
        is_user: whether the user speaks.
        is_narrator: whether nobody does.
        has_avatar: whether it carries an avatar of its own.
        is_injected: whether it is none of the chat's.
        is_ignored: whether it gives no text, but counts for depth.
    """

    name: str
    text: Sourced
    is_user: bool
    is_narrator: bool = False
    has_avatar: bool = False
    is_injected: bool = False
    is_ignored: bool = False


def chat_items(
    material: Material, slots: Sequence[Slot], macros: Macros, *, continuing: bool
) -> list[Item]:
    """The messages with everything that goes among them, oldest first (§7.3).

    Args:
        material: what the prompt is put together from.
        slots: every slot; those at other positions are left out.
        macros: expands slots.
        continuing: whether the last message is continued: depth 0 then counts as 1.
    """
    newest_first = [
        Item(
            line.name,
            sourced(line.text, line.source),
            line.is_user,
            line.is_narrator,
            line.has_avatar,
            is_ignored=line.is_ignored,
        )
        for line in reversed(material.lines)
    ]
    names = {SYSTEM: "", USER: material.user, ASSISTANT: material.character}
    among = in_chat(tuple(slots))
    inserted = 0
    for depth in sorted({one.depth for one in among if one.depth is not None}):
        here = [one for one in among if one.depth == depth]
        items: list[Item] = []
        for role in _NEAREST_FIRST:
            texts = [one.text.stripped() for one in here if one.role == role]
            text = _without_leading_space(macros.sourced(joined(texts, "\n")))
            if text:
                is_narrator = role == SYSTEM
                items.append(Item(names[role], text, role == USER, is_narrator, is_injected=True))
        index = min((1 if continuing and depth == 0 else depth) + inserted, len(newest_first))
        newest_first[index:index] = items
        inserted += len(items)
    newest_first.reverse()
    return newest_first


def _without_leading_space(text: Sourced) -> Sourced:
    whole = text.text
    return text.cut(len(whole) - len(whole.lstrip(WHITE_SPACE)), len(whole))
