"""What a release does wrong, shown on chats where it does."""

from dataclasses import replace

import pytest

from inspector.core.deadline import Deadline
from inspector.core.problems import Severity
from inspector.core.settings import SetSetting
from inspector.systems.openvault.faults import release_faults
from tests.analysis.questions import BUDGET, DESIGNS, RELEASES, asked_of, village
from tests.systems.openvault.retrieval.vaults import event, talk, vault

LONG = "The whole tale of the mill, told again and again by everyone. " * 8


def faults(ruleset, document, budget=8000):
    requested = asked_of(ruleset, document, settings={BUDGET: budget})
    return requested, {fault.code: fault for fault in release_faults(requested)}


def after(requested, fault):
    fix = fault.fix
    if isinstance(fix, SetSetting):
        assert fix.ruleset == requested.ruleset.name
        return requested.at(
            replace(requested.moment, settings={**requested.moment.settings, fix.name: fix.value})
        )
    return requested.edited((fix,))


@pytest.mark.parametrize("ruleset", RELEASES)
def test_a_healthy_chat_has_none(ruleset):
    assert faults(ruleset, village())[1] == {}


@pytest.mark.parametrize("ruleset", DESIGNS)
def test_a_design_has_none(ruleset):
    assert faults(ruleset, village(), budget=100)[1] == {}


@pytest.mark.parametrize("ruleset", RELEASES)
def test_the_newest_are_dropped_whatever_their_importance(ruleset):
    requested, found = faults(ruleset, village(), budget=150)
    fault = found["newest-dropped"]
    cut = {one.memory for one in requested.derivation.verdicts if one.gate == "formatter"}
    assert set(fault.memories) == cut
    assert f"{len(cut)} memories are cut, the most important e" in fault.text
    assert cut <= after(requested, fault).derivation.in_block
    assert fault.remedy == f"Raise the budget to {fault.fix.value} tokens"
    most = max(cut, key=lambda index: (requested.document.memories[index].importance, index))
    assert fault.problem.memory == most


@pytest.mark.parametrize("ruleset", RELEASES)
def test_an_over_long_old_memory_keeps_out_all_after_it(ruleset):
    memories = [
        event(f"e{n}", message_ids=[n], sequence=n, importance=5, summary=f"Bell {n} rang.")
        for n in range(8)
    ]
    # The selection counts bare summaries and lets it in; the formatter adds its own.
    memories[2]["summary"] = LONG
    document = vault(talk(20, hidden=18), memories)
    # The smallest budget with which the selection still takes all of them.
    for budget in range(120, 400):
        requested, found = faults(ruleset, document, budget)
        if "long-memory" in found:
            break
    fault = found["long-memory"]
    assert fault.memories[0] == 2
    assert set(fault.memories[1:]) <= {3, 4, 5, 6, 7}
    assert set(fault.memories[1:]) <= after(requested, fault).derivation.in_block


@pytest.mark.parametrize("ruleset", ["openvault/1.44", "openvault/26"])
def test_separators_make_a_block_exceed_its_budget(ruleset):
    memories = [
        event(f"e{n}", message_ids=[n * 500], sequence=n, summary=f"Bell {n} rang at dawn.")
        for n in range(10)
    ]
    document = vault(talk(5600, hidden=5590), memories)
    for budget in range(60, 250, 3):
        requested, found = faults(ruleset, document, budget)
        if "over-budget" in found:
            break
    fault = found["over-budget"]
    assert requested.derivation.injections[0].tokens > budget
    assert after(requested, fault).derivation.injections[0].tokens <= budget
    assert fault.memories


@pytest.mark.parametrize("ruleset", ["openvault/1.41", "openvault/1.44"])
def test_shared_ids_keep_each_other_in(ruleset):
    memories = village().memories
    records = [dict(one.record) for one in memories]
    records[0]["id"] = records[11]["id"] = "same"
    document = vault(talk(40, hidden=36), records)
    for budget in range(100, 300, 5):
        requested, found = faults(ruleset, document, budget)
        if "shared-id" in found:
            break
    fault = found["shared-id"]
    assert fault.memories == (11,)
    assert 11 in requested.derivation.in_block
    assert "the same id fits (#11 “On day 11 Mira counted 14 grey …”)" in fault.text


def test_an_emotion_is_never_shown():
    document = vault(talk(10, hidden=8), [event("a")], {"Mira": {"current_emotion": "angry"}})
    for ruleset in ("openvault/1.44", "openvault/26"):
        assert "Mira angry" in faults(ruleset, document)[1]["no-emotions"].text
    assert "no-emotions" not in faults("openvault/1.41", document)[1]


@pytest.mark.parametrize("ruleset", ["openvault/1.44", "openvault/26"])
def test_an_emotion_that_comes_after_the_end_is_no_fault_there(ruleset):
    read_from = {"min": 8, "max": 9}
    states = {
        "Mira": {"current_emotion": "angry", "emotion_from_messages": read_from},
        "Robin": {"current_emotion": "calm"},
    }
    document = vault(talk(10, hidden=8), [event("a")], states)
    (known,) = release_faults(asked_of(ruleset, document, at=8))
    assert ": Robin calm." in known.text
    (later,) = release_faults(asked_of(ruleset, document, at=9))
    assert ": Mira angry, Robin calm." in later.text


@pytest.mark.parametrize("ruleset", RELEASES)
def test_importance_below_zero_makes_it_throw(ruleset):
    document = vault(talk(10, hidden=8), [event("a"), event("b", importance=-2)])
    requested, found = faults(ruleset, document)
    fault = found["importance-below-zero"]
    assert fault.memories == (1,)
    assert "It injects nothing now." in fault.text
    assert requested.derivation.in_block == frozenset()
    assert after(requested, fault).derivation.in_block == {0, 1}
    assert (fault.problem.fix, fault.problem.fix_title) == (fault.fix, "Set importance to 1")
    assert fault.problem.severity is Severity.ERROR


def test_missing_importance_and_halves_do_not_throw():
    records = [event("a", importance=-0.5), event("b", importance=None), event("c", importance=0)]
    assert faults("openvault/26", vault(talk(10, hidden=8), records))[1] == {}


@pytest.mark.parametrize("ruleset", RELEASES)
def test_without_patience_a_fault_is_told_without_a_remedy(ruleset):
    requested = asked_of(ruleset, village(), settings={BUDGET: 150})
    found = release_faults(requested, Deadline(cancelled=lambda: True))
    fault = next(one for one in found if one.code == "newest-dropped")
    assert (fault.fix, fault.remedy) == (None, "")
    assert fault.memories


@pytest.mark.parametrize("ruleset", RELEASES)
def test_a_budget_far_too_small_has_a_remedy_as_well(ruleset):
    requested = asked_of(
        ruleset, village(count=300, length=640, hidden=600), settings={BUDGET: 400}
    )
    found = {fault.code: fault for fault in release_faults(requested)}
    fault = found["newest-dropped"]
    assert set(fault.memories) <= after(requested, fault).derivation.in_block
