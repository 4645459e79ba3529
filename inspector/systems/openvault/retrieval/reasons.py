"""The gates' plain sentences, with their numbers."""

import math
from collections.abc import Mapping, Sequence

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
    GateStep,
    Trace,
)
from inspector.systems.openvault.retrieval.sources import Source, SourceState

_BUCKET_NAMES = {"old": "old", "mid": "middle", "recent": "recent"}


def hidden_step(
    source: Source, facts: Facts, length: int, *, passed: bool, by_fingerprint: bool = False
) -> GateStep:
    """Whether a memory's source message lets it be a candidate."""
    numbers: dict[str, float] = {"chat_length": length}
    if source.index is not None:
        numbers["source"] = source.index
    if by_fingerprint and source.state is SourceState.GONE:
        detail = "None of its source messages is in the chat any more."
    else:
        detail = _source_sentence(source, len(facts.sources), length)
    return GateStep(HIDDEN, passed, detail, numbers)


def reflection_step(*, passed: bool, off: bool) -> GateStep:
    """What is said of a reflection, which needs no hidden source."""
    if passed:
        detail = "It is a reflection, which needs no hidden source."
    elif off:
        detail = "It is a reflection, and the prompt of the reflections is switched off."
    else:
        detail = "It is a reflection with the id of another candidate, which stands for both."
    return GateStep(HIDDEN, passed, detail)


def _source_sentence(source: Source, sources: int, length: int) -> str:
    if source.index is None:
        return "It names no source message, and only memories of hidden messages are injected."
    which = "its source" if sources == 1 else "its oldest source"
    message = f"Message {number_text(source.index)}, {which},"
    match source.state:
        case SourceState.HIDDEN:
            return f"{message} is hidden."
        case SourceState.VISIBLE if source.index < 0 or source.index != math.floor(source.index):
            return f"{message} is no message of a chat."
        case SourceState.VISIBLE:
            return f"{message} is still visible."
        case _:
            return f"{message} is not in the chat, which has {length} messages."


def pov_step(
    facts: Facts, witnesses: Sequence[str], viewpoint: Viewpoint, *, fallback: bool
) -> GateStep:
    """Whether anybody of the viewpoint knows a memory."""
    knows = viewpoint.knows(facts)
    numbers: dict[str, float] = {"witnesses": len(witnesses)}
    if not viewpoint.names:
        return GateStep(
            POV, passed=True, detail="Nobody's point of view is taken.", numbers=numbers
        )
    if knows:
        detail = f"{_either(viewpoint.names)} {_how_known(facts, viewpoint)}."
        return GateStep(POV, passed=True, detail=detail, numbers=numbers)
    detail = _unknown(viewpoint.names, witnesses)
    if facts.is_secret and not viewpoint.accepted.isdisjoint(facts.involved):
        detail += " Who took part in a secret does not count."
    if fallback:
        detail += " It goes on all the same, because they know no candidate at all."
    return GateStep(POV, fallback, detail, numbers)


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


def score_step(place: int, trace: Trace, *, passed: bool, limit: float | None = None) -> GateStep:
    """Where a memory came by its score.

    Args:
        place: of the memory.
        trace: what happened.
        passed: whether it went on.
        limit: the budget that the selection ends with, where that is this gate's (1.41, 1.44).
    """
    total, rank = trace.totals[place], trace.rank[place]
    numbers = {"score": total, "rank": rank, **_parts(place, trace)}
    sentence = f"It scored {shown(total)}, rank {rank} of {len(trace.ranked)}"
    if passed:
        return GateStep(SCORE, passed=True, detail=f"{sentence}.", numbers=numbers)
    refusal = trace.choice.refused.get(place)
    if refusal is not None and limit is not None:
        numbers |= _refused(refusal, limit)
        need = _need(refusal, limit)
        detail = f"{sentence}, and {need}; what comes after it is not looked at."
    elif rank > BEST:
        detail = f"{sentence}; only the best {BEST} are looked at."
    elif trace.last_total is None:
        detail = f"{sentence}; nothing is selected."
    else:
        numbers["last_selected"] = trace.last_total
        detail = f"{sentence}; the last one selected has {shown(trace.last_total)}."
    return GateStep(SCORE, passed=False, detail=detail, numbers=numbers)


def balance_step(place: int, trace: Trace, limit: float, share: float) -> GateStep:
    """Whether a memory found room in its bucket's share or in the whole budget."""
    refusal = trace.choice.refused.get(place)
    if refusal is None:
        return GateStep(BALANCE, passed=True, detail="It fits the selection's budget.")
    numbers = {**_refused(refusal, limit), "bucket_share": share}
    numbers["over"] = refusal.used + refusal.cost - limit
    bucket = _BUCKET_NAMES.get(refusal.bucket or "", "")
    over = refusal.bucket_used + refusal.cost - share
    detail = (
        f"It scored {shown(trace.totals[place])}, but {_need(refusal, limit)}; it is "
        f"{number_text(math.ceil(over))} over the {number_text(math.floor(share))} tokens that "
        f"the {bucket} bucket has for itself."
        if math.isfinite(share)
        else f"It scored {shown(trace.totals[place])}, but {_need(refusal, limit)}."
    )
    return GateStep(BALANCE, passed=False, detail=detail, numbers=numbers)


def shown(total: float) -> str:
    """A score with two decimals, more where they would hide it."""
    if math.isnan(total):
        return "no number"
    return f"{total:.2f}" if abs(total) >= 0.01 or not total else f"{total:.2g}"


def _need(refusal: Refusal, limit: float) -> str:
    return f"its {refusal.cost} tokens do not fit: {refusal.used} of {number_text(limit)} are taken"


def _refused(refusal: Refusal, limit: float) -> Mapping[str, float]:
    return {
        "tokens": refusal.cost,
        "used": refusal.used,
        "bucket_used": refusal.bucket_used,
        "limit": limit,
    }


def _parts(place: int, trace: Trace) -> Mapping[str, float]:
    parts = trace.score(place)
    return {
        "distance": parts.distance,
        "importance": parts.importance,
        "base": parts.base,
        "floored": parts.floored,
        "similarity": parts.similarity,
        "vector_bonus": parts.vector_bonus,
        "keywords": parts.keywords,
        "keyword_bonus": parts.keyword_bonus,
        "hit_damping": parts.hit_damping,
        "frequency": parts.frequency,
        "decay": parts.decay,
    }


def _either(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"One of {', '.join(names)}"


def _neither(names: Sequence[str]) -> str:
    return f"None of {', '.join(names)}"
