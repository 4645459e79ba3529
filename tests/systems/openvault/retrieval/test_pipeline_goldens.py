"""Whole chats: every prompt slot as the real releases set it."""

import json
import lzma

import pytest

from inspector.core.moment import Moment
from inspector.loading import open_chat
from inspector.systems import ruleset_named
from tests.systems.openvault.retrieval.vaults import (
    GOLDEN,
    SELECTS,
    agrees,
    event,
    talk,
    tokenizer_of,
    vault,
)

FOLDER = GOLDEN / "openvault-pipeline"
CASES = [
    json.loads(line) for line in (FOLDER / "cases.jsonl").read_text(encoding="utf-8").splitlines()
]
# Data as odd as a release can meet; each case holds its chat.
with lzma.open(GOLDEN / "openvault-odd.jsonl.xz", "rt", encoding="ascii") as packed:
    ODD_CASES = [json.loads(line) for line in packed]


def moment_of(arguments):
    """The moment that the command line makes of a case's arguments."""
    given, settings = {}, {}
    words = [word for one in arguments for word in _parted(one)]
    for name, value in zip(words[::2], words[1::2], strict=True):
        match name:
            case "--set":
                setting, _, written = value.partition("=")
                settings[setting] = json.loads(written)
            case "--group":
                given["group"] = tuple(value.split(","))
            case _:
                given[name.removeprefix("--")] = value
    return Moment(settings=settings, **given)


def _parted(word):
    """`--pending=text` is one word of the command line, and two for it."""
    return word.split("=", 1) if word.startswith("--pending=") else [word]


def derive(release, document, moment):
    ruleset = ruleset_named(f"openvault/{release}")
    return ruleset.inject(document, moment, tokenizer_of(release))


def check(case, document):
    """Every slot is the release's, and the verdicts say what stands in the slots."""
    release = case["ruleset"].removeprefix("openvault/")
    derivation = derive(release, document, moment_of(case["args"]))
    slots = {
        slot.key: {"text": slot.text, "position": slot.position, "depth": slot.handed_depth}
        for slot in derivation.injections
    }
    assert slots == case["prompts"]
    agrees(derivation, document)
    return derivation


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_every_slot_of_a_chat_is_the_releases(case):
    check(case, open_chat(FOLDER / case["chat"]).document)


@pytest.mark.parametrize("case", ODD_CASES, ids=lambda case: case["id"])
def test_every_slot_of_an_odd_chat_is_the_releases(case, tmp_path):
    path = tmp_path / "odd.jsonl"
    path.write_text(case["chat"], encoding="utf-8", newline="")
    derivation = check(case, open_chat(path).document)
    warned = [one for one in derivation.warnings if one.code.endswith("-throws")]
    assert bool(warned) == case.get("throws", False)


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
