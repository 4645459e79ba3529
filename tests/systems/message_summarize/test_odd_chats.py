"""What holds of every chat, however odd what both systems keep in it is."""

import json
from random import Random

import pytest

from inspector.core.document import Document
from inspector.core.edits import apply
from inspector.core.errors import EditError
from inspector.core.moment import Moment
from inspector.jsonbytes.pieces import joined
from inspector.sillytavern.chat_reader import read_chat
from inspector.systems import message_summarize, summarize
from inspector.systems.message_summarize.explaining import GATES, steps
from inspector.systems.message_summarize.judging import OFF
from inspector.systems.message_summarize.kept import ClearMemory, Mark, SetMemory
from inspector.systems.message_summarize.settings import SETTINGS
from inspector.systems.summarize.kept import SetSummary
from inspector.systems.summarize.settings import SETTINGS as SUMMARIZE_SETTINGS
from inspector.tokenizer import load_tokenizer
from tests.systems.auto_recap.odd_chats import ODD, TEXTS, value

GROUPS = pytest.mark.parametrize("group", range(10))
A_GROUP = 25
TOKENIZER = load_tokenizer("bytes/3.35")
SYSTEMS = (message_summarize.SYSTEM, summarize.SYSTEM)
KEYS = ("memory", "include", "lagging", "remember", "exclude", "edited", "error", "prefill", "hash")


def message(chance):
    made = {
        "name": chance.choice(("Rosa", "Kim")),
        "is_user": chance.choice((False, False, True, value(chance))),
        "is_system": chance.choice((False, False, True, value(chance))),
        "mes": chance.choice(("a long text of many many words indeed", "", *TEXTS, 5, None)),
    }
    extra = {}
    if chance.random() < 0.8:
        extra["qvink_memory"] = {key: value(chance) for key in KEYS if chance.random() < 0.3}
        extra["qvink_memory"]["memory"] = chance.choice(("A day at sea.", "Rain.", value(chance)))
    if chance.random() < 0.1:
        extra["qvink_memory"] = value(chance)
    if chance.random() < 0.3:
        extra["memory"] = chance.choice(("All of it.", value(chance)))
    made["extra"] = extra if chance.random() < 0.93 else chance.choice(ODD)
    if chance.random() < 0.2:
        made |= {"swipe_id": chance.choice((0, 1, 9)), "swipe_info": [{}, {"extra": extra}]}
    return made


def settings(chance, specs):
    return {spec.name: value(chance) for spec in specs if chance.random() < 0.1}


def plain(stored):
    """Without numbers that no JSON file of SillyTavern's holds."""
    return json.loads(json.dumps(stored).replace("NaN", "0"))


def chats(group):
    for seed in range(group * A_GROUP, (group + 1) * A_GROUP):
        chance = Random(seed)
        header = {"chat_metadata": {"qvink_memory": chance.choice(({}, {}, *ODD))}}
        stored = [header, *(message(chance) for _ in range(chance.randrange(14)))]
        file = read_chat("\n".join(json.dumps(plain(one)) for one in stored).encode())
        document = Document(chat=file.chat)
        for system in SYSTEMS:
            document = system.load(document, file.metadata)
        yield chance, file, document


@GROUPS
def test_each_message_has_one_verdict_and_it_agrees_with_the_slots(group):
    injected = 0
    for chance, _, document in chats(group):
        length = len(document.chat)
        for system, specs in zip(SYSTEMS, (SETTINGS, SUMMARIZE_SETTINGS), strict=True):
            at = chance.choice((None, chance.randrange(length) if length else None))
            given = chance.choice(({}, {"summary_injection_threshold": 2}, settings(chance, specs)))
            names = {spec.name for spec in specs}
            moment = Moment(at=at, settings={k: v for k, v in given.items() if k in names})
            found = system.rulesets[0].inject(document, moment, TOKENIZER)
            assert len(found.messages) == (length if at is None else at + 1)
            texts = {one.key: one.text for one in found.injections}
            for verdict in found.messages:
                assert verdict.included == (verdict.gate is None)
                assert bool(verdict.reason) == (not verdict.included)
            included = [one for one in found.messages if one.included]
            assert found.included == {one.message for one in included}
            if not given and system is message_summarize.SYSTEM:
                for one in included:
                    assert one.recap in texts[f"qvink_memory_{one.tier}"] or "{" in one.recap
                assert {one.gate for one in found.messages} <= {None, OFF, *GATES}
                for tier in found.tiers:
                    assert bool(tier.count) == bool(texts[f"qvink_memory_{tier.name}"])
            injected += len(included)
            for one in found.injections:
                assert "\n".join(line.text for line in one.lines) == one.text
    assert injected


@GROUPS
def test_the_gates_end_with_the_verdict_and_problems_have_fixes_that_apply(group):
    for _, _, document in chats(group):
        found = message_summarize.SYSTEM.rulesets[0].inject(document, Moment(), TOKENIZER)
        for verdict in found.messages:
            met = steps(found.judge, verdict.message)
            assert all(step.passed for step in met[:-1])
            assert met[-1].passed == verdict.included
            assert verdict.included or met[-1].gate == verdict.gate
        for system in SYSTEMS:
            for problem in system.check(document):
                if problem.fix is not None:
                    try:
                        apply(document, problem.fix)
                    except EditError:
                        # What stands in `extra` can hold nothing.
                        continue


@GROUPS
def test_an_edit_changes_its_own_values_and_undone_gives_the_bytes_back(group):
    edited = 0
    for chance, file, document in chats(group):
        if not len(document.chat):
            continue
        location = chance.randrange(len(document.chat))
        for edit in (
            SetMemory(location, "New words."),
            SetMemory(location, ""),
            Mark((location,), "remember"),
            Mark((location,), "exclude", value=True),
            ClearMemory(location),
            SetSummary(location, "All."),
            SetSummary(location, None),
        ):
            try:
                after = apply(document, edit)
            except EditError:
                continue
            assert all(system.store(document, document) == () for system in SYSTEMS)
            changes = [one for system in SYSTEMS for one in system.store(document, after)]
            assert bool(changes) == (after is not document)
            assert {one.message for one in changes} <= {location}
            assert all(one.path[0] in ("extra", "swipe_info") for one in changes)
            if changes:
                whole = joined(file.changed(changes))
                again = read_chat(whole)
                new, old = again.chat.records, document.chat.records
                assert [one for one in range(len(old)) if new[one] != old[one]] == [location]
            edited += bool(changes)
    assert edited
