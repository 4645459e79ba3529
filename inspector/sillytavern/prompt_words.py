"""Where an injection lands, in plain words."""

from inspector.core.injection import Injection
from inspector.core.javascript import WHITE_SPACE
from inspector.language import _, ngettext
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
        return _("Its text is empty, so nothing is inserted.")
    if injection.position == IN_CHAT:
        return _in_chat_in_words(injection)
    if injection.position == BEFORE_PROMPT:
        location = _("Before the main prompt: SillyTavern calls position 2 BEFORE_PROMPT.")
    elif injection.position == IN_PROMPT:
        location = _("After the main prompt: SillyTavern calls position 0 IN_PROMPT.")
    else:
        return _("It is not inserted: its position is none of SillyTavern's places.")
    if completion is Completion.TEXT:
        return f"{location} {_('Depth and role do nothing there.')}"
    role = ROLE_NAMES.get(injection.role, "system")
    own = _("Depth does nothing there; it is a message of its own, spoken by {role}.")
    return f"{location} {own.format(role=role)}"


def _in_chat_in_words(injection: Injection) -> str:
    depth, role = injection.depth, ROLE_NAMES.get(injection.role)
    if depth is None or not 0 <= depth <= DEEPEST or role is None:
        return _("It is not inserted: SillyTavern has no such depth or role.")
    if depth == 0:
        return _("Among the messages, after the last one, spoken by {role}.").format(role=role)
    return ngettext(
        "Among the messages, with {n:,} visible message below it, spoken by {role}.",
        "Among the messages, with {n:,} visible messages below it, spoken by {role}.",
        depth,
    ).format(n=depth, role=role)
