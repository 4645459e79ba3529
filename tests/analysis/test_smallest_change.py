"""The smallest change really turns the verdict, and is the smallest of its kind."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.budgets import least_budget
from inspector.analysis.memory_goal import MemoryGoal
from inspector.analysis.smallest_change import changes, smallest_change
from inspector.analysis.trial import Trials
from inspector.analysis.ways_in import importance
from inspector.core.change_kinds import ChangeKind
from inspector.core.deadline import Deadline
from inspector.core.edits import SetField
from tests.analysis.questions import (
    BUDGET,
    DESIGNS,
    NAMES,
    RELEASES,
    asked_of,
    budgets,
    vaults,
    village,
)
from tests.systems.openvault.retrieval.vaults import event, talk, vault


def verdict(requested, memory):
    return requested.derivation.verdict_for(memory)


def by_kind(requested, memory):
    return {change.kind: change for change in changes(requested, memory)}


@pytest.mark.parametrize("ruleset", NAMES)
@given(document=vaults, budget=budgets, rule=st.sampled_from(["all", "hidden", "pov"]))
def test_every_memory_has_one_verdict_and_each_offered_change_turns_it(
    ruleset, document, budget, rule
):
    given_settings = {BUDGET: budget} | ({"candidates": rule} if ruleset in DESIGNS else {})
    requested = asked_of(ruleset, document, settings=given_settings)
    assert [one.memory for one in requested.derivation.verdicts] == list(
        range(len(document.memories))
    )
    for memory in range(len(document.memories)):
        before = verdict(requested, memory)
        assert (before.gate is None) == before.in_block == (memory in requested.derivation.in_block)
        for change in changes(requested, memory):
            after = change.applied(requested)
            assert verdict(after, memory).in_block is not before.in_block
            assert (memory in after.derivation.in_block) is not before.in_block
            entered = after.derivation.in_block - requested.derivation.in_block - {memory}
            assert set(change.entering) == entered


@pytest.mark.parametrize("ruleset", NAMES)
def test_a_full_budget_is_raised_by_just_enough(ruleset):
    requested = asked_of(ruleset, village(), settings={BUDGET: 150})
    left_out = [one.memory for one in requested.derivation.verdicts if not one.in_block]
    assert left_out
    for memory in left_out:
        change = by_kind(requested, memory)[ChangeKind.BUDGET]
        enough = change.adjustment.settings[BUDGET]
        less = asked_of(ruleset, requested.document, settings={BUDGET: enough - 1})
        assert not verdict(less, memory).in_block
        assert change.title == f"Raise the budget to {enough} tokens"
        assert f"With {enough - 150} more token" in change.detail


@pytest.mark.parametrize("ruleset", DESIGNS)
def test_importance_rises_by_as_few_stars_as_do(ruleset):
    requested = asked_of(ruleset, village(), settings={BUDGET: 150})
    tried = 0
    for one in requested.derivation.verdicts:
        change = smallest_change(requested, one.memory)
        if not one.in_block and change.kind is ChangeKind.IMPORTANCE:
            tried += 1
            (edit,) = change.adjustment.edits
            fewer = SetField(edit.memories, "importance", edit.value - 1)
            assert not verdict(requested.edited((fewer,)), one.memory).in_block
            assert change.leaving
            assert "instead." in change.detail
    assert tried


@pytest.mark.parametrize("ruleset", RELEASES)
def test_a_visible_source_is_hidden(ruleset):
    document = vault(talk(10, hidden=4), [event("a"), event("b", message_ids=[6])])
    change = smallest_change(asked_of(ruleset, document), 1)
    assert (change.kind, change.title) == (ChangeKind.HIDE, "Hide message 6")
    assert change.detail == (
        "With message 6 hidden, it is in the block. The message itself is no longer sent then."
    )
    assert change.applied(asked_of(ruleset, document)).document.chat.hidden[6]


@pytest.mark.parametrize("ruleset", RELEASES)
def test_whoever_answers_becomes_a_witness(ruleset):
    document = vault(talk(10, hidden=8), [event("a"), event("b", witnesses=["Kai"])])
    change = smallest_change(asked_of(ruleset, document), 1)
    assert (change.kind, change.title) == (ChangeKind.WITNESS, "Make Mira a witness")


def test_an_archived_memory_is_taken_out_of_the_archive():
    document = vault(talk(10, hidden=8), [event("a"), event("b", archived=True)])
    for ruleset in ("openvault/26", *DESIGNS):
        change = smallest_change(asked_of(ruleset, document), 1)
        assert (change.kind, change.title) == (ChangeKind.ARCHIVED, "Take it out of the archive")


@pytest.mark.parametrize("ruleset", RELEASES)
def test_two_gates_in_the_way_make_one_change_of_two_parts(ruleset):
    memories = [event("a"), event("b", message_ids=[6], witnesses=["Kai"])]
    requested = asked_of(ruleset, vault(talk(10, hidden=4), memories))
    change = smallest_change(requested, 1)
    assert change.kind is ChangeKind.SEVERAL
    assert change.title == "Hide message 6, make Mira a witness"
    assert change.detail.startswith("With message 6 hidden and with Mira as a witness, it is in")
    assert verdict(change.applied(requested), 1).in_block


def test_a_shorter_summary_says_by_how_many_tokens():
    requested = asked_of("openvault/26", village(), settings={BUDGET: 150})
    cut = next(one.memory for one in requested.derivation.verdicts if one.gate == "formatter")
    change = by_kind(requested, cut)[ChangeKind.SUMMARY]
    (edit,) = change.adjustment.edits
    before = requested.tokenizer.count(requested.document.memories[cut].summary)
    fewer = before - requested.tokenizer.count(edit.value)
    assert change.needs_wording
    assert change.title == f"Shorten its summary by {fewer} token{'s' if fewer > 1 else ''}"


def test_a_moved_boundary_is_a_setting_of_a_design_and_a_what_if_for_a_release():
    found = {}
    for ruleset in NAMES:
        requested = asked_of(ruleset, village(30, 600, 590), settings={BUDGET: 300})
        for one in requested.derivation.verdicts:
            change = (
                None if one.in_block else by_kind(requested, one.memory).get(ChangeKind.BOUNDARY)
            )
            if change is not None:
                found[ruleset] = change
                break
    assert {found[ruleset].is_what_if for ruleset in DESIGNS} == {False}
    assert found["openvault/26"].is_what_if
    assert "only a what-if" in found["openvault/26"].detail


@pytest.mark.parametrize("ruleset", NAMES)
def test_for_a_memory_in_the_block_it_is_what_takes_it_out(ruleset):
    requested = asked_of(ruleset, village(), settings={BUDGET: 150})
    inside = sorted(requested.derivation.in_block)
    for memory in inside:
        change = smallest_change(requested, memory)
        assert not verdict(change.applied(requested), memory).in_block
        assert "it is not in the block" in change.detail


@pytest.mark.parametrize("ruleset", RELEASES)
def test_a_setting_that_keeps_everything_out_goes_back_to_its_default(ruleset):
    document = vault(talk(10, hidden=8), [event("a")])
    change = smallest_change(asked_of(ruleset, document, settings={"enabled": False}), 0)
    assert (change.kind, change.title) == (ChangeKind.SETTING, "Set enabled back to its default")


@pytest.mark.parametrize("ruleset", RELEASES)
def test_no_stars_are_tried_one_by_one_where_not_even_five_get_it_further(ruleset):
    # Only the best 1000 are looked at, and where scores are equal the others come first.
    rest = [event(f"o{n}", importance=5, message_ids=[7]) for n in range(1001)]
    document = vault(talk(400, hidden=390), [*rest, event("late", message_ids=[0])])
    trials = Trials(asked_of(ruleset, document), MemoryGoal(1001, wanted=True), Deadline())
    assert trials.query.derivation.steps_for(1001)[-1].gate == "score"
    assert list(importance(1001, trials)) == []
    assert trials.count == 1


@pytest.mark.parametrize("ruleset", NAMES)
def test_no_change_is_tried_twice(ruleset):
    requested = asked_of(ruleset, village(), settings={BUDGET: 150})
    left_out = next(one.memory for one in requested.derivation.verdicts if not one.in_block)
    trials = Trials(requested, MemoryGoal(left_out, wanted=True), Deadline())
    drafts = list(importance(left_out, trials))
    tried = trials.count
    again = [(trials.turns(draft), trials.gets_farther(draft)) for draft in drafts * 2]
    assert again[: len(drafts)] == again[len(drafts) :]
    assert trials.count <= tried + len(drafts)
    turned = next((draft for draft in drafts if trials.turns(draft)), None)
    tried = trials.count
    if turned is not None:
        assert trials.after(turned).holds(left_out)
    assert trials.count <= tried + 1


@pytest.mark.parametrize("ruleset", RELEASES)
def test_a_budget_far_above_the_one_set_is_found_in_a_few_trials(ruleset):
    memories = [
        event(f"e{n}", summary=f"On day {n} Mira counted grey geese. " * 8, message_ids=[n % 300])
        for n in range(300)
    ]
    requested = asked_of(ruleset, vault(talk(400, hidden=390), memories), settings={BUDGET: 400})
    last = min(
        (one for one in requested.derivation.verdicts if one.score is not None),
        key=lambda one: (one.score, -one.memory),
    )
    trials = Trials(requested, MemoryGoal(last.memory, wanted=True), Deadline())
    draft = least_budget(last.memory, trials)
    assert trials.turns(draft)
    less = asked_of(
        ruleset, requested.document, settings={BUDGET: draft.adjustment.settings[BUDGET] - 1}
    )
    assert not verdict(less, last.memory).in_block
    assert trials.count <= 26


def test_nothing_is_offered_where_no_way_is_known():
    # 1.44 never considers a memory without sources.
    document = vault(talk(10, hidden=8), [event("a", message_ids=[])])
    assert smallest_change(asked_of("openvault/1.44", document), 0) is None


def test_nothing_is_offered_for_a_memory_that_does_not_exist_yet():
    requested = asked_of("openvault/temporal", village(), at=3)
    assert smallest_change(requested, 11) is None


def test_a_search_ends_when_its_time_is_up_or_nobody_waits():
    requested = asked_of("openvault/26", village(), settings={BUDGET: 150})
    assert list(changes(requested, 11, Deadline(0))) == []
    assert list(changes(requested, 11, Deadline(None, lambda: True))) == []
    answers = iter([False] * 3)
    assert list(changes(requested, 11, Deadline(None, lambda: next(answers, True)))) == []
