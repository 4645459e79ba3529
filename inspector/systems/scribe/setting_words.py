"""What people call the settings of Sanguine Scribe."""

from inspector.core.settings import words_for
from inspector.language import N_

SETTING_WORDS = words_for(
    {
        N_("Room"): {
            "default_context_total_token_limit": N_("Whole request"),
            "default_context_recent_history_budget": N_("Room for messages"),
            "default_context_rag_budget": N_("Room for what is retrieved"),
            "CONTEXT_TOTAL_TOKEN_LIMIT": N_("The server's own limit"),
            "min_tail_messages_to_preserve": N_("Newest that stay"),
            "truncation": N_("Which go first"),
        },
        N_("What is retrieved"): {
            "similarity_threshold": N_("Alike from"),
            "lorebook_limit": N_("Entries at most"),
            "chronicle_limit": N_("Events at most"),
            "chat_limit": N_("Older history at most"),
            "chronicles_enabled": N_("Chat has a chronicle"),
            "request_history": N_("Request carries its history"),
        },
        N_("What it is told"): {
            "system_prompt": N_("System prompt"),
            "character_profile": N_("Character"),
            "persona": N_("Persona"),
        },
        N_("Faults of the server"): {
            "hard_limit_ignores_user_total": N_("Your own total is not looked at"),
            "encrypted": N_("Items cost what [encrypted] costs"),
            "chronicle_unreadable": N_("Events read as corrupted"),
            "first_item_always_taken": N_("The best item always fits"),
            "tail_can_be_cut": N_("The tail can be cut"),
            "history_cut_from_tail": N_("History is cut from the tail"),
            "constants_twice": N_("Constants are taken twice"),
            "constants_can_be_outranked": N_("Constants can be outranked"),
            "blank_messages_free": N_("Blank messages are free"),
        },
    }
)
