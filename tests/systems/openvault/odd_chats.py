"""Chats and data as odd as specs/openvault-corrections.md describes, R20 to R37 and T."""

import random
from dataclasses import dataclass

from inspector.core.document import Document
from inspector.core.moment import Moment
from tests.systems.openvault.retrieval.vaults import encoded, loaded

NAMES = ("Mira", "Robin", "Лиза", "Old Tam", "D'Arcy", "Zoë", "Straße", "mira", "M.", "constructor")
THINGS = (
    "the silver bell",
    "старую карту",
    "银剑",
    "red_door",
    "flooded crypt",
    "«mill wheel»",
    "",
)
VALUES = (
    *(None, 0, 1, -1, 2.5, 7, 1e300, True, False, "", "x", "4", "Mira", " "),
    *([], [None], ["Mira"], [1, "x"], {}, {"length": 2}, {"toString": 1}),
)
FIELDS = (
    *("id", "type", "summary", "importance", "message_ids", "sequence", "created_at", "witnesses"),
    *("characters_involved", "is_secret", "message_fingerprints", "tokens", "mentions", "level"),
    *("retrieval_hits", "is_transient", "archived", "embedding", "embedding_b64"),
    *("temporal_anchor", "location"),
)
SETTINGS = (
    *("retrievalFinalTokens", "forgetfulnessBaseLambda", "vectorSimilarityThreshold"),
    *("entityWindowSize", "topEntitiesCount", "recencyDecayFactor", "entityBoostWeight"),
    *("embeddingWindowSize", "enabled"),
)
SETTINGS_26 = (
    *("alpha", "transientDecayMultiplier", "worldContextBudget", "injection.memory.position"),
    *("injection.memory.depth", "injection.reflections.position", "injection.world.position"),
    "injection.scene.position",
)
SETTINGS_14X = ("forgetfulnessImportance5Floor", "vectorSimilarityWeight", "keywordMatchWeight")


@dataclass(frozen=True)
class OddChat:
    """A chat, what OpenVault keeps in it, and how it is asked.

    Attributes:
        release: who answers.
        messages: as stored.
        data: `chat_metadata.openvault`.
        moment: the question.
    """

    release: str
    messages: list[dict[str, object]]
    data: dict[str, object]
    moment: Moment

    @property
    def document(self) -> Document:
        """The same as it is read from a file."""
        return loaded(self.messages, self.data)


def odd_chat(seed: int, release: str) -> OddChat:
    """The chat of a seed; the same on every run."""
    return _Maker(random.Random(f"{seed} {release}"), release).made()


class _Maker:
    def __init__(self, dice: random.Random, release: str) -> None:
        self._dice = dice
        self._release = release
        # Half of the chats are only a little odd, so that they are not all refused at once.
        self._oddness = dice.choice((0.0, 0.01, 0.03, 0.2))
        self._length = dice.choice((0, 1, 2, 3, 20, 60, 130, 620))
        self._displayed = dice.choice((0, 1, 2, 5, 30))

    def made(self) -> OddChat:
        messages = [self._message(index) for index in range(self._length)]
        return OddChat(self._release, messages, self._data(messages), self._moment())

    def _is_odd(self) -> bool:
        return self._dice.random() < self._oddness

    def _or_odd(self, value: object) -> object:
        return self._dice.choice(VALUES) if self._is_odd() else value

    def _sentence(self) -> str:
        pick = self._dice.choice
        verb = pick(("hid", "нашёл", "burned", 'promised "never again" to', "rang"))
        return f"{pick(NAMES)} {verb} {pick(THINGS)} {pick(('again', 'у ворот', '- lately', ''))}."

    def _names(self) -> list[str]:
        return self._dice.sample((*NAMES, ""), self._dice.randint(0, 3))

    def _message(self, location: int) -> dict[str, object]:
        record: dict[str, object] = {
            "name": self._or_odd(self._dice.choice(NAMES)),
            "is_user": location % 2 == 0,
            "is_system": location < self._length - self._displayed and self._dice.random() < 0.95,
            "mes": self._or_odd("\n\n".join(self._sentence() for _ in range(2))),
        }
        if self._dice.random() < 0.9:
            record["send_date"] = self._or_odd(f"2026-08-01T12:{location // 2 % 60:02}")
        return record

    def _memory(self, location: int, messages: list[dict[str, object]]) -> object:
        if self._dice.random() < self._oddness / 4:
            return self._dice.choice((5, "x", True, [], None))
        dice, length = self._dice, max(1, self._length)
        ids = sorted({dice.randrange(length + 2) for _ in range(dice.randint(1, 3))})
        record: dict[str, object] = {
            "id": f"event_{location if dice.random() < 0.9 else 0}",
            "type": dice.choice(("event", "event", "event", "reflection", None)),
            "summary": self._sentence(),
            "importance": dice.randint(1, 5),
            "message_ids": ids,
            "sequence": ids[0] * 1000 + location,
            "witnesses": self._names(),
            "characters_involved": self._names(),
            "is_secret": dice.random() < 0.4,
            "mentions": dice.choice((1, 2, 9)),
            "retrieval_hits": dice.choice((0, 3)),
            "archived": dice.random() < 0.1,
        }
        if dice.random() < 0.3:
            record["tokens"] = dice.sample(("bell", "hid", "карт", "rang", "burn"), 3)
        if dice.random() < 0.3:
            record["embedding_b64"] = encoded(dice.random(), dice.random())
        if dice.random() < 0.3 and messages:
            marks = [messages[one % length].get("send_date") for one in ids]
            record["message_fingerprints"] = marks
        for key in FIELDS:
            if self._is_odd():
                record[key] = dice.choice(VALUES)
            elif dice.random() < 0.03:
                record.pop(key, None)
        return record

    def _data(self, messages: list[dict[str, object]]) -> dict[str, object]:
        dice = self._dice
        count = dice.choice((0, 1, 3, 12, 40))
        memories = [self._memory(index, messages) for index in range(count)]
        nodes = {
            name.lower(): self._or_odd(
                {
                    "name": self._or_odd(name),
                    "type": "PERSON",
                    "description": self._or_odd(self._sentence()),
                    "mentions": self._or_odd(dice.randint(1, 9)),
                    "aliases": self._or_odd(dice.sample(("Bela", "the raven", "", "Ko"), 2)),
                }
            )
            for name in dice.sample(NAMES, 4)
        }
        keys = [*nodes, "constructor", "gone"]
        edges = {
            f"e{n}": self._or_odd(
                {
                    "source": dice.choice(keys),
                    "target": dice.choice(keys),
                    "weight": self._or_odd(n),
                    "description": self._or_odd(self._sentence()),
                }
            )
            for n in range(5)
        }
        scene = {
            "location": "Mill",
            "time": self._or_odd("noon"),
            "characters": self._or_odd({"Mira": self._or_odd({"clothing": self._or_odd(["hat"])})}),
            "source_fp": self._or_odd("2026-08-01T12:01"),
        }
        data: dict[str, object] = {
            "schema_version": dice.choice((8, 8, 8, 2, 1)),
            "memories": self._or_odd(memories),
            "character_states": self._or_odd(
                {
                    name: self._or_odd(
                        {
                            "current_emotion": dice.choice(("sad", "neutral", "")),
                            "known_events": self._or_odd([f"event_{dice.randrange(9)}"]),
                        }
                    )
                    for name in dice.sample(NAMES, 3)
                }
            ),
            "graph": self._or_odd(
                {
                    "nodes": self._or_odd(nodes),
                    "edges": self._or_odd(edges),
                    "_mergeRedirects": self._or_odd({"mira": "robin", "robin": "mira"}),
                }
            ),
            "scene_states": self._or_odd({"2026-08-01T12:01": self._or_odd(scene)}),
            "relationships": self._or_odd(
                {"Mira<->Robin": self._or_odd({"character_a": "Mira", "character_b": "Robin"})}
            ),
            "idf_cache": self._or_odd({"idfMap": {"bell": 2}, "avgDL": 4, "memoryCount": count}),
            "global_world_state": self._or_odd({"summary": "Peace."}),
            "processed_message_ids": self._or_odd([]),
        }
        for key in list(data):
            if dice.random() < 0.15:
                del data[key]
        return data

    def _moment(self) -> Moment:
        dice = self._dice
        own = SETTINGS_26 if self._release == "26" else SETTINGS_14X
        settings = {name: dice.choice(VALUES) for name in (*SETTINGS, *own) if self._is_odd()}
        if dice.random() < 0.6:
            settings["retrievalFinalTokens"] = dice.choice((20, 80, 300, 2000))
        group = tuple(dice.sample(NAMES, 3)) if dice.random() < 0.3 else ()
        return Moment(
            user=dice.choice(NAMES),
            character=group[0] if group else dice.choice(NAMES),
            group=group,
            pending=dice.choice((None, None, "   ", self._sentence(), "A recap, Mira?")),
            settings=settings,
            query_vector=dice.choice((None, None, (0.6, 0.8), (1.0, 0.0, 0.0))),
        )
