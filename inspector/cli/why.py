"""`why`: every gate that a memory passed or failed, and the smallest change that gets it in."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from inspector.analysis.asked import Asked
from inspector.analysis.changes import Change
from inspector.analysis.patience import Patience
from inspector.analysis.release_faults import release_faults
from inspector.analysis.smallest_change import smallest_change
from inspector.analysis.why import Why, why
from inspector.arguments import Parser, UsageError, add_json, add_question
from inspector.cli.asking import Answered, Inquiry, inquiry_of
from inspector.console import print_error, print_json, print_text
from inspector.core.memory import Memory
from inspector.loading import OpenChat, open_chat
from inspector.systems.auto_recap.derivation import RecapDerivation

_PATIENCE = 60.0
_PASSED, _FAILED = "✓", "○"


def run_why(arguments: Sequence[str]) -> int:
    """Print the gates of some or all memories of a chat."""
    parser = Parser(
        "why",
        "Say why memories are in the prompt or not: every gate with its numbers, and the "
        "smallest change, tried on the real rules, that gets a memory in.",
        "example: memory-inspector why chat.jsonl event_12_0 --ruleset openvault/26",
    )
    parser.add_argument("chat", type=Path, metavar="CHAT", help="a chat file (.jsonl)")
    parser.add_argument(
        "ids", nargs="*", metavar="ID", help="ids of memories (default: all that exist)"
    )
    parser.add_argument(
        "--patience",
        type=_seconds,
        default=_PATIENCE,
        metavar="SECONDS",
        help="how long smallest changes are looked for, all together "
        f"(default: {_PATIENCE:g}; 0: not at all)",
    )
    add_question(parser)
    add_json(parser)
    options = parser.parse(arguments)
    inquiry = inquiry_of(options)
    _explain(open_chat(options.chat), inquiry, options)
    return 0


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not seconds >= 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds")
    return seconds


def _explain(chat: OpenChat, inquiry: Inquiry, options: argparse.Namespace) -> None:
    wanted = _memories(chat, options.ids)
    patience = Patience(options.patience)
    if not inquiry.rulesets_for(chat.document) and not options.json:
        print_text(f"{chat.path}: the chat carries no data of a known memory system.")
    for answered in inquiry.answers(chat):
        if not _has_memories(answered, inquiry):
            continue
        asked = answered.asked(chat.document)
        found = [one for memory in wanted for one in _found(chat, asked, memory, options)]
        if not options.json:
            print_text("\n".join(_heading(chat, answered, asked, found)))
        for one in found:
            _print(chat.document.memories[one.memory], one, asked, patience, options)
    if patience.is_over and options.patience:
        print_error(
            f"Smallest changes were looked for during {options.patience:g} seconds only; name "
            "fewer memories, or give more --patience."
        )


def _has_memories(answered: Answered, inquiry: Inquiry) -> bool:
    """Whether a ruleset judges memories at all.

    Raises:
        UsageError: it does not, and was named.
    """
    if not isinstance(answered.derivation, RecapDerivation):
        return True
    if inquiry.rulesets:
        name = answered.ruleset.name
        raise UsageError(f"{name} judges messages and has no memories; ask `messages`")
    return False


def _print(
    memory: Memory, one: Why, asked: Asked, patience: Patience, options: argparse.Namespace
) -> None:
    is_wanted = not (options.json and one.in_block) and not patience.is_over
    change = smallest_change(asked, one.memory, patience) if is_wanted else None
    if options.json:
        print_json(_json(memory, one, change))
    else:
        print_text("\n".join(_report(memory, one, change, patience)))


def _memories(chat: OpenChat, ids: Sequence[str]) -> list[Memory]:
    """The memories asked about, in the order asked; all where none is.

    Raises:
        UsageError: no memory has such an id.
    """
    memories = chat.document.memories
    if not ids:
        return list(memories)
    found: list[Memory] = []
    for wanted in dict.fromkeys(ids):
        same = [memory for memory in memories if memory.id == wanted]
        if not same:
            raise UsageError(f"{chat.path}: no memory has the id {wanted!r}")
        found += same
    return found


def _found(
    chat: OpenChat, asked: Asked, memory: Memory, options: argparse.Namespace
) -> Iterator[Why]:
    """What happened to a memory; nothing if it does not exist yet and was not named.

    Raises:
        UsageError: it was named.
    """
    one = why(asked.derivation, memory.index)
    if one is not None:
        yield one
    elif options.ids and asked.derivation.existing:
        raise UsageError(
            f"{chat.path}: {memory.label} does not exist yet at message {asked.moment.at}"
        )


def _json(memory: Memory, one: Why, change: Change | None) -> dict[str, object]:
    """The object that DESIGN §4 promises to scripts."""
    offered = None if one.in_block or change is None else change
    return {
        "id": memory.record.get("id"),
        "in_block": one.in_block,
        "gates": [
            {"gate": step.gate, "passed": step.passed, "detail": step.detail} for step in one.gates
        ],
        "smallest_change": None
        if offered is None
        else {"kind": str(offered.kind), "detail": f"{offered.title}. {offered.detail}"},
    }


def _heading(
    chat: OpenChat, answered: Answered, asked: Asked, found: Sequence[Why]
) -> Iterator[str]:
    kept = sum(one.in_block for one in found)
    yield (
        f"{chat.path}: {answered.ruleset.name}, {answered.tokenizer.encoding}; "
        f"{kept} of {len(found)} memories in"
    )
    problems = (*answered.problems, *answered.derivation.warnings)
    for problem in (*problems, *(fault.problem for fault in release_faults(asked))):
        yield f"warning: {problem.text}"


def _report(memory: Memory, one: Why, change: Change | None, patience: Patience) -> Iterator[str]:
    state = "in" if one.in_block else f"left out at {one.failed.gate}" if one.failed else "out"
    yield ""
    yield f"{memory.label}: {state}"
    yield f"  {memory.summary}"
    width = max((len(step.gate) for step in one.gates), default=0)
    for step in one.gates:
        yield f"  {_PASSED if step.passed else _FAILED} {step.gate:<{width}}  {step.detail}"
    if change is not None:
        what = "what would take it out" if one.in_block else "the smallest change"
        yield f"  {what}: {change.title}"
        yield f"    {change.detail}"
    elif not one.in_block:
        why_none = "no time left to look for one" if patience.is_over else "none was found"
        yield f"  the smallest change: {why_none}"
