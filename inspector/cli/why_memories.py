"""`why` for memories: their gates, and what would get them in or take them out."""

from collections.abc import Iterator, Sequence

from inspector.analysis.lint import faults_of
from inspector.analysis.smallest_change import smallest_change
from inspector.analysis.why import Why, why
from inspector.arguments import UsageError
from inspector.cli.gates import change_json, change_lines, gate_lines, gates_json, no_change_line
from inspector.cli.requesting import Answered
from inspector.cli.why_rows import is_row_id
from inspector.console import print_json, print_text
from inspector.core.deadline import Deadline
from inspector.core.memory import Memory
from inspector.core.query import Query
from inspector.core.suggestion import SuggestedChange
from inspector.loading import OpenChat


def memories_with(chat: OpenChat, ids: Sequence[str]) -> list[Memory]:
    """The memories with these ids, in their order; all where none is named.

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
            hint = (
                "; messages and items are judged by Auto-Recap and Scribe"
                if is_row_id(wanted)
                else ""
            )
            raise UsageError(f"{chat.path}: no memory has the id {wanted!r}{hint}")
        found += same
    return found


def existing(chat: OpenChat, query: Query, memories: Sequence[Memory], *, named: bool) -> list[Why]:
    """What happened to those memories that exist at the moment.

    Raises:
        UsageError: one was named and does not exist yet.
    """
    found: list[Why] = []
    for memory in memories:
        one = why(query.derivation, memory.index)
        if one is not None:
            found.append(one)
        elif named and query.derivation.existing:
            raise UsageError(
                f"{chat.path}: {memory.label} does not exist yet at message {query.moment.at}"
            )
    return found


def print_memories(
    chat: OpenChat, answered: Answered, found: Sequence[Why], deadline: Deadline, *, json: bool
) -> None:
    """Print what happened to memories, as text or one JSON object a line."""
    query = answered.requested(chat.document)
    if not json:
        print_text("\n".join(_heading(chat, answered, query, found)))
    for one in found:
        memory = chat.document.memories[one.memory]
        is_wanted = not (json and one.in_block) and not deadline.is_over
        change = smallest_change(query, one.memory, deadline) if is_wanted else None
        if json:
            print_json(_json(memory, one, change))
        else:
            print_text("\n".join(_report(memory, one, change, deadline)))


def _json(memory: Memory, one: Why, change: SuggestedChange | None) -> dict[str, object]:
    """The object that DESIGN §4 promises to scripts."""
    offered = None if one.in_block or change is None else change
    return {
        "id": memory.record.get("id"),
        "in_block": one.in_block,
        "gates": gates_json(one.gates),
        "smallest_change": None
        if offered is None
        else change_json(str(offered.kind), offered.title, offered.detail),
    }


def _heading(
    chat: OpenChat, answered: Answered, query: Query, found: Sequence[Why]
) -> Iterator[str]:
    kept = sum(one.in_block for one in found)
    yield (
        f"{chat.path}: {answered.ruleset.name}, {answered.tokenizer.encoding}; "
        f"{kept} of {len(found)} memories in"
    )
    problems = (*answered.problems, *answered.derivation.warnings)
    for problem in (*problems, *faults_of(query)):
        yield f"warning: {problem.text}"


def _report(
    memory: Memory, one: Why, change: SuggestedChange | None, deadline: Deadline
) -> Iterator[str]:
    state = "in" if one.in_block else f"left out at {one.failed.gate}" if one.failed else "out"
    yield ""
    yield f"{memory.label}: {state}"
    yield f"  {memory.summary}"
    yield from gate_lines(one.gates)
    if change is not None:
        what = "what would take it out" if one.in_block else "the smallest change"
        yield from change_lines(what, change.title, change.detail)
    elif not one.in_block:
        yield no_change_line(in_time=not deadline.is_over)
