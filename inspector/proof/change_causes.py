"""What made the first change between two requests: a memory, a boundary, a recap, a note."""

import re
from dataclasses import dataclass
from typing import Literal

from inspector.core.injection import Injection, Line
from inspector.language import _
from inspector.proof.source_words import LORE, source_in_words
from inspector.sillytavern.completion.sourced import (
    DEPTH_PROMPT,
    EXAMPLE,
    NOTE,
    PENDING,
    PERSONA,
)
from inspector.sillytavern.send.predicting import Prediction

_COUNTER = re.compile(r"#(\d+) messages")
_SLOT, _CHAT = "slot:", "chat:"

# What stands at a depth of the chat: each message that comes is put in front of it.
_AT_A_DEPTH = (_SLOT, LORE, NOTE, DEPTH_PROMPT, PERSONA)

ChangeKind = Literal[
    "counter", "memory", "boundary", "heading", "slot", "note", "lore", "message", "left", "other"
]


@dataclass(frozen=True, slots=True)
class ChangeCause:
    """What made a change.

    Attributes:
        kind: what kind of thing it is; `left` where the oldest messages went.
        text: what it is, in a few words.
        memory: the index of the memory; None where it is none.
        message: the message of the chat; None where it is none.
    """

    kind: ChangeKind
    text: str
    memory: int | None = None
    message: int | None = None


@dataclass(frozen=True, slots=True)
class FirstChange:
    """Where a request first differs from the one before.

    Attributes:
        message: which message.
        offset: where in its content, in code points; 0 for another role too.
        source: what stands there (DESIGN §4).
        was: what stood there before, as a source; empty where nothing did.
        has_moved: whether what stood there before stands further down now.
        earlier: the line that stood there before; empty where nothing did.
        line: the line that stands there now; empty where nothing does.
        cause: what made it, where that is known.
    """

    message: int
    offset: int
    source: str
    was: str = ""
    has_moved: bool = False
    earlier: str = ""
    line: str = ""
    cause: ChangeCause | None = None


def cause_of_change(change: FirstChange, before: Prediction, now: Prediction) -> ChangeCause:
    """What made the first change between two requests.

    Args:
        change: where they first differ.
        before: explains the request before.
        now: explains the request.
    """
    source, was = change.source, change.was
    if was != source and was.startswith(_AT_A_DEPTH) and source.startswith((_CHAT, PENDING)):
        return _of_former(was, has_moved=change.has_moved)
    if source.startswith(_SLOT):
        return _of_slot(source.removeprefix(_SLOT), change.earlier, change.line, before, now)
    if source.startswith(_CHAT):
        number = int(source.removeprefix(_CHAT))
        have_left = was.startswith(_CHAT) and int(was.removeprefix(_CHAT)) < number
        words = _("message {index}").format(index=number)
        return ChangeCause("left" if have_left else "message", words, message=number)
    if source.startswith(LORE):
        return ChangeCause("lore", source_in_words(source))
    if source == NOTE:
        return _of_former(NOTE, has_moved=True)
    if source == EXAMPLE:
        return ChangeCause("other", _("an example no longer fits, or fits again"))
    if source == PENDING:
        return ChangeCause("message", _("the new message"))
    return ChangeCause("other", source_in_words(source))


def _of_former(was: str, *, has_moved: bool) -> ChangeCause:
    """What stood in the chat went down with it, or is no longer there."""
    if was == NOTE and has_moved:
        return ChangeCause("note", _("the author’s note moves with the new messages"))
    kind: ChangeKind = "other"
    if was.startswith((_SLOT, LORE)):
        kind = "slot" if was.startswith(_SLOT) else "lore"
    words = _("{name} moves with the new messages") if has_moved else _("{name} is no longer there")
    return ChangeCause(kind, words.format(name=_named(was)))


def _named(source: str) -> str:
    name = source_in_words(source)
    return _("the slot {name}").format(name=name) if source.startswith(_SLOT) else name


def _of_slot(key: str, earlier: str, line: str, before: Prediction, now: Prediction) -> ChangeCause:
    old, new = _injection(before, key), _injection(now, key)
    one, other = _COUNTER.search(earlier), _COUNTER.search(line)
    if one is not None and other is not None:
        return ChangeCause(
            "counter",
            _("counter line #{one} → #{other} messages").format(one=one[1], other=other[1]),
        )
    name = _named(f"{_SLOT}{key}")
    if old is None or new is None or not old.text or not new.text:
        is_new = new is not None and bool(new.text)
        words = _("{name} is new") if is_new else _("{name} is no longer there")
        return ChangeCause("slot", words.format(name=name))
    was, now_there = _line(old, earlier), _line(new, line)
    if not any(one.memory is not None for one in (*old.lines, *new.lines)):
        return ChangeCause("slot", _("{name} has another text").format(name=name))
    if now_there is not None and now_there.memory is not None:
        return _of_memory(now_there.memory, old, new)
    if was is not None and was.memory is not None and _bucket(new, was.memory) is not None:
        return ChangeCause(
            "memory", _("memory {memory} is worded anew").format(memory=was.memory), was.memory
        )
    if was is not None and was.memory is not None:
        return ChangeCause(
            "memory", _("memory {memory} is no longer there").format(memory=was.memory), was.memory
        )
    return ChangeCause("heading", _("{name}: a heading or a hint").format(name=name))


def _of_memory(memory: int, old: Injection, new: Injection) -> ChangeCause:
    buckets = [_bucket(one, memory) for one in (old, new)]
    if buckets[0] is None:
        return ChangeCause("memory", _("memory {memory} is new").format(memory=memory), memory)
    if buckets[0] != buckets[1]:
        text = _("memory {index} crosses the bucket boundary: {before} → {after}").format(
            index=memory, before=buckets[0], after=buckets[1]
        )
        return ChangeCause("boundary", text, memory)
    return ChangeCause(
        "memory", _("memory {memory} stands where another one stood").format(memory=memory), memory
    )


def _bucket(injection: Injection, memory: int) -> str | None:
    """The bucket that shows a memory; empty for one without buckets, None for none at all."""
    for section in injection.sections:
        if any(one.memory == memory for one in section.lines):
            return section.bucket or ""
    return None


def _line(injection: Injection, text: str) -> Line | None:
    return next((one for one in injection.lines if one.text.strip() == text.strip()), None)


def _injection(prediction: Prediction, key: str) -> Injection | None:
    return next(
        (
            one
            for answer in prediction.answers.values()
            for one in answer.derivation.injections
            if one.key == key
        ),
        None,
    )
