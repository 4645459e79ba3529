"""What of a host's settings changes a request and is not worked out here."""

from typing import Final

from inspector.core.decoded import text
from inspector.sillytavern.host.facts import HostFacts

_PLAIN_SOURCES: Final = ("openai", "custom", "")
"""Sources of chat completion to which messages go as they are."""


def not_worked_out(host: HostFacts) -> tuple[str, ...]:
    """Settings that are in use and whose effect is missing from a predicted request, in words."""
    found: list[str] = []
    source = text(host.oai.get("chat_completion_source"))
    if host.uses_chat_completion and source not in _PLAIN_SOURCES:
        found.append(f"what the source {source} makes of the messages")
    if text(host.power_user.get("user_prompt_bias")).strip():
        found.append("“Start Reply With”")
    if host.uses_chat_completion and text(host.oai.get("assistant_prefill")).strip():
        found.append("the assistant prefill")
    if host.uses_chat_completion and host.oai.get("function_calling") is True:
        found.append("room kept for tools")
    if text(host.settings.get("main_api")) in ("novel", "kobold", "koboldhorde"):
        found.append(f"the backend {text(host.settings.get('main_api'))}")
    return tuple(found)
