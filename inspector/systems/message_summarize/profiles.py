"""Profiles: which settings hold once a chat is open (specs/message-summarize.md §3)."""

from collections.abc import Iterable, Mapping

from inspector.core.decoded import is_object, members, text

DEFAULT_PROFILE = "Default"

GLOBALS = frozenset(
    {
        "profiles",
        "character_profiles",
        "profile",
        "notify_on_profile_switch",
        "global_toggle_state",
        "disabled_group_characters",
        "memory_edit_interface_settings",
    }
)
"""Settings that stand flat alone and in no profile."""


def started(stored: Mapping[str, object], defaults: Mapping[str, object]) -> dict[str, object]:
    """The settings after the extension has started: gaps are filled, the profile is loaded.

    Args:
        stored: `extension_settings.qvink_memory` as it is on disk.
        defaults: the extension's own.
    """
    own = {name: value for name, value in defaults.items() if name not in GLOBALS}
    profiles = {
        name: {**own, **members(one)} for name, one in members(stored.get("profiles")).items()
    } or {DEFAULT_PROFILE: dict(own)}
    flat = {**own, **stored, "profiles": profiles}
    selected = text(stored.get("profile")) or DEFAULT_PROFILE
    return with_profile(flat, selected)


def opened(
    settings: Mapping[str, object], metadata: object, whose: Iterable[str]
) -> dict[str, object]:
    """The settings once a chat is open: its profile's values are laid over the flat ones.

    Args:
        settings: after the start.
        metadata: what the extension keeps in `chat_metadata`.
        whose: the character's file name or the group's id.
    """
    profiles = members(settings.get("profiles"))
    characters = members(settings.get("character_profiles"))
    wanted = (members(metadata).get("profile"), *(characters.get(one) for one in whose))
    found = next((text(one) for one in wanted if text(one) in profiles), DEFAULT_PROFILE)
    return with_profile(settings, found)


def profile_names(settings: Mapping[str, object]) -> tuple[str, ...]:
    """The names of all profiles, in their order."""
    return tuple(members(settings.get("profiles")))


def with_profile(settings: Mapping[str, object], name: str) -> dict[str, object]:
    """The settings with a profile's values laid over the flat ones; as they are without it."""
    profile = members(settings.get("profiles")).get(name)
    if not is_object(profile):
        return dict(settings)
    return {**settings, **profile, "profile": name}
