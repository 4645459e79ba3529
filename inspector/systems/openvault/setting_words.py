"""What people call OpenVault's settings."""

from collections.abc import Collection, Mapping
from typing import Final

from inspector.core.settings import words_for

_IN_CHAT = 4
_NEVER_READ = frozenset(
    {"bucketMinRepresentation", "bucketSoftBalanceBudget", "exactPhraseBoostWeight"}
)
_POSITIONS: Final[Mapping[object, str]] = {
    -2: "nowhere",
    -1: "by macro only",
    0: "before the prompt",
    1: "after the prompt",
    2: "above the note",
    3: "below the note",
    _IN_CHAT: "in the chat",
}
_SLOTS = ("memory", "reflections", "world", "scene")

SETTING_WORDS = words_for(
    {
        "Room": {
            "retrievalFinalTokens": "Room for memories",
            "worldContextBudget": "Room for the world",
            "retrievalPreFilterTokens": "Offered to the model",
            "redistribute_unspent": "Pass on unspent room",
        },
        "Buckets": {
            "mid_start": "Mid begins at",
            "recent_start": "Recent begins at",
            "current_scene_size": "Current scene",
            "leading_up_size": "Leading up to it",
            "old_summary": "Paragraph for established history",
        },
        "Where it goes": {
            "injection.memory.position": "Memories stand",
            "injection.memory.depth": "Memories, depth",
            "injection.reflections.position": "Reflections stand",
            "injection.reflections.depth": "Reflections, depth",
            "injection.world.position": "World stands",
            "injection.world.depth": "World, depth",
            "injection.scene.position": "Scene stands",
        },
        "Who and how they feel": {
            "candidates": "Considered",
            "present": "Who is there",
            "emotion": "The answerer feels",
            "relationships": "Relationships",
            "emotions": "Emotions as",
            "emotion_limit": "Characters with emotions",
            "emotion_shifts": "Changes of emotion",
            "emotion_messages": "Name their messages",
        },
        "Gaps": {
            "gap_phrases": "Mark long gaps",
            "gap_pause": "“...” from",
            "gap_later": "“...Later...” from",
            "gap_much_later": "“...Much later...” from",
        },
        "What counts": {
            "alpha": "Meaning against words",
            "vectorSimilarityThreshold": "Alike from",
            "vectorSimilarityWeight": "Meaning adds at most",
            "keywordMatchWeight": "Matching words count",
            "entityBoostWeight": "Named people count",
            "recencyDecayFactor": "Older words count less by",
            "forgetfulnessBaseLambda": "Forgetting",
            "forgetfulnessImportance5Floor": "Five stars never fall below",
            "transientDecayMultiplier": "Passing things fade",
            "exactPhraseBoostWeight": "Exact phrases count",
            "bucketMinRepresentation": "Least share of a bucket",
            "bucketSoftBalanceBudget": "Room to balance buckets",
        },
        "How far it looks": {
            "entityWindowSize": "For names",
            "topEntitiesCount": "Names at most",
            "embeddingWindowSize": "For meaning",
            "embeddingSource": "Vectors come from",
            "smartRetrievalEnabled": "A model picks",
        },
        "Hiding and switches": {
            "autoHideEnabled": "Hide what is remembered",
            "visibleChatBudget": "Stays visible",
            "autoHideThreshold": "Stay visible",
            "enabled": "Extension on",
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
