"""What people call the settings of Sanguine Scribe."""

from inspector.core.settings import words_for

SETTING_WORDS = words_for(
    {
        "Room": {
            "default_context_total_token_limit": "Whole request",
            "default_context_recent_history_budget": "Room for messages",
            "default_context_rag_budget": "Room for what is retrieved",
            "CONTEXT_TOTAL_TOKEN_LIMIT": "The server's own limit",
            "min_tail_messages_to_preserve": "Newest that stay",
            "truncation": "Which go first",
        },
        "What is retrieved": {
            "similarity_threshold": "Alike from",
            "lorebook_limit": "Entries at most",
            "chronicle_limit": "Events at most",
            "chat_limit": "Older history at most",
            "chronicles_enabled": "Chat has a chronicle",
            "request_history": "Request carries its history",
        },
        "What it is told": {
            "system_prompt": "System prompt",
            "character_profile": "Character",
            "persona": "Persona",
        },
        "Faults of the server": {
            "hard_limit_ignores_user_total": "Your own total is not looked at",
            "encrypted": "Items cost what [encrypted] costs",
            "chronicle_unreadable": "Events read as corrupted",
            "first_item_always_taken": "The best item always fits",
            "tail_can_be_cut": "The tail can be cut",
            "history_cut_from_tail": "History is cut from the tail",
            "constants_twice": "Constants are taken twice",
            "constants_can_be_outranked": "Constants can be outranked",
            "blank_messages_free": "Blank messages are free",
        },
    }
)
