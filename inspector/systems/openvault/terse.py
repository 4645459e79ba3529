"""`openvault/terse`: seed 001 as designed (specs/as-designed.md §3)."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from typing_extensions import override

from inspector.core.decoded import is_number
from inspector.core.injection import Bucket
from inspector.core.memory import Memory
from inspector.core.moment import Moment
from inspector.core.settings import SettingKind, SettingSpec
from inspector.language import N_
from inspector.systems.openvault.design_block import Layout, Separators
from inspector.systems.openvault.designed import (
    GAP_SETTINGS,
    DesignedRuleset,
    separated_from,
    with_settings,
)
from inspector.systems.openvault.designed_memory import DesignedMemory
from inspector.systems.openvault.lines import RECENT_EMOTIONS
from inspector.systems.openvault.ranking import Existing
from inspector.systems.openvault.surroundings import Surroundings, is_felt, one_line

CURRENT_SCENE, LEADING_UP = "current_scene_size", "leading_up_size"
EMOTIONS, LIMIT, SHIFTS = "emotions", "emotion_limit", "emotion_shifts"
LINE, TRAJECTORY, OFF = "line", "trajectory", "off"

TITLES: Mapping[Bucket, str] = {
    "old": "## The Story So Far",
    "mid": "## Leading Up To This Moment",
    "recent": "## Current Scene",
}


def size_settings(current_scene: int, leading_up: int) -> tuple[SettingSpec, SettingSpec]:
    """The two settings of buckets that are counted back from the newest message."""
    return (
        SettingSpec(
            CURRENT_SCENE,
            SettingKind.WHOLE,
            current_scene,
            N_("How many of the newest messages are the current scene."),
            N_("messages"),
            least=0,
        ),
        SettingSpec(
            LEADING_UP,
            SettingKind.WHOLE,
            leading_up,
            N_("How many of the newest messages are the current scene and what leads up to it."),
            N_("messages"),
            least=0,
        ),
    )


_OWN_SETTINGS = (
    *size_settings(100, 500),
    SettingSpec(
        EMOTIONS,
        SettingKind.CHOICE,
        LINE,
        N_(
            "How emotions are shown: on one line, as each character's recent changes, or "
            "not at all."
        ),
        choices=(LINE, TRAJECTORY, OFF),
    ),
    SettingSpec(
        LIMIT,
        SettingKind.WHOLE,
        5,
        N_("How many characters' emotions are shown."),
        N_("characters"),
        least=0,
    ),
    SettingSpec(
        SHIFTS,
        SettingKind.WHOLE,
        5,
        N_("How many changes of emotion are shown of each character."),
        "changes",
        least=0,
    ),
    *GAP_SETTINGS,
)

_PUBLIC_FROM_WITNESSES = 3


@dataclass(frozen=True)
class Windowed(DesignedRuleset):
    """Three buckets counted back from the newest message."""

    boundary_settings: tuple[str, ...] = (LEADING_UP, CURRENT_SCENE)

    @override
    def moved_boundaries(self, moment: Moment, chat_length: int, mid: int, recent: int) -> Moment:
        known = {spec.name: spec.default for spec in self.settings}
        sizes = {**known, **moment.settings}
        wanted = {LEADING_UP: mid, CURRENT_SCENE: recent}
        # A boundary that is there already keeps its setting, be it larger than the chat.
        moved = {
            name: max(0, chat_length - location)
            for name, location in wanted.items()
            if max(0, chat_length - _whole(sizes[name])) != max(0, location)
        }
        return with_settings(moment, **moved)

    @override
    def _check_together(self, settings: Mapping[str, object]) -> None:
        """Any two sizes make sense: the current scene goes first."""


def starts(length: int, settings: Mapping[str, object]) -> tuple[float, float]:
    """Positions at which mid and recent begin; everything is recent in an empty chat."""
    if not length:
        return -math.inf, -math.inf
    return length - _whole(settings[LEADING_UP]), length - _whole(settings[CURRENT_SCENE])


@dataclass(frozen=True)
class Terse(Windowed):
    """Short lines without annotations (it also implements `ClaimsSaving`)."""

    name: str = "openvault/terse"
    title: str = N_("OpenVault, terse format as designed")
    own_settings: tuple[SettingSpec, ...] = _OWN_SETTINGS

    @property
    def replaces(self) -> str:
        """See `ClaimsSaving`."""
        return "openvault/before"

    @property
    def claims(self) -> Mapping[str, float]:
        """See `ClaimsSaving`: seed 001's *Token Impact Estimate*."""
        return {
            "annotations": 0.30,
            "hints": 0.10,
            "tags": 0.05,
            "wording": 0.15,
            "headers": 0.02,
            "emotions": -0.02,
        }

    @property
    def claimed_saving(self) -> float:
        """See `ClaimsSaving`: the seed's *Net*, which is less than its six together."""
        return 0.50

    @override
    def memory_text(self, memory: Memory) -> str:
        is_known = not memory.is_secret and len(memory.witnesses) >= _PUBLIC_FROM_WITNESSES
        known = "[Known] " if is_known else ""
        return f"[{'★' * memory.importance}] {known}{one_line(memory.summary)}"

    @override
    def _layout(
        self,
        length: int,
        surroundings: Surroundings,
        settings: Mapping[str, object],
        memories: Existing,
    ) -> Layout:
        return Layout(
            header=f"(#{length} messages)",
            starts=starts(length, settings),
            titles=TITLES,
            context=_context(surroundings, settings, memories),
            blank_before_closing=True,
            separators=Separators(frozenset({"old"}), separated_from(settings)),
        )


def _whole(value: object) -> int:
    return int(value) if is_number(value) else 0


def _context(
    surroundings: Surroundings, settings: Mapping[str, object], memories: Existing
) -> tuple[str, ...]:
    present = f"Present: {', '.join(surroundings.present)}" if surroundings.present else ""
    limit = _whole(settings[LIMIT])
    if settings[EMOTIONS] == TRAJECTORY:
        above = [line for line in (surroundings.emotional_state, present) if line]
        recent = trajectory_lines(memories.chronology, limit, _whole(settings[SHIFTS]))
        return (*above, *(("",) if above and recent else ()), *recent)
    lines = [present] if present else []
    felt = [f"{name} {emotion}" for name, emotion in surroundings.emotions if is_felt(emotion)]
    if settings[EMOTIONS] == LINE and felt[:limit]:
        lines.append(f"Emotions: {', '.join(felt[:limit])}")
    return tuple(lines)


def trajectory_lines(
    chronology: Sequence[DesignedMemory], limit: int, shifts: int
) -> tuple[str, ...]:
    """`Recent emotions:` and a line a character, from what memories say about emotions.

    Args:
        chronology: all memories up to now, oldest first, kept or not.
        limit: how many characters, those whose emotion shifted last.
        shifts: how many of the newest emotions of each.
    """
    newest_first: dict[str, list[str]] = {}
    for member in reversed(chronology):
        for name, emotion in member.impacts:
            if name not in newest_first:
                # Whoever comes up this late shifted before all who are shown.
                if len(newest_first) == limit:
                    continue
                newest_first[name] = []
            emotions = newest_first[name]
            if len(emotions) < shifts and (not emotions or emotions[-1] != emotion):
                emotions.append(emotion)
    lines = [
        f"- {name}: {' → '.join(reversed(emotions))}"
        for name, emotions in newest_first.items()
        if emotions
    ]
    return (RECENT_EMOTIONS, *lines) if lines else ()
