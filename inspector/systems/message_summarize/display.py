"""What users see under a message (specs/message-summarize.md §8)."""

from inspector.core.javascript import first_present, to_string, truthy
from inspector.language import N_
from inspector.systems.message_summarize.kept import is_set, memory_of, value_of

COLOURS = {
    "long": "#4682B4",
    "short": "#2E8B57",
    "old": "#8B0000",
    "exclude": "#555555",
}
"""The extension's own colours by the word of a state; any other state is grey."""

STATES = {
    "long": N_("long-term"),
    "short": N_("short-term"),
    "old": N_("forgotten"),
    "exclude": N_("left out"),
}
"""What people call the states that have a colour."""

LAGGING = N_("lagging")


def state_of(module: object) -> str:
    """The word for a message's state by its stored flags; empty for the ordinary one."""
    include, remembered = value_of(module, "include"), is_set(module, "remember")
    if remembered and truthy(include):
        return "long"
    if include == "short":
        return "short"
    if remembered:
        return "old"
    return "exclude" if is_set(module, "exclude") else ""


def style_of(module: object) -> str:
    """The state, and whether the message lags."""
    lags = LAGGING if is_set(module, LAGGING) else ""
    return " ".join(filter(None, (state_of(module), lags)))


def classes_of(module: object, *, show_prefill: bool) -> str:
    """The classes of the text under a message; none of an error."""
    if not truthy(memory_of(module, show_prefill=show_prefill)):
        return ""
    return " ".join(f"qvink_{word}_memory" for word in style_of(module).split())


def shown_text(module: object, *, show_prefill: bool) -> str:
    """The text under a message: its memory, or why making one failed."""
    memory = memory_of(module, show_prefill=show_prefill)
    error = first_present(value_of(module, "error"), "")
    text = ""
    if truthy(memory):
        text = f"Memory: {to_string(memory)}"
    elif truthy(error):
        text = f'Failed: "{to_string(error)}"'
    reasoned = is_set(module, "reasoning")
    return f"[Reasoning] {text}".rstrip(" ") if reasoned else text
