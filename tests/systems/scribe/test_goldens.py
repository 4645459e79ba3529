"""The worked examples of the server's budget, as numbers and as whole requests."""

import json

import pytest

from inspector.systems.scribe.budget import Budgets, HistoryCosts, Manner, Request, plan
from tests.conftest import TESTS
from tests.systems.scribe.worlds import (
    HARD,
    HISTORY,
    RAG,
    TAIL,
    TOTAL,
    chat_of,
    document_of,
    entry,
    kept,
    release,
    words,
)

CASES = json.loads((TESTS / "golden" / "scribe-budget.json").read_text("utf-8"))
AS_CODED = Manner(first_item_always=True, tail_can_be_cut=True, middle_out=True)

each_case = pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])


def budgets_of(given):
    budgets = given["budgets"]
    return Budgets(
        total=budgets["total_user_setting"],
        history=budgets["recent_history"],
        rag=budgets["rag"],
        limit=budgets["total_config_hard_limit"],
        tail=given["min_tail_messages_to_preserve"],
    )


@each_case
def test_both_layers_decide_as_the_server_does(case):
    given, layer, output = case["input"], case["layer1"], case["output"]
    costs = given["messages_tokens_oldest_first"]
    history = HistoryCosts(range(len(costs)), costs, [cost == 0 for cost in costs])
    request = Request(
        given["head_tokens"],
        given["current_user_message_tokens"],
        history,
        given["rag_tokens_in_composite_order"],
    )
    decided = plan(request, budgets_of(given), AS_CODED)
    first = list(range(len(costs)))[len(costs) - decided.layer.latest :]
    assert first == layer["history_kept"]
    assert decided.layer.used == layer["actual_history_tokens"]
    assert decided.layer.available == layer["available_rag_tokens"]
    assert list(range(decided.selected)) == layer["rag_selected"]
    assert sum(request.items[: decided.selected]) == layer["rag_tokens_used"]
    left = [message for message in first if message not in decided.cut_messages]
    state = output["state_when_checked"]
    assert (left, list(range(decided.kept_items))) == (state["messages"], state["rag"])
    assert decided.total == output["final_total_tokens"]
    assert decided.excess == (output["error"] or {"excess": 0})["excess"]


@each_case
def test_a_whole_request_is_cut_as_the_server_cuts_it(case):
    given, output = case["input"], case["output"]
    budgets = budgets_of(given)
    costs = given["rag_tokens_in_composite_order"]
    document = document_of(
        chat_of(*(words(count) for count in given["messages_tokens_oldest_first"])),
        [entry(index, words(cost)) for index, cost in enumerate(costs)],
        scores={f"lore:{index}": 1 - index / 10 for index in range(len(costs))},
    )
    found = release(
        document,
        pending=words(given["current_user_message_tokens"]),
        system_prompt=words(given["head_tokens"]),
        encrypted=False,
        chat_limit=0,
        **{
            TOTAL: budgets.total,
            HARD: budgets.limit,
            HISTORY: budgets.history,
            RAG: budgets.rag,
            TAIL: budgets.tail,
        },
    )
    state = output["state_when_checked"]
    assert kept(found) == state["messages"]
    assert [row.id for row in found.rag if row.kept] == [f"lore:{one}" for one in state["rag"]]
    assert found.budget.used == found.parts.total == output["final_total_tokens"]
    error = output["error"]
    if error is None:
        assert found.error is None
    else:
        assert found.error == (
            f"Request too large: {error['total']} tokens exceeds maximum limit of "
            f"{error['limit']} tokens (excess: {error['excess']} tokens)"
        )
        assert not any(one.text for one in found.injections)
        assert found.sent == ()
