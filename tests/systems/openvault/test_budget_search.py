"""Budgets that do what a person wants, tried on the real rules."""

import pytest

from inspector.core.deadline import Deadline
from inspector.systems.openvault.budget_search import BudgetSearch, main_block
from tests.analysis.questions import BUDGET, RELEASES, asked_of, village
from tests.systems.openvault.retrieval.vaults import event, talk, vault


def search(ruleset, document, budget, timeouts=None):
    requested = asked_of(ruleset, document, settings={BUDGET: budget})
    return requested, BudgetSearch(requested, timeouts or Deadline())


@pytest.mark.parametrize("ruleset", RELEASES)
@pytest.mark.parametrize("guess", [100, 5000])
def test_a_budget_that_holds_all_is_found_from_any_guess(ruleset, guess):
    requested, budgets = search(ruleset, village(), 100)
    everyone = range(12)
    tokens = budgets.holding(everyone, guess)
    assert set(everyone) <= requested.with_budget(tokens).derivation.in_block


@pytest.mark.parametrize("ruleset", RELEASES)
def test_no_budget_holds_what_another_gate_leaves_out(ruleset):
    document = vault(talk(10, hidden=8), [event("a"), event("b", message_ids=[9])])
    assert search(ruleset, document, 500)[1].holding([1], 500) is None


@pytest.mark.parametrize("ruleset", RELEASES)
def test_a_budget_that_keeps_the_block_within_a_limit_is_found(ruleset):
    requested, budgets = search(ruleset, village(), 8000)
    limit = main_block(requested).tokens - 30
    tokens = budgets.within(limit, 20)
    assert main_block(requested.with_budget(tokens)).tokens <= limit
    assert budgets.within(1, 1) is None


def test_without_patience_nothing_is_tried():
    over = Deadline(cancelled=lambda: True)
    budgets = search("openvault/26", village(), 100, over)[1]
    assert budgets.holding(range(12), 5000) is None
    assert budgets.within(8000, 20) is None
