"""What is made of texts for good as they come into the chat (specs/send-path.md §3, 5 to 7)."""

from inspector.core.chat import Chat
from inspector.core.decoded import text
from inspector.sillytavern.completion.expansion import Macros
from inspector.sillytavern.host.facts import Character, HostFacts
from inspector.sillytavern.regex_scripts import Placement, Target, active_scripts, run_scripts


def taken_in(written: str, host: HostFacts, answering: Character | None, macros: Macros) -> str:
    """The text that is sent, as it becomes a message: scripts first, then macros.

    Args:
        written: what was typed.
        host: settings.
        answering: whose card's own scripts run; None if the card is not at hand.
        macros: expands it; its chat ends before the message.
    """
    card, avatar = (answering.card.record, answering.file) if answering else (None, "")
    scripts = active_scripts(host.settings, Target.STORED, card, avatar)
    changed = run_scripts(written, scripts, Placement.USER_INPUT, None, macros.text)
    return macros.text(changed)


def greeting_of(chat: Chat, macros: Macros) -> str:
    """The first message with its macros expanded; empty where there is none."""
    return macros.text(text(chat.records[0].get("mes"))) if len(chat) else ""
