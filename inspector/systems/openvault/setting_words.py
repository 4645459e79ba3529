"""What people call OpenVault's settings."""

from collections.abc import Collection, Mapping
from typing import Final

from inspector.core.settings import words_for
from inspector.language import N_

_IN_CHAT = 4
_NEVER_READ = frozenset(
    {"bucketMinRepresentation", "bucketSoftBalanceBudget", "exactPhraseBoostWeight"}
)
_POSITIONS: Final[Mapping[object, str]] = {
    -2: N_("nowhere"),
    -1: N_("by macro only"),
    0: N_("before the prompt"),
    1: N_("after the prompt"),
    2: N_("above the note"),
    3: N_("below the note"),
    _IN_CHAT: N_("in the chat"),
}
_SLOTS = ("memory", "reflections", "world", "scene")

SETTING_WORDS = words_for(
    {
        N_("Room"): {
            "retrievalFinalTokens": N_("Room for memories"),
            "worldContextBudget": N_("Room for the world"),
            "retrievalPreFilterTokens": N_("Offered to the model"),
            "redistribute_unspent": N_("Pass on unspent room"),
        },
        N_("Buckets"): {
            "mid_start": N_("Mid begins at"),
            "recent_start": N_("Recent begins at"),
            "current_scene_size": N_("Current scene"),
            "leading_up_size": N_("Leading up to it"),
            "old_summary": N_("Paragraph for established history"),
        },
        N_("Where it goes"): {
            "injection.memory.position": N_("Memories stand"),
            "injection.memory.depth": N_("Memories, depth"),
            "injection.reflections.position": N_("Reflections stand"),
            "injection.reflections.depth": N_("Reflections, depth"),
            "injection.world.position": N_("World stands"),
            "injection.world.depth": N_("World, depth"),
            "injection.scene.position": N_("Scene stands"),
        },
        N_("Who and how they feel"): {
            "candidates": N_("Considered"),
            "present": N_("Who is there"),
            "emotion": N_("The answerer feels"),
            "relationships": N_("Relationships"),
            "emotions": N_("Emotions as"),
            "emotion_limit": N_("Characters with emotions"),
            "emotion_shifts": N_("Changes of emotion"),
            "emotion_messages": N_("Name their messages"),
        },
        N_("Gaps"): {
            "gap_phrases": N_("Mark long gaps"),
            "gap_pause": N_("“...” from"),
            "gap_later": N_("“...Later...” from"),
            "gap_much_later": N_("“...Much later...” from"),
        },
        N_("What counts"): {
            "alpha": N_("Meaning against words"),
            "vectorSimilarityThreshold": N_("Alike from"),
            "vectorSimilarityWeight": N_("Meaning adds at most"),
            "keywordMatchWeight": N_("Matching words count"),
            "entityBoostWeight": N_("Named people count"),
            "recencyDecayFactor": N_("Older words count less by"),
            "forgetfulnessBaseLambda": N_("Forgetting"),
            "forgetfulnessImportance5Floor": N_("Five stars never fall below"),
            "transientDecayMultiplier": N_("Passing things fade"),
            "exactPhraseBoostWeight": N_("Exact phrases count"),
            "bucketMinRepresentation": N_("Least share of a bucket"),
            "bucketSoftBalanceBudget": N_("Room to balance buckets"),
        },
        N_("How far it looks"): {
            "entityWindowSize": N_("For names"),
            "topEntitiesCount": N_("Names at most"),
            "embeddingWindowSize": N_("For meaning"),
            "embeddingSource": N_("Vectors come from"),
            "smartRetrievalEnabled": N_("A model picks"),
        },
        N_("Hiding and switches"): {
            "autoHideEnabled": N_("Hide what is remembered"),
            "visibleChatBudget": N_("Stays visible"),
            "autoHideThreshold": N_("Stay visible"),
            "enabled": N_("Extension on"),
        },
    },
    {f"injection.{slot}.position": _POSITIONS for slot in _SLOTS},
)


def unused_settings(values: Mapping[str, object]) -> Collection[str]:
    """Names of settings that count for nothing with these values: see `MemorySystem`.

    Source: specs/openvault.md; what release 26 reads.
    """
    idle = (
        f"injection.{slot}.depth"
        for slot in _SLOTS
        if values.get(f"injection.{slot}.position", _IN_CHAT) != _IN_CHAT
    )
    gaps = () if values.get("gap_phrases", True) else ("gap_pause", "gap_later", "gap_much_later")
    return _NEVER_READ.union(idle, gaps)
