"""The rules of specs/openvault-corrections.md, R1 to R20, by their numbers."""

import json
import math

import pytest

from inspector.core.memory import Memory
from inspector.systems.openvault.retrieval.entities import (
    Entity,
    entities_14x,
    entities_26,
)
from inspector.systems.openvault.retrieval.facts import facts_14x, facts_26
from inspector.systems.openvault.retrieval.fingerprints import index_of
from inspector.systems.openvault.retrieval.pov import is_named, node_key, viewpoint_26
from inspector.systems.openvault.retrieval.query import (
    is_phrase,
    query_tokens_14x,
    world_is_embedded,
)
from inspector.systems.openvault.retrieval.reading_26 import read_26
from inspector.systems.openvault.retrieval.settings import (
    EntitySettings,
    Settings26,
    settings_14x,
    settings_26,
)
from inspector.systems.openvault.retrieval.sources import NO_FINGERPRINTS, newest_source_26
from inspector.systems.openvault.retrieval.vectors import QueryVector, similarity
from inspector.systems.openvault.retrieval.wording import plain
from tests.systems.openvault.retrieval.vaults import (
    ALL,
    counted_26,
    derive,
    event,
    gates,
    names,
    reason,
    select,
    slots,
    talk,
    vault,
)

TALK = talk(20, hidden=10)


# R1, R2: memories that share an id


@pytest.mark.parametrize("ids", [["same", "same", "b"], [None, None, "b"], [1, 1, "1"]])
def test_r1_of_candidates_with_one_id_release_26_goes_on_with_the_first(ids):
    records = [{**event(), "id": one, "summary": f"Bell {n}."} for n, one in enumerate(ids)]
    selection = select("26", vault(TALK, records))
    assert [selection.gate_at(index) for index in range(3)] == [None, "hidden", None]
    assert "the same id as an earlier candidate" in reason(selection, 1)
    assert select("1.44", vault(TALK, records)).gate_at(1) is None


def test_r1_memories_without_an_id_are_one():
    records = [{key: value for key, value in event().items() if key != "id"}] * 3
    selection = select("26", vault(TALK, records))
    assert [selection.gate_at(index) for index in range(3)] == [None, "hidden", "hidden"]


def test_r1_reflections_come_after_events_and_lose_to_them():
    records = [
        event("a", type="reflection", message_ids=[]),
        event("a", summary="Mill.", type="event"),
        event("b", type="reflection", message_ids=[]),
    ]
    selection = select("26", vault(TALK, records))
    assert [selection.gate_at(index) for index in range(3)] == ["hidden", None, None]


def test_r2_a_twin_counts_nowhere():
    records = [event("a"), event("a"), event("b"), event("c", message_ids=[15])]
    assert counted_26(vault(TALK, records)) == 3
    archived = [*records, event("d", archived=True), event("e", message_ids=[15], archived=True)]
    scored = read_26(select("26", vault(TALK, archived)).question)
    assert len(scored.counted([0, 2])) == 3


# R3: whose eyes


@pytest.mark.parametrize("release", ALL)
def test_r3_where_nobody_is_found_it_is_character_and_user(release):
    silent = vault(
        talk(20, hidden=20), [event(witnesses=["Wren"]), event("r", witnesses=["Robin"])]
    )
    assert names(release, silent) == ("Mira", "Robin")
    assert gates(select(release, silent)) == {"e": "pov", "r": None}
    nameless = [{**each, "name": "", "mes": "..."} for each in TALK]
    assert names(release, vault(nameless, [event()])) == ("Mira", "Robin")
    states = {"mira": {"known_events": ["e"]}}
    assert "e" not in viewpoint_26(("Mira",), states, {}).known_events
    assert names(release, silent, group=("Wren",)) == ("Mira",)


# R4 to R9: the query


def test_r4_without_lines_there_are_no_entities_and_without_a_window_only_the_active():
    for window, lines, found in ((10, [], 0), (0, ["The bell."], 1)):
        settings = EntitySettings(window=window)
        assert len(entities_14x(lines, ["Mira"], settings)) == found
        assert len(entities_26(lines, ["Mira"], {}, settings)) == found


def test_r5_weights_are_added_up_in_the_releases_order():
    lines = ["Bela came.", "x", "y", "Bela left.", "z", "z", "z", "z"]
    (bela,) = entities_14x(lines, [], EntitySettings())
    assert bela == Entity("Bela", (0.0 + (1 - 0 * 0.09)) + (1 - 3 * 0.09))
    (active,) = entities_14x(lines, ["Bela"], EntitySettings())
    assert active.weight == bela.weight + 3.0


def test_r6_a_weight_of_exactly_0_counts_as_1():
    for weight, count in ((0.0, 5), (-0.2, 0), (0.1, 1), (2.0, 10)):
        tokens = query_tokens_14x("", [Entity("Bela", weight)], EntitySettings())
        assert sum(count for _, count in tokens) == count


@pytest.mark.parametrize("release", ALL)
def test_r7_user_and_character_of_one_name_are_two(release):
    question = select(
        release, vault(TALK, [event()]), user="Mira", character="Mira", group=("Mira", "Wren")
    ).question
    assert question.active == ("Mira", "Mira", "Wren")
    (weight,) = {one.weight for one in entities_14x(["x"], ("Mira", "Mira"), EntitySettings())}
    assert weight == 6.0


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('"" hid "bell"', ["hid"]),
        ('«a "long name" b»', ["long name", "a long name b"]),
        ('«the gate» "the bell"', ["the bell", "the gate"]),
        ('"ab" «xy»', []),
        ('"  the bell  "', ["the bell"]),
        ('"' + "x" * 51 + '"', []),
        ('"🦊a"', ["🦊a"]),
    ],
)
def test_r8_quotes_are_read_in_two_passes(line, found):
    lines = [line, "x", "y"]
    assert [one.name for one in entities_14x(lines, [], EntitySettings())] == found


def test_r9_phrases_are_looked_for_without_punctuation():
    assert plain("Mr. Fox (old)") == "mr fox old"
    assert plain("Anne - Marie") == "anne  marie"
    assert plain("\ta_b'c\u00a0 d-é\u0301²½ ") == "abc dé²½"
    assert plain("🦊 🦊") == ""
    assert not is_phrase(" Mira ")
    assert not is_phrase("a\u00a0b")
    assert is_phrase("a\u00a0b c")
    nodes = {"nodes": {"f": {"name": "🦊 🦊", "aliases": ["vixen"], "description": "A fox."}}}
    records = [event("some", summary="!!!"), event("none", summary="")]
    ranking = select("26", vault(TALK, records, graph=nodes), pending="The vixen").trace.ranking
    assert [ranking.keywords(0), ranking.keywords(1)] == [1.0, 0.0]


# R10, R11: names of the graph


def aliases(name, nodes, redirects=None):
    graph = (
        {"nodes": nodes} if redirects is None else {"nodes": nodes, "_mergeRedirects": redirects}
    )
    return viewpoint_26((name,), {}, graph).accepted - {name.lower()}


def test_r10_aliases_are_those_of_the_one_node():
    liza = {"liza": {"name": "Лиза", "aliases": ["Bela"]}}
    assert aliases("Лиза", liza) == set()
    assert aliases("Liza", liza) == {"bela"}
    assert aliases("Old  Liza's", {"old liza": {"aliases": "ab"}}) == {"a", "b"}
    chain = {f"n{n}": f"n{n + 1}" for n in range(20)}
    held = {f"n{n}": {"aliases": [f"at{n}"]} for n in range(21)}
    assert aliases("n0", held, chain) == {"at11"}
    assert aliases("n0", held, {"n0": "n1", "n1": "n0"}) == {"at0"}
    assert aliases("n0", {"5": {"aliases": ["five"]}}, {"n0": 5}) == {"five"}
    assert aliases("constructor", {"constructor": {"aliases": ["x"]}}) == {"x"}
    assert aliases("constructor", {"constructor": {"aliases": ["x"]}}, {}) == set()


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Mira's", "mira"),
        ("Mira’s\t old", "mira old"),
        ("Mira'sé", "miraé"),
        ("Mira'sa", "mira'sa"),
    ],
)
def test_r10_the_key_of_a_name(name, key):
    assert node_key(name) == key


@pytest.mark.parametrize(
    ("name", "written", "found"),
    [
        ("mira", "mira_x", True),
        ("mira", "x_mira", False),
        ("mira", "mirax", False),
        ("mira", "1mira", False),
        ("mira", "mira²", False),
        ("лиза", "а лиза.", True),
        ("İpek".lower(), "ipek", False),
        ("", "", True),
        ("", "hello", False),
        ("", "hello.", True),
    ],
)
def test_r11_names_end_where_no_letter_or_number_follows(name, written, found):
    assert is_named(name, written) is found


@pytest.mark.parametrize(("text", "seen"), [("Hello Wren_x.", True), ("Hello x_Wren.", False)])
def test_r11_an_underscore_may_follow_a_name_in_release_26(text, seen):
    messages = [*TALK[:-1], {**TALK[-1], "mes": text}]
    found = {"wren": {}}
    assert ("wren" in names("26", vault(messages, [event()], found))) is seen
    assert "wren" not in names("1.44", vault(messages, [event()], found))


# R12 to R14: settings


def test_r12_settings_of_the_older_releases():
    nothing = dict.fromkeys(json.loads(SETTINGS_14X))
    assert settings_14x(nothing) == settings_14x({"keywordMatchWeight": 1, **BUDGET_0})
    zero = settings_14x(dict.fromkeys(nothing, 0))
    assert (zero.vector_weight, zero.vector_threshold, zero.keyword_weight) == (15, 0.5, 0)
    assert (zero.base_lambda, zero.critical_floor, zero.entities) == (
        0,
        0,
        EntitySettings(0, 0, 0, 0, 0),
    )


SETTINGS_14X = """["retrievalFinalTokens", "vectorSimilarityWeight", "vectorSimilarityThreshold",
"entityWindowSize", "topEntitiesCount", "recencyDecayFactor", "entityBoostWeight",
"embeddingWindowSize", "forgetfulnessBaseLambda", "forgetfulnessImportance5Floor",
"keywordMatchWeight"]"""
BUDGET_0 = {"retrievalFinalTokens": 0}


@pytest.mark.parametrize(
    ("given", "held"),
    [
        ({"transientDecayMultiplier": 0}, {"transient_multiplier": 5}),
        ({"transientDecayMultiplier": -1}, {"transient_multiplier": 0.01}),
        ({"forgetfulnessBaseLambda": None}, {"base_lambda": 0.001}),
        ({"forgetfulnessBaseLambda": -3}, {"base_lambda": 0.001}),
        ({"alpha": None}, {"alpha": 0}),
        ({"alpha": 7}, {"alpha": 1}),
        ({"vectorSimilarityThreshold": 2}, {"vector_threshold": 0.99}),
        ({"vectorSimilarityThreshold": ""}, {"vector_threshold": 0}),
        ({"entityWindowSize": None}, {"entities": EntitySettings(window=0)}),
        ({"topEntitiesCount": "2"}, {"entities": EntitySettings(limit=2)}),
    ],
)
def test_r12_settings_of_release_26(given, held):
    assert settings_26(given) == Settings26(**held)


@pytest.mark.parametrize(
    ("limit", "count"), [(2, 2), (2.9, 2), (-1, 3), (-9, 0), (math.nan, 0), (math.inf, 4)]
)
def test_r12_counts_cut_like_slice(limit, count):
    lines = ["Anna.", "Bela.", "Cora.", "Dora."]
    assert len(entities_14x(lines, [], EntitySettings(limit=limit))) == count
    assert len(entities_14x(lines, [], EntitySettings(window=limit))) == count


@pytest.mark.parametrize("release", ALL)
def test_r12_enabled_works_only_if_it_is_true(release):
    document = vault(TALK, [event()])
    displayed = [
        bool(slots(release, document, settings={"enabled": value})[""].text)
        for value in (True, 1, "true", False, None)
    ]
    assert displayed == [True, False, False, False, False]


@pytest.mark.parametrize(
    ("release", "budget", "selected", "text"),
    [
        *(("26", budget, 0, False) for budget in (0, -5, None, "")),
        ("26", "x", 3, True),
        *(("1.44", budget, 3, True) for budget in (0, None, "")),
        ("1.44", -5, 0, False),
        ("1.44", "x", 3, True),
    ],
)
def test_r13_budgets_that_are_no_numbers_above_0(release, budget, selected, text):
    records = [event("a"), event("free", summary=""), event("r", type="reflection")]
    document = vault(TALK, records)
    settings = {"retrievalFinalTokens": budget}
    assert len(select(release, document, settings=settings).chosen) == selected
    found = slots(release, document, settings=settings)
    assert bool(found[""].text) is text
    if budget == "x":
        assert "bell" not in found[""].text
    if release == "26":
        assert bool(found["_reflections"].text) is text


def test_r13_a_budget_that_is_no_number_selects_by_bucket_in_release_26():
    records = [event("recent", importance=5, message_ids=[550]), event("old", message_ids=[1])]
    document = vault(talk(600, hidden=590), records)
    chosen = select("26", document, settings={"retrievalFinalTokens": "x"}).chosen
    assert [memory.id for memory in chosen] == ["old", "recent"]


@pytest.mark.parametrize("release", ALL)
def test_r14_an_empty_chat_clears_every_slot(release):
    document = vault([], [event("r", type="reflection", message_ids=[])])
    assert not any(slot.text for slot in slots(release, document).values())


# R15, R16: vectors


def test_r15_release_26_rounds_the_query_vector_to_single_precision():
    vector = QueryVector((0.1, 1e39, -1e39))
    assert vector.single.numbers == (0.10000000149011612, math.inf, -math.inf)
    memory = Memory(0, {"embedding": [0.1, 0.2, 0.3, 0.4, 0.5]})
    numbers = (0.3, 0.1, 0.7, 0.9, 0.2)
    dot, left, right = 0.0, 0.0, 0.0
    for a, b in zip(memory.record["embedding"], numbers, strict=True):
        dot, left, right = dot + a * b, left + a * a, right + b * b
    expected = dot / (math.sqrt(left) * math.sqrt(right))
    assert similarity(memory, QueryVector(numbers), single=False) == expected


@pytest.mark.parametrize("release", ALL)
def test_r16_without_user_text_no_vector_is_asked_for(release):
    records = [event("like", embedding=[1.0, 0.0])]
    vector = QueryVector((1.0, 0.0))
    quiet = vault(talk(20, hidden=20), records)

    def warned(document, **moment):
        selection = select(release, document, vector=vector, **moment)
        return [one.code for one in selection.warnings if one.code.startswith("vector")]

    assert warned(quiet) == ["vector-unused"]
    assert warned(quiet, pending="  \n ") == ["vector-unused"]
    assert warned(quiet, pending="Bell") == []
    nobody = {"embeddingWindowSize": 0, "topEntitiesCount": 0}
    assert warned(quiet, pending="bell", settings=nobody) == ["vector-unused"]
    assert warned(quiet, pending="bell", settings={"embeddingWindowSize": 0}) == []


def test_r16_the_world_is_asked_with_a_vector_by_its_own_rule():
    document, silent = vault(TALK, []), vault(talk(20, hidden=20), [])
    index = index_of(document.chat)
    assert world_is_embedded("bell", index, 20, None)
    assert not world_is_embedded("  ", index, 20, None)
    assert world_is_embedded("", index, 20, None)
    assert not world_is_embedded("", index_of(silent.chat), 20, None)


# R17 to R20


@pytest.mark.parametrize("release", ALL)
def test_r17_sources_beyond_the_end_are_used_as_stored(release):
    records = [event("both", message_ids=[3, 40]), event("beyond", message_ids=[30, 40])]
    for at in (None, 19):
        selection = select(release, vault(TALK, records), at=at)
        assert gates(selection) == {"both": None, "beyond": None if release == "26" else "hidden"}
        assert selection.trace.score(0).distance == 0


@pytest.mark.parametrize("position", [-1, -2])
def test_r18_a_block_that_goes_nowhere_is_made_all_the_same(position):
    settings = {"injection.memory.position": position}
    records = [event(), event("r", type="reflection", message_ids=[])]
    derivation = derive("26", vault(TALK, records), settings=settings)
    first, reflection = derivation.verdicts
    assert (first.in_block, first.gate, reflection.in_block) == (False, "formatter", True)
    assert "injection.memory.position" in first.reason
    assert derivation.injections[0].text == ""
    thrown = derive("26", vault(TALK, [event(importance=-1)]), settings=settings)
    assert thrown.warnings[0].code == "importance-throws"


@pytest.mark.parametrize(
    ("position", "depth", "messages", "placed"),
    [
        ("-2", 2.5, 20, (0, 2.5)),
        ("4", "3", 20, (1, "3")),
        (9, None, 20, (0, None)),
        (2, 7, 20, (2, 7)),
    ],
)
def test_r18_positions_are_compared_strictly_and_depth_is_handed_on(
    position, depth, messages, placed
):
    settings = {"injection.memory": {"position": position, "depth": depth}}
    slot = slots("26", vault(talk(messages, hidden=10), [event()]), settings=settings)[""]
    assert (slot.position, slot.handed_depth) == placed
    assert slot.text


def test_r18_a_text_4_does_not_fall_back_in_a_short_chat():
    document = vault(talk(3, hidden=2), [event()])
    for position, host in ((4, 0), ("4", 1)):
        settings = {"injection.scene.position": position}
        assert slots("26", document, settings=settings)["_scene"].position == host


@pytest.mark.parametrize(
    ("ids", "latest"), [([-1], 0), ([3, "9", None, 7.5], 7.5), ("9", 0), ([], 0), ([True], 0)]
)
def test_r20_the_newest_source_is_the_greatest_number_above_0(ids, latest):
    facts = facts_26(Memory(0, {"message_ids": ids}))
    assert newest_source_26(facts, NO_FINGERPRINTS) == latest


def test_r20_the_older_releases_take_the_maximum_as_it_is():
    assert facts_14x(Memory(0, {"message_ids": [-1]})).highest_source == -1
    assert math.isnan(facts_14x(Memory(0, {"message_ids": [1, "x"]})).highest_source)
