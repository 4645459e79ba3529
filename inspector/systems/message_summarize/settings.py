"""Settings of MessageSummarize, under the extension's own names (specs/message-summarize.md §3)."""

from typing import Final

from inspector.core.settings import SettingKind, SettingSpec
from inspector.core.system import BudgetSetting

KEY: Final = "qvink_memory"
"""Its name in `extra`, in `chat_metadata` and in `extension_settings`."""

PROFILES: Final = "profiles"
SEPARATOR: Final = "summary_injection_separator"
THRESHOLD: Final = "summary_injection_threshold"
REMOVE: Final = "exclude_messages_after_threshold"
KEEP_USER: Final = "keep_last_user_message"
SEPARATE: Final = "separate_long_term"
SHOW_PREFILL: Final = "show_prefill"
CONTEXT_SIZE: Final = "context_size"
MACROS: Final = "experimental_macro_engine"
HOST_SETTINGS: Final = frozenset({CONTEXT_SIZE, MACROS})
"""Settings that are SillyTavern's own and not the extension's."""

TRIGGER: Final = "injection_threshold_update_trigger_"

SHORT_TEMPLATE: Final = "[Following is a list of recent events]:\n{{memories}}\n"
LONG_TEMPLATE: Final = "[Following is a list of events that occurred in the past]:\n{{memories}}\n"

_FLAG, _WHOLE, _TEXT, _JSON = (
    SettingKind.FLAG,
    SettingKind.WHOLE,
    SettingKind.TEXT,
    SettingKind.JSON,
)


def _flag(name: str, meaning: str, *, default: bool = False) -> SettingSpec:
    return SettingSpec(name, _FLAG, default, meaning)


def _number(name: str, default: float, meaning: str, unit: str = "") -> SettingSpec:
    return SettingSpec(name, SettingKind.NUMBER, default, meaning, unit)


def _tier(tier: str, template: str) -> tuple[SettingSpec, ...]:
    return (
        _number(
            f"{tier}_term_context_limit",
            10,
            f"How much all {tier}-term memories together may take, in percent or tokens.",
        ),
        SettingSpec(
            f"{tier}_term_context_type",
            SettingKind.CHOICE,
            "percent",
            "Whether the limit is a share of the context or a number of tokens.",
            choices=("percent", "tokens"),
        ),
        SettingSpec(
            f"{tier}_term_position",
            _WHOLE,
            0,
            "Where the memories go: -1 nowhere, 0 after the main prompt, 1 among the messages, "
            "2 before the main prompt.",
            least=-1,
            greatest=2,
        ),
        SettingSpec(
            f"{tier}_term_depth",
            _WHOLE,
            2,
            "How many messages stay below; counts at position 1 only.",
            "messages",
            least=0,
        ),
        SettingSpec(
            f"{tier}_term_role",
            _WHOLE,
            0,
            "Who speaks the memories: 0 system, 1 user, 2 assistant.",
            least=0,
            greatest=2,
        ),
        _flag(f"{tier}_term_scan", "Whether lorebook keys are looked for in the memories."),
        SettingSpec(
            f"{tier}_template",
            _TEXT,
            template,
            "The text around the memories; {{memories}} stands for them.",
        ),
    )


_ELIGIBLE = (
    _number(
        "message_length_threshold",
        10,
        "A message shorter than this gets no memory (Minimum Length).",
        "tokens",
    ),
    _flag("include_user_messages", "Whether the user's messages count."),
    _flag("include_system_messages", "Whether hidden messages count."),
    _flag("include_narrator_messages", "Whether a narrator's messages count."),
    _flag("include_thought_messages", "Never read: a character's thoughts are always left out."),
    SettingSpec(
        "disabled_group_characters",
        _JSON,
        {},
        "Which members of which group are left out, by their card's file name.",
    ),
)

_THRESHOLD = (
    SettingSpec(SEPARATOR, _TEXT, "\n* ", "What stands before each memory, the first too."),
    _number(
        THRESHOLD,
        10,
        "How many of the newest messages lag: their memories are not injected yet. Of messages "
        "it is one more than that.",
    ),
    SettingSpec(
        f"{THRESHOLD}_type",
        SettingKind.CHOICE,
        "messages",
        "What the threshold counts. `context`, which the form stores for percent, counts tokens.",
        choices=("messages", "tokens", "context", "percent"),
    ),
    _flag(
        REMOVE,
        "Whether messages past the threshold leave the context, with or without a memory.",
        default=True,
    ),
    _flag(KEEP_USER, "Whether the user's last message stays in the context.", default=True),
    *(
        _number(f"{TRIGGER}{what}", 0, f"{meaning} before the threshold moves; 0 is off.", unit)
        for what, meaning, unit in (
            ("messages", "How many new messages it takes", "messages"),
            ("summaries", "How many new memories it takes", "memories"),
            ("context", "How full the context has to be", "percent"),
        )
    ),
)

_CHATS = (
    _flag("default_chat_enabled", "Whether it is on in chats that say nothing.", default=True),
    _flag("use_global_toggle_state", "Whether one switch holds for all chats."),
    _flag("global_toggle_state", "The one switch for all chats.", default=True),
    SettingSpec(
        PROFILES,
        _JSON,
        {},
        "All profiles by name; that of the chat, of its character, or `Default` is laid over the "
        "settings when the chat is opened.",
    ),
    _flag("display_memories", "Whether memories are shown below their messages.", default=True),
)

_MAKING = (
    _flag("auto_summarize", "Whether memories are made by themselves.", default=True),
    _number("auto_summarize_message_limit", 10, "How far back memories are made.", "messages"),
    _number("auto_summarize_batch_size", 1, "How many are made together.", "messages"),
    _number("summarization_delay", 0, "How many newest messages wait.", "messages"),
)

BUDGET_SETTINGS = tuple(
    BudgetSetting(
        f"{tier}_term_context_limit",
        f"The limit of {tier}-term memory",
        unit=f"{tier}_term_context_type",
    )
    for tier in ("short", "long")
)

SETTINGS = (
    *_THRESHOLD,
    *_tier("short", SHORT_TEMPLATE),
    *_tier("long", LONG_TEMPLATE),
    _flag(SEPARATE, "Whether remembered messages are long-term at once."),
    *_ELIGIBLE,
    _flag(SHOW_PREFILL, "Whether a memory's prefill counts as part of it."),
    SettingSpec(
        CONTEXT_SIZE,
        _WHOLE,
        8192,
        "The greatest context less the response, of which a percentage is taken.",
        "tokens",
        least=0,
    ),
    *_CHATS,
    *_MAKING,
    _flag(
        MACROS,
        "Which of SillyTavern's engines expands macros; its own setting, on by default.",
        default=True,
    ),
)
