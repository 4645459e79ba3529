"""Scripts of the Regex extension change messages as it does."""

import pytest

from inspector.sillytavern.regex_scripts import (
    Placement,
    Target,
    active_scripts,
    run_script,
    run_scripts,
)


def script(**members):
    return {
        "findRegex": "/feather/g",
        "replaceString": "plume",
        "trimStrings": [],
        "placement": [1, 2],
        "promptOnly": True,
        "substituteRegex": 0,
        **members,
    }


def settings(*scripts, **more):
    return {"extension_settings": {"regex": list(scripts), **more}}


def plain(text):
    return text.replace("{{user}}", "N.ll")


def test_scripts_run_by_target_placement_and_depth():
    stored = settings(
        script(),
        script(findRegex="/raven/g", replaceString="crow", promptOnly=False, markdownOnly=True),
        script(findRegex="/brother/g", replaceString="twin", placement=[2], minDepth=2),
        script(disabled=True, findRegex="/plume/", replaceString="!"),
    )
    found = active_scripts(stored)
    assert len(found) == 2

    def made(text, placement, depth):
        return run_scripts(text, found, placement, depth, plain)

    assert made("a feather, a raven", Placement.USER_INPUT, 0) == "a plume, a raven"
    assert made("my brother", Placement.AI_OUTPUT, 1) == "my brother"
    assert made("my brother", Placement.AI_OUTPUT, 2) == "my twin"
    assert made("my brother", Placement.USER_INPUT, 2) == "my brother"


def test_a_script_without_marks_runs_when_the_message_is_stored():
    stored = settings(script(promptOnly=False))
    assert not active_scripts(stored)
    assert len(active_scripts(stored, Target.STORED)) == 1


def test_scripts_of_a_card_run_where_the_user_allowed_them():
    card = {"extensions": {"regex_scripts": [script()]}}
    assert not active_scripts(settings(), card=card, avatar="Mara.png")
    allowed = settings(character_allowed_regex=["Mara.png"])
    assert len(active_scripts(allowed, card=card, avatar="Mara.png")) == 1
    off = settings(script(), disabledExtensions=["regex"])
    assert not active_scripts(off)


@pytest.mark.parametrize(
    ("members", "text", "changed"),
    [
        ({"findRegex": "/(f)(x)?ea/g", "replaceString": "$1$2-{{match}}"}, "fea", "f-fea"),
        ({"findRegex": "/(?<n>f)ea/", "replaceString": "$<n>!"}, "fea fea", "f! fea"),
        ({"findRegex": "feather", "replaceString": "x"}, "feather feather", "x feather"),
        ({"findRegex": "/f(.*)r/", "replaceString": "$1", "trimStrings": ["the"]}, "feather", "ea"),
        ({"findRegex": "/feather(/", "replaceString": "x"}, "feather", "feather"),
        ({"findRegex": "/x/y", "replaceString": "!"}, "a/x/y", "a!"),
        ({"findRegex": "/{{user}}/", "substituteRegex": 1, "replaceString": "!"}, "Nell", "!"),
        ({"findRegex": "/{{user}}/", "substituteRegex": 2, "replaceString": "!"}, "Nell", "Nell"),
        ({"findRegex": "/a/", "replaceString": "{{user}}"}, "a", "N.ll"),
    ],
)  # fmt: skip
def test_a_script_replaces(members, text, changed):
    assert run_script(script(**members), text, plain) == changed
