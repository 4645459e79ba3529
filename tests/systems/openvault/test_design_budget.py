"""The designs' token budget: its six steps, and what always holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.chat import Chat
from inspector.core.document import Document
from inspector.core.injection import BUCKETS
from inspector.core.memory import Memory
from inspector.core.moment import Moment
from inspector.systems.openvault.rulesets import RULESETS
from inspector.systems.openvault.temporal import Temporal
from inspector.systems.openvault.terse import Terse
from inspector.tokenizer import load_tokenizer

DESIGNS = [ruleset for ruleset in RULESETS if not ruleset.is_release]
ENCODINGS = ["o200k_base", "chars/4", "bytes/4", "bytes/3.35"]


def chat_of(length):
    return Chat(
        names=["Mira"] * length,
        from_user=bytes(length),
        hidden=bytes(i % 2 for i in range(length)),
        send_dates=[None] * length,
        sizes=[1] * length,
        records=[{"name": "Mira"}] * length,
    )


records = st.fixed_dictionaries(
    {},
    optional={
        "id": st.sampled_from(["a", "b", 5]),
        "summary": st.text(max_size=60) | st.none(),
        "importance": st.integers(-1, 9) | st.none() | st.floats(),
        "message_ids": st.lists(st.integers(-1, 60), max_size=3),
        "sequence": st.integers(0, 60_000),
        "archived": st.booleans(),
        "is_secret": st.booleans(),
        "witnesses": st.lists(st.sampled_from(["Mira", "mira", "Kai", "Zoe"]), max_size=3),
        "emotional_impact": st.dictionaries(st.sampled_from(["Kai", "Zoe"]), st.text(max_size=5)),
    },
)
moments = st.fixed_dictionaries(
    {
        "retrievalFinalTokens": st.integers(0, 400),
        "redistribute_unspent": st.booleans(),
        "candidates": st.sampled_from(["all", "hidden", "pov"]),
    },
    optional={"emotion": st.just("sad"), "present": st.just(["Kai"])},
)


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
@given(
    stored=st.lists(records, max_size=25),
    settings=moments,
    length=st.integers(0, 60),
    encoding=st.sampled_from(ENCODINGS),
)
def test_what_always_holds(ruleset, stored, settings, length, encoding):
    document = Document(
        chat=chat_of(length), memories=tuple(Memory(i, record) for i, record in enumerate(stored))
    )
    if ruleset.is_release:
        settings = {"retrievalFinalTokens": settings["retrievalFinalTokens"]}
    derivation = ruleset.inject(document, Moment(settings=settings), load_tokenizer(encoding))
    verdicts = list(derivation.verdicts)
    assert [verdict.memory for verdict in verdicts] == list(range(len(stored)))
    assert all(verdict.in_block == (verdict.gate is None) for verdict in verdicts)
    assert all(verdict.in_block != bool(verdict.reason) for verdict in verdicts)
    displayed = {line.memory for slot in derivation.injections for line in slot.lines} - {None}
    assert displayed == {verdict.memory for verdict in verdicts if verdict.in_block}
    for slot in derivation.injections:
        assert "\n".join(line.text for line in slot.lines) == slot.text
        assert slot.tokens <= slot.cost
        assert [section.bucket for section in slot.sections if section.bucket] == [
            bucket for bucket in BUCKETS if any(part.bucket == bucket for part in slot.sections)
        ]
        assert all(
            section.lines[0].text == section.title for section in slot.sections if section.bucket
        )
    if not ruleset.is_release:
        assert derivation.budget.used == derivation.injections[0].cost
        assert derivation.budget.used <= derivation.budget.limit or derivation.warnings
        of_memory = {verdict.memory: verdict.bucket for verdict in verdicts}
        for section in derivation.injections[0].sections:
            inside = {of_memory[line.memory] for line in section.lines if line.memory is not None}
            assert inside <= {section.bucket}


def injected(document, records, budget, ruleset=None, encoding="chars/4", **settings):
    moment = Moment(settings={"retrievalFinalTokens": budget, **settings})
    return (ruleset or Temporal()).inject(
        document(records, messages=100), moment, load_tokenizer(encoding)
    )


def test_least_important_goes_first_and_among_equals_the_oldest(document, event):
    records = [event(i, 85 + i, importance) for i, importance in enumerate([3, 1, 3, 5])]
    everything = injected(document, records, 1000).budget.used
    for dropped, gone in enumerate([set(), {1}, {0, 1}, {0, 1, 2}]):
        verdicts = injected(document, records, everything - dropped * 10).verdicts
        assert {verdict.memory for verdict in verdicts if not verdict.in_block} == gone


def test_shares_go_by_the_number_of_memories_and_are_not_passed_on(document, event):
    records = [event(0, 1), event(1, 45, summary="x" * 200), event(2, 90)]
    full = injected(document, records, 1000)
    tight = injected(document, records, full.budget.used - 1)
    assert [verdict.in_block for verdict in tight.verdicts] == [True, False, True]
    reason = tight.verdicts[1].reason
    assert reason.startswith("Mid has no room for it. Mid may use ")
    assert "its only memory needs 52" in reason
    assert "[PREVIOUSLY]" not in tight.injections[0].text


def test_unspent_tokens_come_back_where_requested(document, event):
    records = [event(i, 1 + i, summary="x" * 120) for i in range(4)] + [event(9, 90)]
    plain = injected(document, records, 150)
    shared = injected(document, records, 150, redistribute_unspent=True)
    kept = [[v.memory for v in derivation.verdicts if v.in_block] for derivation in (plain, shared)]
    assert kept == [[2, 3, 4], [1, 2, 3, 4]]
    assert shared.budget.used <= 150
    assert "its 4 memories need" in shared.verdicts[0].reason


def test_a_bucket_without_room_gets_its_title_back_with_its_memory(document, event):
    records = [event(0, 1, summary="x" * 150), event(1, 90, summary="y"), event(2, 91, summary="z")]
    budget = injected(document, records, 1000).budget.used
    assert not injected(document, records, budget - 1).verdicts[0].in_block
    back = injected(document, records, budget, redistribute_unspent=True)
    assert back.verdicts[0].in_block


def test_separators_push_out_the_least_important(document, event):
    records = [event(i, 90 * i, 1 if i == 3 else 3, summary="word") for i in range(6)]
    chat = document(records, messages=2000)
    tokenizer = load_tokenizer("o200k_base")
    full = Terse().inject(chat, Moment(), tokenizer).budget.used
    moment = Moment(settings={"retrievalFinalTokens": full - 1})
    tight = Terse().inject(chat, moment, tokenizer)
    assert [v.memory for v in tight.verdicts if not v.in_block] == [3]
    assert "distant memories" in tight.verdicts[3].reason
    assert tight.budget.used <= full - 1


@pytest.mark.parametrize("design", DESIGNS, ids=lambda design: design.name)
def test_context_alone_may_exceed_the_budget_with_a_warning(document, event, design):
    derivation = injected(document, [event(0, 90)], 5, design, emotion="sad", present=["Kai"])
    assert [problem.code for problem in derivation.warnings] == ["over-budget"]
    assert derivation.budget.used > 5
    assert not derivation.verdicts[0].in_block


def test_ten_thousand_memories_do_not_make_ten_thousand_verdicts(document, event):
    verdicts = injected(document, [event(i, i % 100) for i in range(500)], 300).verdicts
    assert len(verdicts) == 500
    assert verdicts[-1] is verdicts[499]
    assert [verdict.memory for verdict in verdicts[:2]] == [0, 1]
