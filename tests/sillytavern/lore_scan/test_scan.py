"""The scan finds what SillyTavern's own scan found, and says why."""

import json
import lzma
import random

import pytest

from inspector.sillytavern.lore_scan.cases import scan_answer, scan_input
from inspector.sillytavern.lore_scan.model import (
    BookSources,
    Cause,
    Injected,
    ScanFields,
    ScanInput,
    ScanMessage,
    Stage,
)
from inspector.sillytavern.lore_scan.scan import scan
from inspector.sillytavern.macros.context import MacroContext
from inspector.tokenizer import load_tokenizer
from tests.conftest import TESTS

CASES = json.loads(lzma.decompress((TESTS / "golden" / "world-info.json.xz").read_bytes()))["cases"]
BYTES = load_tokenizer("bytes/3.35").count
SETTINGS = {"world_info_depth": 2, "world_info_recursive": True, "world_info_budget": 25}
FIELDS = {"key": [], "keysecondary": [], "selective": True, "order": 100, "position": 0}


def counter(name):
    if name == "none":
        return BYTES
    return lambda text: load_tokenizer("o200k_base").count(text) + 6 if text else 0


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_each_case_of_the_real_scan_comes_out_exactly(case):
    given, wanted = case["input"], case["output"]
    output = scan(scan_input(given, counter(given["tokenizer"])))
    model = wanted.get("entry_tokens", {}).get("model")
    assert scan_answer(output, model) == wanted


def scanned(*entries, messages=("the gulls cry",), settings=None, **more):
    stored = {
        str(location): {**FIELDS, "uid": location, "content": f"C{location}", **entry}
        for location, entry in enumerate(entries)
    }
    given = ScanInput(
        books={"W": {"entries": stored}},
        sources=BookSources(shared=("W",)),
        settings={**SETTINGS, **(settings or {})},
        messages=[
            ScanMessage("Nell", text, index) for index, text in enumerate(messages, start=10)
        ],
        max_context=8192,
        count=BYTES,
        macros=MacroContext(user="Nell", character="Mara"),
        **more,
    )
    return scan(given)


def verdicts(*entries, **more):
    return scanned(*entries, **more).verdicts


def test_a_match_says_its_key_its_message_and_the_place_in_it():
    (verdict,) = verdicts({"key": ["nope", "gulls"]}, messages=("x", "the gulls cry"))
    assert verdict.active
    assert verdict.cause is Cause.KEY
    assert verdict.written_key == "gulls"
    assert (verdict.match.source, verdict.match.message) == ("message", 11)
    assert verdict.match.text == "gulls"
    line = "Nell: the gulls cry"
    assert line[verdict.match.start : verdict.match.end] == "gulls"
    assert verdict.detail == "its key gulls in message 11"


def test_a_match_in_other_texts_says_which():
    fields = ScanFields(persona="a pilot", description="a keeper")
    found = verdicts(
        {"key": ["pilot"], "matchPersonaDescription": True},
        {"key": ["recap"]},
        {"key": ["anchor"]},
        {"constant": True, "content": "the anchor"},
        fields=fields,
        injected=[Injected("openvault", "a recap")],
    )
    sources = [verdict.match.source for verdict in found[:3]]
    assert sources == ["persona", "slot:openvault", "recursion"]
    assert [verdict.passed_in for verdict in found] == [1, 1, 2, 1]
    assert found[3].cause is Cause.CONSTANT


@pytest.mark.parametrize(
    ("entry", "stage", "detail"),
    [
        ({"constant": True, "disable": True}, Stage.DISABLED, "it is disabled"),
        ({"constant": True, "triggers": ["swipe"]}, Stage.TRIGGER, "normal"),
        ({"constant": True, "characterFilter": {"names": ["Ivo"]}}, Stage.CHARACTER, "Mara"),
        ({"constant": True, "delay": 5}, Stage.DELAY, "has 1 message, it wants 5"),
        ({"constant": True, "delayUntilRecursion": 1}, Stage.RECURSION, "waits"),
        ({"constant": True, "content": "@@dont_activate\nx"}, Stage.DECORATOR, "@@dont_activate"),
        ({}, Stage.NO_KEYS, "no keys"),
        ({"key": ["fog"]}, Stage.KEYS, "none of its keys"),
        ({"key": ["gulls"], "scanDepth": 0}, Stage.KEYS, "scan depth is 0"),
        ({"key": ["gulls"], "keysecondary": ["fog", "sea"]}, Stage.SECONDARY, "0 of 2"),
        (
            {"constant": True, "useProbability": True, "probability": 30},
            Stage.PROBABILITY,
            "chance rolled 50, it comes in at 30 %",
        ),
        ({"constant": True, "content": "x" * 9000}, Stage.BUDGET, "the budget is 2,048"),
    ],
)
def test_what_is_left_out_says_where_and_why(entry, stage, detail):
    (verdict,) = verdicts(entry, character_file="Mara", chance=lambda: 0.5)
    assert not verdict.active
    assert verdict.stage is stage
    assert detail in verdict.detail


def test_the_loser_of_a_group_names_the_winner():
    entry = {"constant": True, "group": "a"}
    first, second = verdicts({**entry, "groupOverride": True}, entry)
    assert first.active
    assert second.stage is Stage.GROUP
    assert second.detail == "group a: W.0 is preferred"


def test_an_entry_that_chance_decides_is_known_by_its_probability():
    likely, sure = verdicts(
        {"constant": True, "useProbability": True, "probability": 60},
        {"constant": True, "useProbability": True, "probability": 100},
        chance=lambda: 0.1,
    )
    assert (likely.active, likely.probability) == (True, 60)
    assert (sure.active, sure.probability) == (True, None)


def test_a_sticky_entry_says_until_when():
    entry = {"key": ["fog"], "sticky": 3}
    hash_of = scanned({**entry, "key": ["gulls"]}).timed
    assert hash_of["sticky"]["W.0"]["end"] == 4
    on = scanned({"key": ["gulls"], "sticky": 3}).timed
    (verdict,) = verdicts(
        {"key": ["gulls"], "sticky": 3}, messages=("a", "b"), timed=on, settings={}
    )
    assert verdict.cause is Cause.STICKY
    assert verdict.detail == "it is sticky until there are 4 messages"


def test_every_entry_has_one_verdict_and_is_in_or_left_out_for_a_reason():
    chance = random.Random(7)
    words = ["gulls", "cry", "fog", "sea", "rope", "lamp"]
    entries = [
        {
            "key": chance.sample(words, 2),
            "content": " ".join(chance.sample(words, 3)),
            "group": chance.choice(["", "", "a", "b,c"]),
            "useProbability": True,
            "probability": chance.choice([100, 100, 50]),
            "order": chance.randrange(5),
            "excludeRecursion": chance.random() < 0.2,
        }
        for _ in range(200)
    ]
    output = scanned(*entries, chance=chance.random)
    assert len(output.verdicts) == 200
    assert {verdict.key for verdict in output.active} == {
        verdict.key for verdict in output.verdicts if verdict.active
    }
    for verdict in output.verdicts:
        assert verdict.active == (verdict.stage is None) == bool(verdict.passed_in)
        assert verdict.detail


def test_a_key_that_would_backtrack_forever_costs_a_moment():
    (verdict,) = verdicts({"key": [r"/(\w+\s?)*$^/"]}, messages=("word " * 2000,))
    assert not verdict.active


@pytest.mark.parametrize("depth", [float("nan"), float("-inf"), -(10**30)])
def test_a_depth_that_never_grows_ends_all_the_same(depth):
    settings = {"world_info_depth": depth, "world_info_min_activations": 3}
    output = scanned({"key": ["fog"]}, settings=settings)
    assert not output.active
    assert len(output.passes) < 1100


def test_a_budget_or_depth_that_is_no_number_is_taken_as_the_host_takes_it():
    output = scanned(
        {"constant": True, "position": 4, "depth": float("inf")},
        settings={"world_info_budget": "x"},
    )
    assert output.budget == 1
    (verdict,) = output.verdicts
    assert verdict.stage is Stage.BUDGET


def test_odd_books_are_scanned_as_far_as_they_are_books():
    given = ScanInput(
        books={"A": {"entries": [1, {"uid": 1, "constant": True, "content": "a"}]}, "B": {}},
        sources=BookSources(shared=("A", "B", "C")),
        settings={},
        messages=[],
        max_context=0,
        count=BYTES,
    )
    output = scan(given)
    assert output.budget == 1
    assert [verdict.key for verdict in output.verdicts] == ["A.1"]


def test_a_member_of_a_group_that_is_sticky_and_cools_down_is_not_in():
    """Alone it would be: it is sticky. The group then takes out what cools down."""
    entry = {"key": ["gulls"], "sticky": 3, "cooldown": 5}
    for group, active in (("", True), ("a", False)):
        on = scanned({**entry, "group": group}).timed
        assert {*on["sticky"], *on["cooldown"]} == {"W.0"}
        (verdict,) = verdicts({**entry, "group": group}, messages=("a", "b"), timed=on)
        assert verdict.active is active
    assert verdict.detail == "group a: W.0 cools down"


@pytest.mark.parametrize(
    ("disable", "active"),
    [("1", False), ([1], False), (1.0, False), ("true", True), (2, True), (None, True)],
)
def test_what_equals_true_to_javascript_disables_an_entry(disable, active):
    """world-info.md, *Skips*: `disable` 1 counts, "true" does not [R 046]."""
    (verdict,) = verdicts({"constant": True, "disable": disable})
    assert verdict.active is active


@pytest.mark.parametrize(
    ("logic", "active"), [(1, True), (True, False), (False, False), ([1], False), (None, False)]
)
def test_a_logic_that_is_no_number_is_never_on(logic, active):
    """world-info.md, *Keys*: unknown or a string is never on, null is 0 [R 037]."""
    entry = {"key": ["gulls"], "keysecondary": ["fog"], "selectiveLogic": logic}
    (verdict,) = verdicts(entry)
    assert verdict.active is active


@pytest.mark.parametrize(
    ("messages", "key", "active"),
    [
        (["", "", "harbour"], r"/^\x01harbour$/", True),
        (["lamp", "", "harbour"], r"/^\x01harbour\n\x01\n\x01lamp$/", True),
        (["harbour", ""], r"/^\x01\n\x01harbour$/", True),
        ([" ", "harbour"], r"/^\x01harbour\n\x01$/", True),
        ([""], r"/^\x01$/", True),
    ],
)
def test_empty_messages_keep_their_place_but_where_nothing_older_is_said(messages, key, active):
    """world-info.md, *Scan text* [R 016, 043]."""
    settings = {"world_info_include_names": False, "world_info_depth": 4}
    (verdict,) = verdicts({"key": [key]}, messages=messages, settings=settings)
    assert verdict.active is active


def test_a_cap_of_the_budget_may_be_broken():
    """sillytavern.md §5.3, 6: two tokens are below 2.5, three are not."""
    settings = {"world_info_budget_cap": 2.5}
    output = scanned(
        {"constant": True, "content": "abcde"},
        {"constant": True, "content": "abc"},
        settings=settings,
    )
    assert output.budget == 2.5
    assert [one.key for one in output.active] == ["W.0"]
    assert isinstance(scanned({"constant": True}).budget, int)


@pytest.mark.parametrize(
    ("settings", "keys"),
    [
        ({}, ["C.0", "G.0"]),
        ({"world_info_character_strategy": 0}, ["G.0", "C.0"]),
        ({"world_info_character_strategy": 7}, ["G.0", "C.0"]),
    ],
)
def test_the_characters_lore_comes_first_where_no_strategy_is_set(settings, keys):
    """sillytavern.md §5.2; world-info.md, *Books*: an unknown one is evenly [R 165]."""
    book = {"entries": {"0": {"uid": 0, "constant": True, "content": "x"}}}
    given = ScanInput(
        books={"G": book, "C": book},
        sources=BookSources(shared=("G",), character="C"),
        settings={**SETTINGS, **settings},
        messages=[],
        max_context=8192,
        count=BYTES,
    )
    assert [one.key for one in scan(given).active] == keys
