"""Settings of MessageSummarize, under the extension's own names (specs/message-summarize.md §3)."""

from typing import Final

from inspector.core.settings import SettingKind, SettingSpec
from inspector.core.system import BudgetSetting
from inspector.language import N_

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


def _tier(tier: str, template: str, room: str) -> tuple[SettingSpec, ...]:
    return (
        _number(
            f"{tier}_term_context_limit",
            10,
            room,
        ),
        SettingSpec(
            f"{tier}_term_context_type",
            SettingKind.CHOICE,
            "percent",
            N_("Whether the limit is a share of the context or a number of tokens."),
            choices=("percent", "tokens"),
        ),
        SettingSpec(
            f"{tier}_term_position",
            _WHOLE,
            0,
            N_(
                "Where the memories go: -1 nowhere, 0 after the main prompt, 1 among the "
                "messages, 2 before the main prompt."
            ),
            least=-1,
            greatest=2,
        ),
        SettingSpec(
            f"{tier}_term_depth",
            _WHOLE,
            2,
            N_("How many messages stay below; counts at position 1 only."),
            N_("messages"),
            least=0,
        ),
        SettingSpec(
            f"{tier}_term_role",
            _WHOLE,
            0,
            N_("Who speaks the memories: 0 system, 1 user, 2 assistant."),
            least=0,
            greatest=2,
        ),
        _flag(f"{tier}_term_scan", N_("Whether lorebook keys are looked for in the memories.")),
        SettingSpec(
            f"{tier}_template",
            _TEXT,
            template,
            N_("The text around the memories; {{memories}} stands for them."),
        ),
    )


_ELIGIBLE = (
    _number(
        "message_length_threshold",
        10,
        N_("A message shorter than this gets no memory (Minimum Length)."),
        N_("tokens"),
    ),
    _flag("include_user_messages", N_("Whether the user's messages count.")),
    _flag("include_system_messages", N_("Whether hidden messages count.")),
    _flag("include_narrator_messages", N_("Whether a narrator's messages count.")),
    _flag(
        "include_thought_messages", N_("Never read: a character's thoughts are always left out.")
    ),
    SettingSpec(
        "disabled_group_characters",
        _JSON,
        {},
        N_("Which members of which group are left out, by their card's file name."),
    ),
)

_THRESHOLD = (
    SettingSpec(SEPARATOR, _TEXT, "\n* ", N_("What stands before each memory, the first too.")),
    _number(
        THRESHOLD,
        10,
        N_(
            "How many of the newest messages lag: their memories are not injected yet. Of "
            "messages it is one more than that."
        ),
    ),
    SettingSpec(
        f"{THRESHOLD}_type",
        SettingKind.CHOICE,
        "messages",
        N_(
            "What the threshold counts. `context`, which the form stores for percent, "
            "counts tokens."
        ),
        choices=("messages", "tokens", "context", "percent"),
    ),
    _flag(
        REMOVE,
        N_("Whether messages past the threshold leave the context, with or without a memory."),
        default=True,
    ),
    _flag(KEEP_USER, N_("Whether the user's last message stays in the context."), default=True),
    *(
        _number(f"{TRIGGER}{what}", 0, meaning, unit)
        for what, meaning, unit in (
            (
                "messages",
                N_("How many new messages it takes before the threshold moves; 0 is off."),
                N_("messages"),
            ),
            (
                "summaries",
                N_("How many new memories it takes before the threshold moves; 0 is off."),
                N_("memories"),
            ),
            (
                "context",
                N_("How full the context has to be before the threshold moves; 0 is off."),
                N_("percent"),
            ),
        )
    ),
)

_CHATS = (
    _flag("default_chat_enabled", N_("Whether it is on in chats that say nothing."), default=True),
    _flag("use_global_toggle_state", N_("Whether one switch holds for all chats.")),
    _flag("global_toggle_state", N_("The one switch for all chats."), default=True),
    SettingSpec(
        PROFILES,
        _JSON,
        {},
        N_(
            "All profiles by name; that of the chat, of its character, or `Default` is "
            "laid over the settings when the chat is opened."
        ),
    ),
    _flag("display_memories", N_("Whether memories are shown below their messages."), default=True),
)

_MAKING = (
    _flag("auto_summarize", N_("Whether memories are made by themselves."), default=True),
    _number(
        "auto_summarize_message_limit", 10, N_("How far back memories are made."), N_("messages")
    ),
    _number("auto_summarize_batch_size", 1, N_("How many are made together."), N_("messages")),
    _number("summarization_delay", 0, N_("How many newest messages wait."), N_("messages")),
)

BUDGET_SETTINGS = tuple(
    BudgetSetting(
        f"{tier}_term_context_limit",
        meaning,
        unit=f"{tier}_term_context_type",
    )
    for tier, meaning in (
        ("short", N_("The limit of short-term memory")),
        ("long", N_("The limit of long-term memory")),
    )
)

SETTINGS = (
    *_THRESHOLD,
    *_tier(
        "short",
        SHORT_TEMPLATE,
        N_("How much all short-term memories together may take, in percent or tokens."),
    ),
    *_tier(
        "long",
        LONG_TEMPLATE,
        N_("How much all long-term memories together may take, in percent or tokens."),
    ),
    _flag(SEPARATE, N_("Whether remembered messages are long-term at once.")),
    *_ELIGIBLE,
    _flag(SHOW_PREFILL, N_("Whether a memory's prefill counts as part of it.")),
    SettingSpec(
        CONTEXT_SIZE,
        _WHOLE,
        8192,
        N_("The greatest context less the response, of which a percentage is taken."),
        N_("tokens"),
        least=0,
    ),
    *_CHATS,
    *_MAKING,
    _flag(
        MACROS,
        N_("Which of SillyTavern's engines expands macros; its own setting, on by default."),
        default=True,
    ),
)
