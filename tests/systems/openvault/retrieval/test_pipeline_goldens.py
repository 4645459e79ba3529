"""Whole chats: every prompt slot as the real releases set it."""

import json

import pytest

from inspector.core.moment import Moment
from inspector.loading import open_chat
from inspector.systems import ruleset_named
from tests.systems.openvault.retrieval.vaults import (
    GOLDEN,
    SELECTS,
    event,
    talk,
    tokenizer_of,
    vault,
)

FOLDER = GOLDEN / "openvault-pipeline"
CASES = [
    json.loads(line) for line in (FOLDER / "cases.jsonl").read_text(encoding="utf-8").splitlines()
]


def moment_of(arguments):
    """The moment that the command line makes of a case's arguments."""
    given, settings = {}, {}
    for name, value in zip(arguments[::2], arguments[1::2], strict=True):
        match name:
            case "--set":
                setting, _, written = value.partition("=")
                settings[setting] = json.loads(written)
            case "--group":
                given["group"] = tuple(value.split(","))
            case _:
                given[name.removeprefix("--")] = value
    return Moment(settings=settings, **given)


def derive(release, document, moment):
    ruleset = ruleset_named(f"openvault/{release}")
    return ruleset.inject(document, moment, tokenizer_of(release))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_every_slot_of_a_chat_is_the_releases(case):
    release = case["ruleset"].removeprefix("openvault/")
    document = open_chat(FOLDER / case["chat"]).document
    derivation = derive(release, document, moment_of(case["args"]))
    slots = {
        slot.key: {"text": slot.text, "position": slot.position, "depth": slot.depth}
        for slot in derivation.injections
    }
    assert slots == case["prompts"]
    assert len(derivation.verdicts) == len(document.memories)
    shown = {line.memory for slot in derivation.injections for line in slot.lines} - {None}
    assert {verdict.memory for verdict in derivation.verdicts if verdict.in_block} == shown
    for verdict in derivation.verdicts:
        assert verdict.in_block == (verdict.gate is None) == (not verdict.reason)


@pytest.mark.parametrize("release", SELECTS)
def test_a_verdict_names_bucket_cost_and_score_of_what_stays_out(release):
    document = vault(talk(20, hidden=10), [event(message_ids=[12])])
    (verdict,) = derive(release, document, Moment(user="Robin", character="Mira")).verdicts
    assert (verdict.gate, verdict.bucket is not None, verdict.tokens > 0) == ("hidden", True, True)
    assert verdict.score is None


@pytest.mark.parametrize("release", SELECTS)
def test_a_memory_in_the_block_has_its_score(release):
    document = vault(talk(20, hidden=10), [event()])
    (verdict,) = derive(release, document, Moment(user="Robin", character="Mira")).verdicts
    assert verdict.in_block
    assert verdict.score > 0


def test_what_the_selection_lets_in_the_formatter_may_still_cut():
    memories = [event("old"), event("long", summary="word " * 60, sequence=1)]
    document = vault(talk(20, hidden=10), memories)
    moment = Moment(user="Robin", character="Mira", settings={"retrievalFinalTokens": 80})
    derivation = derive("26", document, moment)
    assert [verdict.gate for verdict in derivation.verdicts] == [None, "formatter"]


def test_nothing_selected_clears_every_slot():
    scene = {"d19": {"location": "Mill", "time": "noon", "source_fp": "d19"}}
    document = vault(talk(20), [event()], scene_states=scene)
    derivation = derive("26", document, Moment(user="Robin", character="Mira"))
    assert [slot.text for slot in derivation.injections] == [""] * 4


def test_a_release_that_throws_leaves_its_slots_empty_and_says_so():
    document = vault(talk(20, hidden=10), [event(summary="<|endoftext|>")])
    derivation = derive("26", document, Moment(user="Robin", character="Mira"))
    assert [slot.text for slot in derivation.injections] == [""] * 4
    assert "Disallowed special token" in derivation.warnings[0].text
    assert not derivation.verdicts[0].in_block


@pytest.mark.parametrize("release", SELECTS)
def test_switched_off_a_release_injects_nothing(release):
    document = vault(talk(20, hidden=10), [event()])
    moment = Moment(user="Robin", character="Mira", settings={"enabled": False})
    derivation = derive(release, document, moment)
    assert not any(slot.text for slot in derivation.injections)
    assert "switched off" in derivation.verdicts[0].reason
