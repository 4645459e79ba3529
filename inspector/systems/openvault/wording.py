"""What the formatters of the three releases are made of: specs/openvault.md §3 to §5."""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, field

from inspector.core.errors import ReleaseThrowsError
from inspector.core.injection import Bucket, Line
from inspector.core.javascript import (
    LONGEST_STRING,
    UNDEFINED,
    first_truthy,
    get,
    identity,
    repeat,
    to_number,
    truthy,
)
from inspector.core.tokens import Tokenizer
from inspector.systems.openvault.position import (
    FingerprintMap,
    release_position,
    release_sequence,
)

STAR = "★"
DEFAULT_IMPORTANCE = 3
_FEWEST_STARS, _MOST_STARS = 1, 10
REGULAR_HEADS = {
    importance: f"\n[{STAR * importance}] " for importance in range(_FEWEST_STARS, _MOST_STARS + 1)
}
"""A line break, what `stars` gives for an importance of 1 to 10 (some models write 8), a blank."""


def stars(memory: object) -> str:
    """As many stars as the stored importance says, not clamped; 3 where it is falsy.

    Raises:
        ReleaseThrowsError: a negative or infinite importance, or more stars than V8 can hold.
    """
    importance = first_truthy(get(memory, "importance"), DEFAULT_IMPORTANCE)
    try:
        return f"[{repeat(STAR, importance)}]"
    except ReleaseThrowsError as error:
        raise error.over("importance") from None


def whole_stars(importance: object) -> object:
    """1 to 10 for a stored importance for which `stars` gives as many; any other as it is."""
    if not truthy(importance):
        return DEFAULT_IMPORTANCE
    number = to_number(importance) if isinstance(importance, str | int | float) else math.nan
    return math.trunc(number) if _FEWEST_STARS <= number < _MOST_STARS + 1 else importance


@dataclass(slots=True, eq=False)
class ReleasedMemory:
    """A stored memory as a release reads it; texts and costs are made when first needed.

    They are not made earlier, because a release throws only over what it comes to render.

    Attributes:
        value: as stored, whatever it is.
        index: of the document's memory; 0 where there is no document.
        position: in messages.
        sequence: what its bucket is sorted by.
        identity: equal for two memories whose stored ids JavaScript takes for the same.
        kind: the stored type.
        text: its rendering.
        costs: by the release's own accounting, by counter.
        lines: the rendering as lines of a block, by counter.
    """

    value: object
    index: int
    position: float
    sequence: float
    identity: object
    kind: object
    text: str | None = None
    costs: dict[Tokenizer, float] = field(default_factory=dict["Tokenizer", float])
    lines: dict[Tokenizer, tuple[Line, ...]] = field(
        default_factory=dict["Tokenizer", "tuple[Line, ...]"]
    )


def released_memory(
    value: object, index: int = 0, fingerprints: FingerprintMap | None = None
) -> ReleasedMemory:
    """Read a stored memory, which need not be an object.

    Raises:
        ReleaseThrowsError: it is null, or has messages that cannot be added up.
    """
    return ReleasedMemory(
        value=value,
        index=index,
        position=release_position(value, fingerprints),
        sequence=release_sequence(value),
        identity=identity(get(value, "id")),
        kind=get(value, "type"),
    )


@dataclass(frozen=True)
class Situation:
    """What a formatter is given besides the memories, as decoded JSON or `UNDEFINED`.

    Attributes:
        chat_length: number of messages.
        budget: tokens.
        present: names of the others who are there.
        emotional_info: the emotion, or an object around it.
        relationships: a list of objects.
        starts: a person's what-if instead of the release's bucket boundaries.
    """

    chat_length: object = UNDEFINED
    budget: object = UNDEFINED
    present: object = UNDEFINED
    emotional_info: object = UNDEFINED
    relationships: object = UNDEFINED
    starts: tuple[float, float] | None = None

    @property
    def length(self) -> object:
        """`chat_length`, 0 where it is undefined."""
        return 0 if self.chat_length is UNDEFINED else self.chat_length

    @property
    def is_empty_chat(self) -> bool:
        """Whether the length is the number 0, for which everything is recent."""
        length = self.length
        return isinstance(length, int | float) and not isinstance(length, bool) and length == 0


class Wording(ABC):
    """How one release words its block and counts its memories."""

    @abstractmethod
    def header(self, situation: Situation) -> str:
        """The line below the opening tag."""

    @abstractmethod
    def starts(self, situation: Situation) -> tuple[float, float]:
        """Positions at which mid and recent begin."""

    @abstractmethod
    def title(self, bucket: Bucket, situation: Situation) -> str:
        """A bucket's title."""

    @abstractmethod
    def context(self, situation: Situation) -> list[str]:
        """Texts at the head of the recent bucket, each counted in one call."""

    @abstractmethod
    def line(self, value: object) -> str:
        """A memory's line, which may hold line breaks."""

    @abstractmethod
    def cost(self, memory: ReleasedMemory, tokenizer: Tokenizer) -> float:
        """What a memory costs by the release's own accounting; may be NaN."""

    @property
    def separates(self) -> bool:
        """Whether distant memories in old are parted."""
        return True

    def rendered(self, memory: ReleasedMemory) -> str:
        """The memory's line, made once."""
        if memory.text is None:
            text = self.line(memory.value)
            if len(text) > LONGEST_STRING:
                raise ReleaseThrowsError("RangeError: Invalid string length")
            memory.text = text
        return memory.text

    def costs(self, memory: ReleasedMemory, tokenizer: Tokenizer) -> float:
        """The memory's cost, counted once."""
        cost = memory.costs.get(tokenizer)
        if cost is None:
            cost = memory.costs[tokenizer] = self.cost(memory, tokenizer)
        return cost
