"""What a check found, in words: for the command line and for a report to copy."""

from collections.abc import Iterator, Sequence

from inspector.proof.attribution import Difference
from inspector.proof.checking import OF_ANOTHER_CHAT, Check
from inspector.proof.guessing import Guess
from inspector.proof.line_diff import line_diff

_LONGEST_SHOWN = 90
_MOST_MACROS = 5
_BEFORE_DIFFERENCE = 20


def check_lines(found: Check, guess: Guess, name: str) -> Iterator[str]:
    """What was found, for a person.

    Args:
        found: the check.
        guess: how the request was probably made.
        name: what the chat is called.
    """
    whole, attributed = found.coverage
    count = len(found.captured.messages)
    shape = f"{count} message{'s' * (count != 1)}"
    if found.captured.prompt is not None:
        shape = "a prompt"
    if found.remarks[:1] == (OF_ANOTHER_CHAT,):
        yield f"{name}: {OF_ANOTHER_CHAT}"
    yield f"{name}: {shape}, {_tokens(whole)}, sent by {sent_in_words(guess)}"
    width = max((len(slot.key) for slot in found.slots), default=0)
    for slot in found.slots:
        location = "" if slot.message is None else f"message {slot.message}"
        macros = ", ".join(slot.macros[:_MOST_MACROS])
        if len(slot.macros) > _MOST_MACROS:
            macros += f" and {len(slot.macros) - _MOST_MACROS} more"
        words = "; ".join(one for one in (location, slot.cause, macros) if one)
        yield f"  {slot.key:{width}}  {slot.delivered:7}  {words}".rstrip()
        yield from (f"    {line}" for line in slot.diff)
    yield f"  {history_in_words(found)}"
    for one in found.differences:
        if not _is_in_a_slots_line(one, found):
            yield f"  {difference_in_words(one)}"
    rest = whole - attributed
    yield f"  {_tokens(attributed)} attributed" + (f", {rest:,} unknown" if rest else ", all")
    yield from (f"  {remark}" for remark in found.remarks if remark != OF_ANOTHER_CHAT)


def _tokens(count: int) -> str:
    return f"{count:,} token{'s' * (count != 1)}"


def _is_in_a_slots_line(one: Difference, found: Check) -> bool:
    """Whether what a slot's line says is this difference."""
    delivered = next((slot.delivered for slot in found.slots if slot.source == one.source), None)
    return (one.kind, delivered) in (("differs", "differs"), ("missing", "absent"))


def sent_in_words(guess: Guess) -> str:
    """How a request was probably made."""
    send = guess.send
    words = send.kind.value
    if send.pending:
        words += f" with {_short(send.pending)!r}"
    if send.member > 1:
        words += f", answer {send.member} of the turn"
    if guess.at is not None:
        words += f", when the chat ended with message {guess.at}"
    return words


def history_in_words(found: Check) -> str:
    """Which messages are in, and the next that is not."""
    history = found.history
    if history.first_in is None:
        return "history: none of the chat's messages is in"
    words = f"history: from message {history.first_in} on"
    if history.agrees:
        words += ", as predicted"
    elif history.first_in != history.predicted_first_in:
        words += f", predicted from {history.predicted_first_in}"
    else:
        words += ", with differences"
    if history.next_out is not None:
        words += f"; next out is {history.next_out} ({history.needed:,} tokens)"
    return words


def difference_in_words(one: Difference) -> str:
    """What is not as predicted, in one line."""
    where = "" if one.message is None else f" in message {one.message}"
    match one.kind:
        case "missing":
            if not one.expected:
                return f"an empty message is missing ({one.source})"
            return f"{one.source} is missing: {_short(one.expected)}"
        case "extra" if not one.found:
            return f"message {one.message} is empty and was not predicted"
        case "extra":
            what = "unknown text" if one.source == "unknown" else one.source
            return f"{what}{where} was not predicted: {_short(one.found)}"
        case "role":
            return f"{one.source}{where} is {one.found}, predicted {one.expected}"
        case "joined":
            return f"{one.source}{where} is joined with others"
        case "differs":
            lines = line_diff(one.expected, one.found)
            firsts = [next((line for line in lines if line[0] == sign), "") for sign in "-+"]
            displayed = " ".join(_from_difference([line for line in firsts if line]))
            return f"{one.source}{where} differs: {displayed}"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_SHOWN else f"{line[: _LONGEST_SHOWN - 1]}…"


def _from_difference(lines: Sequence[str]) -> list[str]:
    """Lines in short; long ones from shortly before the first place where they differ."""
    short = [_short(line) for line in lines]
    each = [line[1:] for line in lines]
    pairs = enumerate(zip(*each, strict=False))
    same = next((at for at, pair in pairs if len(set(pair)) > 1), min(map(len, each), default=0))
    if len(lines) == 1 or same < _LONGEST_SHOWN // 2 or not any(one.endswith("…") for one in short):
        return short
    return [_short(f"{line[0]}…{line[1 + same - _BEFORE_DIFFERENCE :]}") for line in lines]
