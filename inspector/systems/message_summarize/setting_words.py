"""What people call MessageSummarize's settings."""

from collections.abc import Collection, Mapping

from inspector.core.settings import words_for
from inspector.core.slot import PLACE_WORDS, ROLE_WORDS
from inspector.language import N_

_TIERS = ("short_term", "long_term")


def _tier(tier: str, template: str) -> dict[str, str]:
    return {
        f"{tier}_context_limit": N_("Room"),
        f"{tier}_context_type": N_("Room counted in"),
        f"{tier}_position": N_("It stands"),
        f"{tier}_depth": N_("Depth"),
        f"{tier}_role": N_("Spoken by"),
        f"{tier}_scan": N_("Looked through for lore"),
        template: N_("Template"),
    }


SETTING_WORDS = words_for(
    {
        N_("Short-term memory"): _tier("short_term", "short_template"),
        N_("Long-term memory"): {
            **_tier("long_term", "long_template"),
            "separate_long_term": N_("Remembered ones at once"),
        },
        N_("When a memory stands in for its message"): {
            "summary_injection_threshold": N_("Newest messages that lag"),
            "summary_injection_threshold_type": N_("Lag counted in"),
            "exclude_messages_after_threshold": N_("Older messages leave"),
            "keep_last_user_message": N_("The user's last stays"),
            "injection_threshold_update_trigger_messages": N_("Moves after messages"),
            "injection_threshold_update_trigger_summaries": N_("Moves after memories"),
            "injection_threshold_update_trigger_context": N_("Moves when full by"),
            "summary_injection_separator": N_("Before each memory"),
            "context_size": N_("Size of the context"),
        },
        N_("Which messages"): {
            "message_length_threshold": N_("Shortest message"),
            "include_user_messages": N_("Count the user's"),
            "include_system_messages": N_("Count hidden ones"),
            "include_narrator_messages": N_("Count the narrator's"),
            "include_thought_messages": N_("Count thoughts"),
            "disabled_group_characters": N_("Members left out"),
            "show_prefill": N_("Count the prefill"),
        },
        N_("Making memories"): {
            "auto_summarize": N_("By themselves"),
            "auto_summarize_message_limit": N_("How far back"),
            "auto_summarize_batch_size": N_("Made together"),
            "summarization_delay": N_("Newest that wait"),
            "display_memories": N_("Shown below messages"),
        },
        N_("Switches"): {
            "default_chat_enabled": N_("On in new chats"),
            "use_global_toggle_state": N_("One switch for all"),
            "global_toggle_state": N_("The one switch"),
            "profiles": N_("Profiles"),
            "experimental_macro_engine": N_("New macro engine"),
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
