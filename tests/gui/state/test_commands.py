import gc
import weakref
from dataclasses import replace

import pytest

from inspector.core.lore import LoreKind, SetLoreField
from inspector.core.settings import SetSetting
from inspector.gui.state.commands import ChangeCommand, Commands, CommandStack
from inspector.gui.state.question_edits import ResetSettings, SetQuestion
from inspector.gui.state.session import Session
from inspector.gui.state.steps import Step
from inspector.source_edits import PinScores

RULESET = "openvault/temporal"
BUDGET = "retrievalFinalTokens"


@pytest.fixture
def session():
    return Session()


@pytest.fixture
def commands(session):
    return Commands(session, session)


def test_values_of_a_setting_in_a_row_are_one_step_with_the_last_value(commands, session):
    before = session.state
    for value in (300, 400, 500):
        assert commands.submit(SetSetting(RULESET, BUDGET, value))
    assert (commands.stack.count(), commands.stack.undoText()) == (1, f"{BUDGET} = 500")
    commands.stack.undo()
    assert session.state == before


def test_a_setting_of_a_ruleset_that_does_not_answer_is_kept_for_it(commands, session):
    commands.submit(SetSetting("openvault/26", BUDGET, 700))
    assert session.question.moment.settings == {}
    assert session.question.with_ruleset("openvault/26").moment.settings == {BUDGET: 700}


def test_a_refused_setting_is_said_with_its_edit_and_changes_nothing(commands, session, qtbot):
    edit = SetSetting(RULESET, "no such setting", 1)
    with qtbot.waitSignal(commands.refused) as refused:
        assert not commands.submit(edit)
    assert refused.args[0] == edit
    assert "no such setting" in refused.args[1]
    assert commands.stack.count() == 0


def test_settings_go_back_one_by_one_and_all_at_once(commands, session):
    question = session.question.with_settings({BUDGET: 500, "mid_start": 0.2})
    commands.submit(SetQuestion(question, "Preset"))
    commands.submit(ResetSettings(RULESET, (BUDGET,)))
    assert session.question.moment.settings == {"mid_start": 0.2}
    commands.submit(ResetSettings(RULESET))
    assert session.question.moment.settings == {}
    assert [commands.stack.text(step) for step in range(3)] == [
        "Preset",
        f"{BUDGET} reset",
        "Settings reset",
    ]


def test_a_pinned_score_is_one_step_to_undo(commands, session):
    commands.submit(PinScores({"lore:0": 0.5}))
    assert commands.stack.undoText() == "Score of lore:0 pinned at 0.5"
    commands.stack.undo()
    assert session.document.beside.pinned == {}


def test_of_several_edits_none_is_made_where_one_is_refused(commands, session, qtbot):
    pins = PinScores({"lore:0": 0.5})
    with qtbot.waitSignal(commands.refused):
        commands.submit_all((pins, SetLoreField(LoreKind.LOREBOOK, (0,), "order", 1)))
    assert session.document.beside.pinned == {}


def test_the_last_step_is_known_for_a_change_of_ruleset_by_what_it_changed(commands, session):
    assert not commands.last_changed_ruleset
    commands.submit(SetQuestion(session.question.with_ruleset("openvault/26"), "whatever it says"))
    assert commands.last_changed_ruleset
    later = replace(session.question.moment, at=3)
    commands.submit(SetQuestion(session.question.with_moment(later), "Ruleset of no change"))
    assert not commands.last_changed_ruleset
    commands.stack.undo()
    assert commands.last_changed_ruleset


def test_a_stack_that_is_garbage_deletes_no_command_twice(session):
    # Made before its stack, the command is collected before it: two deletions end the process.
    command = ChangeCommand(session, Step(session.state, session.state, "Step"))
    stack = CommandStack()
    stack.push(command)
    command.stack = stack.itself = stack
    collected = weakref.ref(stack)
    del command, stack
    gc.collect()
    assert collected() is None
