"""The settings of rulesets in a question: those that hold, were kept, or were changed."""

from pathlib import Path

import pytest
from PySide6.QtCore import QObject

from inspector.core.chat import Chat
from inspector.core.document import Document
from inspector.core.moment import Moment
from inspector.core.settings import SetSetting
from inspector.gui.state.preferences_store import PreferencesStore
from inspector.gui.state.question_edits import ResetSettings, apply_to_question
from inspector.gui.state.secondary import ruleset_beside
from inspector.gui.state.session import Question, Session, State
from inspector.preferences import Preferences
from inspector.sillytavern.settings_file import HostSettings
from inspector.surroundings import Surroundings
from inspector.systems import system_of

DEPTH, POSITION = "running_scene_recap_depth", "running_scene_recap_position"


@pytest.mark.parametrize("ruleset", ["openvault/temporal", "openvault/26"])
def test_a_kept_setting_that_is_no_more_is_left_out_alone(ruleset):
    kept = {ruleset: {"gone": 3, "retrievalFinalTokens": 700}}
    question = Question(ruleset=ruleset).keeping(kept)
    assert question.moment.settings == {"retrievalFinalTokens": 700}
    other = Question(ruleset="scribe/design").keeping(kept).with_ruleset(ruleset)
    assert other.moment.settings == {"retrievalFinalTokens": 700}


def test_a_kept_value_that_a_design_refuses_is_left_out_alone():
    kept = {"openvault/temporal": {"mid_start": "x", "retrievalFinalTokens": 700}}
    question = Question().keeping(kept)
    assert question.moment.settings == {"retrievalFinalTokens": 700}


def test_kept_values_that_hold_only_together_stay():
    kept = {"openvault/temporal": {"mid_start": 0.9, "recent_start": 0.95}}
    assert Question().keeping(kept).moment.settings == kept["openvault/temporal"]


def test_a_reset_gives_back_what_sillytaverns_file_says():
    file = {"extension_settings": {"openvault": {"retrievalFinalTokens": 3000}}}
    question = Question("openvault/26").taking(Surroundings(HostSettings(file)))
    assert question.changed_settings == {}
    changed = question.with_setting("retrievalFinalTokens", 700).with_setting("alpha", 0.5)
    assert changed.changed_settings == {"retrievalFinalTokens": 700, "alpha": 0.5}
    for names, left in ((("retrievalFinalTokens",), {"alpha": 0.5}), (None, {})):
        reset = apply_to_question(changed, ResetSettings("openvault/26", names))
        assert reset.moment.settings["retrievalFinalTokens"] == 3000
        assert reset.changed_settings == left


def test_settings_of_a_ruleset_that_does_not_answer_are_kept_as_well():
    owner = QObject()
    store = PreferencesStore(Preferences(), owner, keep=False)
    chat = Path("/chats/a.jsonl")
    for name, value in ((DEPTH, 4), (POSITION, 1)):
        question = Question().keeping(store.settings_in(chat))
        edit = SetSetting("auto-recap/design", name, value)
        store.remember_settings(chat, apply_to_question(question, edit))
    kept = store.settings_in(Path("/chats/b/../a.jsonl"))
    assert kept["auto-recap/design"] == {DEPTH: 4, POSITION: 1}
    assert store.settings_in(Path("/chats/new.jsonl"))["auto-recap/design"][DEPTH] == 4


@pytest.mark.parametrize(
    ("asked", "beside"),
    [
        (["openvault/temporal"], "auto-recap/design"),
        (["openvault/26"], "auto-recap/2.0"),
        (["auto-recap/1", "openvault/26"], "auto-recap/1"),
        (["auto-recap/1", "openvault/temporal"], "auto-recap/1"),
        (["auto-recap/design", "openvault/26"], "auto-recap/2.0"),
        (["auto-recap/1", "auto-recap/design", "openvault/26"], "auto-recap/1"),
        (["openvault/26", "auto-recap/design"], "openvault/26"),
        (["openvault/terse", "auto-recap/2.0"], "openvault/26"),
    ],
)
def test_beside_a_release_further_systems_answer_by_their_releases(asked, beside):
    question = Question(ruleset=asked[0])
    for name in asked[1:]:
        question = question.with_ruleset(name)
    system = system_of(beside)
    assert ruleset_beside(system, question, Document()) == beside


@pytest.mark.parametrize(("at", "asked"), [(None, None), (0, 0), (1, 1), (2, None), (157, None)])
def test_a_moment_that_a_shorter_chat_does_not_have_is_its_end(at, asked):
    document = Document(Chat(names=("Nell", "Rufus")))
    state = State(document, Question().with_moment(Moment(at=at)))
    session = Session()
    session.open(state)
    assert session.question.moment.at == asked
    session.open(State(document))
    session.replace(state)
    assert session.question.moment.at == asked
