"""Which members of a group answer, in which order (specs/send-path.md §5.3)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from inspector.core.chat import Chat
from inspector.core.decoded import members, text
from inspector.core.javascript import truthy
from inspector.core.sending import Send, SendKind
from inspector.language import _
from inspector.sillytavern.completion.history import is_narrated
from inspector.sillytavern.host.facts import Character, GroupFacts, HostFacts

NATURAL, IN_LIST_ORDER, MANUAL, POOLED = 0, 1, 2, 3
"""Values of `activation_strategy`."""

_WORD: Final = re.compile(r"\b\w+\b", re.ASCII)


@dataclass(frozen=True)
class GroupTurn:
    """Who answers in one turn.

    Attributes:
        members: in the order in which they answer.
        by_chance: how many of them, from the end, chance decides about.
    """

    members: tuple[Character, ...]
    by_chance: int = 0

    def member(self, number: int) -> Character | None:
        """Who gives the answer with a number, from 1; None if nobody does."""
        return self.members[number - 1] if 0 < number <= len(self.members) else None


def group_turn(group: GroupFacts, chat: Chat, send: Send) -> GroupTurn:
    """Who answers.

    Args:
        group: the group.
        chat: the messages before this one; after a regenerated batch was deleted.
        send: what was pressed.
    """
    members = group.enabled_members
    if send.kind in (SendKind.SWIPE, SendKind.CONTINUE):
        author = _author(group, chat)
        if author is not None:
            return GroupTurn((author,))
    if send.kind is SendKind.IMPERSONATE:
        return GroupTurn(members[:1], min(1, len(members)))
    match int(group.number("activation_strategy", NATURAL)):
        case 1:
            return GroupTurn(members)
        case 2:
            return GroupTurn(()) if send.pending else GroupTurn(members[:1], 1)
        case 3:
            return GroupTurn(_silent(members, chat, send.pending)[:1], 1)
        case _:
            return _natural(group, members, chat, send.pending)


def why_one_answers(host: HostFacts, named: Sequence[str]) -> str:
    """Why nobody is known to answer after the first, where there is no group's file.

    Args:
        host: the facts around the chat, without a group.
        named: members of a group whom a person named.
    """
    if host.character is not None and not named:
        return _("This is no group's chat: one character answers.")
    return _("The group's file (groups/*.json) is not at hand: who answers in a turn is not known.")


def unknown_answer(member: Character) -> Mapping[str, object]:
    """The stored object of an answer that nobody can know."""
    return {
        "name": member.name,
        "is_user": False,
        "is_system": False,
        "mes": f"[{member.name} answers.]",
        "original_avatar": member.file,
        "force_avatar": f"/thumbnail?type=avatar&file={member.file}",
        "extra": {},
    }


def _natural(
    group: GroupFacts, members: Sequence[Character], chat: Chat, pending: str
) -> GroupTurn:
    """Those who are named in the text, in its order; then chance, at least one."""
    last = len(chat) - 1
    is_reply = last >= 0 and not pending and not chat.from_user[last]
    allows_self = truthy(group.record.get("allow_self_responses", False))
    silent = chat.names[last] if is_reply and not allows_self else None
    wording = pending
    if not wording and last >= 0 and not chat.hidden[last]:
        wording = text(chat.records[last].get("mes"))
    able = [one for one in members if one.name != silent]
    named: dict[str, Character] = {}
    for word in _words(wording):
        found = next((one for one in able if word in _words(one.name)), None)
        if found is not None:
            named.setdefault(found.file, found)
    rest = [one for one in able if one.file not in named and one.talkativeness > 0]
    if not named and not rest:
        rest = able[:1]
    return GroupTurn((*named.values(), *rest), len(rest))


def _words(wording: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(wording)]


def _silent(members: Sequence[Character], chat: Chat, pending: str) -> tuple[Character, ...]:
    """Members who have not spoken since the user; if all have, all but the last speaker."""
    spoken: list[object] = []
    if not pending:
        for index in range(len(chat) - 1, -1, -1):
            if chat.from_user[index]:
                break
            if not chat.hidden[index]:
                spoken.append(chat.records[index].get("original_avatar"))
    found = tuple(one for one in members if one.file not in spoken)
    if found or not spoken:
        return found or tuple(members)
    return tuple(one for one in members if one.file != spoken[0]) or tuple(members)


def _author(group: GroupFacts, chat: Chat) -> Character | None:
    """Who spoke the last message that is a visible reply; None if no member did."""
    for index in range(len(chat) - 1, -1, -1):
        if chat.from_user[index] or chat.hidden[index] or is_narrated(chat, index):
            continue
        avatar, name = text(chat.records[index].get("original_avatar")), chat.names[index]
        named = (one for one in group.members if one.name == name)
        return group.member(avatar) or next(named, None)
    return None


def kept_before_batch(chat: Chat) -> int:
    """How many messages stay when a group's last batch is deleted to be made anew (§3, step 1)."""
    last = len(chat) - 1
    if last < 0 or chat.from_user[last]:
        return len(chat)
    batch = _batch(chat, last)
    while last >= 0 and not chat.from_user[last]:
        if batch is not None and _batch(chat, last) != batch:
            break
        last -= 1
    return last + 1


def _batch(chat: Chat, index: int) -> object:
    found = members(chat.records[index].get("extra")).get("gen_id")
    return found if found is not None and truthy(found) else None
