"""Release 2.0's own defaults that change nothing about what is injected (specs/auto-recap.md §2).

They are kept so that a settings panel can say what an absent setting means to the extension.
"""

from collections.abc import Mapping
from types import MappingProxyType

RELEASE_DEFAULTS: Mapping[str, object] = MappingProxyType(
    {
        "debug_mode": True,
        "tokenizer_correction_factor": 1.35,
        "error_detection_enabled": False,
        "scene_recap_error_detection_enabled": False,
        "scene_recap_error_detection_retries": 3,
        "max_retries": 0,
        "operation_delay_ms": 0,
        "scene_recap_include_active_setting_lore": True,
        "scene_recap_message_types": "both",
        "scene_recap_navigator_width": 240,
        "scene_recap_navigator_font_size": 12,
        "scene_recap_default_collapsed": True,
        "scene_name_append_range": True,
        "auto_scene_break_on_load": False,
        "auto_scene_break_on_new_message": True,
        "auto_scene_break_message_offset": 8,
        "auto_scene_break_check_which_messages": "both",
        "auto_scene_break_minimum_scene_length": 10,
        "auto_scene_break_generate_recap": True,
        "running_scene_recap_enabled": True,
        "running_scene_recap_auto_generate": True,
        "running_scene_recap_show_navbar": True,
        "auto_lorebooks_name_template": "z-AutoLB-{{char}}-{{chat}}",
        "auto_lorebooks_delete_on_chat_delete": True,
        "autoReorderAlphabetically": True,
        "auto_lorebooks_entry_exclude_recursion": False,
        "auto_lorebooks_entry_prevent_recursion": False,
        "auto_lorebooks_entry_ignore_budget": True,
        "auto_lorebooks_entry_sticky": 4,
        "auto_lorebooks_compaction_threshold": 1000,
        "first_hop_proxy_manual_override": False,
        "suppress_other_lorebooks": True,
    }
)
