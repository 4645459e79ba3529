"""Where an injection lands, in plain words."""

from inspector.core.injection import Injection
from inspector.core.javascript import WHITE_SPACE
from inspector.sillytavern.prompt import (
    BEFORE_PROMPT,
    DEEPEST,
    IN_CHAT,
    IN_PROMPT,
    ROLE_NAMES,
    Completion,
)


def in_words(injection: Injection, completion: Completion) -> str:
    """Where an injection lands, and which of its settings do nothing there, in plain words."""
    if not injection.text.strip(WHITE_SPACE):
        return "Its text is empty, so nothing is inserted."
    if injection.position == IN_CHAT:
        return _in_chat_in_words(injection)
    if injection.position == BEFORE_PROMPT:
        location = "Before the main prompt: SillyTavern calls position 2 BEFORE_PROMPT."
    elif injection.position == IN_PROMPT:
        location = "After the main prompt: SillyTavern calls position 0 IN_PROMPT."
    else:
        return "It is not inserted: its position is none of SillyTavern's places."
    if completion is Completion.TEXT:
        return f"{location} Depth and role do nothing there."
    role = ROLE_NAMES.get(injection.role, "system")
    return f"{location} Depth does nothing there; it is a message of its own, spoken by {role}."


def _in_chat_in_words(injection: Injection) -> str:
    depth, role = injection.depth, ROLE_NAMES.get(injection.role)
    if depth is None or not 0 <= depth <= DEEPEST or role is None:
        return "It is not inserted: SillyTavern has no such depth or role."
    if depth == 0:
        return f"Among the messages, after the last one, spoken by {role}."
    below = "1 visible message" if depth == 1 else f"{depth} visible messages"
    return f"Among the messages, with {below} below it, spoken by {role}."
