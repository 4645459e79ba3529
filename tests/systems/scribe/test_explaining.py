"""Why a message or an item is out; curves; speed."""

import time

import pytest

from inspector import files
from inspector.core.edits import SetHidden, apply
from inspector.core.errors import InspectorError
from inspector.core.moment import Moment
from inspector.core.settings import checked_settings
from inspector.loading import load
from inspector.systems.scribe.explaining import explain
from inspector.systems.scribe.history import counted_history
from inspector.systems.scribe.rulesets import DESIGN, RELEASE_2025_08, RULESETS
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
    inject,
    release,
    words,
)

LIMITS = {TAIL: 1, "system_prompt": "x"}


def tight(**settings):
    document = document_of(
        chat_of("a a", "b b", "c c", "d d", hidden={1}),
        [entry(0, words(3)), entry(1, words(3)), entry(2, enabled=False)],
        scores={"lore:0": 0.9, "lore:1": 0.5},
    )
    return inject(document, **LIMITS, **settings)


def explained(derivation, requested, ruleset=DESIGN, **settings):
    return explain(derivation, checked_settings(ruleset.settings, settings, "x"), requested)


@pytest.mark.parametrize(
    ("settings", "requested", "gate", "detail"),
    [
        ({}, "message:3", None, "The request has 13 of 200,000 tokens with it."),
        ({}, "message:1", "hidden", "It is hidden, and hidden ones are left out."),
        (
            {HISTORY: 2},
            "message:2",
            "history budget",
            "The messages from the newest back to this one cost 4 of the 2 tokens that the "
            "history may have.",
        ),
        (
            {HISTORY: 2},
            "message:0",
            "history budget",
            "The messages from the newest back to this one cost 6 of the 2 tokens that the "
            "history may have. Selection had stopped already, at message 2.",
        ),
        (
            {TOTAL: 5},
            "message:0",
            "truncated",
            "The request was above 5 tokens, and this went as the only message that went.",
        ),
        (
            {TOTAL: 10, RAG: 3},
            "lore:1",
            "rag budget",
            "With the items ranked before it, it needs 6 of the 3 tokens that the RAG budget "
            "gives.",
        ),
        (
            {TOTAL: 7},
            "lore:1",
            "rag budget",
            "With the items ranked before it, it needs 6 of the 1 tokens that a total of 7 leaves "
            "beside a history of 6. Selection had stopped already, at lore:0.",
        ),
        (
            {TOTAL: 12},
            "lore:1",
            "truncated",
            "The request was above 12 tokens, and this went as the only item that went.",
        ),
        (
            {"lorebook_limit": 1},
            "lore:1",
            "limit",
            "Its score of 0.5 is not among the best 1 entries, the last of which has 0.9.",
        ),
        (
            {"similarity_threshold": 0.6},
            "lore:1",
            "threshold",
            "Its score of 0.5 is below the threshold of 0.6.",
        ),
        ({}, "lore:2", "disabled", "It is disabled, so it is never retrieved."),
        ({}, "lore:0", None, "The request has 13 of 200,000 tokens with it."),
    ],
)
def test_the_failed_gate_is_the_last_and_says_why(settings, requested, gate, detail):
    found = explained(tight(**settings), requested, **LIMITS, **settings)
    failed = [step.gate for step in found.gates if not step.passed]
    assert failed == ([] if gate is None else [gate])
    assert found.in_block is (gate is None)
    assert (found.failed and found.failed.gate) == gate
    assert found.gates[-1].detail == detail
    assert all(step.detail for step in found.gates)


def test_a_step_has_its_numbers():
    found = explained(tight(**{RAG: 3}), "lore:1", **{RAG: 3})
    assert [step.gate for step in found.gates] == ["disabled", "limit", "threshold", "rag budget"]
    assert found.gates[-1].numbers == {"needed": 6, "available": 3, "tokens": 3}
    assert found.gates[1].numbers == {"score": 0.5, "limit": 15}
    limited = explained(tight(lorebook_limit=1), "lore:1", lorebook_limit=1)
    assert limited.gates[-1].numbers == {"score": 0.5, "limit": 1, "least": 0.9}
    cut = explained(tight(**{TOTAL: 3}), "message:2", **{TOTAL: 3})
    assert cut.gates[-1].numbers == {"total": 3, "limit": 3, "order": 2, "count": 2}


def test_the_release_has_no_threshold_and_takes_the_first_item_whatever_it_costs():
    document = document_of(
        chat_of("a"), [entry(0, words(9)), entry(1, constant=True)], scores={"lore:0": 0.9}
    )
    settings = {RAG: 1, "encrypted": False, "constants_can_be_outranked": True}
    found = explained(release(document, **settings), "lore:1", RELEASE_2025_08, **settings)
    assert [step.gate for step in found.gates] == ["disabled", "limit", "rag budget", "truncated"]
    assert found.gates[1].detail == "It is constant, so it is always retrieved."
    settings |= {RAG: 5, "constants_can_be_outranked": False}
    lone = document_of(chat_of("a"), [entry(0, words(9))], scores={"lore:0": 0.9})
    first = explained(release(lone, **settings), "lore:0", RELEASE_2025_08, **settings)
    assert first.in_block
    assert first.gates[2].detail == (
        "With the items ranked before it, it needs 9 of the 5 tokens that the RAG budget gives. "
        "The first item is taken whatever it costs."
    )


def test_what_is_kept_in_a_refused_request_says_that_nothing_is_sent():
    found = explained(tight(**{TOTAL: 1}), "message:3", **{TOTAL: 1})
    assert found.in_block
    assert found.gates[-1].detail == (
        "The request has 3 tokens with it, above 1, so nothing is sent."
    )


def test_all_messages_and_items_can_be_asked_about():
    derivation = tight()
    found = derivation.ids
    assert found == [*(f"message:{n}" for n in range(4)), "lore:0", "lore:1", "lore:2"]
    assert [explained(derivation, one).in_block for one in found] == [
        True, False, True, True, True, True, False,
    ]  # fmt: skip


@pytest.mark.parametrize(
    "requested",
    ["message:9", "message:x", "message:-1", "message:03", "message:٣", "message:", "lore:9", "",
     "3", f"message:{'9' * 5000}"],
)  # fmt: skip
def test_what_is_not_there_has_no_reason(requested):
    with pytest.raises(InspectorError, match="There is no"):
        explained(tight(), requested)


def test_a_curve_shows_what_other_budgets_keep():
    found = tight()
    history = found.curve(HISTORY, range(0, 8, 2))
    assert [point.messages for point in history] == [0, 1, 2, 3]
    assert [point.items for point in found.curve(RAG, [0, 3, 6])] == [0, 1, 2]
    totals = found.curve(TOTAL, [2, 3, 5, 13])
    assert [(point.messages, point.items, point.is_sent) for point in totals] == [
        (1, 0, False),
        (1, 0, True),
        (2, 0, True),
        (3, 2, True),
    ]
    assert [point.messages for point in tight(**{TOTAL: 5}).curve(TAIL, [1, 3])] == [2, 3]


def test_counting_tells_how_far_it_is_and_goes_on_where_it_stopped():
    chat = chat_of(*map(words, range(600)))
    counted = []

    def stop(done, total):
        counted.append((done, total))
        if done:
            raise InterruptedError

    tokenizer = Words()
    with pytest.raises(InterruptedError):
        counted_history(chat, tokenizer, stop)
    assert counted == [(0, 600), (256, 600)]
    history = counted_history(chat, tokenizer)
    assert len(history.tokens) == len(history.texts) == 600
    assert counted_history(chat, tokenizer) is history


def test_hiding_messages_counts_nothing_again(sample):
    document = load(*files.read(sample)).document
    tokenizer = Words()
    history = counted_history(document.chat, tokenizer)
    hidden = apply(document, SetHidden((150,), hidden=True))
    assert counted_history(hidden.chat, tokenizer) is history
    assert RULESETS[0].inject(hidden, Moment(), tokenizer).messages[150].gate == "hidden"


@pytest.mark.speed
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda one: one.name)
def test_a_slider_step_is_fast_once_tokens_are_counted(ruleset):
    document = document_of(
        chat_of(*(f"message {index} of the mill" for index in range(20_000))),
        [entry(index, f"entry {index} on the mill", uid=index) for index in range(3_000)],
        [event(index, f"event {index} at the mill", created_at=index) for index in range(2_000)],
    )
    limits = {"lorebook_limit": 5_000, "chronicle_limit": 5_000}
    inject(document, ruleset, **limits)
    took = []
    for history in range(30_000, 36_000, 1_000):
        start = time.perf_counter()
        inject(document, ruleset, **limits, **{HISTORY: history, RAG: 5_000})
        took.append(time.perf_counter() - start)
    # The target is 50 ms; a shared machine is given room.
    assert min(took) < 0.15
