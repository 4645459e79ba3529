"""Release 26's scene status: specs/openvault.md §4 and §6.4."""

from inspector.core.chat import Chat
from inspector.core.decoded import members
from inspector.core.javascript import (
    entries,
    get,
    get_if_any,
    joined,
    length,
    to_number,
    to_string,
    truthy,
)
from inspector.systems.openvault.retrieval.fingerprints import index_of

UNKNOWN_DEPTH, LEAST_DEPTH = 4, 2


def scene_text(state: object) -> str:
    """The status block; empty unless both location and time are known."""
    if not truthy(state) or isinstance(state, str):
        return ""
    location, time = get(state, "location"), get(state, "time")
    if not truthy(location) or not truthy(time):
        return ""
    position = [f"[Location]: {to_string(location)}", f"[Time]: {to_string(time)}"]
    environment = get(state, "environment")
    if truthy(environment):
        position.append(to_string(environment))
    characters = get(state, "characters")
    people = entries(characters) if truthy(characters) else []
    props = get(state, "active_props")
    return "\n".join(
        [
            "<scene_status>",
            " | ".join(position),
            *(_person(name, person) for name, person in people),
            *([f"[Props]: {joined(props, ', ')}"] if _has_items(props) else []),
            "</scene_status>",
        ]
    )


def _person(name: str, person: object) -> str:
    posture = get(person, "posture")
    parts = [f"[{name}]: {to_string(posture) if truthy(posture) else 'Unknown posture'}."]
    clothing, status = get(person, "clothing"), get(person, "physical_status")
    if _has_items(clothing):
        parts.append(f"Wearing: {joined(clothing, ', ')}.")
    if _has_items(status):
        parts.append(f"Status: {joined(status, ', ')}.")
    return " ".join(parts)


def _has_items(value: object) -> bool:
    return to_number(length(value)) > 0


def current_scene(chat: Chat, states: object, chat_length: int) -> object:
    """The state kept for the newest message that has one; None if there is none."""
    index = index_of(chat)
    found = [
        (location, mark)
        for mark in members(states)
        if (location := index.resolve(mark, chat_length)) is not None
    ]
    return members(states)[max(found)[1]] if found else None


def scene_depth(chat: Chat, state: object, chat_length: int) -> int:
    """How deep the state's own message lies, at least 2; 4 where it is not found."""
    source = get_if_any(state, "source_fp")
    location = index_of(chat).resolve(source, chat_length) if isinstance(source, str) else None
    return UNKNOWN_DEPTH if location is None else max(LEAST_DEPTH, chat_length - location)
