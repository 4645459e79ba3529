"""What the block gives away, and secrets that are none."""

from dataclasses import replace

import pytest

from inspector.analysis.leaks import leaks
from inspector.analysis.lint import lint
from inspector.analysis.secrets import loose_secrets
from inspector.core.deadline import Deadline
from inspector.core.edits import ChangeNames
from inspector.core.problems import RecapPart
from inspector.core.recap import Recap, Recaps, RecapVersion, RunningRecap
from inspector.core.recap_keys import RELEASED
from inspector.core.settings import SetSetting
from tests.analysis.questions import DESIGNS, RELEASES, asked_of
from tests.systems.openvault.retrieval.vaults import event, talk, vault

BURIED = "Mira buried the silver amulet under the third willow behind the ferry."


def found(ruleset, memories, *, states=None, settings=None, **moment):
    document = vault(talk(10, hidden=8), memories, states)
    problems = leaks(asked_of(ruleset, document, settings=settings, **moment))
    return [(one.code, document.memories[one.memory].id) for one in problems]


def secret(name="s", **more):
    return event(name, **{"summary": BURIED, "is_secret": True, "witnesses": ["Mira"]} | more)


def loose(memories, *, messages=None, **changes):
    document = vault(messages or talk(4), memories)
    if changes:
        document = type(document)(**{**vars(document), **changes})
    return [(one.code, one.memory) for one in loose_secrets(document)]


@pytest.mark.parametrize("ruleset", RELEASES)
def test_what_is_known_is_no_leak(ruleset):
    assert found(ruleset, [event("a")], group=("Mira", "Kai")) == []


@pytest.mark.parametrize("ruleset", RELEASES)
def test_the_fall_back_leaks_everything(ruleset):
    memories = [event("a", witnesses=["Kai"]), event("b", witnesses=["Kai"], summary="Rain.")]
    assert found(ruleset, memories, group=("Mira", "Kai")) == [("leak", "a"), ("leak", "b")]
    document = vault(talk(10, hidden=8), memories)
    problem = leaks(asked_of(ruleset, document, group=("Mira", "Kai")))[0]
    assert problem.text == (
        "Mira has no way to know a, and its line is in the block: Mira knows no candidate at all, "
        "and then the release injects every one of them. One candidate that Mira witnessed stops "
        "this."
    )


def test_only_release_26_leaks_secrets_to_whoever_took_part():
    memories = [event("a"), secret(witnesses=["Kai"], characters_involved=["Mira"])]
    assert found("openvault/26", memories, group=("Mira",)) == [("leak-of-secret", "s")]
    assert found("openvault/1.44", memories, group=("Mira",)) == []


def test_the_fix_of_a_leaked_secret_really_keeps_it_out():
    involved = ["Kai", "MIRA"]
    memories = [event("a"), secret(witnesses=["Kai"], characters_involved=involved)]
    document = vault(talk(10, hidden=8), memories)
    requested = asked_of("openvault/26", document, group=("Mira",))
    problem = leaks(requested)[0]
    assert problem.fix == ChangeNames((1,), "characters_involved", remove=("MIRA",))
    assert problem.fix_title == "Take Mira off the characters involved"
    assert problem.text.endswith("Without Mira among the characters involved it stays out.")
    after = requested.edited((problem.fix,))
    assert after.derivation.in_block == {0}
    assert leaks(after) == ()


def test_no_fix_is_offered_that_the_fall_back_would_undo():
    memories = [secret(witnesses=["Kai"], characters_involved=["Mira"])]
    document = vault(talk(10, hidden=8), memories)
    problem = leaks(asked_of("openvault/26", document, group=("Mira",)))[0]
    assert (problem.code, problem.fix) == ("leak-of-secret", None)
    assert "stays out" not in problem.text


@pytest.mark.parametrize("ruleset", RELEASES)
def test_a_solo_chat_leaks_what_the_other_one_knows(ruleset):
    assert found(ruleset, [event("a"), event("b", witnesses=["Robin"])]) == [("leak", "b")]


@pytest.mark.parametrize("ruleset", DESIGNS)
def test_a_design_that_considers_every_memory_says_so_once(ruleset):
    memories = [event("a"), event("b", witnesses=["Kai"]), event("c", witnesses=["Kai"])]
    assert found(ruleset, memories) == [("leak-by-setting", "b")]
    assert found(ruleset, memories, settings={"candidates": "pov"}) == []
    document = vault(talk(10, hidden=8), memories)
    problem = leaks(asked_of(ruleset, document))[0]
    assert problem.fix == SetSetting(ruleset, "candidates", "pov")
    assert problem.text.endswith("With candidates set to pov they stay out.")
    impatient = leaks(asked_of(ruleset, document), Deadline(cancelled=lambda: True))[0]
    assert (impatient.code, impatient.fix) == ("leak-by-setting", None)


def test_nobody_leaks_where_nobody_answers():
    assert found("openvault/26", [event("a", witnesses=["Kai"])], character="") == []


def test_a_memory_that_tells_a_secret_to_others_is_found():
    mentioned = "Kai saw that a silver amulet lay buried under the third willow by the ferry."
    memories = [secret(), event("t", summary=mentioned, witnesses=["Kai"])]
    assert loose(memories) == [("secret-in-memory", 1)]
    assert loose([memories[0], {**memories[1], "witnesses": ["Mira"]}]) == []


def test_another_story_tells_no_secret():
    other = event("t", summary="Kai sold three geese at the ferry.", witnesses=["Kai"])
    assert loose([secret(), other]) == []


def test_a_secret_that_everyone_witnessed_hides_nothing():
    assert loose([secret(witnesses=["Mira", "Robin"])]) == [("secret-known-to-all", 0)]
    assert loose([secret(witnesses=["Mira", "Robin"]), event("k", witnesses=["Kai"])]) == []


def test_recaps_that_tell_a_secret_are_found():
    mentioned = (
        "They walked on. Mira had buried the silver amulet under the third willow. Rain fell."
    )
    version = RecapVersion(0, {"version": 0, "content": mentioned})
    running = RunningRecap(RELEASED, {"current_version": 0}, (version,), 1)
    recap = Recap(2, RELEASED, {"memory": mentioned})
    recaps = Recaps(4, {RELEASED.message: {2: recap}}, {RELEASED.running: running})
    assert loose([secret()], recaps=recaps) == [("secret-in-recap", 0), ("secret-in-recap", 0)]
    found = loose_secrets(replace(vault(talk(4), [secret()]), recaps=recaps))
    assert [(one.recap, one.message) for one in found] == [
        (RecapPart.RUNNING, None),
        (RecapPart.MESSAGE, 2),
    ]
    old = RunningRecap(RELEASED, {"current_version": 7}, (version,), 1)
    assert loose([secret()], recaps=Recaps(4, {}, {RELEASED.running: old})) == []


def test_chinese_and_russian_secrets_are_found_too():
    chinese = "米拉把银护身符埋在渡口后面第三棵柳树下"
    russian = "Лиза спрятала серебряный амулет под третьей ивой у старой переправы."
    for wording in (chinese, russian):
        memories = [secret(summary=wording), event("t", summary=wording, witnesses=["Kai"])]
        assert loose(memories) == [("secret-in-memory", 1)]


def test_lint_lists_leaks_and_faults_of_the_block_that_it_is_given():
    document = vault(
        talk(10, hidden=8),
        [event("a"), event("b", witnesses=["Robin"])],
        {"Mira": {"current_emotion": "angry"}},
    )
    codes = {one.code for one in lint(document, query=asked_of("openvault/26", document))}
    assert {"leak", "no-emotions"} <= codes
    assert not {"leak", "no-emotions"} & {one.code for one in lint(document)}


def test_a_check_that_nobody_waits_for_ends_soon():
    document = vault(talk(10, hidden=8), [secret(), event("t", summary=BURIED, witnesses=["Kai"])])
    assert lint(document, deadline=Deadline(cancelled=lambda: True)) == ()
    assert "secret-in-memory" in [one.code for one in lint(document)]
