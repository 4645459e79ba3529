"""`openvault/before`: the format that seed 001 replaces (specs/as-designed.md §7).

With it the saving that the seed claims can be measured on any chat.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from typing_extensions import override

from inspector.core.decoded import members
from inspector.core.memory import Memory
from inspector.core.settings import SettingSpec
from inspector.language import N_
from inspector.systems.openvault.design_block import Hints, Layout, Separators
from inspector.systems.openvault.designed import GAP_SETTINGS, separated_from
from inspector.systems.openvault.ranking import Existing
from inspector.systems.openvault.surroundings import Surroundings, one_line
from inspector.systems.openvault.temporal import scene_context
from inspector.systems.openvault.terse import TITLES, Windowed, size_settings, starts

_HINTS: Final = Hints(((5, "    ⤷ IMMEDIATELY AFTER"), (15, "    ⤷ Shortly after")))
_EMOTIONAL_FROM: Final = 4


@dataclass(frozen=True)
class Before(Windowed):
    """Three buckets with an annotation for every closeness, secret and emotion."""

    name: str = "openvault/before"
    title: str = N_("OpenVault, the format before the terse one")
    own_settings: tuple[SettingSpec, ...] = (*size_settings(50, 500), *GAP_SETTINGS)

    @override
    def memory_text(self, memory: Memory) -> str:
        secret = "[Secret] " if memory.is_secret else ""
        return f"[{'★' * memory.importance}] {secret}{one_line(memory.summary)}"

    @override
    def notes(self, memory: Memory) -> tuple[str, ...]:
        if memory.importance < _EMOTIONAL_FROM:
            return ()
        felt = [
            f"{one_line(name)} feels {one_line(emotion)}"
            for name, emotion in members(memory.record.get("emotional_impact")).items()
            if isinstance(emotion, str) and emotion
        ]
        return (f"    💔 Emotional: {', '.join(felt)}",) if felt else ()

    @override
    def _layout(
        self,
        length: int,
        surroundings: Surroundings,
        settings: Mapping[str, object],
        memories: Existing,
    ) -> Layout:
        return Layout(
            header=f"(Current chat has #{length} messages)",
            starts=starts(length, settings),
            titles=TITLES,
            context=scene_context(surroundings),
            blank_before_closing=True,
            separators=Separators(frozenset({"old"}), separated_from(settings)),
            hints=_HINTS,
            blank_after_header=True,
        )
