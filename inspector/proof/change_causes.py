"""What made the first change between two requests: a memory, a boundary, a recap, a note."""

import re
from dataclasses import dataclass
from typing import Literal

from inspector.core.injection import Injection, Line
from inspector.language import _
from inspector.proof.source_words import LORE, source_in_words
from inspector.sillytavern.completion.sourced import EXAMPLE, NOTE, PENDING
from inspector.sillytavern.send.predicting import Prediction

_COUNTER = re.compile(r"#(\d+) messages")
_SLOT, _CHAT = "slot:", "chat:"

ChangeKind = Literal[
    "counter", "memory", "boundary", "heading", "slot", "note", "lore", "message", "other"
]


@dataclass(frozen=True, slots=True)
class ChangeCause:
    """What made a change.

    Attributes:
        kind: what kind of thing it is.
        text: what it is, in a few words.
        memory: the index of the memory; None where it is none.
        message: the message of the chat; None where it is none.
    """

    kind: ChangeKind
    text: str
    memory: int | None = None
    message: int | None = None


def cause_of_change(
    source: str, earlier: str, line: str, before: Prediction, now: Prediction
) -> ChangeCause:
    """What made the first change between two requests.

    Args:
        source: what stands there (DESIGN §4).
        earlier: the line that stood there.
        line: the line that stands there now.
        before: explains the request before.
        now: explains the request.
    """
    if source.startswith(_SLOT):
        return _of_slot(source.removeprefix(_SLOT), earlier, line, before, now)
    if source.startswith(_CHAT):
        number = int(source.removeprefix(_CHAT))
        return ChangeCause("message", _("message {index}").format(index=number), message=number)
    if source.startswith(LORE):
        return ChangeCause("lore", source_in_words(source))
    if source == NOTE:
        return ChangeCause("note", _("the author’s note moves with the new messages"))
    if source == EXAMPLE:
        return ChangeCause("other", _("an example no longer fits, or fits again"))
    if source == PENDING:
        return ChangeCause("message", _("the new message"))
    return ChangeCause("other", source_in_words(source))


def _of_slot(key: str, earlier: str, line: str, before: Prediction, now: Prediction) -> ChangeCause:
    old, new = _injection(before, key), _injection(now, key)
    one, other = _COUNTER.search(earlier), _COUNTER.search(line)
    if one is not None and other is not None:
        return ChangeCause(
            "counter",
            _("counter line #{one} → #{other} messages").format(one=one[1], other=other[1]),
        )
    name = source_in_words(f"{_SLOT}{key}")
    if old is None or new is None or not old.text or not new.text:
        words = _("{name} is new") if old is None else _("{name} is gone")
        return ChangeCause("slot", words.format(name=name))
    was, now_there = _line(old, earlier), _line(new, line)
    if not any(one.memory is not None for one in (*old.lines, *new.lines)):
        return ChangeCause("slot", _("{name} is another text").format(name=name))
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
