"""What of a host's settings changes a request and is not worked out here."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from inspector.core.decoded import text
from inspector.core.problems import Problem
from inspector.core.sending import SendKind
from inspector.language import _
from inspector.sillytavern.host.facts import NO_TOOLS, HostFacts

HOST_UNKNOWN: Final = "host-unknown"
"""The code of the problem that something around the chat is not at hand."""

_PLAIN_SOURCES: Final = ("openai", "custom", "")
"""Sources of chat completion to which messages go as they are."""


def not_worked_out(host: HostFacts) -> tuple[str, ...]:
    """Settings that are in use and whose effect is missing from a predicted request, in words."""
    found: list[str] = []
    source = text(host.oai.get("chat_completion_source"))
    if host.uses_chat_completion and source not in _PLAIN_SOURCES:
        found.append(_("what the source {source} makes of the messages").format(source=source))
    if host.uses_chat_completion and host.oai.get("function_calling") is True:
        found.append(_("calls of tools in the chat"))
        if host.tools == NO_TOOLS:
            found.append(_("room kept for the tools that extensions register"))
    if text(host.settings.get("main_api")) in ("novel", "kobold", "koboldhorde"):
        found.append(_("the backend {name}").format(name=text(host.settings.get("main_api"))))
    return tuple(found)


def missing_problems(host: HostFacts, of_systems: Iterable[str]) -> Iterator[Problem]:
    """That something is not worked out in a predicted request, or not at hand.

    Args:
        host: the settings and what is around them.
        of_systems: what memory systems say of themselves that is not worked out.
    """
    missing = [*not_worked_out(host), *of_systems]
    if missing:
        words = _("Not worked out in this request: {missing}.").format(missing=", ".join(missing))
        yield Problem("not-worked-out", words)
    if host.unknown:
        words = _("Not at hand, so not known: {listed}.").format(listed=", ".join(host.unknown))
        yield Problem(HOST_UNKNOWN, words)


def lacking_group(host: HostFacts, named: Sequence[str]) -> HostFacts:
    """The facts, which say that a group is not at hand where only its members were named."""
    group = _("the group")
    if not named or host.group is not None or group in host.unknown:
        return host
    return replace(host, unknown=(group, *host.unknown))


def tools_are_sent(host: HostFacts, kind: SendKind) -> bool:
    """Whether tools go along, so that room is kept for them (specs/send-path.md §6.7).

    They do not while a reply goes on or the model speaks for the user, nor where
    post-processing takes them out.
    """
    mode = text(host.oai.get("custom_prompt_post_processing"))
    return (
        host.oai.get("function_calling") is True
        and kind not in (SendKind.CONTINUE, SendKind.IMPERSONATE)
        and (not mode or mode.endswith("_tools"))
    )
