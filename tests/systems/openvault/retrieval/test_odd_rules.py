"""The rules of specs/openvault-corrections.md, R21 to R37, by their numbers: odd data, numbers."""

import math

import pytest

from inspector.core.javascript_math import exponential, logarithm
from inspector.core.memory import Memory
from inspector.systems.openvault.retrieval.entities import (
    graph_name_stems,
)
from inspector.systems.openvault.retrieval.facts import facts_14x, facts_26
from inspector.systems.openvault.retrieval.fingerprints import index_of
from inspector.systems.openvault.retrieval.migrations import is_removed
from inspector.systems.openvault.retrieval.query import (
    adjusted,
    query_text,
    spoken,
)
from inspector.systems.openvault.retrieval.vectors import QueryVector
from inspector.systems.openvault.world import Query, World, world_text
from tests.systems.openvault.retrieval.vaults import (
    ALL,
    NEWEST,
    OLDER,
    counted_26,
    derive,
    encoded,
    event,
    gates,
    loaded,
    names,
    select,
    slots,
    talk,
    tokenizer_of,
    vault,
)

TALK = talk(20, hidden=10)
V8_EXP = {
    -37.698: 4.245869300016443e-17,
    -24.698: 1.8784294390468155e-11,
    -8.619: 0.00018064080521596094,
    -32.741: 6.0362103824409954e-15,
    -29.992: 9.432784196642644e-14,
}
V8_LOG = {
    0.366: -1.005121945580771,
    1.615: 0.4793349566746199,
    1.492: 0.4001175017815691,
    6.497: 1.8713405318983938,
}


# R21, R22: the world


def world(nodes, edges=None, requested="", **store):
    graph = {"nodes": nodes, "edges": edges or {}}
    counter = tokenizer_of("26")
    return world_text(World(graph), store.get("state"), Query(requested), 2000, counter).split("\n")


@pytest.mark.parametrize(
    ("target", "mentioned"),
    [
        ("constructor", "  → Object (undefined): d"),
        ("toString", "  → toString (undefined): d"),
        ("__lookupSetter__", "  → __lookupSetter__ (undefined): d"),
        ("__proto__", "  → undefined (undefined): d"),
        ("gone", None),
        ("empty", None),
    ],
)
def test_r21_targets_are_looked_up_with_inherited_members(target, mentioned):
    nodes = {"a": {"name": "A", "type": "X", "description": "d"}, "empty": 0}
    edges = {"e": {"source": "a", "target": target, "description": "d"}}
    lines = [line for line in world(nodes, edges) if "→" in line]
    assert lines == ([] if mentioned is None else [mentioned])


def test_r21_weights_that_are_no_numbers_equal_every_other():
    nodes = {key: {"name": key} for key in "abcd"}
    weights = {"b": 1, "c": "2", "d": None}
    edges = {
        key: {"source": "a", "target": key, "weight": weight} for key, weight in weights.items()
    }
    mentioned = [line.split()[1] for line in world(nodes, edges) if "→" in line]
    assert mentioned == ["c", "b", "d"]
    edges["b"].pop("weight")
    mentioned = [line.split()[1] for line in world(nodes, edges) if "→" in line]
    assert mentioned == ["b", "c", "d"]


def test_r22_mentions_that_are_a_text_are_joined():
    nodes = {"a": {"name": "Mill", "mentions": "5"}, "b": {"name": "Gate", "mentions": 5099}}
    assert world(nodes, requested="the mill")[2] == "## Mill (undefined)"
    assert world(nodes, requested="the bell")[2] == "## Gate (undefined)"


def test_r22_the_empty_alias_matches_an_empty_text():
    nodes = {"a": {"name": "Gate", "mentions": 50}, "b": {"name": "Mill", "aliases": [""]}}
    assert world(nodes, requested="")[2] == "## Mill (undefined)"
    assert world(nodes, requested="abc")[2] == "## Gate (undefined)"


def test_r22_a_text_is_a_node_a_character():
    assert world("ab")[2:7] == [
        *("## undefined (undefined)", "undefined", ""),
        *("## undefined (undefined)", "undefined"),
    ]


# R23 to R30: odd data


@pytest.mark.parametrize(
    ("release", "text", "found"),
    [("1.44", "Привет!", False), ("1.44", "a", True), ("26", "abc", False), ("26", "abc.", True)],
)
def test_r23_the_empty_name(release, text, found):
    messages = [{**each, "mes": text} for each in TALK]
    document = vault(messages, [event("none", witnesses=[""]), event("m")])
    assert ("" in names(release, document)) is found
    assert gates(select(release, document))["none"] == (None if found else "pov")


@pytest.mark.parametrize("release", ALL)
def test_r24_of_names_as_a_text_each_character_is_known(release):
    messages = [{**each, "mes": "A k came."} for each in TALK]
    document = vault(messages, [event(), event("far", message_ids=[15], witnesses="Kol")])
    assert "k" in names(release, document)


@pytest.mark.parametrize("release", ALL)
def test_r25_known_events_are_compared_by_value_and_type(release):
    records = [{**event(witnesses=["Wren"]), "id": one} for one in ("a", 1, "1", None, "c")]
    records.append(event("m"))
    states = {"Mira": {"known_events": ["a", 1.0, None]}}
    selection = select(release, vault(TALK, records, states))
    found = [selection.gate_at(index) for index in range(5)]
    assert found == [None, None, "pov", None, "pov"]
    spelled = select(release, vault(TALK, records, {"Mira": {"known_events": "ac"}}))
    assert [spelled.gate_at(index) for index in (0, 4)] == [None, None]


@pytest.mark.parametrize("release", ALL)
def test_r25_states_count_by_their_keys_whatever_their_values_are(release):
    messages = [{**each, "mes": "Then WREN and 1 came."} for each in TALK]

    def seen(states):
        data = {"schema_version": 8, "memories": [event()], "character_states": states}
        return names(release, loaded(messages, data))

    assert "Wren" in seen({"Wren": None, "Bela": "x"})
    assert "1" in seen(["a", "b"])


def test_r26_fingerprints_count_whatever_stands_in_them():
    records = [
        event("null", message_fingerprints=[None], message_ids=[15]),
        event("number", message_fingerprints=[17], message_ids=[15]),
        event("none", message_fingerprints=[], message_ids=[15]),
        event("object", message_fingerprints={"length": 1}, message_ids=[15]),
    ]
    selection = select("26", vault(TALK, records))
    assert list(gates(selection).values()) == [None, None, "hidden", "hidden"]
    assert selection.trace.score(0).distance == 20


@pytest.mark.parametrize(
    ("tokens", "length", "stored"),
    [([], 0, True), ([5, None, "bell"], 3, True), ("abc", 3, True), ("", 3, False), (0, 3, False)],
)
def test_r27_any_truthy_tokens_stand_for_the_summary(tokens, length, stored):
    summary = "The lantern burned brightly."
    facts = facts_26(Memory(0, {"summary": summary, "tokens": tokens}))
    assert (facts.stores_words, len(facts.words)) == (stored, length)


def test_r28_entries_that_are_no_objects_are_documents_without_words():
    data = {"schema_version": 8, "memories": [event(), 5, "x", True, []]}
    assert counted_26(loaded(TALK, data)) == 5
    data["memories"][0].pop("id")
    assert counted_26(loaded(TALK, data)) == 1
    assert select("1.44", loaded(TALK, data)).chosen


@pytest.mark.parametrize("marks", ["missing", None, "", 0])
def test_r29_the_migration_fills_every_falsy_field(marks):
    messages = talk(20, hidden=10)
    messages[15]["send_date"] = messages[3]["send_date"]
    record = event(message_ids=[3])
    if marks != "missing":
        record["message_fingerprints"] = marks
    assert gates(select("26", vault(messages, [record], schema=1))) == {"e": "hidden"}


@pytest.mark.parametrize(
    ("level", "removed"),
    [(1, False), (2, True), (None, False), ("x", True), ("", False), ("2", True), ([], False)],
)
def test_r29_reflections_of_a_level_that_is_not_at_most_1_go(level, removed):
    assert is_removed({"type": "reflection", "level": level}) is removed


def test_r30_hits_that_are_no_number_make_the_score_none():
    selection = select("26", vault(TALK, [event(retrieval_hits="x"), event("b")]))
    assert math.isnan(selection.trace.ranking.order.score(0))
    assert selection.chosen


# R31 to R33: order and numbers


@pytest.mark.parametrize("release", OLDER + NEWEST)
def test_r31_each_bucket_is_sorted_by_itself(release):
    # In one list "x" would part 9 from 1, and the two would stay as they are.
    records = [
        event("late", sequence=9, message_ids=[580], summary="Late."),
        event("odd", sequence="x", message_ids=[1], summary="Odd."),
        event("early", sequence=1, message_ids=[581], summary="Early."),
    ]
    text = slots(release, vault(talk(600, hidden=590), records))[""].text
    assert text.index("Early.") < text.index("Late.")


def test_r32_lambda_and_idf_shares_in_the_releases_order():
    facts = facts_26(Memory(0, {"importance": 3, "retrieval_hits": 7, "is_transient": True}))
    damping = 1 / (1 + 0.1 * 7)
    assert facts.rate(0.07, 5.0) == ((0.07 / 9) * damping) * 5.0
    assert facts_14x(Memory(0, {"importance": 3})).rate(0.07) == 0.07 / 9
    idf = {"bell": 1.7}
    share = math.log(8)
    assert adjusted({"bell": 9, "new": 4}, idf, 7) == {
        "bell": max(1, math.floor(9 * (1.7 / share) + 0.5)),
        "new": 4,
    }


def test_r32_with_a_vector_ties_keep_the_order_of_the_candidates():
    same = {"summary": "A bell rang.", "embedding_b64": encoded(0.0, 1.0)}
    records = [event(f"m{n}", **same) for n in range(6)]
    selection = select("26", vault(TALK, records), pending="Hello", vector=QueryVector((0.0, 1.0)))
    assert selection.trace.ranking.best == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("function", "argument", "bits"),
    [
        (exponential, 1.0, "0x1.5bf0a8b145769p+1"),
        (exponential, -745.13, "0x0.0000000000001p-1022"),
        (exponential, -746.0, "0x0.0p+0"),
        (exponential, 710.0, "inf"),
        (logarithm, 3.0, "0x1.193ea7aad030ap+0"),
        (logarithm, 0.0, "-inf"),
        (logarithm, 5e-324, "-0x1.74385446d71c3p+9"),
    ],
)
def test_r33_exp_and_log_are_fdlibms(function, argument, bits):
    assert function(argument) == float.fromhex(bits)


def test_r33_whoever_asks_for_no_number_gets_none():
    assert math.isnan(exponential(math.nan))
    assert math.isnan(logarithm(-1))


def test_r33_where_the_c_library_differs_the_result_is_v8s():
    # Arguments and results of Node 20; on glibc at least one of them has another last bit.
    for argument, result in V8_EXP.items():
        assert exponential(argument) == result
    for argument, result in V8_LOG.items():
        assert logarithm(argument) == result


# R34, R37: texts, relationships


def test_r34_texts_that_are_none_are_spelled_out():
    assert [spoken({"mes": odd}) for odd in (None, 5, True, [1, None, "a"], {"a": 1})] == [
        *("", "5", "true", "1,,a", "[object Object]"),
    ]
    assert spoken({}) == ""
    messages = [*TALK[:-2], {**TALK[-2], "mes": 42}, TALK[-1]]
    document = vault(messages, [])
    index = index_of(document.chat)
    assert query_text(index, 20, "Hi").lines[0] == "[User is about to say]: Hi"
    assert query_text(index, 20, None).user.endswith("42")


def test_r37_stored_relationships_may_be_a_list():
    pair = {"character_a": "Mira", "character_b": "Robin", "relationship_type": "friend"}
    data = {"memories": [event()], "relationships": [pair]}
    text = slots("1.41", loaded(TALK, data))[""].text
    assert "- Robin: friend (moderate trust)" in text


def test_later_nodes_win_and_nameless_ones_name_nobody():
    nodes = [("a", {"name": "Bell"}), ("b", {"name": "Gong", "aliases": ["bell"]}), ("c", {})]
    assert graph_name_stems(nodes) == {"bell": "Gong", "gong": "Gong"}


@pytest.mark.parametrize("kind", [{"toString": 1}, 5, True, ["event"], "global_synthesis"])
def test_a_memory_of_another_type_is_selected_and_shown_nowhere(kind):
    (verdict,) = derive("26", vault(TALK, [event(type=kind)])).verdicts
    assert verdict.gate == "formatter"
    assert "shows events and reflections; this one's type is" in verdict.reason
