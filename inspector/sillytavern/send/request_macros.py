"""What macros are expanded with while one request is made (specs/send-path.md §8)."""

from collections.abc import Iterable, Mapping, Sequence

from inspector.core.decoded import is_number, members
from inspector.core.sending import Send, SendKind
from inspector.core.system import MemorySystem
from inspector.sillytavern.host.facts import Character, HostFacts
from inspector.sillytavern.macros.context import MacroContext, Variables

BUILT_IN = (
    "assets",
    "attachments",
    "caption",
    "connection-manager",
    "expressions",
    "gallery",
    "memory",
    "quick-reply",
    "regex",
    "stable-diffusion",
    "token-counter",
    "translate",
    "tts",
    "vectors",
)
"""Folders of the extensions that come with SillyTavern 1.19."""


def known_extensions(host: HostFacts, installed: Iterable[MemorySystem]) -> Mapping[str, bool]:
    """Which extensions are there, as far as files say it, and whether each is on.

    Args:
        host: settings.
        installed: systems whose extensions are there.
    """
    off = {name.lower() for name in host.disabled_extensions}
    folders = [*BUILT_IN, *(folder for one in installed for folder in one.folders)]
    return {folder: folder not in off for folder in folders}


def macro_context(
    host: HostFacts,
    send: Send,
    extensions: Mapping[str, bool],
    user: str,
    answering: tuple[Character | None, str],
    chat: Sequence[Mapping[str, object]],
) -> MacroContext:
    """What macros are expanded with; the card's texts are not known yet.

    Args:
        host: settings and chat.
        send: what was pressed.
        extensions: which are there, and whether each is on.
        user: the user's name.
        answering: who answers, None if the card is not at hand, and what that one is called.
        chat: every message that there is by then, as stored.
    """
    group, (card, character) = host.group, answering
    names = [] if group is None else [one.name for one in group.members]
    unmuted = () if group is None else tuple(one.name for one in group.enabled_members)
    rest = [one for one in names if one != character]
    whole, response = _sizes(host)
    return MacroContext(
        user=user,
        character=character,
        group=", ".join(names) if group else character,
        group_not_muted=", ".join(unmuted) if group else character,
        not_char=", ".join([*rest, user]) if group else user,
        chat=chat,
        metadata=host.metadata,
        chat_id=host.chat_id,
        card_file=card.stem if card is not None and group is None else "",
        settings=host.settings,
        model=host.model,
        context_size=whole,
        response_size=response,
        generation=generation_of(host, send),
        extensions=extensions,
        variables=Variables(
            local=members(host.metadata.get("variables")),
            shared=members(members(host.extensions.get("variables")).get("global")),
        ),
    )


def generation_of(host: HostFacts, send: Send) -> str:
    """The kind of generation as `injection_trigger` and lorebooks spell it."""
    if host.group is not None and send.kind is SendKind.REGENERATE:
        # A group's members are drafted anew, as on Send.
        return SendKind.NORMAL.value
    return send.kind.value


def _sizes(host: HostFacts) -> tuple[int | None, int | None]:
    if host.uses_chat_completion:
        whole, response = host.oai.get("openai_max_context"), host.oai.get("openai_max_tokens")
    else:
        whole, response = host.settings.get("max_context"), host.settings.get("amount_gen")
    return (
        int(whole) if is_number(whole) else None,
        int(response) if is_number(response) else None,
    )
