"""What a design's gates say of a memory: specs/as-designed.md §1, *Gates*."""

from inspector.core.injection import Bucket, GateStep
from inspector.systems.openvault.budget import Share
from inspector.systems.openvault.candidates import (
    ALL,
    ARCHIVED_GATE,
    BUDGET_GATE,
    CANDIDATES_GATE,
    HIDDEN,
    CandidateRule,
)
from inspector.systems.openvault.designed_memory import DesignedMemory


def no_room(bucket: Bucket, share: Share) -> str:
    """The sentence for a memory that its bucket's share does not hold."""
    name = bucket.capitalize()
    return f"{name} has no room for it. {_share_words(bucket, share)}."


def _share_words(bucket: Bucket, share: Share) -> str:
    if share.memories == 1:
        need = f"its only memory needs {share.needed}"
    else:
        need = f"its {share.memories} memories need {share.needed}"
    return f"{bucket.capitalize()} may use {share.tokens} tokens and {need}"


def archived_step(member: DesignedMemory) -> GateStep:
    """Whether it has been put away."""
    detail = "It is archived." if member.archived else "It is not archived."
    return GateStep(ARCHIVED_GATE, not member.archived, detail)


def candidates_step(rule: CandidateRule, member: DesignedMemory, *, passed: bool) -> GateStep:
    """Whether it is considered at all."""
    detail = _candidate_words(rule, member) if passed else rule.exclusion(member).reason
    source = member.oldest
    numbers: dict[str, float] = {"chat_length": rule.length}
    if source is not None:
        numbers["source"] = source
    return GateStep(CANDIDATES_GATE, passed, detail, lambda: numbers)


def _candidate_words(rule: CandidateRule, member: DesignedMemory) -> str:
    if rule.rule == ALL:
        return "Every memory is considered: candidates is all."
    location = _source_words(rule, member.oldest)
    if rule.rule == HIDDEN:
        return location
    if not rule.viewpoint:
        return f"{location} Nobody's point of view is taken: it is not known who answers."
    return f"{location} {rule.name} {_how_known(rule, member)}."


def _source_words(rule: CandidateRule, source: int | None) -> str:
    if source is None:
        return "It names no source message, so nothing is said twice."
    if not 0 <= source < rule.length:
        return f"Message {source}, its oldest source, is not in the chat any more."
    return f"Its messages are hidden from message {source} on: nothing is said twice."


def _how_known(rule: CandidateRule, member: DesignedMemory) -> str:
    memory = member.memory
    if any(name.casefold() == rule.viewpoint for name in memory.witnesses):
        return "is a witness"
    return "took part" if rule.viewpoint in member.knowers else "was told"


def room_step(bucket: Bucket, share: Share, member: DesignedMemory) -> GateStep:
    """What is said of a memory that the budget keeps."""
    words = _share_words(bucket, share)
    if share.needed <= share.tokens:
        detail = f"{bucket.capitalize()} has room for it. {words}."
    else:
        detail = f"{words}; with {_stars(member.importance)} it stays."
    numbers = _share_numbers(share, member)
    return GateStep(BUDGET_GATE, passed=True, detail=detail, measure=lambda: numbers)


def no_room_step(detail: str, share: Share, member: DesignedMemory, enough: float) -> GateStep:
    """What is said of a memory that the budget drops.

    Args:
        detail: the verdict's sentence.
        share: its bucket's.
        member: the memory.
        enough: a budget at which its bucket would hold it.
    """
    numbers = _share_numbers(share, member)
    numbers["enough"] = enough
    return GateStep(BUDGET_GATE, passed=False, detail=detail, measure=lambda: numbers)


def _share_numbers(share: Share, member: DesignedMemory) -> dict[str, float]:
    return {
        "tokens": member.cost,
        "share": share.tokens,
        "needed": share.needed,
        "memories": share.memories,
        "importance": member.importance,
    }


def _stars(importance: int) -> str:
    return "1 star" if importance == 1 else f"{importance} stars"
