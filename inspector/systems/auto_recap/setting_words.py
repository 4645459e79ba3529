"""What people call Auto-Recap's settings."""

from collections.abc import Collection, Mapping
from typing import Final

from inspector.core.settings import words_for
from inspector.core.slot import PLACE_WORDS, ROLE_WORDS

_POSITION: Final = "running_scene_recap_position"

SETTING_WORDS = words_for(
    {
        "Running recap": {
            "running_scene_recap_position": "It stands",
            "running_scene_recap_depth": "Depth",
            "running_scene_recap_role": "Spoken by",
            "running_scene_recap_scan": "Looked through for lore",
            "running_scene_recap_template": "Template",
            "running_scene_recap_exclude_latest": "Latest scenes left out",
        },
        "Message recaps": {
            "message_recap_context_limit": "Room for recaps",
            "message_recap_context_type": "Room counted in",
            "context_size": "Size of the context",
            "message_length_threshold": "Shortest message",
            "include_user_messages": "Count the user's",
            "include_system_messages": "Count hidden ones",
            "include_narrator_messages": "Count the narrator's",
            "disabled_group_characters": "Members left out",
            "show_prefill": "Count the prefill",
        },
        "Scenes and hiding": {
            "auto_hide_scene_count": "Scenes that stay visible",
            "scene_recap_history_count": "Scenes read for a recap",
        },
        "Switches": {
            "default_chat_enabled": "On in new chats",
            "use_global_toggle_state": "One switch for all",
            "global_toggle_state": "The one switch",
            "chats_enabled": "Chats with their own",
        },
    },
    {_POSITION: PLACE_WORDS, "running_scene_recap_role": ROLE_WORDS},
)


def unused_settings(values: Mapping[str, object]) -> Collection[str]:
    """Names of settings that count for nothing with these values: see `MemorySystem`."""
    found: set[str] = set()
    if values.get(_POSITION) != 1:
        found.add("running_scene_recap_depth")
    found.add(
        "default_chat_enabled" if values.get("use_global_toggle_state") else "global_toggle_state"
    )
    return found
