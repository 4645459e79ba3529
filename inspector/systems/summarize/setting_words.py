"""What people call the settings of SillyTavern's own Summarize."""

from collections.abc import Collection, Mapping

from inspector.core.settings import words_for
from inspector.core.slot import PLACE_WORDS, ROLE_WORDS

SETTING_WORDS = words_for(
    {
        "Where it goes": {
            "position": "It stands",
            "depth": "Depth",
            "role": "Spoken by",
            "scan": "Looked through for lore",
            "template": "Template",
        },
        "When a summary is made": {
            "memoryFrozen": "No more are made",
            "promptInterval": "After messages",
            "promptForceWords": "After words",
            "maxMessagesPerRequest": "Messages at most",
            "source": "Made by",
        },
        "How it is asked for": {
            "promptWords": "Length",
            "overrideResponseLength": "Answer at most",
            "prompt_builder": "Asked",
            "SkipWIAN": "Without lore and note",
            "experimental_macro_engine": "New macro engine",
        },
    },
    {
        "position": PLACE_WORDS,
        "role": ROLE_WORDS,
        "prompt_builder": {0: "classic", 1: "raw, blocking", 2: "raw"},
    },
)


def unused_settings(values: Mapping[str, object]) -> Collection[str]:
    """Names of settings that count for nothing with these values: see `MemorySystem`."""
    return () if values.get("position") == 1 else ("depth",)
