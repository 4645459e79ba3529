"""The wording in which a memory was really sent, where it has another one by now. Without Qt."""

from collections.abc import Iterator

from inspector.core.edits import SetField
from inspector.gui.panels.check.verdicts import VerdictRow
from inspector.gui.state.request_check import RequestCheck
from inspector.proof.sent_parts import injections_of


def sent_wording(row: VerdictRow, check: RequestCheck) -> SetField | None:
    """The edit that gives a memory the wording that was sent; None where it cannot be told.

    What a line says around the summary (stars, tags, the moment) has to be as predicted.

    Args:
        row: a verdict on a slot of which a memory's line differs.
        check: the check that it is of.
    """
    if row.memory is None or row.slot is None or row.part is None:
        return None
    sent = next((one.text for one in row.part.lines if one.memory == row.memory), None)
    summary = check.document.memories[row.memory].summary
    if sent is None or not summary:
        return None
    for line in _predicted_lines(row, check):
        head, found, tail = line.partition(summary)
        fits = len(sent) >= len(head) + len(tail)
        if found and fits and sent.startswith(head) and sent.endswith(tail):
            wording = sent[len(head) : len(sent) - len(tail)]
            return SetField((row.memory,), "summary", wording) if wording.strip() else None
    return None


def _predicted_lines(row: VerdictRow, check: RequestCheck) -> Iterator[str]:
    if row.slot is None or row.slot.key not in (known := injections_of(check.found)):
        return
    for line in known[row.slot.key][1].lines:
        if line.memory == row.memory:
            yield line.text
