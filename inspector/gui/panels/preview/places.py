"""The prompt as a short row of places: what stands where, long runs of messages as one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from inspector.core.chat import Chat
from inspector.core.injection import Injection
from inspector.proof.source_words import source_in_words
from inspector.sillytavern.completion.request import Request
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

_SLOT: Final = "slot:"
_CHAT: Final = "chat:"


@dataclass(frozen=True, slots=True)
class Place:
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
) -> tuple[Place, ...]:
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
    newest = _newest(chat, length, 1 + min(max(depths, default=0), DEEPEST))
    parts = laid_out(injections, newest, completion)
    found: list[Place] = []
    run, older = 0, visible - len(newest)
    # What no longer fits is the oldest, so the first run of messages is the one cut short.
    dropped = 0 if kept is None else max(0, visible - kept)
    for part in parts:
        if part.kind is PartKind.MESSAGE:
            run += 1 + older
            older = 0
            continue
        dropped = _end_run(found, run, visible, dropped)
        run = 0
        found.append(_place(part, injections))
    _end_run(found, run, visible, dropped)
    return (*found, Place("reply", meaning="What the model writes."))


def _newest(chat: Chat, length: int, most: int) -> list[PromptMessage]:
    """The newest visible messages, oldest first: deeper ones lie above every injection."""
    found: list[PromptMessage] = []
    index = chat.hidden.rfind(0, 0, length)
    while index >= 0 and len(found) < most:
        found.append(PromptMessage(index, USER if chat.from_user[index] else ASSISTANT))
        index = chat.hidden.rfind(0, 0, index)
    return found[::-1]


def _end_run(found: list[Place], run: int, visible: int, dropped: int) -> int:
    """Add a run of messages; answers how many are still to be dropped."""
    if not run:
        return dropped
    gone = min(run, dropped)
    all_of_them = "visible " if run == visible else ""
    noun = "message" if run == 1 else "messages"
    words = f"{run:,} {all_of_them}{noun}"
    fitting = f"{run - gone:,} of {words}" if gone else words
    rest = "; the others do not fit into the context" if gone else ""
    found.append(Place(fitting, meaning=f"{fitting} of the chat, oldest first{rest}."))
    return dropped - gone


def _place(part: Part, injections: Sequence[Injection]) -> Place:
    if not part.keys:
        return Place("main prompt", meaning="The main prompt, character and scenario.")
    tokens = sum(one.tokens for one in injections if one.key in part.keys)
    role = "" if part.role is None else ROLE_NAMES[part.role]
    depths = [one.depth for one in injections if one.key in part.keys]
    where = f"depth {depths[0]}" if part.kind is PartKind.INJECTION else ""
    words = " · ".join((f"{' + '.join(part.keys)} {tokens:,}", *filter(None, (where, role))))
    spoken = f", spoken by {role}" if role else ""
    kind = f"among the messages, {where}" if where else str(part.kind)
    return Place(words, part.keys, f"{' and '.join(part.keys)}: {tokens:,} tokens, {kind}{spoken}.")


_MOST_NAMED = 3


def places_in(request: Request, injections: Sequence[Injection]) -> tuple[Place, ...]:
    """The places of a request that is predicted, long runs of the chat's messages as one.

    Args:
        request: what is sent.
        injections: every slot.
    """
    tokens = {f"{_SLOT}{one.key}": one.tokens for one in injections}
    found: list[Place] = []
    run: list[int] = []
    for number, content in enumerate(request.texts):
        sources = list(dict.fromkeys(piece.source for piece in content.pieces))
        if request.prompt is None and len(sources) == 1 and sources[0].startswith(_CHAT):
            run.append(int(sources[0].removeprefix(_CHAT)))
            continue
        _close(found, run)
        # The one text of text completion holds everything, in this order.
        for group in [sources] if request.prompt is None else [[one] for one in sources]:
            if request.prompt is not None and group[0].startswith(_CHAT):
                run.append(int(group[0].removeprefix(_CHAT)))
                continue
            _close(found, run)
            found.append(_request_place(number, group, tokens))
    _close(found, run)
    return (*found, Place("reply", meaning="What the model writes."))


def _request_place(number: int, sources: Sequence[str], tokens: Mapping[str, int]) -> Place:
    """One message that is not the chat's alone."""
    names = [
        f"{one.removeprefix(_SLOT)} {tokens[one]:,}" if one in tokens else source_in_words(one)
        for one in sources
    ]
    more = len(names) - _MOST_NAMED
    words = " + ".join([*names[:_MOST_NAMED], *([f"{more} more"] if more > 0 else [])])
    keys = tuple(one.removeprefix(_SLOT) for one in sources if one in tokens)
    return Place(words, keys, f"Message {number} of the request: {', '.join(names)}.")


def _close(found: list[Place], run: list[int]) -> None:
    """End a run of the chat's messages."""
    if not run:
        return
    first, last = run[0], run[-1]
    words = f"message {first}" if len(run) == 1 else f"messages {first}–{last}"
    noun = "message" if len(run) == 1 else "messages"
    meaning = f"{len(run):,} {noun} of the chat, oldest first."
    found.append(Place(words, meaning=meaning))
    run.clear()
