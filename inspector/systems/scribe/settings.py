"""Settings of the Scribe rulesets, under the server's own names (specs/as-designed.md §5)."""

from collections.abc import Mapping

from inspector.core.decoded import is_number
from inspector.core.request import Fault
from inspector.core.settings import SettingKind, SettingSpec
from inspector.language import N_
from inspector.systems.scribe.budget import Budgets
from inspector.systems.scribe.head import PERSONA, PROFILE, SYSTEM_PROMPT

TOTAL = "default_context_total_token_limit"
HISTORY = "default_context_recent_history_budget"
RAG = "default_context_rag_budget"
TAIL = "min_tail_messages_to_preserve"
HARD_LIMIT = "CONTEXT_TOTAL_TOKEN_LIMIT"
THRESHOLD = "similarity_threshold"
LOREBOOK_LIMIT, CHRONICLE_LIMIT, CHAT_LIMIT = "lorebook_limit", "chronicle_limit", "chat_limit"
CHRONICLES = "chronicles_enabled"
REQUEST_HISTORY = "request_history"
TRUNCATION = "truncation"
OLDEST, MIDDLE = "oldest", "middle"
ENCRYPTED = "encrypted"
COLLECTION = "scribe_embeddings"
"""What the server calls its collection in Qdrant."""

DEFAULTS: Mapping[str, int] = {TOTAL: 200_000, HISTORY: 150_000, RAG: 50_000}


def _tokens(name: str, default: int, meaning: str, *, optional: bool = False) -> SettingSpec:
    return SettingSpec(
        name, SettingKind.WHOLE, default, meaning, N_("tokens"), least=0, optional=optional
    )


def _count(name: str, default: int, meaning: str, unit: str) -> SettingSpec:
    return SettingSpec(name, SettingKind.WHOLE, default, meaning, unit, least=0)


def budget_settings(*, optional: bool) -> tuple[SettingSpec, ...]:
    """The three budgets and the tail.

    Args:
        optional: whether a budget may be null, which is the server's own value.
    """
    return (
        _tokens(
            TOTAL,
            DEFAULTS[TOTAL],
            N_("The most that the whole request may have."),
            optional=optional,
        ),
        _tokens(
            HISTORY,
            DEFAULTS[HISTORY],
            N_("The most that the messages may have, from the newest back."),
            optional=optional,
        ),
        _tokens(
            RAG,
            DEFAULTS[RAG],
            N_("The most that retrieved items may have; they get what the history leaves."),
            optional=optional,
        ),
        _count(TAIL, 8, N_("The newest messages that truncation keeps."), N_("messages")),
    )


RETRIEVAL_SETTINGS = (
    _count(
        LOREBOOK_LIMIT, 15, N_("How many lorebook entries are retrieved at most."), N_("entries")
    ),
    _count(
        CHRONICLE_LIMIT, 10, N_("How many chronicle events are retrieved at most."), N_("events")
    ),
    SettingSpec(
        CHRONICLES,
        SettingKind.FLAG,
        True,  # noqa: FBT003
        N_("Whether the chat has a chronicle."),
    ),
)

HEAD_SETTINGS = (
    SettingSpec(
        SYSTEM_PROMPT,
        SettingKind.TEXT,
        None,
        N_("What takes the place of the server's own system prompt."),
        optional=True,
    ),
    SettingSpec(
        PROFILE,
        SettingKind.TEXT,
        None,
        N_("The character, instead of what its card says."),
        optional=True,
    ),
    SettingSpec(PERSONA, SettingKind.TEXT, None, N_("Who the user is."), optional=True),
)

DESIGN_SETTINGS = (
    *budget_settings(optional=False),
    SettingSpec(
        THRESHOLD,
        SettingKind.NUMBER,
        0,
        N_("Items with a lower score are left out; 0 leaves none out."),
        least=0,
        greatest=1,
    ),
    SettingSpec(
        TRUNCATION,
        SettingKind.CHOICE,
        OLDEST,
        N_(
            "Which of the messages before the tail go first where the request is too "
            "large: the oldest, or the one in the middle and then its neighbours."
        ),
        choices=(OLDEST, MIDDLE),
    ),
    *RETRIEVAL_SETTINGS,
    *HEAD_SETTINGS,
)


OWN_LIMIT = "hard_limit_ignores_user_total"
UNREADABLE = "chronicle_unreadable"
FIRST_ITEM = "first_item_always_taken"
TAIL_CUT = "tail_can_be_cut"
MIDDLE_OUT = "history_cut_from_tail"
TWICE = "constants_twice"
OUTRANKED = "constants_can_be_outranked"
BLANK_FREE = "blank_messages_free"

FAULTS = (
    Fault(
        OWN_LIMIT,
        N_("The hard limit ignores the user's total"),
        N_(
            "Truncation and the final check know CONTEXT_TOTAL_TOKEN_LIMIT alone and not "
            "the user's own total."
        ),
    ),
    Fault(
        ENCRYPTED,
        N_("Encrypted items are counted as a placeholder"),
        N_("Entries and events cost what the text [encrypted] costs, whatever they really say."),
    ),
    Fault(
        UNREADABLE,
        N_("Chronicle events arrive unreadable"),
        N_(
            "An encrypted event is no JSON to the renderer, so the model reads that it is "
            "corrupted."
        ),
    ),
    Fault(
        FIRST_ITEM,
        N_("An oversized first item is always taken"),
        N_("The best item is taken even if it alone exceeds what is left to items."),
    ),
    Fault(
        TAIL_CUT,
        N_("The tail can be cut"),
        N_("A history no longer than the tail is cut, if need be to nothing."),
    ),
    Fault(
        MIDDLE_OUT,
        N_("History is cut next to the tail first"),
        N_(
            "Messages just before the tail go first and message 0 last, so a hole opens "
            "in the story."
        ),
    ),
    Fault(
        TWICE,
        N_("Constant entries stand twice"),
        N_("A constant entry that is also found by its vector is taken twice."),
    ),
    Fault(
        OUTRANKED,
        N_("Constant entries can be outranked"),
        N_("A fresh event can rank before a constant entry, which may then not fit."),
    ),
    Fault(
        BLANK_FREE,
        N_("Blank messages cost nothing"),
        N_("Messages of white space are free while the history is selected and cost in the end."),
    ),
)

RELEASE_SETTINGS = (
    *budget_settings(optional=True),
    _tokens(
        HARD_LIMIT,
        DEFAULTS[TOTAL],
        N_("The server's own limit of a whole request; requests above it are refused."),
    ),
    *RETRIEVAL_SETTINGS,
    _count(
        CHAT_LIMIT, 15, N_("How many pieces of older history are retrieved at most."), N_("pieces")
    ),
    SettingSpec(
        REQUEST_HISTORY,
        SettingKind.FLAG,
        True,  # noqa: FBT003
        N_(
            "Whether the request carries its history, as the web page sends it: then no "
            "older history is retrieved."
        ),
    ),
    *HEAD_SETTINGS,
    *(fault.spec for fault in FAULTS),
)


def whole(settings: Mapping[str, object], name: str) -> int:
    """A setting that is a whole number; the server's own value where it is null."""
    value = settings.get(name)
    return int(value) if is_number(value) else DEFAULTS.get(name, 0)


def designed_budgets(settings: Mapping[str, object]) -> Budgets:
    """The budgets of the design: the total is the limit."""
    total = whole(settings, TOTAL)
    return Budgets(
        total=total,
        history=whole(settings, HISTORY),
        rag=whole(settings, RAG),
        limit=total,
        tail=whole(settings, TAIL),
        limited_by=TOTAL,
    )


def released_budgets(settings: Mapping[str, object]) -> Budgets:
    """The budgets of the release: a null total is the server's, and so is the limit [D1]."""
    hard = whole(settings, HARD_LIMIT)
    own = settings[OWN_LIMIT] is True
    total = hard if settings.get(TOTAL) is None else whole(settings, TOTAL)
    return Budgets(
        total=total,
        history=whole(settings, HISTORY),
        rag=whole(settings, RAG),
        limit=hard if own else min(hard, total),
        tail=whole(settings, TAIL),
        limited_by=HARD_LIMIT if own or hard <= total else TOTAL,
    )
