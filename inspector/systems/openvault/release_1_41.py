"""`openvault/1.41`: release A of specs/openvault.md, the code that followed seed 000."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from typing_extensions import override

from inspector.core.decoded import members
from inspector.core.injection import Bucket
from inspector.core.javascript import (
    UNDEFINED,
    entries,
    first_truthy,
    floor,
    get,
    get_if_any,
    identity,
    iterated,
    number_text,
    to_number,
    to_string,
    truthy,
)
from inspector.core.tokens import Tokenizer
from inspector.systems.openvault.entries import Regular
from inspector.systems.openvault.lines import SLOT, TAGS_AND_STARS, estimated_tokens
from inspector.systems.openvault.release_1_4x import Release14X
from inspector.systems.openvault.released import Inputs
from inspector.systems.openvault.retrieval.irregular import check_relationships
from inspector.systems.openvault.surroundings import is_later
from inspector.systems.openvault.wording import (
    REGULAR_HEADS,
    ReleasedMemory,
    Situation,
    Wording,
    stars,
)

NEUTRAL: Final = "neutral"
_SECRET_HEADS = {importance: f"{head}[Secret] " for importance, head in REGULAR_HEADS.items()}
_HEADS = {False: REGULAR_HEADS, True: _SECRET_HEADS}


def summary_cost(memory: ReleasedMemory, tokenizer: Tokenizer) -> float:
    """A/B: tokens of the summary alone, plus 5; a summary that is no text has no length."""
    return estimated_tokens(get(memory.value, "summary"), tokenizer) + TAGS_AND_STARS


class Wording141(Wording):
    """Buckets by shares of the chat, with ranges, an emotion and relationships."""

    @property
    @override
    def separates(self) -> bool:
        return False

    @override
    def header(self, situation: Situation) -> str:
        return f"(Current chat has #{to_string(situation.length)} messages)"

    @override
    def starts(self, situation: Situation) -> tuple[float, float]:
        count = to_number(situation.length)
        return count * 0.40, count * 0.80

    @override
    def title(self, bucket: Bucket, situation: Situation) -> str:
        mid, recent = map(floor, situation.starts or self.starts(situation))
        match bucket:
            case "old":
                return f"[ESTABLISHED HISTORY] (messages 1-{number_text(mid)})"
            case "mid":
                return f"[PREVIOUSLY] (messages {number_text(mid)}-{number_text(recent)})"
            case "recent":
                end = to_string(situation.length)
                return f"[RECENT EVENTS] (messages {number_text(recent)}-{end})"

    @override
    def context(self, situation: Situation) -> list[str]:
        texts = [
            _emotional_state(situation.emotional_info),
            _relationships(situation.relationships),
        ]
        return [text for text in texts if text]

    @override
    def line(self, value: object) -> str:
        secret = "[Secret] " if truthy(get(value, "is_secret")) else ""
        return f"{stars(value)} {secret}{to_string(get(value, 'summary'))}"

    @override
    def cost(self, memory: ReleasedMemory, tokenizer: Tokenizer) -> float:
        return summary_cost(memory, tokenizer)


def _emotional_state(info: object) -> str:
    emotion = info if isinstance(info, str) else get_if_any(info, "emotion")
    if not truthy(emotion) or emotion == NEUTRAL:
        return ""
    source = get_if_any(info, "fromMessages")
    if not truthy(source):
        return f"Emotional state: {to_string(emotion)}"
    first, last = get(source, "min"), get(source, "max")
    if identity(first) == identity(last):
        return f"Emotional state: {to_string(emotion)} (as of msg #{to_string(first)})"
    messages = f"{to_string(first)}-{to_string(last)}"
    return f"Emotional state: {to_string(emotion)} (as of msgs #{messages})"


def _relationships(value: object) -> str:
    """The list with its heading: one text, because the release counts it in one call."""
    count = get_if_any(value, "length")
    if not truthy(count) or not to_number(count) > 0:
        return ""
    listed = iterated(value, "relationships")
    return "\n".join(["Relationships with present characters:", *map(_relationship, listed)])


def _relationship(value: object) -> str:
    kind = first_truthy(get(value, "type"), "acquaintance")
    trust, tension = to_number(get(value, "trust")), to_number(get(value, "tension"))
    levels = _trust(trust) + _tension(tension)
    return f"- {to_string(get(value, 'character'))}: {to_string(kind)} ({levels})"


def _trust(level: float) -> str:
    if level >= 7:
        return "high trust"
    return "low trust" if level <= 3 else "moderate trust"


def _tension(level: float) -> str:
    if level >= 7:
        return ", high tension"
    return ", some tension" if level >= 4 else ""


@dataclass(frozen=True)
class Release141(Release14X):
    """Release 1.41."""

    wording: ClassVar[Wording] = Wording141()

    name: str = "openvault/1.41"
    title: str = "OpenVault 1.41"

    @override
    def regular_heads(self, memories: Regular) -> Sequence[str]:
        return [
            _HEADS[secret][importance]
            for importance, secret in zip(memories.importances, memories.secrets, strict=True)
        ]

    @override
    def situation(self, inputs: Inputs) -> Situation:
        return replace(
            self.bare_situation(inputs),
            emotional_info=live_emotion(inputs),
            relationships=_live_relationships(inputs),
        )


def live_emotion(inputs: Inputs) -> object:
    """The character's emotion with its messages; nothing about the others' (§4, trap of B)."""
    state = inputs.document.characters.get(inputs.moment.character or "")
    if state is None or is_later(state, inputs.document, inputs.moment):
        return None
    return {
        "emotion": state.record.get("current_emotion"),
        "fromMessages": state.record.get("emotion_from_messages"),
    }


def _live_relationships(inputs: Inputs) -> list[object]:
    """Those with another active character, in stored order, the first of each (§4).

    Raises:
        ReleaseThrowsError: T19.
    """
    viewpoint = inputs.moment.character
    store = members(inputs.document.stores.get(SLOT))
    held = store.get("relationships")
    relationships = entries(held) if truthy(held) else []
    check_relationships(relationships)
    found: dict[object, object] = {}
    for _, stored in relationships:
        record = members(stored)
        pair = (record.get("character_a"), record.get("character_b"))
        if viewpoint not in pair:
            continue
        other = pair[1] if pair[0] == viewpoint else pair[0]
        if other in inputs.rest and other not in found:
            found[other] = {
                "character": other,
                "trust": record.get("trust_level", UNDEFINED),
                "tension": record.get("tension_level", UNDEFINED),
                "type": record.get("relationship_type", UNDEFINED),
            }
    return list(found.values())
