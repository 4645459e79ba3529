"""`scribe/2025-08`: the server with its faults, and each fault mended (specs/scribe.md)."""

from dataclasses import replace

import pytest

from inspector.core.card import Card
from inspector.core.lore import Lorebook, LorebookForm
from inspector.core.moment import Moment
from inspector.systems.scribe.chunking import MOST, pieces_of
from inspector.systems.scribe.ranking import composite
from inspector.systems.scribe.rulesets import RELEASE_2025_08
from inspector.systems.scribe.settings import FAULTS
from inspector.tokenizer import load_tokenizer
from tests.systems.scribe.worlds import (
    HARD,
    HISTORY,
    RAG,
    TAIL,
    TOTAL,
    chat_of,
    document_of,
    entry,
    event,
    gates,
    items,
    kept,
    prompt,
    release,
    words,
)

NOW = 1_755_000_000_000.0
DAY = 86_400_000


def acting(derivation):
    return [fault.setting for fault in derivation.faults]


def test_every_fault_has_a_switch_that_is_on():
    switches = {spec.name: spec.default for spec in RELEASE_2025_08.settings}
    assert all(switches[fault.setting] is True for fault in FAULTS)
    assert acting(release(document_of(chat_of("a")))) == []


def test_the_hard_limit_ignores_the_users_total():
    document = document_of(chat_of(words(30)))
    settings = {TOTAL: 20, HISTORY: 30}
    found = release(document, **settings)
    assert (found.error, found.budget.limit) == (None, 200_000)
    assert acting(found) == ["hard_limit_ignores_user_total"]
    assert "hard_limit_ignores_user_total=false mends it" in found.warnings[-1].text
    mended = release(document, hard_limit_ignores_user_total=False, **settings)
    assert (mended.error, mended.budget.limit, gates(mended)) == (None, 20, ["truncated"])


def test_a_total_above_the_hard_limit_changes_nothing():
    found = release(document_of(chat_of(words(30))), **{TOTAL: 900, HARD: 20, TAIL: 0})
    assert (found.budget.limit, gates(found)) == (20, ["truncated"])


def test_a_budget_that_is_null_is_the_servers_own():
    found = release(document_of(), **{TOTAL: None, HISTORY: None, RAG: None, HARD: 70})
    budgets = found.budgets
    assert (budgets.total, budgets.history, budgets.rag) == (70, 150_000, 50_000)


def test_encrypted_items_cost_a_placeholder():
    document = document_of(
        entries=[entry(0, words(40))],
        events=[event(0, words(50), created_at=NOW)],
        scores={},
        now=NOW,
    )
    found = release(document)
    assert {row.id: row.tokens for row in found.rag} == {"lore:0": 1, "chronicle:e0": 1}
    assert acting(found) == ["encrypted", "chronicle_unreadable"]
    mended = release(document, encrypted=False)
    assert {row.id: row.tokens for row in mended.rag} == {"lore:0": 40, "chronicle:e0": 50}
    assert acting(mended) == []


def test_the_placeholder_costs_what_the_tokenizer_says():
    tokenizer = load_tokenizer("o200k_base")
    document = document_of(entries=[entry(0, words(40))], scores={})
    (row,) = RELEASE_2025_08.inject(document, Moment(), tokenizer).rag
    assert row.tokens == tokenizer.count("[encrypted]")


def test_chronicle_events_arrive_unreadable():
    document = document_of(
        events=[event(0, "A fire.", time="1450-01-01", created_at="2025-08-20T18:30:00+02:00")],
        scores={},
        now=NOW,
    )
    corrupted = (
        '<chronicle_event type="NARRATIVE.EVENT" timestamp="2025-08-20 16:30:00 UTC" '
        'status="unparseable">[Chronicle data corrupted or truncated - raw text length: 11 chars]'
        "</chronicle_event>"
    )
    readable = "    <summary>A fire.</summary>"
    assert corrupted in prompt(release(document), "user").split("\n")
    for mended in ({"encrypted": False}, {"chronicle_unreadable": False}):
        assert readable in prompt(release(document, **mended), "user").split("\n")


def test_an_oversized_first_item_is_always_taken():
    document = document_of(
        entries=[entry(0, words(40)), entry(1, "x")], scores={"lore:0": 1, "lore:1": 0}
    )
    settings = {RAG: 10, "encrypted": False}
    found = release(document, **settings)
    assert items(found) == [("lore:0", None), ("lore:1", "rag budget")]
    assert acting(found) == ["first_item_always_taken"]
    mended = release(document, first_item_always_taken=False, **settings)
    assert items(mended) == [("lore:0", "rag budget"), ("lore:1", "rag budget")]
    assert items(release(document, encrypted=False, **{RAG: 0})) == items(mended)


def test_the_tail_can_be_cut():
    document = document_of(chat_of("a a", "b b", "c c"))
    settings = {HARD: 3, TAIL: 8}
    found = release(document, **settings)
    assert (gates(found), found.error) == (["truncated", "truncated", None], None)
    assert acting(found) == ["tail_can_be_cut"]
    mended = release(document, tail_can_be_cut=False, **settings)
    assert (gates(mended), mended.plan.excess) == ([None, None, None], 3)


def test_history_is_cut_next_to_the_tail_and_message_0_last():
    document = document_of(chat_of(*"abcdef"))
    settings = {HARD: 4, TAIL: 2}
    found = release(document, **settings)
    assert found.plan.cut == (3, 2)
    assert kept(found) == [0, 1, 4, 5]
    assert acting(found) == ["history_cut_from_tail"]
    mended = release(document, history_cut_from_tail=False, **settings)
    assert kept(mended) == [2, 3, 4, 5]


def test_a_constant_entry_that_is_found_stands_twice():
    document = document_of(
        entries=[entry(0), entry(1, constant=True)], scores={"lore:0": 0.9, "lore:1": 0.4}
    )
    found = release(document)
    assert [(row.id, row.composite) for row in found.rag] == [
        ("lore:1", 0.8),
        ("lore:0", 0.74),
        ("lore:1#2", 0.44),
    ]
    assert acting(found) == ["encrypted", "constants_twice"]
    mended = release(document, constants_twice=False)
    assert [row.id for row in mended.rag] == ["lore:1", "lore:0"]


def test_a_fresh_event_can_outrank_a_constant_entry():
    document = document_of(
        entries=[entry(0, words(5), constant=True)],
        events=[event(0, words(8), created_at=NOW)],
        scores={"chronicle:e0": 0.9, "lore:0": 0.1},
        now=NOW,
    )
    settings = {RAG: 10, "encrypted": False, "constants_twice": False}
    found = release(document, **settings)
    assert items(found) == [("chronicle:e0", None), ("lore:0", "rag budget")]
    assert acting(found) == ["constants_can_be_outranked"]
    mended = release(document, constants_can_be_outranked=False, **settings)
    assert items(mended) == [("lore:0", None), ("chronicle:e0", "rag budget")]


def test_blank_messages_are_free_at_first():
    class Spaces:
        encoding = "spaces"

        def count(self, text):
            return len(text.split()) or 2

    document = document_of(chat_of("a", "   ", "b"))

    def requested(**settings):
        return RELEASE_2025_08.inject(document, Moment(settings=settings), Spaces())

    found = requested(**{HISTORY: 2})
    assert (gates(found), found.plan.layer.used, found.parts.history) == ([None, None, None], 2, 4)
    assert acting(found) == ["blank_messages_free"]
    mended = requested(blank_messages_free=False, **{HISTORY: 2})
    assert gates(mended) == ["history budget", "history budget", None]


@pytest.mark.parametrize(
    ("score", "recency", "kind", "value"),
    [
        (1.0, 0.8, "constant", 0.8),
        (0.5, 0.8, "lorebook", 0.5),
        (0.5, 1.0, "chronicle", 0.58),
        (0.5, 1.0, "chat", 0.52),
        (0.867, 1.0, "chronicle", 0.8002),
    ],
)
def test_the_composite_weighs_score_recency_and_type(score, recency, kind, value):
    assert round(composite(score, recency, kind), 6) == value


@pytest.mark.parametrize(("days", "recency"), [(0, 1), (15, 2 / 3), (30, 0.5), (900, 0.1)])
def test_events_fade_by_the_month(days, recency):
    document = document_of(events=[event(0, created_at=NOW - days * DAY)], scores={}, now=NOW)
    (row,) = release(document).rag
    assert row.recency == pytest.approx(recency)


def test_the_present_is_the_newest_messages_date():
    dates = ["2025-08-01T00:00:00Z", "2025-08-31T00:00:00Z", "someday"]
    document = document_of(
        chat_of("a", "b", "c", dates=dates),
        events=[event(0, created_at="2025-08-01T00:00:00.123456789Z")],
        scores={},
    )
    (row,) = release(document).rag
    assert row.recency == pytest.approx(1 / (1 + 29 / 30))


def test_more_entries_than_are_found_stay_out_but_every_constant_one_is_in():
    entries = [entry(index, constant=index == 9) for index in range(10)]
    scores = {f"lore:{index}": 1 - index / 20 for index in range(10)}
    found = release(document_of(entries=entries, scores=scores), lorebook_limit=2)
    assert items(found)[:3] == [("lore:0", None), ("lore:9", None), ("lore:1", None)]
    assert [gate for _, gate in items(found)[3:]] == ["limit"] * 7


def test_older_history_of_the_user_comes_back_as_items():
    document = document_of(
        chat_of("the old mill burns", "no", "the harbour", "yes", "what of the mill"),
        [entry(0, "mill")],
    )
    found = release(document, request_history=False, **{HISTORY: 5})
    assert kept(found) == [3, 4]
    rows = {row.id: row for row in found.rag}
    assert set(rows) == {"lore:0", "chat:0", "chat:2"}
    assert rows["chat:0"].score == 1.0
    assert '<chat_history speaker="User">the old mill burns</chat_history>' in prompt(found, "user")
    # As the web page does by default, the request carries its history.
    assert [row.id for row in release(document, **{HISTORY: 5}).rag] == ["lore:0"]
    assert [row.id for row in release(document, request_history=False).rag] == ["lore:0"]


def test_the_greeting_leads_where_no_history_is_kept():
    card = Card("Mira", greeting="Well met, {{user}}.")
    document = document_of(chat_of(words(50)), card=card)
    found = release(document, pending="hi", **{HISTORY: 10})
    assert [one.text for one in found.sent][1] == "Well met, {{user}}."
    assert found.parts.history == 3
    cut = release(document, pending="hi", **{HISTORY: 10, HARD: 6})
    assert [one.role for one in cut.sent] == ["system", "user"]
    assert cut.error is None


def test_the_prompts_read_as_the_server_writes_them():
    card = Card("Mira", "{{char}} likes {{user}}.", depth_prompt="Stay {{char}}.")
    document = document_of(
        chat_of("hello"), [entry(0, "The mill.", keywords=("mill",))], card=card, scores={}
    )
    found = release(document, pending="On\nwe go.", system_prompt="You are {{char}}.")
    assert prompt(found, "system") == (
        "You are {{char}}.\n\n<system_instructions>\nStay Mira.\n</system_instructions>\n\n"
        "<character_profile>\n**Character Name:** Mira\n**Description:** Mira likes User.\n"
        "\n</character_profile>\n"
    )
    assert prompt(found, "user") == (
        '<lorebook_entries>\n<lorebook_entry title="Entry 0" keywords="mill">The mill.'
        "</lorebook_entry>\n</lorebook_entries>\n\n**[User Input]**\nOn\nwe go."
    )
    assert [(one.key, one.position, one.depth, one.role) for one in found.injections] == [
        ("system", None, None, 0),
        ("user", None, None, 1),
    ]


@pytest.mark.parametrize(
    ("card", "profile"),
    [
        (Card("Mira"), "**Character Name:** Mira\n"),
        (Card("", "{{char}}!"), "**Character Name:** \n**Description:** !\n"),
        (
            Card("M", " ", scenario="\n"),
            "**Character Name:** M\n**Description:**  \n**Scenario:** \n\n",
        ),
    ],
)
def test_fields_of_white_space_are_written_as_they_are(card, profile):
    found = release(document_of(chat_of("hello"), card=card))
    displayed = f"<character_profile>\n{profile}\n</character_profile>\n"
    assert prompt(found, "system") == displayed
    assert (found.head.parts[0].text, found.head.parts[0].tokens) == (profile, len(profile.split()))


def test_a_greeting_of_white_space_leads_where_no_history_is_kept():
    document = document_of(chat_of(words(50)), card=Card("Mira", greeting=" \n"))
    found = release(document, pending="hi", **{HISTORY: 10})
    assert [one.text for one in found.sent][1] == " \n"


@pytest.mark.parametrize(
    ("form", "displayed"),
    [(LorebookForm.WORLD_INFO, "a, a, b, c"), (LorebookForm.MINIMAL, "b, c, a, a")],
)
def test_keywords_are_split_at_their_commas_and_trimmed(form, displayed):
    held = entry(0, "The mill.", keywords=("b,c", " a ", "", " ", "a"))
    document = replace(
        document_of(chat_of("hello"), [held], scores={"lore:0": 1}),
        lorebook=Lorebook("Book", (held,), form=form),
    )
    line = f'<lorebook_entry title="Entry 0" keywords="{displayed}">The mill.</lorebook_entry>'
    assert line in prompt(release(document), "user").split("\n")


def test_an_entry_with_an_empty_title_renders_as_untitled():
    document = document_of(chat_of("hello"), [replace(entry(0), title="")], scores={"lore:0": 1})
    assert '<lorebook_entry title="Untitled">' in prompt(release(document), "user")


def test_without_a_card_the_head_is_the_system_prompt_alone():
    found = release(document_of(chat_of("hello")), system_prompt="Be kind.")
    assert (prompt(found, "system"), found.parts.head) == ("Be kind.", 2)
    assert prompt(found, "user") == ""
    assert prompt(release(document_of(chat_of("hello")), pending=""), "user") == (
        "**[User Input]**\n"
    )


def test_messages_are_cut_into_pieces_at_line_breaks_and_led_by_what_came_before():
    assert pieces_of(" one\n\n two \nthree") == ["one", "one two", "two three"]
    assert pieces_of(" \n ") == []
    long = " ".join(f"word{index}." for index in range(300))
    pieces = pieces_of(long)
    assert len(pieces) > 1
    assert all(len(piece.split()) <= MOST for piece in pieces)
    assert pieces[-1].endswith("word299.")
