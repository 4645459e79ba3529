"""Who the user and the character are called (specs/send-path.md §5)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from inspector.core.decoded import is_list, members, text
from inspector.sillytavern.host.facts import HostFacts

_PERSONA_KEYS = {
    "description": "persona_description",
    "position": "persona_description_position",
    "depth": "persona_description_depth",
    "role": "persona_description_role",
    "lorebook": "persona_description_lorebook",
}


def with_opened_persona(host: HostFacts) -> HostFacts:
    """The facts with the persona that opening the chat selects (§5.1).

    The first of: the one locked in the chat, one connected to the card or group, the default;
    if its picture exists and it is not selected already.
    """
    file = _persona_of(host)
    power_user = host.power_user
    if not file or file == text(host.settings.get("user_avatar")):
        return host
    name = text(members(power_user.get("personas")).get(file))
    if not name:
        return host
    described = members(members(power_user.get("persona_descriptions")).get(file))
    own = {key: described[short] for short, key in _PERSONA_KEYS.items() if short in described}
    settings = {
        **host.settings,
        "username": name,
        "user_avatar": file,
        "power_user": {**power_user, "persona_description": "", **own},
    }
    return replace(host, settings=settings)


def _persona_of(host: HostFacts) -> str:
    locked = text(host.metadata.get("persona"))
    if locked and _exists(host, locked):
        return locked
    for file, described in members(host.power_user.get("persona_descriptions")).items():
        if _is_connected(host, members(described)) and _exists(host, file):
            return file
    default = text(host.power_user.get("default_persona"))
    return default if default and _exists(host, default) else ""


def _exists(host: HostFacts, file: str) -> bool:
    return host.personas is None or file in host.personas


def _is_connected(host: HostFacts, described: Mapping[str, object]) -> bool:
    if host.group is not None:
        wanted = ("group", text(host.group.record.get("id")))
    elif host.character is not None:
        wanted = ("character", host.character.file)
    else:
        return False
    stored = described.get("connections")
    connections: Sequence[object] = stored if is_list(stored) else ()
    pairs = [(text(members(one).get("type")), text(members(one).get("id"))) for one in connections]
    return wanted in pairs
