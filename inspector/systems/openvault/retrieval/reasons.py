"""The gates' plain sentences, with their numbers."""

import math
from collections.abc import Sequence
from dataclasses import asdict

from inspector.core.injection import GateStep, Numbers
from inspector.core.javascript import number_text
from inspector.language import N_, _, ngettext, numeral, plain
from inspector.systems.openvault.retrieval.balance import Refusal
from inspector.systems.openvault.retrieval.facts import Facts
from inspector.systems.openvault.retrieval.fingerprints import ChatIndex
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

_OVER_SHARE = {
    "old": N_(
        "{scored}; it is {over:,} over the {share} tokens that the old bucket has for itself"
    ),
    "mid": N_(
        "{scored}; it is {over:,} over the {share} tokens that the middle bucket has for itself"
    ),
    "recent": N_(
        "{scored}; it is {over:,} over the {share} tokens that the recent bucket has for itself"
    ),
    "": N_("{scored}; it is {over:,} over the {share} tokens that its bucket has for itself"),
}


def hidden_step(
    source: Source,
    facts: Facts,
    length: int,
    *,
    passed: bool,
    found_by_date: ChatIndex | None = None,
) -> GateStep:
    """Whether a memory's source message lets it be a candidate.

    Args:
        source: the message that decides it.
        facts: the memory's.
        length: messages of the chat up to its end.
        passed: whether it does.
        found_by_date: of the chat, where the message was found by its fingerprint.
    """
    if found_by_date is not None and source.state is SourceState.GONE:
        detail = _("None of its source messages is in the chat any more.")
    else:
        detail = _source_sentence(source, len(facts.sources), length)
    if found_by_date is not None:
        more = _by_date_sentence(source, facts, found_by_date, length)
        detail = f"{detail} {more}" if more else detail
    return GateStep(HIDDEN, passed, detail, lambda: _source_numbers(source, length))


def _by_date_sentence(source: Source, facts: Facts, index: ChatIndex, length: int) -> str:
    """Why the source that decides is not the first that the memory names by its number (§2).

    Release 26 looks its sources up by their fingerprints, which are the messages' dates.

    Args:
        source: what was found so.
        facts: the memory's.
        index: of its chat.
        length: messages of the chat up to its end.

    Returns:
        a sentence; empty where both are one message, or no source was found or is named.
    """
    first = facts.oldest_source
    if source.index is None or first < 0 or first == source.index:
        return ""
    if first < length and index.fingerprint(first) == index.fingerprint(int(source.index)):
        return _(
            "Message {first} has the same date, and of several with one date the last is found."
        ).format(first=first)
    return _("The release finds its sources by their dates, not by number {first}.").format(
        first=first
    )


def _source_numbers(source: Source, length: int) -> Numbers:
    numbers: dict[str, float] = {"chat_length": length}
    return numbers if source.index is None else {**numbers, "source": source.index}


def reflection_step(*, passed: bool, off: bool) -> GateStep:
    """What is said of a reflection, which needs no hidden source."""
    if passed:
        detail = _("It is a reflection, which needs no hidden source.")
    elif off:
        detail = _("It is a reflection, and injection.reflections.position keeps those out.")
    else:
        detail = _("It is a reflection with the id of another candidate, which stands for both.")
    return GateStep(HIDDEN, passed, detail)


def twin_step() -> GateStep:
    """What is said of a candidate whose id an earlier one has (release 26, R1)."""
    detail = _("It has the same id as an earlier candidate, which stands for both.")
    return GateStep(HIDDEN, passed=False, detail=detail)


def _source_sentence(source: Source, sources: int, length: int) -> str:
    if source.index is None:
        return _("It names no source message, and only memories of hidden messages are injected.")
    is_only = sources == 1
    match source.state:
        case SourceState.HIDDEN if is_only:
            words = _("Message {message}, its source, is hidden.")
        case SourceState.HIDDEN:
            words = _("Message {message}, its oldest source, is hidden.")
        case SourceState.VISIBLE if not (source.index >= 0 and source.index % 1 == 0):
            words = _("Message {message}, its oldest source, is no message of a chat.")
            if is_only:
                words = _("Message {message}, its source, is no message of a chat.")
        case SourceState.VISIBLE if is_only:
            words = _("Message {message}, its source, is still visible.")
        case SourceState.VISIBLE:
            words = _("Message {message}, its oldest source, is still visible.")
        case _other if is_only:
            words = ngettext(
                "Message {message}, its source, is not in the chat, which has {length:,} message.",
                "Message {message}, its source, is not in the chat, which has {length:,} messages.",
                length,
            )
        case _other:
            words = ngettext(
                "Message {message}, its oldest source, is not in the chat, which has {length:,} "
                "message.",
                "Message {message}, its oldest source, is not in the chat, which has {length:,} "
                "messages.",
                length,
            )
    return words.format(message=number_text(source.index), length=length)


def pov_step(
    facts: Facts, witnesses: Sequence[str], viewpoint: Viewpoint, *, fallback: bool
) -> GateStep:
    """Whether anybody of the viewpoint knows a memory."""
    if viewpoint.knows(facts):
        return GateStep(POV, passed=True, detail=_how_known(facts, viewpoint))
    detail = _unknown(viewpoint.names, witnesses)
    if facts.is_secret and not viewpoint.accepted.isdisjoint(facts.involved):
        detail += " " + _("Who took part in a secret does not count.")
    if fallback:
        detail += " " + _("It goes on all the same, because they know no candidate at all.")
    return GateStep(POV, fallback, detail)


def _how_known(facts: Facts, viewpoint: Viewpoint) -> str:
    is_one, names = len(viewpoint.names) == 1, ", ".join(viewpoint.names)
    if viewpoint.witnessed(facts):
        words = _("{name} is a witness.") if is_one else _("One of {names} is a witness.")
    elif viewpoint.took_part(facts):
        words = _("{name} took part.") if is_one else _("One of {names} took part.")
    else:
        words = _("{name} was told.") if is_one else _("One of {names} was told.")
    return words.format(name=names, names=names)


def _unknown(names: Sequence[str], witnesses: Sequence[str]) -> str:
    is_one, listed = len(names) == 1, ", ".join(names)
    if not witnesses:
        words = _("None of {names} knows it: it has no witness.")
        if is_one:
            words = _("{name} does not know it: it has no witness.")
        return words.format(name=listed, names=listed)
    if len(witnesses) == 1:
        words = _("None of {names} knows it: only {witness} is a witness.")
        if is_one:
            words = _("{name} does not know it: only {witness} is a witness.")
        return words.format(name=listed, names=listed, witness=witnesses[0])
    words = _("None of {names} knows it: only {witnesses} and {last} are witnesses.")
    if is_one:
        words = _("{name} does not know it: only {witnesses} and {last} are witnesses.")
    return words.format(
        name=listed, names=listed, witnesses=", ".join(witnesses[:-1]), last=witnesses[-1]
    )


def archived_step(*, archived: bool, removed: bool) -> GateStep:
    """Whether a memory has been put away."""
    if removed:
        detail = _("It is a reflection on reflections, which the migration to schema 7 removes.")
        return GateStep(ARCHIVED, passed=False, detail=detail)
    detail = _("It is archived.") if archived else _("It is not archived.")
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
    rank, total = ranking.order.rank(index), displayed(ranking.order.score(index))
    refusal = trace.choice.refused.get(index)
    if passed:
        words = _("It scored {total}, rank {rank:,} of {count:,}.")
    elif refusal is not None and limit is not None:
        words = _(
            "It scored {total}, rank {rank:,} of {count:,}, and its {cost} tokens do not fit: "
            "{used} of {limit} are taken; nothing after it is looked at."
        )
        if limit <= 0:
            words = _(
                "It scored {total}, rank {rank:,} of {count:,}, and the selection's budget is "
                "{limit}; nothing after it is looked at."
            )
    elif rank > BEST:
        words = _(
            "It scored {total}, rank {rank:,} of {count:,}; only the best {best} are looked at."
        )
    elif trace.last_total is None:
        words = _("It scored {total}, rank {rank:,} of {count:,}; nothing is selected.")
    else:
        words = _(
            "It scored {total}, rank {rank:,} of {count:,}; the last one selected has {last_total}."
        )
    detail = words.format(
        total=total,
        rank=rank,
        count=len(ranking.order),
        best=BEST,
        last_total="" if trace.last_total is None else displayed(trace.last_total),
        **_refused_words(refusal, limit),
    )
    return GateStep(SCORE, passed, detail, lambda: _score_numbers(index, trace, limit))


def _score_numbers(index: int, trace: Trace, limit: float | None) -> Numbers:
    numbers = {"rank": trace.ranking.order.rank(index), "best": BEST, **asdict(trace.score(index))}
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
        return GateStep(BALANCE, passed=True, detail=_("It fits the selection's budget."))
    words = _("It scored {total}, but its {cost} tokens do not fit: {used} of {limit} are taken")
    if limit <= 0:
        words = _("It scored {total}, but the selection's budget is {limit}")
    detail = words.format(
        total=displayed(trace.ranking.order.score(index)), **_refused_words(refusal, limit)
    )
    if math.isfinite(share):
        over = math.ceil(refusal.bucket_used + refusal.cost - share)
        also = _(_OVER_SHARE.get(refusal.bucket or "", _OVER_SHARE[""]))
        detail = also.format(scored=detail, over=over, share=plain(math.floor(share)))
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
        return _("no number")
    return numeral(total, ".2f" if abs(total) >= 0.01 or not total else ".2g")


def _refused_words(refusal: Refusal | None, limit: float | None) -> dict[str, object]:
    if refusal is None or limit is None:
        return {}
    return {
        name: plain(one)
        for name, one in zip(
            ("cost", "used", "limit"), (refusal.cost, refusal.used, limit), strict=True
        )
    }


def _refused(refusal: Refusal, limit: float) -> dict[str, float]:
    return {
        "tokens": refusal.cost,
        "used": refusal.used,
        "bucket_used": refusal.bucket_used,
        "limit": limit,
        "over": refusal.used + refusal.cost - limit,
    }
