"""What is told of a message or an item: the gates of a Scribe request as steps."""

from collections.abc import Sequence
from dataclasses import replace

from inspector.analysis.context_map import MapRow
from inspector.analysis.smallest_change import explanation, request_of
from inspector.core.explanation import MESSAGE, Explanation
from inspector.core.injection import GateStep
from inspector.core.query import Query
from inspector.core.request import AssemblesRequest, ItemRow, MessageRow, RequestDerivation
from inspector.gui.kit.gate_words import verdict_in_short
from inspector.gui.kit.text import counted
from inspector.gui.panels.why.explanation import (
    NOTHING_IN,
    Step,
    SubjectExplanation,
    listed,
    passed_in_words,
    step_of,
    unreached,
)
from inspector.gui.state.request_rows import RequestSubject, row_of, short_id
from inspector.language import _
from inspector.systems import gate_words

IS_SENT = _("It is in the request: nothing has to change.")
REFUSED = _("Nothing is sent")
_LONGEST_TITLE = 48


def id_of(row: MessageRow | ItemRow) -> str:
    """What the analyses call a row."""
    return f"{MESSAGE}{row.message}" if isinstance(row, MessageRow) else row.id


def explanation_of_request(requested: Query, subject: RequestSubject) -> SubjectExplanation | None:
    """What to tell of a message or an item; None if the request knows none of it.

    Args:
        requested: the question, put to a Scribe ruleset, with its answer.
        subject: which one.
    """
    derivation = request_of(requested)
    row = row_of(derivation, subject)
    if row is None:
        return None
    found = explanation(requested, id_of(row))
    gates, is_refused = list(found.gates), found.in_block and derivation.error is not None
    if is_refused:
        gates[-1] = replace(gates[-1], passed=False)
    steps = [_step(gate) for gate in gates]
    if is_refused:
        steps[-1] = replace(steps[-1], title=REFUSED, detail=gates[-1].detail)
    is_sent = found.in_block and not is_refused
    name = (
        _("Message {message}").format(message=row.message)
        if isinstance(row, MessageRow)
        else short_id(row.id)
    )
    facts = _facts(name, requested, derivation, row)
    more = _where(derivation, row) if is_sent else passed_in_words(gates)
    return SubjectExplanation(
        subject,
        in_block=is_sent,
        lead=_lead(row, found, derivation),
        name=name,
        facts=f"{facts} {more}".rstrip(),
        steps=(*steps, *unreached(_gates_after(requested, row))),
        no_change=IS_SENT if is_sent else NOTHING_IN,
    )


def _step(step: GateStep) -> Step:
    """A step whose title is short: the whole sentence says the rest."""
    mentioned = step_of(step)
    title = gate_words(step.gate).title(passed=step.passed)
    if len(mentioned.title) <= _LONGEST_TITLE or not title:
        return mentioned
    return replace(mentioned, title=title, detail=step.detail)


def _lead(row: MessageRow | ItemRow, found: Explanation, derivation: RequestDerivation) -> str:
    if not found.in_block:
        return _("Left out: {verdict_in_short}").format(
            verdict_in_short=verdict_in_short(MapRow(found.id, "", row.tokens, row.kept, row.gate))
        )
    return _("In the request") if derivation.error is None else _("Not sent")


def _facts(
    name: str, requested: Query, derivation: RequestDerivation, row: MessageRow | ItemRow
) -> str:
    """Whose message it is, or what an item is called and where it stands; and what it costs."""
    cost = counted(row.tokens, "{n} token", "{n} tokens")
    if isinstance(row, MessageRow):
        author = requested.document.chat.names[row.message]
        return listed(name, _("by {name}").format(name=author) if author else "", cost)
    title = " ".join(row.item.title.split())
    index = next(index for index, one in enumerate(derivation.rag, 1) if one is row)
    rank = _("ranked {index:,} of {n:,}").format(index=index, n=len(derivation.rag))
    return listed(name, title, rank, cost)


def _where(derivation: RequestDerivation, row: MessageRow | ItemRow) -> str:
    """Where what is sent stands in the request, as a sentence; empty if that is not known."""
    if isinstance(row, MessageRow):
        kept = derivation.messages.kept
        before = kept[: row.message].count(1)
        return _("It is number {before:,} of the {count:,} that are sent.").format(
            before=before + 1, count=kept.count(1)
        )
    for key, items in derivation.line_items.items():
        lines = [number for number, item in enumerate(items, 1) if item == row.id]
        if len(lines) == 1:
            return _("It is line {lines:,} of the {key} prompt.").format(lines=lines[0], key=key)
        if lines:
            return _("It is lines {lines:,}–{lines2:,} of the {key} prompt.").format(
                lines=lines[0], lines2=lines[-1], key=key
            )
    return ""


def _gates_after(requested: Query, row: MessageRow | ItemRow) -> Sequence[str]:
    """The gates that it never came to."""
    ruleset = requested.ruleset
    if row.gate is None or not isinstance(ruleset, AssemblesRequest):
        return ()
    gates = ruleset.message_gates if isinstance(row, MessageRow) else ruleset.item_gates
    return gates[gates.index(row.gate) + 1 :]
