"""The gates that a memory came to, with their sentences."""

import pytest
from hypothesis import given

from inspector.analysis.why import why
from tests.analysis.questions import BUDGET, DESIGNS, NAMES, asked_of, budgets, vaults, village
from tests.systems.openvault.retrieval.vaults import event, talk, vault

GATES = {
    "openvault/temporal": ["archived", "candidates", "budget"],
    "openvault/terse": ["archived", "candidates", "budget"],
    "openvault/before": ["archived", "candidates", "budget"],
    "openvault/1.41": ["hidden", "pov", "score", "formatter"],
    "openvault/1.44": ["hidden", "pov", "score", "formatter"],
    "openvault/26": ["hidden", "pov", "archived", "score", "balance", "formatter"],
}


@pytest.mark.parametrize("ruleset", NAMES)
@given(document=vaults, budget=budgets)
def test_only_the_last_gate_can_fail_and_it_is_the_verdict(ruleset, document, budget):
    requested = asked_of(ruleset, document, settings={BUDGET: budget})
    for verdict in requested.derivation.verdicts:
        found = why(requested.derivation, verdict.memory)
        *before, last = found.gates
        assert [step.gate for step in found.gates] == GATES[ruleset][: len(found.gates)]
        assert all(step.passed for step in before)
        assert last.passed is verdict.in_block is found.in_block
        assert all(step.detail.endswith(".") for step in found.gates)
        if verdict.in_block:
            assert found.failed is None
            assert len(found.gates) == len(GATES[ruleset])
        else:
            assert (found.failed.gate, found.failed.detail) == (verdict.gate, verdict.reason)


@pytest.mark.parametrize("ruleset", DESIGNS)
def test_a_design_explains_candidates_in_words(ruleset):
    memories = [
        event("a"),
        event("b", message_ids=[9]),
        event("c", witnesses=["Kai"]),
        event("d", witnesses=[], characters_involved=["mira"]),
        event("e", witnesses=["Kai"]),
        event("f", message_ids=[]),
    ]
    states = {"Mira": {"known_events": ["e"]}}
    requested = asked_of(
        ruleset, vault(talk(10, hidden=4), memories, states), settings={"candidates": "pov"}
    )
    wording = [why(requested.derivation, index).gates[1].detail for index in range(6)]
    hidden = "Its messages are hidden from message 0 on: nothing is said twice."
    assert wording == [
        f"{hidden} Mira is a witness.",
        "It is still visible: message 9 is in the chat that is sent.",
        "Mira does not know it: only Kai is a witness.",
        f"{hidden} Mira took part.",
        f"{hidden} Mira was told.",
        "It names no source message, so nothing is said twice. Mira is a witness.",
    ]


def test_a_design_says_what_its_bucket_may_use():
    requested = asked_of("openvault/temporal", village(), settings={BUDGET: 150})
    steps = [why(requested.derivation, index).gates[-1] for index in range(12)]
    kept = [step.detail for step in steps if step.passed]
    assert all("may use" in step.detail and "need" in step.detail for step in steps)
    assert any("stars it stays." in detail for detail in kept)


def test_the_formatter_says_how_many_tokens_are_short():
    requested = asked_of("openvault/26", village(), settings={BUDGET: 150})
    cut = [one.memory for one in requested.derivation.verdicts if one.gate == "formatter"]
    first, *rest = [why(requested.derivation, memory).failed for memory in cut]
    short = first.numbers["short"]
    assert first.detail.endswith(f"it needs {first.numbers['tokens']}: {short:g} short.")
    assert rest
    assert all("stops before it" in step.detail for step in rest)
    assert all(step.numbers["short"] > short for step in rest)


def test_a_memory_that_does_not_exist_yet_has_no_gates():
    assert why(asked_of("openvault/26", village(), at=3).derivation, 11) is None
