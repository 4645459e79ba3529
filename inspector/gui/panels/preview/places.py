"""The prompt as a short row of places: what stands where, long runs of messages as one."""

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.core.chat import Chat
from inspector.core.injection import Injection
from inspector.gui.kit.text import counted, join_names
from inspector.language import _, numeral
from inspector.sillytavern.prompt import (
    ASSISTANT,
    DEEPEST,
    IN_CHAT,
    ROLE_NAMES,
    USER,
    Completion,
    Part,
    PartKind,
    PromptMessage,
    laid_out,
)


@dataclass(frozen=True, slots=True)
class Location:
    """One place of the prompt.

    Attributes:
        words: what stands there.
        keys: the slots whose texts stand there; none for what is SillyTavern's own.
        meaning: the same as a sentence.
    """

    words: str
    keys: tuple[str, ...] = ()
    meaning: str = ""


def places(
    injections: Sequence[Injection],
    chat: Chat,
    length: int,
    completion: Completion,
    kept: int | None = None,
) -> tuple[Location, ...]:
    """The prompt from top to bottom.

    Args:
        injections: every slot.
        chat: the messages.
        length: how many there are at the moment.
        completion: how the model is asked.
        kept: how many of the visible messages fit into the context; None if that is not known.
    """
    visible = length - chat.hidden.count(1, 0, length)
    depths = [one.depth or 0 for one in injections if one.position == IN_CHAT]
    latest = _latest(chat, length, 1 + min(max(depths, default=0), DEEPEST))
    parts = laid_out(injections, latest, completion)
    found: list[Location] = []
    run, older = 0, visible - len(latest)
    # What no longer fits is the oldest, so the first run of messages is the one cut short.
    dropped = 0 if kept is None else max(0, visible - kept)
    for part in parts:
        if part.kind is PartKind.MESSAGE:
            run += 1 + older
            older = 0
            continue
        dropped = _end_run(found, run, visible, dropped)
        run = 0
        found.append(_location(part, injections))
    _end_run(found, run, visible, dropped)
    return (*found, Location(_("reply"), meaning=_("What the model writes.")))


def _latest(chat: Chat, length: int, most: int) -> list[PromptMessage]:
    """The newest visible messages, oldest first: deeper ones lie above every injection."""
    found: list[PromptMessage] = []
    index = chat.hidden.rfind(0, 0, length)
    while index >= 0 and len(found) < most:
        found.append(PromptMessage(index, USER if chat.from_user[index] else ASSISTANT))
        index = chat.hidden.rfind(0, 0, index)
    return found[::-1]


def _end_run(found: list[Location], run: int, visible: int, dropped: int) -> int:
    """Add a run of messages; answers how many are still to be dropped."""
    if not run:
        return dropped
    gone = min(run, dropped)
    words = (
        counted(run, "{n} visible message", "{n} visible messages")
        if run == visible
        else counted(run, "{n} message", "{n} messages")
    )
    fitting = _("{run:,} of {words}").format(run=run - gone, words=words) if gone else words
    meaning = (
        _("{words} of the chat, oldest first; the others do not fit into the context.")
        if gone
        else _("{words} of the chat, oldest first.")
    )
    found.append(Location(fitting, meaning=meaning.format(words=fitting)))
    return dropped - gone


def _location(part: Part, injections: Sequence[Injection]) -> Location:
    if not part.keys:
        return Location(_("main prompt"), meaning=_("The main prompt, character and scenario."))
    tokens = sum(one.tokens for one in injections if one.key in part.keys)
    role = "" if part.role is None else ROLE_NAMES[part.role]
    depths = [one.depth for one in injections if one.key in part.keys]
    where = _("depth {depths}").format(depths=depths[0]) if part.kind is PartKind.INJECTION else ""
    words = " · ".join((f"{' + '.join(part.keys)} {numeral(tokens)}", *filter(None, (where, role))))
    spoken = (
        _("{keys}: {tokens:,} tokens, {kind}, spoken by {role}.")
        if role
        else _("{keys}: {tokens:,} tokens, {kind}.")
    )
    kind = _("among the messages, {where}").format(where=where) if where else str(part.kind)
    return Location(
        words,
        part.keys,
        spoken.format(keys=join_names(part.keys), tokens=tokens, kind=kind, role=role),
    )
