"""What a design's gates say of a memory: specs/as-designed.md §1, *Gates*."""

from collections.abc import Mapping

from inspector.core.injection import Bucket, GateStep
from inspector.language import N_, _, ngettext
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

_BUCKET_NAMES: Mapping[Bucket, str] = {"old": N_("Old"), "mid": N_("Mid"), "recent": N_("Recent")}
_ROOM: Mapping[Bucket, str] = {
    "old": N_("Old has room for it."),
    "mid": N_("Mid has room for it."),
    "recent": N_("Recent has room for it."),
}
_NO_ROOM: Mapping[Bucket, str] = {
    "old": N_("Old has no room for it."),
    "mid": N_("Mid has no room for it."),
    "recent": N_("Recent has no room for it."),
}


def no_room(bucket: Bucket, share: Share) -> str:
    """The sentence for a memory that its bucket's share does not hold."""
    words = _(_NO_ROOM[bucket])
    return f"{words} {_share_words(bucket, share)}."


def _share_words(bucket: Bucket, share: Share) -> str:
    words = ngettext(
        "{bucket} may use {tokens:,} tokens and its only memory needs {needed:,}",
        "{bucket} may use {tokens:,} tokens and its {n:,} memories need {needed:,}",
        share.memories,
    )
    name = _(_BUCKET_NAMES[bucket])
    return words.format(bucket=name, tokens=share.tokens, n=share.memories, needed=share.needed)


def archived_step(member: DesignedMemory) -> GateStep:
    """Whether it has been put away."""
    detail = _("It is archived.") if member.archived else _("It is not archived.")
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
        return _("Every memory is considered: candidates is all.")
    location = _source_words(rule, member.oldest)
    if rule.rule == HIDDEN:
        return location
    if not rule.viewpoint:
        nobody = _("Nobody's point of view is taken: it is not known who answers.")
        return f"{location} {nobody}"
    return f"{location} {_how_known(rule, member).format(name=rule.name)}"


def _source_words(rule: CandidateRule, source: int | None) -> str:
    if source is None:
        return _("It names no source message, so nothing is said twice.")
    if not 0 <= source < rule.length:
        return _("Message {source}, its oldest source, is not in the chat any more.").format(
            source=source
        )
    return _("Its messages are hidden from message {source} on: nothing is said twice.").format(
        source=source
    )


def _how_known(rule: CandidateRule, member: DesignedMemory) -> str:
    memory = member.memory
    if any(name.casefold() == rule.viewpoint for name in memory.witnesses):
        return _("{name} is a witness.")
    if rule.viewpoint in member.knowers:
        return _("{name} took part.")
    return _("{name} was told.")


def room_step(bucket: Bucket, share: Share, member: DesignedMemory) -> GateStep:
    """What is said of a memory that the budget keeps."""
    words, n = _share_words(bucket, share), member.importance
    if share.needed <= share.tokens:
        detail = f"{_(_ROOM[bucket])} {words}."
    else:
        stays = ngettext("{share}; with {n} star it stays.", "{share}; with {n} stars it stays.", n)
        detail = stays.format(share=words, n=n)
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
