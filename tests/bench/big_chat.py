"""Makes a chat as large as the targets of DESIGN §6 speak of."""

import json
import random
from pathlib import Path

_WORDS = [
    "lantern",
    "harbour",
    "ledger",
    "quiet",
    "storm",
    "copper",
    "window",
    "market",
    "river",
    "promise",
    "garden",
    "winter",
    "letter",
    "bridge",
    "candle",
    "orchard",
    "whisper",
    "thunder",
    "basket",
    "morning",
    "evening",
    "stranger",
    "captain",
    "meadow",
    "silver",
    "kettle",
    "shadow",
    "laughter",
    "corner",
    "village",
    "the",
    "a",
    "of",
    "and",
    "to",
    "in",
    "with",
    "under",
    "over",
]
_PEOPLE = ("Mira", "Robin", "Old Tam", "Captain Orsk", "Лиза", "小雨")


def write_big_chat(
    path: Path, messages: int = 100_000, memories: int = 10_000, bytes_each: int = 1_000
) -> None:
    """Write a chat with OpenVault memories to `path`.

    Args:
        path: where to.
        messages: how many messages.
        memories: how many memories, spread evenly.
        bytes_each: about how long a message's line is.
    """
    dice = random.Random(20_261_122)
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write(_compact(_header(dice, messages, memories)))
        for index in range(messages):
            file.write("\n" + _compact(_message(dice, index, messages, bytes_each)))


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _sentence(dice: random.Random, words: int) -> str:
    return " ".join(dice.choices(_WORDS, k=words)).capitalize() + "."


def _message(dice: random.Random, index: int, messages: int, bytes_each: int) -> object:
    is_user = index % 2 == 0
    text = " ".join(_sentence(dice, 12) for _ in range(max(1, (bytes_each - 330) // 85)))
    return {
        "name": "Robin" if is_user else "Mira",
        "is_user": is_user,
        "is_system": index < messages * 0.9,
        "send_date": f"2026-{1 + index // 9000:02d}-{1 + index % 27:02d}T10:{index % 60:02d}:00Z",
        "mes": text,
        "extra": {"api": "openrouter", "model": "example/model-1", "token_count": 115},
        "swipe_id": 0,
        "swipe_info": [{"send_date": "2026-01-01T10:00:00.000Z", "extra": {}}],
        "force_avatar": "/thumbnail?type=avatar&file=Mira.png",
    }


def _header(dice: random.Random, messages: int, memories: int) -> object:
    stored = [_memory(dice, index, messages, memories) for index in range(memories)]
    states = {
        name: {
            "name": name,
            "current_emotion": dice.choice(["wary", "calm", "neutral"]),
            "emotion_intensity": 5,
            "known_events": [m["id"] for m in stored if name in m["witnesses"]],
            "last_updated": 1_777_000_000_000,
            "emotion_from_messages": {"min": messages - 20, "max": messages - 10},
        }
        for name in _PEOPLE
    }
    vault = {
        "schema_version": 8,
        "memories": stored,
        "character_states": states,
        "processed_message_ids": [],
        "graph": {"nodes": {}, "edges": {}},
    }
    return {
        "chat_metadata": {"integrity": "3f0d3c61-0000-4000-8000-000000000001", "openvault": vault},
        "user_name": "unused",
        "character_name": "unused",
    }


def _memory(dice: random.Random, index: int, messages: int, memories: int) -> dict[str, object]:
    first = index * (messages - 10) // max(1, memories)
    ids = list(range(first, first + dice.randint(1, 8)))
    return {
        "id": f"event_1777000000000_{index}",
        "type": "event",
        "summary": _sentence(dice, dice.randint(8, 18)),
        "importance": dice.randint(1, 5),
        "temporal_anchor": None,
        "is_transient": False,
        "characters_involved": dice.sample(_PEOPLE, 2),
        "witnesses": dice.sample(_PEOPLE, dice.randint(1, 4)),
        "location": None,
        "is_secret": dice.random() < 0.2,
        "emotional_impact": {},
        "relationship_impact": {},
        "tokens": dice.choices(_WORDS, k=10),
        "message_ids": ids,
        "message_fingerprints": [f"2026-01-01T10:00:{n % 60:02d}.000Z" for n in ids],
        "sequence": first * 1000,
        "created_at": 1_777_000_000_000 + index,
    }
