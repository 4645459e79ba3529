"""`openvault/1.44`: release B of specs/openvault.md, the code that followed seed 001."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from typing_extensions import override

from inspector.core.decoded import is_list, is_object
from inspector.core.errors import ReleaseThrowsError
from inspector.core.injection import Bucket
from inspector.core.javascript import (
    entries,
    get,
    get_if_any,
    joined,
    to_number,
    to_string,
    truthy,
)
from inspector.core.tokens import Tokenizer
from inspector.systems.openvault.entries import Regular
from inspector.systems.openvault.release_1_4x import Release14X
from inspector.systems.openvault.release_1_41 import NEUTRAL, live_emotion, summary_cost
from inspector.systems.openvault.released import Inputs
from inspector.systems.openvault.wording import (
    REGULAR_HEADS,
    ReleasedMemory,
    Situation,
    Wording,
    stars,
)

CURRENT_SCENE, LEADING_UP = 100, 500
_MOST_EMOTIONS = 5
_MOST_PRIVATE_WITNESSES = 2
_KNOWN_HEADS = {importance: f"{head}[Known] " for importance, head in REGULAR_HEADS.items()}
_IF_KNOWN = {False: _KNOWN_HEADS, True: REGULAR_HEADS}
_IF_PRIVATE = {False: REGULAR_HEADS, True: REGULAR_HEADS}
"""Heads of a regular memory with more, or at most, two witnesses: by secrecy, by importance."""

TITLES: Final[dict[Bucket, str]] = {
    "old": "## The Story So Far",
    "mid": "## Leading Up To This Moment",
    "recent": "## Current Scene",
}


def known_tag(value: object) -> str:
    """`[Known] ` for what is no secret and has more than two witnesses."""
    witnesses = to_number(get_if_any(get(value, "witnesses"), "length"))
    is_known = not truthy(get(value, "is_secret")) and witnesses > _MOST_PRIVATE_WITNESSES
    return "[Known] " if is_known else ""


class Wording144(Wording):
    """Buckets counted back from the newest message; no ranges, no emotional state."""

    @override
    def header(self, situation: Situation) -> str:
        return f"(#{to_string(situation.length)} messages)"

    @override
    def starts(self, situation: Situation) -> tuple[float, float]:
        count = to_number(situation.length)
        # NaN comes first on purpose: `max` then keeps it, as Math.max does.
        return max(count - LEADING_UP, 0), max(count - CURRENT_SCENE, 0)

    @override
    def title(self, bucket: Bucket, situation: Situation) -> str:
        return TITLES[bucket]

    @override
    def context(self, situation: Situation) -> list[str]:
        texts = [_present(situation.present), _emotions(situation.emotional_info)]
        return [text for text in texts if text]

    @override
    def line(self, value: object) -> str:
        return f"{stars(value)} {known_tag(value)}{to_string(get(value, 'summary'))}"

    @override
    def cost(self, memory: ReleasedMemory, tokenizer: Tokenizer) -> float:
        return summary_cost(memory, tokenizer)


def _present(value: object) -> str:
    count = get_if_any(value, "length")
    if not truthy(count) or not to_number(count) > 0:
        return ""
    if not is_list(value):
        raise ReleaseThrowsError("TypeError: presentCharacters.join is not a function")
    return f"Present: {joined(value, ', ')}"


def _emotions(info: object) -> str:
    emotions = get_if_any(info, "characterEmotions")
    if not is_object(emotions) and not is_list(emotions):
        return ""
    felt = [
        f"{name} {to_string(emotion)}"
        for name, emotion in entries(emotions)
        if truthy(emotion) and emotion != NEUTRAL
    ]
    return f"Emotions: {', '.join(felt[:_MOST_EMOTIONS])}" if felt else ""


@dataclass(frozen=True)
class Release144(Release14X):
    """Release 1.44."""

    wording: ClassVar[Wording] = Wording144()
    reads_witnesses: ClassVar[bool] = True

    name: str = "openvault/1.44"
    title: str = "OpenVault 1.44"

    @override
    def regular_heads(self, memories: Regular) -> Sequence[str]:
        columns = zip(memories.importances, memories.secrets, memories.witnesses, strict=True)
        return [
            (_IF_KNOWN if len(witnesses) > _MOST_PRIVATE_WITNESSES else _IF_PRIVATE)[secret][stars]
            for stars, secret, witnesses in columns
        ]

    @override
    def situation(self, inputs: Inputs) -> Situation:
        return replace(
            self.bare_situation(inputs),
            present=list(inputs.rest),
            emotional_info=live_emotion(inputs),
        )
