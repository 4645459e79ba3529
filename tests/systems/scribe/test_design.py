"""`scribe/design`: budgets, ranking, truncation, head (specs/as-designed.md §5)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.cli.inject import request_parts
from inspector.core.card import Card
from inspector.core.errors import InspectorError, SettingError
from inspector.systems.scribe.gates import ITEM_GATES, MESSAGE_GATES
from inspector.systems.scribe.rulesets import DESIGN, RULESETS
from tests.systems.scribe.worlds import (
    HISTORY,
    RAG,
    TAIL,
    TOTAL,
    Words,
    chat_of,
    document_of,
    entry,
    event,
    gates,
    inject,
    items,
    kept,
    prompt,
    words,
)


def test_history_stops_at_the_first_message_that_does_not_fit():
    found = inject(document_of(chat_of("a", words(9), "b", "c")), **{HISTORY: 5})
    assert gates(found) == ["history budget", "history budget", None, None]


def test_hidden_messages_are_left_out_and_cost_nothing():
    found = inject(document_of(chat_of("a b", words(9), "c d", hidden={1})), **{HISTORY: 4})
    assert gates(found) == [None, "hidden", None]


def test_items_get_what_history_leaves_of_the_total():
    document = document_of(
        chat_of(words(60)), [entry(index, words(10)) for index in range(5)], scores={}
    )
    found = inject(document, **{TOTAL: 85, RAG: 50})
    assert [gate for _, gate in items(found)] == [None, None, *["rag budget"] * 3]
    assert found.plan.layer.available == 25


def test_constant_entries_come_first_then_the_best():
    document = document_of(
        entries=[entry(0), entry(1, constant=True), entry(2), entry(3, enabled=False)],
        events=[event(0)],
        scores={"lore:0": 0.2, "lore:2": 0.9, "chronicle:e0": 0.5, "lore:3": 0.4},
    )
    assert items(inject(document)) == [
        ("lore:1", None),
        ("lore:2", None),
        ("chronicle:e0", None),
        ("lore:3", "disabled"),
        ("lore:0", None),
    ]
    assert [row.composite for row in inject(document).rag] == [1.0, 0.9, 0.5, 0.4, 0.2]


def test_equal_scores_keep_file_order_and_a_missing_score_is_zero():
    document = document_of(entries=[entry(0), entry(1), entry(2)], scores={"lore:2": 0.1})
    assert [row for row, _ in items(inject(document))] == ["lore:2", "lore:0", "lore:1"]


def test_limits_and_the_threshold_leave_items_out_but_no_constant_entry():
    document = document_of(
        entries=[entry(0, constant=True), *(entry(index) for index in range(1, 5))],
        scores={"lore:0": 0.0, "lore:1": 0.9, "lore:2": 0.8, "lore:3": 0.2},
    )
    found = inject(document, lorebook_limit=3, similarity_threshold=0.5)
    assert items(found) == [
        ("lore:0", None),
        ("lore:1", None),
        ("lore:2", None),
        ("lore:3", "threshold"),
        ("lore:4", "limit"),
    ]


def test_a_chronicle_that_is_switched_off_takes_no_part():
    document = document_of(events=[event(0)], scores={})
    assert items(inject(document)) == [("chronicle:e0", None)]
    assert items(inject(document, chronicles_enabled=False)) == []


def test_the_worst_items_fall_first_then_the_oldest_history_never_the_tail():
    document = document_of(
        chat_of(*(words(10) for _ in range(4))),
        [entry(0, words(5)), entry(1, words(5))],
        scores={"lore:0": 0.9, "lore:1": 0.1},
    )
    head = {"system_prompt": words(20)}
    found = inject(document, **head, **{TOTAL: 65, TAIL: 2})
    assert items(found) == [("lore:0", None), ("lore:1", "truncated")]
    found = inject(document, **head, **{TOTAL: 45, TAIL: 2})
    assert gates(found) == ["truncated", "truncated", None, None]
    assert found.error is None
    found = inject(document, **head, **{TOTAL: 39, TAIL: 2})
    assert found.error == "40 tokens exceed the limit of 39 tokens"
    assert gates(found) == ["truncated", "truncated", None, None]


@pytest.mark.parametrize(
    ("total", "cut"),
    [(95, [2]), (85, [1, 2]), (75, [1, 2, 3]), (65, [0, 1, 2, 3]), (55, [0, 1, 2, 3, 4])],
)
def test_truncation_can_begin_in_the_middle_and_go_on_to_both_sides(total, cut):
    document = document_of(chat_of(*(words(10) for _ in range(8))))
    settings = {"system_prompt": words(25), "truncation": "middle", TOTAL: total, TAIL: 3}
    found = inject(document, **settings)
    assert [index for index, gate in enumerate(gates(found)) if gate == "truncated"] == cut
    assert found.error is None


def test_of_an_even_history_the_newer_middle_goes_first_and_the_tail_stays():
    document = document_of(chat_of(*(words(10) for _ in range(5))))
    settings = {"truncation": "middle", TAIL: 1, "system_prompt": words(25)}
    assert gates(inject(document, **settings, **{TOTAL: 65})) == [
        None,
        None,
        "truncated",
        None,
        None,
    ]
    found = inject(document, **settings, **{TOTAL: 34})
    assert gates(found) == ["truncated"] * 4 + [None]
    assert found.error == "35 tokens exceed the limit of 34 tokens"
    with pytest.raises(SettingError, match="oldest, middle"):
        inject(document, truncation="newest")


def test_items_stand_between_head_and_history_and_read_as_they_are():
    document = document_of(
        chat_of("hello"),
        [entry(0, " The <mill> & its wheel. ", keywords=("wheel", "mill"))],
        [event(0, 'She said "go".', time="1450-01-01", created_at="2025-08-20T18:30:00Z")],
        scores={},
    )
    found = inject(document, pending="On we go.", system_prompt="Be kind.")
    assert prompt(found, "system") == (
        "Be kind.\n\n<long_term_memory>\n"
        '<chronicle_event type="NARRATIVE.EVENT" timestamp="2025-08-20 18:30:00 UTC">\n'
        "    <summary>She said &quot;go&quot;.</summary>\n</chronicle_event>\n</long_term_memory>"
        '\n\n<lorebook_entries>\n<lorebook_entry title="Entry 0" keywords="mill, wheel">'
        "The &lt;mill&gt; &amp; its wheel.</lorebook_entry>\n</lorebook_entries>"
    )
    assert prompt(found, "user") == "On we go."
    assert [one.role for one in found.sent] == ["system", "user", "user"]
    lines = found.injections[0].lines
    displayed = dict(zip((line.text for line in lines), found.line_items["system"], strict=True))
    assert displayed["Be kind."] is None
    assert displayed["</chronicle_event>"] == "chronicle:e0"


def test_a_card_makes_the_head_and_settings_win_over_it():
    card = Card("Mira", "{{char}} likes {{user}}.", "calm", greeting="Hello {{user}}")
    document = document_of(chat_of("hi"), card=card)
    text = prompt(inject(document), "system")
    assert text == (
        "<character_profile>\n**Character Name:** Mira\n**Description:** Mira likes Robin.\n"
        "**Personality:** calm\n\n</character_profile>"
    )
    text = prompt(
        inject(document, character_profile="A miller.", persona="I am {{user}}"), "system"
    )
    assert text == (
        "<persona_override_prompt>\nI am Robin\n</persona_override_prompt>\n\n"
        "<character_profile>\nA miller.\n</character_profile>"
    )


def test_the_greeting_leads_a_chat_without_messages_only():
    card = Card("Mira", greeting="Well met.")
    (greeting,) = [one for one in inject(document_of(card=card)).sent if one.role == "assistant"]
    assert greeting.text == "Well met."
    spoken = inject(document_of(chat_of("hi"), card=card), **{HISTORY: 0})
    assert not [one for one in spoken.sent if one.role == "assistant"]


def test_without_scores_bm25_asks_for_the_pending_or_the_last_user_message():
    entries = [entry(0, "the old mill"), entry(1, "the harbour"), entry(2, "nothing")]
    found = inject(document_of(chat_of("the harbour", "yes"), entries))
    assert [row for row, _ in items(found)] == ["lore:1", "lore:0", "lore:2"]
    assert [row.score for row in found.rag][::2] == [1.0, 0.0]
    assert found.retriever == "BM25"
    pending = inject(document_of(chat_of("the harbour", "yes"), entries), pending="old mill")
    assert pending.rag[0].id == "lore:0"


def test_a_pinned_score_wins_over_every_other():
    document = document_of(
        entries=[entry(0), entry(1)], scores={"lore:0": 0.9}, pinned={"lore:1": 0.95}
    )
    assert items(inject(document))[0] == ("lore:1", None)


def test_a_blank_pending_message_is_a_message():
    document = document_of(chat_of("the mill"), [entry(0, "the mill")])
    assert inject(document).rag[0].score == 1.0
    assert inject(document, pending=" ").rag[0].score == 0.0


def test_the_present_is_the_moment():
    dates = ["2025-08-01T00:00:00Z", "2025-08-02T00:00:00Z", "2025-08-03T00:00:00Z"]
    document = document_of(
        chat_of("a", "b", "c", dates=dates),
        events=[
            event(0, created_at="2025-08-01T12:00:00Z"),
            event(1, created_at="2025-08-02T12:00:00Z"),
        ],
        scores={},
    )
    assert len(inject(document).rag) == 2
    early = inject(document, at=1)
    assert len(early.messages) == 2
    assert len(early.rag) == 2
    assert [row.id for row in inject(document, at=0).rag] == ["chronicle:e0"]


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda one: one.name)
@pytest.mark.parametrize("budget", [-1, "many", 0.5, float("nan"), float("inf"), True, [1]])
@pytest.mark.parametrize("name", [TOTAL, HISTORY, RAG, TAIL])
def test_a_budget_that_is_none_is_refused(ruleset, budget, name):
    with pytest.raises(SettingError, match=name):
        inject(document_of(chat_of("a")), ruleset, **{name: budget})


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda one: one.name)
def test_budgets_can_be_nothing_or_beyond_any_machine_number(ruleset):
    document = document_of(chat_of("a", "b"), [entry(0)], scores={})
    roomy = inject(document, ruleset, **{TOTAL: 2**40, HISTORY: 2**33, RAG: 2**31 + 1})
    assert kept(roomy) == [0, 1]
    none = inject(document, ruleset, **{TOTAL: 0, HISTORY: 0, RAG: 0, "system_prompt": "x"})
    assert gates(none) == ["history budget", "history budget"]
    assert all(row.gate == "rag budget" for row in none.rag)
    assert (none.error is None) == ruleset.is_release


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda one: one.name)
def test_a_head_that_alone_exceeds_the_total_is_an_error(ruleset):
    document = document_of(chat_of("a"), [entry(0)], scores={})
    limit = {"CONTEXT_TOTAL_TOKEN_LIMIT": 10} if ruleset.is_release else {TOTAL: 10}
    found = inject(document, ruleset, system_prompt=words(30), **limit)
    assert found.error is not None
    assert found.parts.free == 0
    assert found.budget.used > found.budget.limit == 10


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda one: one.name)
def test_one_message_of_many_tokens_falls_out_with_all_before_it(ruleset):
    found = inject(document_of(chat_of("a", words(300_000), "c")), ruleset)
    assert gates(found) == ["history budget", "history budget", None]


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda one: one.name)
def test_nothing_at_all_is_an_empty_request(ruleset):
    found = inject(document_of(), ruleset)
    assert request_parts(found) == {"messages": [], "rag": [], "error": None}
    assert [one.text for one in found.injections] == ["", ""]
    assert found.parts.total == 0


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda one: one.name)
def test_duplicate_ids_have_rows_of_their_own(ruleset):
    document = document_of(
        entries=[entry(0, "a", uid=7), entry(1, "b", uid=7)], scores={"lore:7": 0.5}
    )
    assert [row.id for row in inject(document, ruleset).rag] == ["lore:7", "lore:7#2"]


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda one: one.name)
def test_no_id_stands_twice_whatever_ids_a_file_has(ruleset):
    ids = ["x", "x", "x#2", "x", "x#2#2"]
    document = document_of(events=[event(index, id=one) for index, one in enumerate(ids)])
    rows = [row.id for row in inject(document, ruleset).rag]
    assert len(set(rows)) == len(rows) == len(ids)


def test_of_two_entries_of_one_uid_the_one_that_is_pinned_gets_the_score():
    entries = [entry(0, "a", uid=7), entry(1, "b", uid=7)]
    for key, pinned in (("lore:7", [0.9, 0.5]), ("lore:7#2", [0.9, 0.5])):
        document = document_of(entries=entries, scores={"lore:7": 0.5}, pinned={key: 0.9})
        rows = inject(document).rag
        assert [row.score for row in rows] == pinned
        assert rows[0].item.key == key


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda one: one.name)
def test_the_report_is_what_scripts_expect(ruleset):
    document = document_of(chat_of("a b"), [entry(0, "c d e")], scores={"lore:0": 1 / 3})
    assert request_parts(inject(document, ruleset, lorebook_limit=1)) == {
        "messages": [{"index": 0, "tokens": 2, "kept": True, "gate": None}],
        "rag": [
            {
                "id": "lore:0",
                "kind": "lorebook",
                "tokens": 1 if ruleset.is_release else 3,
                "composite": 0.4 if ruleset.is_release else 0.333333,
                "kept": True,
                "gate": None,
            }
        ],
        "error": None,
    }


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda one: one.name)
def test_a_missing_system_prompt_is_said(ruleset):
    codes = [problem.code for problem in inject(document_of(chat_of("a")), ruleset).warnings]
    assert codes == ["no-system-prompt"]
    mentioned = inject(document_of(chat_of("a")), ruleset, system_prompt="x")
    assert mentioned.warnings == ()


def test_there_is_no_formatter_and_no_other_setting():
    with pytest.raises(InspectorError, match="no formatter"):
        DESIGN.format({}, Words())
    with pytest.raises(SettingError, match="encrypted"):
        inject(document_of(), encrypted=True)


MESSAGES = st.lists(st.integers(0, 12), max_size=14)
ITEMS = st.lists(
    st.tuples(st.integers(0, 9), st.floats(0, 1), st.booleans(), st.booleans()), max_size=8
)
NUMBER = st.integers(0, 80)


@given(
    MESSAGES,
    ITEMS,
    st.tuples(NUMBER, NUMBER, NUMBER, st.integers(0, 9)),
    st.integers(0, 30),
    st.sampled_from(["oldest", "middle"]),
)
def test_whatever_the_budgets_the_promises_hold(messages, stored, given_budgets, head, truncation):
    total, history, rag, tail = given_budgets
    entries = [
        entry(index, words(cost), constant=constant, enabled=enabled)
        for index, (cost, _, constant, enabled) in enumerate(stored)
    ]
    scores = {f"lore:{index}": score for index, (_, score, _, _) in enumerate(stored)}
    document = document_of(chat_of(*map(words, messages)), entries, scores=scores)
    budgets = {TOTAL: total, HISTORY: history, RAG: rag, TAIL: tail, "truncation": truncation}
    found = inject(document, pending="now", system_prompt=words(head), **budgets)
    spent = sum(row.tokens for row in (*found.messages, *found.rag) if row.kept) + head + 1
    assert found.parts.total == spent
    assert (found.error is None) == (spent <= total)
    assert len(found.messages) == len(messages)
    assert sorted(row.id for row in found.rag) == sorted(scores)
    assert all((row.gate is None) == row.kept for row in (*found.messages, *found.rag))
    assert {row.gate for row in found.messages} <= {None, *MESSAGE_GATES}
    assert {row.gate for row in found.rag} <= {None, *ITEM_GATES}
    selected = [row.message for row in found.messages if row.gate != "history budget"]
    assert kept(found)[-tail:] == selected[-tail:] if tail else True
