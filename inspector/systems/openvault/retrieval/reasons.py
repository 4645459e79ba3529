"""The gates' plain sentences, with their numbers."""

import math
from collections.abc import Sequence
from dataclasses import asdict

from inspector.core.injection import GateStep, Numbers
from inspector.core.javascript import number_text
from inspector.systems.openvault.retrieval.balance import Refusal
from inspector.systems.openvault.retrieval.facts import Facts
from inspector.systems.openvault.retrieval.pov import Viewpoint
from inspector.systems.openvault.retrieval.selection import (
    ARCHIVED,
    BALANCE,
    BEST,
    HIDDEN,
    POV,
    SCORE,
    Trace,
)
from inspector.systems.openvault.retrieval.sources import Source, SourceState

_BUCKET_NAMES = {"old": "old", "mid": "middle", "recent": "recent"}


def hidden_step(
    source: Source, facts: Facts, length: int, *, passed: bool, by_fingerprint: bool = False
) -> GateStep:
    """Whether a memory's source message lets it be a candidate."""
    if by_fingerprint and source.state is SourceState.GONE:
        detail = "None of its source messages is in the chat any more."
    else:
        detail = _source_sentence(source, len(facts.sources), length)
    return GateStep(HIDDEN, passed, detail, lambda: _source_numbers(source, length))


def _source_numbers(source: Source, length: int) -> Numbers:
    numbers: dict[str, float] = {"chat_length": length}
    return numbers if source.index is None else {**numbers, "source": source.index}


def reflection_step(*, passed: bool, off: bool) -> GateStep:
    """What is said of a reflection, which needs no hidden source."""
    if passed:
        detail = "It is a reflection, which needs no hidden source."
    elif off:
        detail = "It is a reflection, and injection.reflections.position keeps those out."
    else:
        detail = "It is a reflection with the id of another candidate, which stands for both."
    return GateStep(HIDDEN, passed, detail)


def twin_step() -> GateStep:
    """What is said of a candidate whose id an earlier one has (release 26, R1)."""
    detail = "It has the same id as an earlier candidate, which stands for both."
    return GateStep(HIDDEN, passed=False, detail=detail)


def _source_sentence(source: Source, sources: int, length: int) -> str:
    if source.index is None:
        return "It names no source message, and only memories of hidden messages are injected."
    which = "its source" if sources == 1 else "its oldest source"
    message = f"Message {number_text(source.index)}, {which},"
    match source.state:
        case SourceState.HIDDEN:
            return f"{message} is hidden."
        case SourceState.VISIBLE if not (source.index >= 0 and source.index % 1 == 0):
            return f"{message} is no message of a chat."
        case SourceState.VISIBLE:
            return f"{message} is still visible."
        case _:
            return f"{message} is not in the chat, which has {length} messages."


def pov_step(
    facts: Facts, witnesses: Sequence[str], viewpoint: Viewpoint, *, fallback: bool
) -> GateStep:
    """Whether anybody of the viewpoint knows a memory."""
    if viewpoint.knows(facts):
        detail = f"{_either(viewpoint.names)} {_how_known(facts, viewpoint)}."
        return GateStep(POV, passed=True, detail=detail)
    detail = _unknown(viewpoint.names, witnesses)
    if facts.is_secret and not viewpoint.accepted.isdisjoint(facts.involved):
        detail += " Who took part in a secret does not count."
    if fallback:
        detail += " It goes on all the same, because they know no candidate at all."
    return GateStep(POV, fallback, detail)


def _how_known(facts: Facts, viewpoint: Viewpoint) -> str:
    if viewpoint.witnessed(facts):
        return "is a witness"
    return "took part" if viewpoint.took_part(facts) else "was told"


def _unknown(names: Sequence[str], witnesses: Sequence[str]) -> str:
    who = f"{names[0]} does not know it" if len(names) == 1 else f"{_neither(names)} knows it"
    if not witnesses:
        return f"{who}: it has no witness."
    if len(witnesses) == 1:
        return f"{who}: only {witnesses[0]} is a witness."
    return f"{who}: only {', '.join(witnesses[:-1])} and {witnesses[-1]} are witnesses."


def archived_step(*, archived: bool, removed: bool) -> GateStep:
    """Whether a memory has been put away."""
    if removed:
        detail = "It is a reflection on reflections, which the migration to schema 7 removes."
        return GateStep(ARCHIVED, passed=False, detail=detail)
    detail = "It is archived." if archived else "It is not archived."
    return GateStep(ARCHIVED, not archived, detail)


def score_step(index: int, trace: Trace, *, passed: bool, limit: float | None = None) -> GateStep:
    """Where a memory came by its score.

    Args:
        index: of the memory.
        trace: what happened.
        passed: whether it went on.
        limit: the budget that the selection ends with, where that is this gate's (1.41, 1.44).
    """
    ranking = trace.ranking
    rank, total = ranking.rank[index], displayed(ranking.totals[index])
    sentence = f"It scored {total}, rank {rank} of {len(ranking.ranked)}"
    refusal = trace.choice.refused.get(index)
    if passed:
        detail = f"{sentence}."
    elif refusal is not None and limit is not None:
        detail = f"{sentence}, and {_need(refusal, limit)}; nothing after it is looked at."
    elif rank > BEST:
        detail = f"{sentence}; only the best {BEST} are looked at."
    elif trace.last_total is None:
        detail = f"{sentence}; nothing is selected."
    else:
        detail = f"{sentence}; the last one selected has {displayed(trace.last_total)}."
    return GateStep(SCORE, passed, detail, lambda: _score_numbers(index, trace, limit))


def _score_numbers(index: int, trace: Trace, limit: float | None) -> Numbers:
    numbers = {"rank": trace.ranking.rank[index], "best": BEST, **asdict(trace.score(index))}
    if trace.last_total is not None:
        numbers["last_selected"] = trace.last_total
    refusal = trace.choice.refused.get(index)
    if refusal is not None and limit is not None:
        numbers |= _refused(refusal, limit)
    if limit is not None and numbers["rank"] <= BEST:
        numbers["enough"] = trace.enough(index)
    return numbers


def balance_step(index: int, trace: Trace, limit: float, share: float) -> GateStep:
    """Whether a memory found room in its bucket's share or in the whole budget."""
    refusal = trace.choice.refused.get(index)
    if refusal is None:
        return GateStep(BALANCE, passed=True, detail="It fits the selection's budget.")
    detail = f"It scored {displayed(trace.ranking.totals[index])}, but {_need(refusal, limit)}"
    if math.isfinite(share):
        over = math.ceil(refusal.bucket_used + refusal.cost - share)
        bucket = _BUCKET_NAMES.get(refusal.bucket or "", "")
        detail += (
            f"; it is {over} over the {number_text(math.floor(share))} tokens that the {bucket} "
            "bucket has for itself"
        )
    numbers = {**_refused(refusal, limit), "bucket_share": share}
    return GateStep(
        BALANCE,
        passed=False,
        detail=f"{detail}.",
        measure=lambda: {**numbers, "surely_enough": trace.enough(index)},
    )


def displayed(total: float) -> str:
    """A score with two decimals, more where they would hide it."""
    if math.isnan(total):
        return "no number"
    return f"{total:.2f}" if abs(total) >= 0.01 or not total else f"{total:.2g}"


def _need(refusal: Refusal, limit: float) -> str:
    if limit <= 0:
        return f"the selection's budget is {number_text(limit)}"
    return f"its {refusal.cost} tokens do not fit: {refusal.used} of {number_text(limit)} are taken"


def _refused(refusal: Refusal, limit: float) -> dict[str, float]:
    return {
        "tokens": refusal.cost,
        "used": refusal.used,
        "bucket_used": refusal.bucket_used,
        "limit": limit,
        "over": refusal.used + refusal.cost - limit,
    }


def _either(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"One of {', '.join(names)}"


def _neither(names: Sequence[str]) -> str:
    return f"None of {', '.join(names)}"
