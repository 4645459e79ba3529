"""What people call the settings of SillyTavern's own Summarize."""

from collections.abc import Collection, Mapping

from inspector.core.settings import words_for
from inspector.core.slot import PLACE_WORDS, ROLE_WORDS
from inspector.language import N_

SETTING_WORDS = words_for(
    {
        N_("Where it goes"): {
            "position": N_("It stands"),
            "depth": N_("Depth"),
            "role": N_("Spoken by"),
            "scan": N_("Looked through for lore"),
            "template": N_("Template"),
        },
        N_("When a summary is made"): {
            "memoryFrozen": N_("No more are made"),
            "promptInterval": N_("After messages"),
            "promptForceWords": N_("After words"),
            "maxMessagesPerRequest": N_("Messages at most"),
            "source": N_("Made by"),
        },
        N_("How it is asked for"): {
            "promptWords": N_("Length"),
            "overrideResponseLength": N_("Answer at most"),
            "prompt_builder": N_("Asked"),
            "SkipWIAN": N_("Without lore and note"),
            "experimental_macro_engine": N_("New macro engine"),
        },
    },
    {
        "position": PLACE_WORDS,
        "role": ROLE_WORDS,
        "prompt_builder": {0: N_("classic"), 1: N_("raw, blocking"), 2: N_("raw")},
    },
)


def unused_settings(values: Mapping[str, object]) -> Collection[str]:
    """Names of settings that count for nothing with these values: see `MemorySystem`."""
    return () if values.get("position") == 1 else ("depth",)
