"""A chat's messages as rows: who, hidden or not, and what a ruleset says of their recaps."""

from inspector.core.chat import Chat
from inspector.core.document import Document
from inspector.core.message_derivation import MessageDerivation
from inspector.core.recap_verdict import ERROR, STORED, MessageVerdict

Row = dict[str, object]


def message_rows(
    chat: Chat, derivation: MessageDerivation | None, length: int | None = None
) -> list[Row]:
    """A row a message, as `messages --json` prints it (DESIGN §4).

    Args:
        chat: the messages.
        derivation: what a ruleset says of their recaps; None in chats without recap data.
        length: how many messages there are at the moment; None for all.
    """
    rows = range(len(chat) if length is None else length)
    if derivation is None:
        return [_row(chat, index) for index in rows]
    return [_judged_row(chat, verdict, derivation) for verdict in derivation.messages]


def injected_rows(document: Document, derivation: MessageDerivation) -> list[Row]:
    """The verdicts as `inject --json` prints them: the same rows, and the gate of each."""
    return [
        {**_judged_row(document.chat, verdict, derivation), "gate": gate_of(verdict)}
        for verdict in derivation.messages
        # A message that is about to be sent is judged and has no row.
        if verdict.message < len(document.chat)
    ]


def gate_of(verdict: MessageVerdict) -> str | None:
    """The gate at which a recap stopped; None if it is in, or if nothing was computed."""
    return None if verdict.gate == STORED else verdict.gate


def _row(chat: Chat, index: int) -> Row:
    return {
        "index": index,
        "name": chat.names[index],
        "is_user": bool(chat.from_user[index]),
        "hidden": bool(chat.hidden[index]),
        "recap": None,
        "recap_tokens": 0,
        "included": None,
        "reason": "",
        "scene": None,
    }


def _judged_row(chat: Chat, verdict: MessageVerdict, derivation: MessageDerivation) -> Row:
    injected: Row = {
        "include": verdict.tier,
        "lagging": verdict.lagging,
        "kept": verdict.kept,
    }
    return _row(chat, verdict.message) | {
        "recap": verdict.recap,
        "recap_tokens": verdict.tokens,
        "included": verdict.included,
        "reason": short_reason(verdict),
        "scene": verdict.scene,
        **(injected if derivation.injects_memories else {}),
    }


def short_reason(verdict: MessageVerdict) -> str:
    """The gate as a reason; a stored error with its text (specs/as-designed.md §4)."""
    if verdict.gate == ERROR:
        return f"{ERROR}: {verdict.reason}"
    return verdict.gate or ""
