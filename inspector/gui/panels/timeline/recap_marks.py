"""What the timeline shows of recaps: where scenes end, and where versions do."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SceneMark:
    """One finished scene.

    Attributes:
        number: from 1.
        name: its title; empty without one.
        start: its first message.
        end: the message with its scene break.
        is_visible: whether the break counts.
    """

    number: int
    name: str
    start: int
    end: int
    is_visible: bool


@dataclass(frozen=True, slots=True)
class VersionMark:
    """One version of the running recap.

    Attributes:
        name: such as `v4`.
        at: the scene break up to which it reaches.
        tokens: of its text; None as long as they are not counted.
        is_current: whether it is the one in use.
        by_count: whether its place was counted back from the time when it was made.
    """

    name: str
    at: int
    tokens: int | None
    is_current: bool
    by_count: bool = False


@dataclass(frozen=True, slots=True)
class RecapMarks:
    """All scenes and versions that have a place on the timeline."""

    scenes: tuple[SceneMark, ...] = ()
    versions: tuple[VersionMark, ...] = ()
