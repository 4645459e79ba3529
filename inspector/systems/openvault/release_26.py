"""`openvault/26`: release H of specs/openvault.md, of May 2026."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from typing_extensions import override

from inspector.core.decoded import is_list, items, members
from inspector.core.document import Document
from inspector.core.errors import ReleaseThrowsError
from inspector.core.injection import Derivation, Injection, Section
from inspector.core.javascript import UNDEFINED, get, identity, to_string, truthy
from inspector.core.knowledge import WayOf
from inspector.core.memory import Memory
from inspector.core.moment import Moment
from inspector.core.settings import SettingSpec
from inspector.core.tokens import Tokenizer
from inspector.systems.openvault.entries import entries_of
from inspector.systems.openvault.formatter import Part, format_memories
from inspector.systems.openvault.lines import SLOT, plain_lines, slot
from inspector.systems.openvault.release_1_41 import live_emotion
from inspector.systems.openvault.release_1_44 import Wording144, known_tag
from inspector.systems.openvault.release_settings import BUDGET, SETTINGS_26, WORLD_BUDGET
from inspector.systems.openvault.released import (
    Inputs,
    ReleasedRuleset,
    read_memory,
    sections_of,
    situation_of_case,
)
from inspector.systems.openvault.retrieval.columns import Same
from inspector.systems.openvault.retrieval.fingerprints import index_of
from inspector.systems.openvault.retrieval.pipeline import injected, question_at
from inspector.systems.openvault.retrieval.query import query_text, world_is_embedded
from inspector.systems.openvault.retrieval.select_26 import select_26
from inspector.systems.openvault.retrieval.settings import is_off, reflections_are_off
from inspector.systems.openvault.retrieval.vectors import QueryVector
from inspector.systems.openvault.scene import current_scene, scene_depth, scene_text
from inspector.systems.openvault.ways import ways_26
from inspector.systems.openvault.wording import (
    ReleasedMemory,
    Situation,
    Wording,
    released_memory,
    stars,
)
from inspector.systems.openvault.world import Query, World, has_entries, world_text

REFLECTION = "reflection"
_EVENT = "event"

_DRIVES_HEAD = (
    "<subconscious_drives>",
    "[CRITICAL RULE: The following are hidden psychological truths. The character is NOT "
    "consciously aware of these dynamics and would NEVER speak them aloud. Use this ONLY as "
    "subtext to influence their subtle actions and emotional reactions.]",
    "",
)
_DRIVES_TAIL = ("", "</subconscious_drives>")


def is_event(kind: object) -> bool:
    """Whether a memory of this type belongs into the main block."""
    return kind == _EVENT or not truthy(kind)


class Wording26(Wording144):
    """Release 1.44's block with a legend in the header and anchors; counts whole lines."""

    @override
    def header(self, situation: Situation) -> str:
        count = to_string(situation.length)
        return f"(#{count} messages | ★=minor ★★★=notable ★★★★★=critical)"

    @override
    def line(self, value: object) -> str:
        anchor = get(value, "temporal_anchor")
        displayed = f"[{to_string(anchor)}] " if truthy(anchor) else ""
        return f"{stars(value)} {displayed}{known_tag(value)}{to_string(get(value, 'summary'))}"

    @override
    def cost(self, memory: ReleasedMemory, tokenizer: Tokenizer) -> float:
        return tokenizer.count(self.rendered(memory)) + 1


def reflection_texts(values: Sequence[object]) -> list[str]:
    """The reflections' lines: in the given order, without a budget; none without reflections."""
    if not values:
        return []
    return [*_DRIVES_HEAD, *map(_reflection_line, values), *_DRIVES_TAIL]


def _reflection_line(value: object) -> str:
    return f"{stars(value)} {to_string(get(value, 'summary'))}"


@dataclass(frozen=True)
class Release26(ReleasedRuleset):
    """Release 26."""

    wording: ClassVar[Wording] = Wording26()

    name: str = "openvault/26"
    title: str = "OpenVault 26"
    settings: tuple[SettingSpec, ...] = SETTINGS_26
    encoding: str = "o200k_base"
    dialect: str = "gpt-tokenizer"

    @override
    def inject(self, document: Document, moment: Moment, tokenizer: Tokenizer) -> Derivation:
        return injected(self, select_26, question_at(self, document, moment, tokenizer))

    @override
    def ways(self, document: Document, name: str) -> WayOf:
        return ways_26(document, name)

    @override
    def format(self, case: Mapping[str, object], tokenizer: Tokenizer) -> Mapping[str, object]:
        stored = case.get("memories", UNDEFINED)
        situation = situation_of_case(case)
        if not is_list(stored):
            # The release returns early: not even who is present is shown (R35).
            situation = replace(situation, present=UNDEFINED, emotional_info=UNDEFINED)
        values = items(stored)
        fingerprints = _fingerprint_map(case.get("fingerprints", UNDEFINED))
        kinds = [get(value, "type") for value in values]
        events = [
            released_memory(value, fingerprints=fingerprints)
            for value, kind in zip(values, kinds, strict=True)
            if is_event(kind)
        ]
        reflections = [
            value for value, kind in zip(values, kinds, strict=True) if kind == REFLECTION
        ]
        entries = entries_of(events, self.wording, tokenizer)
        block = format_memories(self.wording, entries, situation, tokenizer)
        return {"text": block.text, "reflections": "\n".join(reflection_texts(reflections))}

    @override
    def bare_situation(self, inputs: Inputs) -> Situation:
        return Situation(chat_length=inputs.length, budget=inputs.settings[BUDGET])

    @override
    def situation(self, inputs: Inputs) -> Situation:
        return replace(
            self.bare_situation(inputs),
            present=list(inputs.rest),
            emotional_info=live_emotion(inputs),
        )

    @override
    def main_block(self, memories: Sequence[ReleasedMemory]) -> Sequence[ReleasedMemory]:
        return [memory for memory in memories if is_event(memory.kind)]

    @override
    def other_slot(self, inputs: Inputs) -> Sequence[ReleasedMemory]:
        if reflections_are_off(inputs.settings):
            return ()
        return _reflections(inputs)

    @override
    def read(self, memory: Memory) -> ReleasedMemory:
        if is_event(memory.record.get("type")):
            return read_memory(memory, self.wording)
        # Only events are placed in the chat, and only that can throw.
        return ReleasedMemory(
            value=memory.record,
            index=memory.index,
            position=0,
            sequence=0,
            identity=None,
            kind=memory.record.get("type", UNDEFINED),
        )

    @override
    def silences_main(self, inputs: Inputs) -> bool:
        return is_off(inputs.settings["injection.memory.position"])

    @override
    def empty_slots(self, inputs: Inputs) -> tuple[Injection, ...]:
        return tuple(_placed(part, (), inputs, _depth_of(part, inputs)) for part in _PARTS)

    @override
    def filled_slots(self, inputs: Inputs, sections: tuple[Section, ...]) -> tuple[Injection, ...]:
        store = members(inputs.document.stores.get(SLOT))
        chat = inputs.document.chat
        state = current_scene(chat, store.get("scene_states"), inputs.length)
        texts = {"world": self._world(store, inputs), "scene": scene_text(state)}
        filled = {part: _text_sections(text, inputs) for part, text in texts.items()}
        filled["memory"] = sections
        # Rendered where they go nowhere, too: rendering can throw (T18).
        filled["reflections"] = _drives(_reflections(inputs), inputs.tokenizer)
        depths = {part: _depth_of(part, inputs) for part in _PARTS}
        depths["scene"] = scene_depth(chat, state, inputs.length)
        return tuple(_placed(part, filled[part], inputs, depths[part]) for part in _PARTS)

    def _world(self, store: Mapping[str, object], inputs: Inputs) -> str:
        graph = store.get("graph")
        if is_off(inputs.settings["injection.world.position"]) or not has_entries(graph):
            return ""
        columns = index_of(inputs.document.chat).columns
        world = columns.answer(("world", Same(graph)), lambda: World(graph))
        state, query = store.get("global_world_state"), _query_of(inputs)
        budget, tokenizer = inputs.settings[WORLD_BUDGET], inputs.tokenizer
        return columns.answer(
            ("world text", world, Same(state), query, Same(budget), tokenizer),
            lambda: world_text(world, state, query, budget, tokenizer),
        )


_PARTS: Final = {
    "memory": SLOT,
    "reflections": f"{SLOT}_reflections",
    "world": f"{SLOT}_world",
    "scene": f"{SLOT}_scene",
}
"""Slots by the name that their settings have."""

_HOST_POSITIONS: Final = {"0": 0, "1": 0, "2": 2, "3": 0, "4": 1}
_IN_CHAT = 4
_FEWEST_FOR_DEPTH = 4
_SCENE_DEPTH = 4


def _query_of(inputs: Inputs) -> Query:
    moment, length = inputs.moment, inputs.length
    index = index_of(inputs.document.chat)
    user = query_text(index, length, moment.pending).user
    vector = moment.query_vector
    if vector is None or not world_is_embedded(user, index, length, moment.pending):
        return Query(user)
    return Query(user, QueryVector(vector).single)


def _reflections(inputs: Inputs) -> Sequence[ReleasedMemory]:
    return [memory for memory in inputs.memories if memory.kind == REFLECTION]


def _fingerprint_map(value: object) -> dict[object, object] | None:
    """`new Map(pairs)`, where a key that stands twice takes its last value."""
    if not is_list(value):
        return None
    pairs = [items(pair) for pair in value]
    return {identity(pair[0]): pair[1] for pair in pairs if len(pair) > 1}


def _drives(reflections: Sequence[ReleasedMemory], tokenizer: Tokenizer) -> tuple[Section, ...]:
    if not reflections:
        return ()
    drives = Part(None, _DRIVES_HEAD, range(len(reflections)), tail=_DRIVES_TAIL)
    return sections_of(
        (drives,), reflections, lambda memory: _reflection_line(memory.value), tokenizer
    )


def _text_sections(text: str, inputs: Inputs) -> tuple[Section, ...]:
    if not text:
        return ()
    return (Section(None, plain_lines(inputs.tokenizer, text.split("\n"))),)


def _depth_of(part: str, inputs: Inputs) -> object:
    return _SCENE_DEPTH if part == "scene" else inputs.settings[f"injection.{part}.depth"]


def _placed(part: str, sections: tuple[Section, ...], inputs: Inputs, depth: object) -> Injection:
    """The slot at its host position; one that is not registered is cleared (§8.5, R18)."""
    position = inputs.settings[f"injection.{part}.position"]
    if is_off(position):
        return slot(_PARTS[part], (), inputs.tokenizer)
    is_in_chat = isinstance(position, int | float) and position == _IN_CHAT
    if part == "scene" and is_in_chat and inputs.length < _FEWEST_FOR_DEPTH:
        position = 1
    return slot(
        _PARTS[part],
        sections,
        inputs.tokenizer,
        position=_host_position(position),
        depth=depth,
    )


def _host_position(position: object) -> int:
    try:
        return _HOST_POSITIONS.get(to_string(position), 0)
    except ReleaseThrowsError:
        return 0
