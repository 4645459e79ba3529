"""What people call Auto-Recap's settings."""

from collections.abc import Collection, Mapping
from typing import Final

from inspector.core.settings import words_for
from inspector.core.slot import PLACE_WORDS, ROLE_WORDS
from inspector.language import N_

_POSITION: Final = "running_scene_recap_position"

SETTING_WORDS = words_for(
    {
        N_("Running recap"): {
            "running_scene_recap_position": N_("It stands"),
            "running_scene_recap_depth": N_("Depth"),
            "running_scene_recap_role": N_("Spoken by"),
            "running_scene_recap_scan": N_("Looked through for lore"),
            "running_scene_recap_template": N_("Template"),
            "running_scene_recap_exclude_latest": N_("Latest scenes left out"),
        },
        N_("Message recaps"): {
            "message_recap_context_limit": N_("Room for recaps"),
            "message_recap_context_type": N_("Room counted in"),
            "context_size": N_("Size of the context"),
            "message_length_threshold": N_("Shortest message"),
            "include_user_messages": N_("Count the user's"),
            "include_system_messages": N_("Count hidden ones"),
            "include_narrator_messages": N_("Count the narrator's"),
            "disabled_group_characters": N_("Members left out"),
            "show_prefill": N_("Count the prefill"),
        },
        N_("Scenes and hiding"): {
            "auto_hide_scene_count": N_("Scenes that stay visible"),
            "scene_recap_history_count": N_("Scenes read for a recap"),
        },
        N_("Switches"): {
            "default_chat_enabled": N_("On in new chats"),
            "use_global_toggle_state": N_("One switch for all"),
            "global_toggle_state": N_("The one switch"),
            "chats_enabled": N_("Chats with their own"),
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
