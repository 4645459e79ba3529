"""What was pressed to make a captured request, as far as the request itself shows it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from inspector.core.chat import Chat
from inspector.core.decoded import text
from inspector.core.sending import Send, SendKind
from inspector.proof.captured import Captured

_TAIL = 60
_LEAST_LENGTH = 4
_MOST_TEXTS = 5
_FEW = 2
_CUT = "\0"
_BEHIND_CUT = "…"
"""Stands for what was typed where nobody knows that: it moves what is told from the chat's end."""

_MOST_MEMBERS = 3


@dataclass(frozen=True, slots=True)
class Guess:
    """One way in which a request can have been made.

    Attributes:
        send: what was pressed.
        at: the message after which the chat ended then; None for its present end.
        user: the user's name; None for what the files say.
        character: who answers; None for what the files say.
        without: systems whose extension was off.
    """

    send: Send
    at: int | None = None
    user: str | None = None
    character: str | None = None
    without: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _End:
    """How the messages of a request end.

    Attributes:
        last: the newest message of the chat that is in it; None if none is.
        behind: what stands behind that message and can be the user's new text, newest first.
    """

    last: int | None
    behind: tuple[str, ...]


def guesses(captured: Captured, chat: Chat, marks: Sequence[str] = ()) -> list[Guess]:
    """Ways in which a request can have been made, the likeliest first.

    The file may have grown since: what was typed then may be its last message but one by now.

    Args:
        captured: the request.
        chat: the chat as its file lies.
        marks: what stands around a message where several share a text: `Nell: ` and the
            sequences of instruct mode.
    """
    plausible = [*_plausible(_end(captured, chat, marks), chat)]
    if captured.is_cut:
        # What was typed can stand behind the cut, and how the chat ended as well.
        behind_cut = (_BEHIND_CUT, "")
        plausible = [
            *_plausible(_End(None, behind_cut), chat),
            *_of_kinds(None, *SendKind),
            *plausible,
        ]
    found: list[Guess] = []
    for guess in plausible:
        for opened in (True, False):
            members = range(1, _MOST_MEMBERS + 1) if chat.is_group else (1,)
            for member in members:
                send = Send(guess.send.kind, guess.send.pending, member, opened)
                found.append(Guess(send, guess.at))
    return sorted(dict.fromkeys(found), key=lambda one: (not one.send.opened, one.send.member))


def _plausible(end: _End, chat: Chat) -> Iterator[Guess]:
    last = end.last
    if last is None:
        for pending in end.behind[:_MOST_TEXTS] or ("",):
            yield Guess(Send(SendKind.NORMAL, pending))
        return
    newer = [index for index in range(last + 1, len(chat)) if not chat.hidden[index]]
    # A newest message that is not in the request can also have been another one then.
    ends = [last, None] if 0 < len(newer) <= _FEW else [last if newer else None]
    for at in ends:
        for pending in end.behind[:_MOST_TEXTS]:
            yield Guess(Send(SendKind.NORMAL, pending), at)
    for at in ends:
        if chat.from_user[last]:
            yield from _after_user(last, at, newer, chat)
        else:
            yield from _of_kinds(at, SendKind.CONTINUE, SendKind.NORMAL, SendKind.IMPERSONATE)
            yield from _remade(newer, chat)
    # The newest message can be missing from the request, or have other words in it.
    yield from _of_kinds(None, *SendKind)


def _of_kinds(at: int | None, *kinds: SendKind) -> Iterator[Guess]:
    return (Guess(Send(kind), at) for kind in kinds)


def _remade(newer: list[int], chat: Chat) -> Iterator[Guess]:
    """The reply behind the newest message in the request was made anew."""
    if newer and not chat.from_user[newer[0]]:
        then = None if newer[0] == len(chat) - 1 else newer[0]
        yield from _of_kinds(then, SendKind.REGENERATE, SendKind.SWIPE)


def _after_user(last: int, at: int | None, newer: list[int], chat: Chat) -> Iterator[Guess]:
    """The newest message in the request is the user's."""
    wording = text(chat.records[last].get("mes"))
    saved_since = Guess(Send(SendKind.NORMAL, wording), last - 1)
    yield from _remade(newer, chat)
    if newer and not chat.from_user[newer[0]]:
        yield saved_since
    else:
        yield from _of_kinds(at, SendKind.REGENERATE, SendKind.IMPERSONATE)
        yield saved_since
        yield from _of_kinds(at, SendKind.CONTINUE)


def _end(captured: Captured, chat: Chat, marks: Sequence[str]) -> _End:
    by_text: dict[str, int] = {}
    for index in range(max(0, len(chat) - _TAIL), len(chat)):
        wording = _key(text(chat.records[index].get("mes")))
        if wording and not chat.hidden[index]:
            by_text[wording] = index
    if captured.prompt is not None:
        return _end_of_text(captured.prompt, by_text, marks)
    tail = captured.messages[-_TAIL:]
    latest = max(
        (one for message in tail if (one := _index(message.content, by_text)) is not None),
        default=None,
    )
    behind: list[str] = []
    for message in reversed(tail):
        if _index(message.content, by_text) is not None:
            break
        if message.role == "user" and message.content.strip():
            inner = _end_of_text(message.content, by_text, marks)
            behind += inner.behind or _typed(message.content, marks)
            if inner.last is not None:
                return _End(max(inner.last, -1 if latest is None else latest), tuple(behind))
    return _End(latest, tuple(behind))


def _end_of_text(whole: str, by_text: Mapping[str, int], marks: Sequence[str]) -> _End:
    """The end of a text that holds several messages."""
    places = {
        index: location + len(wording)
        for wording, index in by_text.items()
        if len(wording) >= _LEAST_LENGTH and (location := whole.rfind(wording)) >= 0
    }
    if not places:
        return _End(None, ())
    last = max(places)
    rest = whole[places[last] :]
    for mark in sorted(marks, key=len, reverse=True):
        rest = rest.replace(mark, _CUT)
    # What is typed stands first behind the newest message, and injected lines can follow it.
    wording = dict.fromkeys(
        each
        for piece in rest.split(_CUT)
        if piece.strip()
        for each in (
            piece.removeprefix(" ").strip("\n"),
            piece.strip(),
            piece.strip().split("\n")[0],
        )
    )
    return _End(last, tuple(wording))


def _typed(content: str, marks: Sequence[str]) -> Sequence[str]:
    """What can have been typed to make a message, which is not trimmed (send-path §6.4)."""
    whole = _without(content, marks)
    # What was typed stands last where it was merged with the message before it.
    last = whole.rpartition("\n\n")[2]
    found = dict.fromkeys((whole, last, whole.strip(), last.strip(), content))
    return [one for one in found if one.strip()]


def _key(wording: str) -> str:
    return wording.replace("\r", "").strip()


def _index(content: str, by_text: Mapping[str, int]) -> int | None:
    wanted = _key(content)
    found = by_text.get(wanted)
    if found is not None:
        return found
    _, colon, wording = wanted.partition(": ")
    return by_text.get(wording) if colon else None


def _without(content: str, marks: Sequence[str]) -> str:
    for mark in marks:
        if content.startswith(mark):
            content = content.removeprefix(mark).removeprefix(" ")
    return content
