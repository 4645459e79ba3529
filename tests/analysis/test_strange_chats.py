"""Every analysis on chats that are odd: each has an answer, and none throws."""

import pytest

from inspector.analysis.budget_curve import budget_curves
from inspector.analysis.knowledge import knowledge
from inspector.analysis.lint import block_problems, lint
from inspector.analysis.replay import replay
from inspector.analysis.smallest_change import changes
from inspector.analysis.why import why
from inspector.core.deadline import Deadline
from inspector.core.errors import SettingError
from tests.analysis.questions import BUDGET, DESIGNS, NAMES, RELEASES, asked_of, village
from tests.systems.openvault.retrieval.vaults import encoded, event, talk, vault

ODD_MEMORIES = [
    {},
    {"id": 5, "summary": 7, "importance": "high", "witnesses": "Mira", "message_ids": "12"},
    {**event("e", importance=1e308, message_ids=[10**12]), "is_secret": "yes"},
    event("twice"),
    event("twice", message_ids=[3]),
    event("lone", summary="half \ud83d", witnesses=["小雨", ""]),
]
CYCLE = {"nodes": {}, "edges": {}, "_mergeRedirects": {"mira": "kai", "kai": "mira"}}
CHATS = {
    "no messages": (vault([], [event("a")]), {}),
    "only hidden ones": (vault(talk(6, hidden=6), [event("a")]), {}),
    "no hidden ones": (vault(talk(6), [event("a")]), {}),
    "no memories": (vault(talk(6), []), {}),
    "unknown members": (vault(talk(6, hidden=4), [event("a")]), {"group": ("?", "Nobody")}),
    "nobody answers": (vault(talk(6, hidden=4), [event("a")]), {"character": "", "user": ""}),
    "odd memories": (vault(talk(8, hidden=6), ODD_MEMORIES), {}),
    "cyclic merges": (vault(talk(6, hidden=4), [event("a")], graph=CYCLE), {}),
    "a graph without nodes": (vault(talk(6, hidden=4), [event("a")], graph={}), {}),
    "old data": (vault(talk(6, hidden=4), [event("a")], schema=None), {}),
    "migrations that throw": (
        vault(talk(6, hidden=4), [event("a")], schema=1, graph={"nodes": {"a": {}}}),
        {},
    ),
    "a vector of another length": (
        vault(talk(6, hidden=4), [event("a", embedding_b64=encoded(1.0, 2.0))]),
        {"query_vector": (1.0, 2.0, 3.0)},
    ),
    "no budget": (village(), {"settings": {BUDGET: 0}}),
}


@pytest.mark.parametrize("chat", CHATS)
@pytest.mark.parametrize("ruleset", NAMES)
def test_each_analysis_has_an_answer(ruleset, chat):
    document, moment = CHATS[chat]
    requested = asked_of(ruleset, document, **moment)
    for verdict in requested.derivation.verdicts:
        found = why(requested.derivation, verdict.memory)
        assert found.in_block is verdict.in_block
        assert found.gates
        for change in changes(requested, verdict.memory, Deadline(5)):
            turned = change.applied(requested).derivation.verdict_for(verdict.memory)
            assert turned.in_block is not verdict.in_block
    matrix = knowledge(requested.ruleset, document)
    assert all(len(matrix.columns[name]) == len(document.memories) for name in matrix.characters)
    assert all(problem.text.endswith(".") for problem in block_problems(requested))
    assert set(lint(document)) <= set(lint(document, query=requested))
    assert len(list(replay(requested))) == len(document.chat)
    assert list(budget_curves(requested, 5))[-1].is_complete


ODD_BUDGETS = [1e999, -50, "text", None, 0.5]


@pytest.mark.parametrize("ruleset", RELEASES)
@pytest.mark.parametrize("budget", ODD_BUDGETS)
def test_a_release_takes_any_budget(ruleset, budget):
    requested = asked_of(ruleset, village(4), settings={BUDGET: budget})
    for verdict in requested.derivation.verdicts:
        assert why(requested.derivation, verdict.memory).in_block is verdict.in_block
        for change in changes(requested, verdict.memory, Deadline(5)):
            turned = change.applied(requested).derivation.verdict_for(verdict.memory)
            assert turned.in_block is not verdict.in_block
    assert all(problem.text.endswith(".") for problem in block_problems(requested))
    curves = list(budget_curves(requested, 5))
    assert (not curves) == (budget == 1e999)
    assert not curves or curves[-1].is_complete


@pytest.mark.parametrize("ruleset", DESIGNS)
@pytest.mark.parametrize("budget", ODD_BUDGETS)
def test_a_design_refuses_a_budget_that_is_none(ruleset, budget):
    with pytest.raises(SettingError, match=BUDGET):
        _ = asked_of(ruleset, village(4), settings={BUDGET: budget}).derivation
