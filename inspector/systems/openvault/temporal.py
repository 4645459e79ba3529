"""`openvault/temporal`: seed 000 as designed (specs/as-designed.md §2)."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from typing_extensions import override

from inspector.core.decoded import is_number
from inspector.core.errors import SettingError
from inspector.core.injection import Bucket
from inspector.core.memory import Memory
from inspector.core.moment import Moment
from inspector.core.settings import SettingKind, SettingSpec
from inspector.language import N_, _
from inspector.systems.openvault.design_block import Layout, Separators
from inspector.systems.openvault.designed import (
    GAP_SETTINGS,
    DesignedRuleset,
    separated_from,
    with_settings,
)
from inspector.systems.openvault.ranking import Existing
from inspector.systems.openvault.summed import OLD_SUMMARY_SETTING
from inspector.systems.openvault.surroundings import Surroundings, one_line

MID_START, RECENT_START = "mid_start", "recent_start"
GAP_PHRASES, EMOTION_MESSAGES = "gap_phrases", "emotion_messages"

_OWN_SETTINGS = (
    SettingSpec(
        MID_START,
        SettingKind.NUMBER,
        0.40,
        N_("Where the middle bucket begins."),
        N_("share of the chat"),
        least=0,
        greatest=1,
    ),
    SettingSpec(
        RECENT_START,
        SettingKind.NUMBER,
        0.80,
        N_("Where the recent bucket begins."),
        N_("share of the chat"),
        least=0,
        greatest=1,
    ),
    SettingSpec(
        GAP_PHRASES,
        SettingKind.FLAG,
        default=False,
        meaning=N_("Whether a line marks long gaps between memories of the two older buckets."),
    ),
    *GAP_SETTINGS,
    SettingSpec(
        EMOTION_MESSAGES,
        SettingKind.FLAG,
        default=True,
        meaning=N_("Whether the emotion names the messages that it was read from."),
    ),
    OLD_SUMMARY_SETTING,
)

_SEPARATED: frozenset[Bucket] = frozenset({"old", "mid"})


@dataclass(frozen=True)
class Temporal(DesignedRuleset):
    """Three buckets by shares of the chat, each titled with its range of messages."""

    name: str = "openvault/temporal"
    title: str = N_("OpenVault, temporal buckets as designed")
    own_settings: tuple[SettingSpec, ...] = _OWN_SETTINGS

    boundary_settings: tuple[str, ...] = (MID_START, RECENT_START)

    @override
    def moved_boundaries(self, moment: Moment, chat_length: int, mid: int, recent: int) -> Moment:
        if chat_length <= 0:
            return moment
        given = moment.settings
        shares = _shares({MID_START: None, RECENT_START: None, **given})
        exact = {MID_START: share_of(mid, chat_length), RECENT_START: share_of(recent, chat_length)}
        # A boundary that is there already keeps its setting, whatever message that falls on.
        there = [math.ceil(share * chat_length - 1e-9) for share in shares]
        moved = {
            name: share
            for (name, share), at, location in zip(exact.items(), there, (mid, recent), strict=True)
            if at != location
        }
        after = _shares({MID_START: shares[0], RECENT_START: shares[1], **moved})
        return with_settings(moment, **(exact if after[0] > after[1] else moved))

    @override
    def memory_text(self, memory: Memory) -> str:
        secret = "[Secret] " if memory.is_secret else ""
        return f"[{'★' * memory.importance}] {secret}{one_line(memory.summary)}"

    @override
    def _check_together(self, settings: Mapping[str, object]) -> None:
        mid, recent = _shares(settings)
        if mid > recent:
            raise SettingError(
                _(
                    "{mid_start} is at most {recent_start}, and {mid:g} is more than {recent:g}."
                ).format(mid_start=MID_START, recent_start=RECENT_START, mid=mid, recent=recent)
            )

    @override
    def _layout(
        self,
        length: int,
        surroundings: Surroundings,
        settings: Mapping[str, object],
        memories: Existing,
    ) -> Layout:
        mid, recent = (share * length for share in _shares(settings))
        mid_shown, recent_shown = math.floor(mid), math.floor(recent)
        return Layout(
            header=f"(Current chat has #{length} messages)",
            starts=(mid, recent) if length else (-math.inf, -math.inf),
            titles={
                "old": f"[ESTABLISHED HISTORY] (messages 1-{mid_shown})",
                "mid": f"[PREVIOUSLY] (messages {mid_shown}-{recent_shown})",
                "recent": f"[RECENT EVENTS] (messages {recent_shown}-{length})",
            },
            context=scene_context(
                surroundings if settings[EMOTION_MESSAGES] is True else surroundings.undated
            ),
            separators=Separators(_SEPARATED, separated_from(settings), spaced=False)
            if settings[GAP_PHRASES] is True
            else None,
        )


def scene_context(surroundings: Surroundings) -> tuple[str, ...]:
    """The emotion of the one who answers, and how it stands with the others."""
    state = surroundings.emotional_state
    lines = [state] if state else []
    if surroundings.relationships:
        lines.append("Relationships with present characters:")
        lines += [relationship.line for relationship in surroundings.relationships]
    return tuple(lines)


def _shares(settings: Mapping[str, object]) -> tuple[float, float]:
    mid, recent = settings[MID_START], settings[RECENT_START]
    return (mid if is_number(mid) else 0.4, recent if is_number(recent) else 0.8)


def share_of(message: int, length: int) -> float:
    """The shortest share of a chat that begins at a message, never before it.

    Exactly at it wherever a number can say that (7 of 41 messages is not among them): then a
    memory that lies on that message is on its right side of the boundary.
    """
    wanted = min(max(message, 0), length)
    exact = wanted / length
    for digits in range(1, 17):
        share = round(exact, digits)
        if share * length == wanted:
            return share
    while math.floor(exact * length) < wanted:
        exact = math.nextafter(exact, 1)
    return exact
