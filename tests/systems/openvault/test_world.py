"""Release 26's world context: who is named, what is connected, and what is asked once only."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.errors import ReleaseThrowsError
from inspector.core.moment import Moment
from inspector.systems.openvault.release_26 import Release26
from inspector.systems.openvault.retrieval.vectors import QueryVector
from inspector.systems.openvault.world import Query, World, world_text
from inspector.tokenizer import load_tokenizer
from tests.systems.openvault.retrieval.vaults import encoded, event, talk, vault

COUNTER = load_tokenizer("o200k_base", "gpt-tokenizer")


def graph(*names, edges=None):
    nodes = {f"n{n}": {"name": name, "type": "PLACE"} for n, name in enumerate(names)}
    return {"nodes": nodes, "edges": edges or {}}


def titles(stored, requested, vector=None, budget=2000):
    text = world_text(World(stored), None, Query(requested, vector), budget, COUNTER)
    return re.findall("^## (.*) \\(PLACE\\)", text, re.MULTILINE)


spellings = st.text(st.sampled_from("aAiIİısSſkKKςσΣßẞвВᲀ9_² ."), min_size=1, max_size=4)


@given(name=spellings, requested=st.text(st.sampled_from("aAiIİısSſkKKςσΣßẞвВᲀ9_² ."), max_size=12))
def test_a_name_is_found_in_lower_case_where_no_word_goes_on(name, requested):
    # Behind the name an underscore may follow, before it none may stand.
    pattern = rf"(?<!\w){re.escape(name.lower())}(?![^\W_])"
    found = re.search(pattern, requested.lower()) is not None
    assert titles(graph("Elsewhere", name), requested)[0] == (name if found else "Elsewhere")


def test_what_is_named_comes_first_and_an_alias_counts_as_well():
    stored = graph("Bridge", "Mill", "Pond")
    stored["nodes"]["n2"]["aliases"] = ["the old water"]
    assert titles(stored, "By the MILL.") == ["Mill", "Bridge", "Pond"]
    assert titles(stored, "By The Old Water, at the mill") == ["Mill", "Pond", "Bridge"]
    assert titles(stored, "windmills") == ["Bridge", "Mill", "Pond"]


def test_only_connections_to_nodes_that_exist_are_told_the_heaviest_first():
    edges = {
        "a": {"source": "n0", "target": "n1", "description": "light", "weight": 1},
        "b": {"source": "n0", "target": "n2", "description": "heavy", "weight": 9},
        "c": {"source": "n0", "target": "gone", "description": "lost", "weight": 99},
        "d": {"source": ["n0"], "target": ["n1"], "description": "odd"},
    }
    text = world_text(World(graph("A", "B", "C", edges=edges)), None, Query(""), 2000, COUNTER)
    assert re.findall("→ .*", text) == ["→ C (PLACE): heavy", "→ B (PLACE): light"]


def test_a_node_that_is_null_makes_the_release_throw():
    stored = {"nodes": {"a": None}}
    with pytest.raises(ReleaseThrowsError, match="graph node a is null"):
        titles(stored, "")


def test_nodes_are_ordered_by_likeness_to_each_query_vector():
    stored = graph("Far", "Near")
    stored["nodes"]["n0"]["embedding_b64"] = encoded(0.0, 1.0)
    stored["nodes"]["n1"]["embedding_b64"] = encoded(1.0, 0.0)
    world = World(stored)
    for numbers, expected in (((1.0, 0.0), "n1"), ((0.0, 1.0), "n0"), ((1.0, 0.0), "n1")):
        assert world.likest(QueryVector(numbers))[0] == expected


def test_another_question_or_budget_is_answered_anew():
    document = vault(talk(20, hidden=10), [event()], graph=graph("Bridge", "Mill"))

    def world(**moment):
        requested = Moment(user="Robin", character="Mira", **moment)
        slots = Release26().inject(document, requested, COUNTER).injections
        return next(one.text for one in slots if one.key == "openvault_world")

    first = world(pending="The bridge?")
    assert first.index("Bridge") < first.index("Mill")
    other = world(pending="The mill?")
    assert other.index("Mill") < other.index("Bridge")
    assert world(pending="The bridge?") == first
    assert world(settings={"worldContextBudget": 8}).count("##") == 1
    assert world(settings={"worldContextBudget": [2000]}).count("##") == 2
