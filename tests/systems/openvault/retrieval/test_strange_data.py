"""Data that no release ever wrote is read without an error, and what it means is defined."""

import math
import random
from contextlib import contextmanager

import pytest

from inspector.core.errors import ReleaseThrowsError
from inspector.sillytavern.hashing import cyrb53, cyrb53_of_all
from inspector.systems.openvault.retrieval.graph import nodes_by_likeness
from inspector.systems.openvault.retrieval.vectors import QueryVector
from tests.systems.openvault.retrieval.vaults import ALL, encoded, event, gates, select, talk, vault

TALK = talk(20, hidden=10)
ODD_VALUES = [None, 0, -1, 2.5, math.nan, math.inf, True, "", "x", "4", [], [None], {}, {"a": 1}]
ODD_KEYS = (
    *("id", "summary", "importance", "message_ids", "sequence", "created_at", "witnesses"),
    *("characters_involved", "is_secret", "type", "message_fingerprints", "tokens", "mentions"),
    *("retrieval_hits", "is_transient", "archived", "embedding", "embedding_b64", "level"),
)
SETTINGS = (
    *("retrievalFinalTokens", "forgetfulnessBaseLambda", "forgetfulnessImportance5Floor"),
    *("transientDecayMultiplier", "vectorSimilarityThreshold", "vectorSimilarityWeight"),
    *("keywordMatchWeight", "alpha", "entityWindowSize", "topEntitiesCount"),
    *("recencyDecayFactor", "entityBoostWeight", "injection.reflections.position"),
)


def checked(selection):
    for index in range(len(selection.question.memories)):
        record = selection.record_at(index)
        assert (record.gate is None) == (not record.reason)
    return selection


@contextmanager
def named(odd):
    """Says of an error which value it came with."""
    try:
        yield
    except Exception as error:
        error.add_note(f"with {odd!r}")
        raise


def selected(release, document, **moment):
    """The selection; None where the release throws."""
    try:
        return checked(select(release, document, **moment))
    except ReleaseThrowsError:
        return None


@pytest.mark.parametrize("key", ODD_KEYS)
@pytest.mark.parametrize("release", ALL)
def test_any_value_in_any_field_of_a_memory_is_read_or_stops_the_release(release, key):
    vector = QueryVector((1.0, 2.0))
    for odd in ODD_VALUES:
        memories = [event("plain"), event("odd", **{key: odd}), event("last", **{key: odd})]
        for group in ((), ("Mira", "Wren")):
            document = vault(TALK, memories)
            with named(odd):
                selected(release, document, pending="The bell", vector=vector, group=group)


def test_a_text_in_place_of_message_ids_makes_release_26_throw_as_javascript_would():
    with pytest.raises(ReleaseThrowsError, match="reduce is not a function"):
        select("26", vault(TALK, [event(message_ids="4")]))
    assert gates(select("1.44", vault(TALK, [event(message_ids="4")]))) == {"e": None}


@pytest.mark.parametrize(
    "key",
    [
        *("graph", "idf_cache", "scene_states", "schema_version", "relationships"),
        *("character_states", "global_world_state", "processed_message_ids"),
    ],
)
@pytest.mark.parametrize("release", ALL)
def test_any_value_in_the_store_is_read_or_stops_the_release(release, key):
    for odd in ODD_VALUES:
        store = {"schema_version": 8, key: odd}
        with named(odd):
            selected(release, vault(TALK, [event()], schema=None, **store))


@pytest.mark.parametrize("odd", ODD_VALUES, ids=repr)
@pytest.mark.parametrize("key", ["nodes", "edges", "_mergeRedirects"])
def test_any_value_in_the_graph_is_read_or_stops_the_release(key, odd):
    for graph in ({key: odd}, {key: {"mira": odd}}, {key: {"mira": {"name": odd, "aliases": odd}}}):
        for schema in (8, 1):
            selection = selected("26", vault(TALK, [event()], graph=graph, schema=schema))
            assert selection is None or gates(selection) == {"e": None}


@pytest.mark.parametrize("release", ALL)
def test_merge_redirects_that_run_in_a_circle_end(release):
    graph = {"nodes": {}, "edges": {}, "_mergeRedirects": {"mira": "wren", "wren": "mira"}}
    assert gates(select(release, vault(TALK, [event()], graph=graph))) == {"e": None}


@pytest.mark.parametrize("release", ALL)
@pytest.mark.parametrize("length", [0, 1])
def test_a_chat_of_no_or_one_message_is_selected_from(release, length):
    checked(select(release, vault(talk(length), [event(), event("none", message_ids=[])])))


@pytest.mark.parametrize("release", ALL)
def test_a_chat_of_hidden_messages_alone_is_seen_by_character_and_user(release):
    memories = [event("a", witnesses=["Wren"]), event("b", witnesses=["Robin"])]
    selection = checked(select(release, vault(talk(20, hidden=20), memories)))
    assert selection.trace.ranking.viewpoint.names == ("Mira", "Robin")
    assert gates(selection) == {"a": "pov", "b": None}


@pytest.mark.parametrize("release", ALL)
def test_a_group_whose_members_are_unknown_is_seen_through_the_one_who_answers(release):
    selection = select(release, vault(TALK, [event()]), group=("Nobody",), character="Stranger")
    assert selection.trace.ranking.viewpoint.names == ("Stranger",)
    assert selection.trace.ranking.fallback


@pytest.mark.parametrize("release", ALL)
def test_no_memories_give_no_selection(release):
    assert select(release, vault(TALK, [])).chosen == ()


@pytest.mark.parametrize("release", ALL)
def test_memories_that_share_an_id_are_judged_one_by_one(release):
    memories = [event("same"), event("same", message_ids=[15])]
    selection = select(release, vault(TALK, memories))
    assert [selection.gate_at(location) for location in (0, 1)] == [None, "hidden"]


@pytest.mark.parametrize("release", ALL)
def test_cyrillic_and_chinese_text_is_searched(release):
    memories = [
        event("plain"),
        event("map", summary="Лада нашла старую карту под мостом."),
        event("sword", summary="在 古庙里发现 了一把银剑."),
    ]
    graph = {"nodes": {"n": {"name": "Mill", "description": "An old mill."}}}
    document = vault(TALK, memories, graph=graph)
    assert select(release, document, pending="Где карту спрятали?").chosen[0].id == "map"
    assert select(release, document, pending="古庙里发现").chosen[0].id == "sword"


def test_an_embedding_counts_only_where_the_query_vector_has_its_length():
    like, other = encoded(1.0, 0.0), encoded(1.0, 0.0, 0.0)
    memories = [
        event("none"),
        event("other", embedding_b64=other),
        event("like", embedding_b64=like),
    ]
    document = vault(TALK, memories)
    selection = select("26", document, vector=QueryVector((1.0, 0.0)))
    assert selection.chosen[0].id == "like"
    assert [warning.code for warning in selection.warnings] == ["embeddings-differ"]
    assert selection.record_at(2).score > selection.record_at(0).score
    bad = vault(TALK, [*memories, event("bad", embedding_b64="%%%")])
    with pytest.raises(ReleaseThrowsError, match="embedding_b64 of bad is a text"):
        select("26", bad, vector=QueryVector((1.0, 0.0)), pending="The bell")
    assert select("26", bad).chosen
    unused = select("26", document)
    assert [warning.code for warning in unused.warnings] == ["embeddings-unused"]


def test_nodes_of_the_graph_are_ordered_by_likeness_and_those_without_a_vector_left_out():
    nodes = {
        "far": {"embedding_b64": encoded(0.0, 1.0)},
        "near": {"embedding": [1.0, 0.1]},
        "none": {"name": "None"},
        "odd": None,
    }
    assert nodes_by_likeness({"nodes": nodes}, QueryVector((1.0, 0.0))) == ["near", "far"]
    assert nodes_by_likeness({}, QueryVector((1.0, 0.0))) == []


def test_older_releases_read_number_arrays_alone():
    memories = [
        event("array", embedding=[1.0, 0.0]),
        event("encoded", embedding_b64=encoded(1.0, 0.0)),
    ]
    selection = select("1.44", vault(TALK, memories), vector=QueryVector((1.0, 0.0)))
    assert selection.record_at(0).score > selection.record_at(1).score


def test_data_of_an_older_schema_is_migrated_in_memory_with_a_warning():
    messages = talk(20, hidden=10)
    messages[15]["send_date"] = messages[3]["send_date"]
    memories = [
        event("moved", message_ids=[3]),
        event("kept", message_ids=[4]),
        {"id": "high", "type": "reflection", "summary": "x", "level": 2, "witnesses": ["Mira"]},
    ]
    selection = checked(select("26", vault(messages, memories, schema=None)))
    assert gates(selection) == {"moved": "hidden", "kept": None, "high": "archived"}
    assert "schema 7" in selection.record_at(2).reason
    assert [warning.code for warning in selection.warnings] == ["migrated"]
    assert gates(select("26", vault(messages, memories)))["moved"] is None


def test_a_migration_that_throws_is_an_error_of_the_release():
    document = vault(TALK, [event()], schema=None, graph={"nodes": {"mira": {}}, "edges": {}})
    with pytest.raises(ReleaseThrowsError, match="nodes of graph is an object"):
        select("26", document)


def test_messages_without_a_date_are_found_by_their_hash():
    messages = talk(20, hidden=10, dated=False)
    hidden = f"hash_{cyrb53('Mira' + 'Message 3.')}"
    visible = f"hash_{cyrb53('Mira' + 'Message 15.')}"
    memories = [
        event("hidden", message_fingerprints=[hidden], message_ids=[15]),
        event("visible", message_fingerprints=[visible]),
    ]
    selection = select("26", vault(messages, memories))
    assert gates(selection) == {"hidden": None, "visible": "hidden"}


def test_many_texts_are_hashed_as_each_one_is():
    dice = random.Random(7)
    texts = ["".join(dice.choices("abд😀中 \ud800", k=dice.randint(0, 90))) for _ in range(9000)]
    assert cyrb53_of_all(texts) == [cyrb53(text) for text in texts]


@pytest.mark.parametrize("release", ALL)
@pytest.mark.parametrize("odd", ODD_VALUES, ids=repr)
def test_any_value_of_any_setting_is_converted(release, odd):
    document = vault(TALK, [event(), event("five", importance=5)])
    for name in SETTINGS:
        checked(select(release, document, settings={name: odd}, pending="Mira's bell"))
