"""What holds of every chat, however damaged its recaps are."""

import json
from random import Random

import pytest

from inspector.cli.scenes import scenes_json
from inspector.core.edits import apply
from inspector.core.errors import EditError
from inspector.core.recap import Host
from inspector.core.recap_edits import (
    DeleteVersion,
    RenumberVersion,
    SetExclude,
    SetMessageRecap,
    UseVersion,
)
from inspector.systems.auto_recap import SYSTEM
from inspector.systems.auto_recap.rulesets import DESIGN, RELEASE_1, RELEASE_2_0, RULESETS
from inspector.systems.auto_recap.settings import MACRO
from tests.systems.auto_recap.chats import Quarter, chat_bytes, inject, loaded
from tests.systems.auto_recap.odd_chats import OLD_SETTINGS, SETTINGS, odd_chat, odd_settings

GROUPS = pytest.mark.parametrize("group", range(10))
A_GROUP = 25


def made(group):
    """The chats of a group, each with what it was made by."""
    for seed in range(group * A_GROUP, (group + 1) * A_GROUP):
        chance = Random(seed)
        messages, metadata = odd_chat(chance)
        host = Host(
            chance.choice(("chat-A", None)),
            chance.choice((None, "g1")),
            chance.choice((None, frozenset(), frozenset({"x"}))),
        )
        yield chance, loaded(chat_bytes(messages, metadata), host)[1]


def settings_for(ruleset, chance):
    if ruleset is DESIGN:
        return {}
    names = (*SETTINGS, *OLD_SETTINGS) if ruleset is RELEASE_1 else SETTINGS
    return odd_settings(chance, names)


@GROUPS
def test_every_message_has_one_verdict_and_a_release_that_throws_injects_nothing(group):
    for chance, document in made(group):
        length = len(document.chat)
        for ruleset in RULESETS:
            at = chance.choice((None, chance.randrange(length) if length else None))
            derived = inject(ruleset, document, at=at, **settings_for(ruleset, chance))
            assert len(derived.messages) == (length if at is None else at + 1)
            for verdict in derived.messages:
                assert bool(verdict.tokens) <= bool(verdict.recap)
                if ruleset is not RELEASE_2_0:
                    assert verdict.included == (verdict.gate is None)
                    assert verdict.included <= (verdict.recap is not None)
                    assert verdict.included or verdict.reason
            (slot,) = derived.injections
            assert "\n".join(line.text for line in slot.lines) == slot.text
            assert slot.tokens == (Quarter().count(slot.text) if slot.text else 0)
            throws = any(problem.code == "release-throws" for problem in derived.warnings)
            assert not (throws and slot.text)
            json.dumps(scenes_json(derived, Quarter()))


@GROUPS
def test_what_the_design_injects_is_a_stored_version_word_by_word(group):
    injected = 0
    for _, document in made(group):
        stores = document.recaps.running.values()
        contents = {version.text for store in stores for version in store.versions}
        text = inject(DESIGN, document, running_scene_recap_template=MACRO).injections[0].text
        assert not text or text in contents
        injected += bool(text)
    assert injected


@GROUPS
def test_problems_are_found_and_their_fixes_and_other_edits_can_be_stored(group):
    for chance, document in made(group):
        edits = [problem.fix for problem in SYSTEM.check(document) if problem.fix is not None]
        edits += [DeleteVersion(0), UseVersion(0), RenumberVersion(0)]
        if len(document.chat):
            location = chance.randrange(len(document.chat))
            edits += [SetMessageRecap(location, "new"), SetExclude((location,), exclude=True)]
        for edit in edits:
            try:
                after = apply(document, edit)
            except EditError:
                continue
            assert bool(SYSTEM.store(document, after)) == (after is not document)
            for ruleset in RULESETS:
                inject(ruleset, after)
