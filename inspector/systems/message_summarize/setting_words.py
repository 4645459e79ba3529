"""What people call MessageSummarize's settings."""

from collections.abc import Collection, Mapping

from inspector.core.settings import words_for
from inspector.core.slot import PLACE_WORDS, ROLE_WORDS

_TIERS = ("short_term", "long_term")


def _tier(tier: str, template: str) -> dict[str, str]:
    return {
        f"{tier}_context_limit": "Room",
        f"{tier}_context_type": "Room counted in",
        f"{tier}_position": "It stands",
        f"{tier}_depth": "Depth",
        f"{tier}_role": "Spoken by",
        f"{tier}_scan": "Looked through for lore",
        template: "Template",
    }


SETTING_WORDS = words_for(
    {
        "Short-term memory": _tier("short_term", "short_template"),
        "Long-term memory": {
            **_tier("long_term", "long_template"),
            "separate_long_term": "Remembered ones at once",
        },
        "When a memory stands in for its message": {
            "summary_injection_threshold": "Newest messages that lag",
            "summary_injection_threshold_type": "Lag counted in",
            "exclude_messages_after_threshold": "Older messages leave",
            "keep_last_user_message": "The user's last stays",
            "injection_threshold_update_trigger_messages": "Moves after messages",
            "injection_threshold_update_trigger_summaries": "Moves after memories",
            "injection_threshold_update_trigger_context": "Moves when full by",
            "summary_injection_separator": "Before each memory",
            "context_size": "Size of the context",
        },
        "Which messages": {
            "message_length_threshold": "Shortest message",
            "include_user_messages": "Count the user's",
            "include_system_messages": "Count hidden ones",
            "include_narrator_messages": "Count the narrator's",
            "include_thought_messages": "Count thoughts",
            "disabled_group_characters": "Members left out",
            "show_prefill": "Count the prefill",
        },
        "Making memories": {
            "auto_summarize": "By themselves",
            "auto_summarize_message_limit": "How far back",
            "auto_summarize_batch_size": "Made together",
            "summarization_delay": "Newest that wait",
            "display_memories": "Shown below messages",
        },
        "Switches": {
            "default_chat_enabled": "On in new chats",
            "use_global_toggle_state": "One switch for all",
            "global_toggle_state": "The one switch",
            "profiles": "Profiles",
            "experimental_macro_engine": "New macro engine",
        },
    },
    {
        **{f"{tier}_position": PLACE_WORDS for tier in _TIERS},
        **{f"{tier}_role": ROLE_WORDS for tier in _TIERS},
    },
)


def unused_settings(values: Mapping[str, object]) -> Collection[str]:
    """Names of settings that count for nothing with these values: see `MemorySystem`."""
    idle = {f"{tier}_depth" for tier in _TIERS if values.get(f"{tier}_position") != 1}
    one_switch = values.get("use_global_toggle_state")
    switch = "default_chat_enabled" if one_switch else "global_toggle_state"
    return idle | {"include_thought_messages", switch}
