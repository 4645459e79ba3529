"""The gates of Scribe's messages and items, and what people call them."""

from inspector.core.gates import GateWords
from inspector.language import N_

HIDDEN, HISTORY_BUDGET, TRUNCATED = "hidden", "history budget", "truncated"
MESSAGE_GATES = (HIDDEN, HISTORY_BUDGET, TRUNCATED)
"""In the order in which a message meets them."""

DISABLED, LIMIT, BELOW, RAG_BUDGET = "disabled", "limit", "threshold", "rag budget"
ITEM_GATES = (DISABLED, LIMIT, BELOW, RAG_BUDGET, TRUNCATED)
"""In the order in which an item meets them."""

GATES = (
    GateWords(HIDDEN, check=N_("visibility"), short=N_("hidden"), reason=N_("hidden from prompts")),
    GateWords(
        HISTORY_BUDGET,
        check=N_("history budget"),
        short=N_("history full"),
        reason=N_("the history budget is used up by newer messages"),
        passed=N_("The history reaches back to it"),
        failed=N_("The history has no room for it"),
    ),
    GateWords(
        DISABLED,
        check=N_("enabled"),
        short=N_("disabled"),
        word=N_("disabled"),
        reason=N_("disabled"),
    ),
    GateWords(
        LIMIT,
        check=N_("number of items"),
        short=N_("not retrieved"),
        word=N_("past limit"),
        reason=N_("beyond the number that is retrieved"),
        passed=N_("Its score is among the best"),
        failed=N_("Its score is not among the best"),
    ),
    GateWords(
        BELOW,
        check=N_("least score"),
        short=N_("score too low"),
        word=N_("low score"),
        reason=N_("its score is below the threshold"),
    ),
    GateWords(
        RAG_BUDGET,
        check=N_("budget for items"),
        short=N_("items full"),
        word=N_("no room"),
        reason=N_("the budget for items is used up by better ones"),
        passed=N_("The items have room for it"),
        failed=N_("The items have no room for it"),
    ),
    GateWords(
        TRUNCATED,
        check=N_("limit of the request"),
        short=N_("cut to fit"),
        word=N_("cut"),
        reason=N_("cut to keep the whole request within its limit"),
        passed=N_("The whole request has room for it"),
        failed=N_("It was cut to keep within the limit"),
    ),
)
