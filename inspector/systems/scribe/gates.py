"""The gates of Scribe's messages and items, and what people call them."""

from inspector.core.gates import GateWords

HIDDEN, HISTORY_BUDGET, TRUNCATED = "hidden", "history budget", "truncated"
MESSAGE_GATES = (HIDDEN, HISTORY_BUDGET, TRUNCATED)
"""In the order in which a message meets them."""

DISABLED, LIMIT, BELOW, RAG_BUDGET = "disabled", "limit", "threshold", "rag budget"
ITEM_GATES = (DISABLED, LIMIT, BELOW, RAG_BUDGET, TRUNCATED)
"""In the order in which an item meets them."""

GATES = (
    GateWords(HIDDEN, short="hidden", reason="hidden from prompts"),
    GateWords(
        HISTORY_BUDGET,
        short="history full",
        reason="the history budget is used up by newer messages",
        passed="The history reaches back to it",
        failed="The history has no room for it",
    ),
    GateWords(DISABLED, short="disabled", word="disabled", reason="disabled"),
    GateWords(
        LIMIT,
        short="not retrieved",
        word="past limit",
        reason="beyond the number that is retrieved",
        passed="Its score is among the best",
        failed="Its score is not among the best",
    ),
    GateWords(
        BELOW,
        short="score too low",
        word="low score",
        reason="its score is below the threshold",
    ),
    GateWords(
        RAG_BUDGET,
        short="items full",
        word="no room",
        reason="the budget for items is used up by better ones",
        passed="The items have room for it",
        failed="The items have no room for it",
    ),
    GateWords(
        TRUNCATED,
        short="cut to fit",
        word="cut",
        reason="cut to keep the whole request within its limit",
        passed="The whole request has room for it",
        failed="It was cut to keep within the limit",
    ),
)
