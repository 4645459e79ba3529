"""Who knows what, and how, by each ruleset's own rules."""

import pytest

from inspector.analysis.knowledge import knowledge, people
from inspector.core.knowledge import Way
from inspector.systems import ruleset_named
from tests.analysis.questions import NAMES
from tests.systems.openvault.retrieval.vaults import event, talk, vault

MEMORIES = [
    event("seen", witnesses=["mira"]),
    event("part", witnesses=["Kai"], characters_involved=["Mira"]),
    event("secret", witnesses=["Kai"], characters_involved=["Mira"], is_secret=True),
    event("told", witnesses=["Kai"]),
    event("alias", witnesses=["The Heron"]),
    event("nobody", witnesses=[]),
]
STATES = {"Mira": {"known_events": ["told"]}, "Kai": {}}
GRAPH = {"nodes": {"mira": {"name": "Mira", "aliases": ["The Heron"]}}, "edges": {}}


def ways(ruleset, name, graph=GRAPH, states=STATES):
    document = vault(talk(4), MEMORIES, states, graph=graph)
    return list(knowledge(ruleset_named(ruleset), document).columns[name])


@pytest.mark.parametrize("ruleset", ["openvault/temporal", "openvault/terse", "openvault/1.44"])
def test_a_secret_is_known_to_witnesses_and_an_alias_to_nobody(ruleset):
    assert ways(ruleset, "Mira") == [
        Way.WITNESS, Way.INVOLVED, Way.UNKNOWN, Way.TOLD, Way.UNKNOWN, Way.UNKNOWN,
    ]  # fmt: skip


def test_release_26_ignores_secrets_and_knows_aliases():
    assert ways("openvault/26", "Mira") == [
        Way.WITNESS, Way.INVOLVED, Way.INVOLVED, Way.TOLD, Way.ALIAS, Way.UNKNOWN,
    ]  # fmt: skip


def test_merges_that_run_in_a_circle_end():
    graph = {**GRAPH, "_mergeRedirects": {"mira": "heron", "heron": "mira"}}
    assert ways("openvault/26", "Mira", graph)[4] is Way.ALIAS


def test_a_graph_without_nodes_knows_no_aliases():
    assert ways("openvault/26", "Mira", {"edges": {}})[4] is Way.UNKNOWN


def test_a_release_wants_the_exact_case_of_a_state_and_a_design_does_not():
    states = {"MIRA": {"known_events": ["told"]}}
    assert ways("openvault/1.41", "Mira", states=states)[3] is Way.UNKNOWN
    assert ways("openvault/temporal", "Mira", states=states)[3] is Way.TOLD


@pytest.mark.parametrize("ruleset", NAMES)
def test_a_matrix_has_a_column_for_everybody_and_a_row_for_each_memory(ruleset):
    document = vault(talk(4), MEMORIES, STATES)
    found = knowledge(ruleset_named(ruleset), document)
    assert found.characters == ("Robin", "Mira", "Kai", "mira", "The Heron")
    assert found.row(0)[1] is found.way(0, "Mira") is Way.WITNESS
    assert found.known("Kai") == 3
    some = knowledge(ruleset_named(ruleset), document, [3, 0], ["Kai"])
    assert (some.characters, some.row(0), some.row(1)) == (("Kai",), (Way.WITNESS,), (Way.UNKNOWN,))


def test_a_narrator_knows_nothing_and_is_nobody():
    messages = [*talk(4), {"name": "Narrator", "mes": "Night.", "extra": {"type": "narrator"}}]
    assert people(vault(messages, [])) == ("Robin", "Mira")


def test_cyrillic_and_chinese_names_are_compared_without_case():
    document = vault(talk(2), [event("a", witnesses=["ЛИЗА"]), event("b", witnesses=["小雨"])])
    for ruleset in NAMES:
        found = knowledge(ruleset_named(ruleset), document, None, ["Лиза", "小雨"])
        assert found.row(0) == (Way.WITNESS, Way.UNKNOWN)
        assert found.row(1) == (Way.UNKNOWN, Way.WITNESS)
