"""What is told of messages and items of a Scribe request, and what changes would cost."""

import pytest

from inspector.core.deadline import Deadline
from inspector.core.moment import Moment
from inspector.core.query import Query
from inspector.gui.panels.why.explanation import NOTHING_IN, Mark
from inspector.gui.panels.why.numbers import figure_of
from inspector.gui.panels.why.request_explanation import IS_SENT, REFUSED, explanation_of_request
from inspector.gui.panels.why.request_suggestions import suggestions_for_request
from inspector.gui.state.selection import ItemSubject, MessageSubject
from inspector.systems.scribe.rulesets import DESIGN, RELEASE_2025_08
from tests.systems.scribe.worlds import (
    HARD,
    HISTORY,
    RAG,
    TAIL,
    TOTAL,
    Words,
    chat_of,
    document_of,
    entry,
    event,
    words,
)

HEAD = {"system_prompt": "x"}
LONG = "0a6fbb60-1c2d-4e5f-8a9b-3ff96b00aa24"
PASSED, FAILED, OPEN = Mark.PASSED, Mark.FAILED, Mark.OPEN


def harbour():
    """Four messages of two words; entries of three words, one of them disabled; an event."""
    return document_of(
        chat_of("a a", "b b", "c c", "d d", hidden={1}),
        [entry(0, words(3)), entry(1, words(3)), entry(2, words(3), enabled=False)],
        [event(0, words(2), id=LONG)],
        scores={"lore:0": 0.9, "lore:1": 0.5, f"chronicle:{LONG}": 0.2},
    )


def ask(ruleset=DESIGN, document=None, **settings):
    settings = {**HEAD, TAIL: 1, **settings}
    return Query(ruleset, document or harbour(), Moment(settings=settings), Words())


def offered(requested, subject):
    return list(suggestions_for_request(requested, subject, Deadline()))


def figures(suggestion):
    """The tokens of all rows but the last, which is the whole request."""
    wording = (
        effect.figure.replace("−", "-").replace("±", "") for effect in suggestion.effects[:-1]
    )
    return [int(figure) for figure in wording]


def test_an_item_without_room_is_told_gate_by_gate_with_its_numbers():
    mentioned = explanation_of_request(ask(**{RAG: 4}), ItemSubject("lore:1"))
    assert (mentioned.lead, mentioned.name) == ("Left out: items full", "lore:1")
    assert mentioned.facts == (
        "lore:1, Entry 1, ranked 2 of 4, 3 tokens. It passed 3 checks and failed 1."
    )
    assert [step.mark for step in mentioned.steps] == [PASSED, PASSED, PASSED, FAILED, OPEN]
    failed = mentioned.steps[3]
    assert (failed.title, failed.gate) == ("The items have no room for it", "budget for items")
    assert "it needs 6 of the 4 tokens that the RAG budget gives." in failed.detail
    assert failed.figure == "6 of 4"
    assert mentioned.steps[4].title == "One check was not reached"
    assert mentioned.no_change == NOTHING_IN


def test_a_message_without_room_is_told_the_same_way():
    mentioned = explanation_of_request(ask(**{HISTORY: 3}), MessageSubject(2))
    assert mentioned.lead == "Left out: history full"
    assert mentioned.name == "Message 2"
    assert mentioned.facts == "Message 2, by Robin, 2 tokens. It passed 1 check and failed 1."
    assert [step.mark for step in mentioned.steps] == [PASSED, FAILED, OPEN]
    assert mentioned.steps[1].figure == "4 of 3"


def test_what_is_sent_is_told_by_its_place_and_needs_no_change():
    requested = ask()
    item = explanation_of_request(requested, ItemSubject("lore:0"))
    assert (item.in_block, item.lead, item.no_change) == (True, "In the request", IS_SENT)
    (slot, items) = next(
        (key, items) for key, items in requested.derivation.line_items.items() if "lore:0" in items
    )
    assert item.facts.endswith(f" It is line {items.index('lore:0') + 1} of the {slot} prompt.")
    message = explanation_of_request(requested, MessageSubject(3))
    assert message.facts == "Message 3, by Mira, 2 tokens. It is number 3 of the 3 that are sent."
    assert {step.mark for step in message.steps} == {PASSED}
    assert not offered(requested, ItemSubject("lore:0"))


def test_gates_that_were_not_reached_are_those_of_the_ruleset():
    design = explanation_of_request(ask(), ItemSubject("lore:2")).steps
    assert design[0].title == "It is disabled, so it is never retrieved"
    assert design[1].gate == "number of items, least score, budget for items, limit of the request"
    released = explanation_of_request(ask(RELEASE_2025_08), ItemSubject("lore:2")).steps
    assert released[1].gate == "number of items, budget for items, limit of the request"


def test_in_a_request_that_is_refused_nothing_counts_as_sent():
    requested = ask(**{TOTAL: 1, TAIL: 4})
    assert requested.derivation.error
    mentioned = explanation_of_request(requested, MessageSubject(0))
    assert (mentioned.in_block, mentioned.lead) == (False, "Not sent")
    assert [step.mark for step in mentioned.steps] == [PASSED, PASSED, FAILED]
    assert mentioned.steps[2].title == REFUSED
    assert "so nothing is sent" in mentioned.steps[2].detail
    assert mentioned.facts.endswith("It passed 2 checks and failed 1.")
    assert explanation_of_request(requested, ItemSubject("lore:0")).lead == "Left out: items full"


def test_the_cost_of_sending_what_was_refused_is_all_of_it():
    suggestion = offered(ask(**{TOTAL: 1, TAIL: 4}), MessageSubject(0))[0]
    assert suggestion.effects[-1].figure.startswith("nothing → ")


@pytest.mark.parametrize(
    "subject", [MessageSubject(4), ItemSubject("lore:9"), ItemSubject("lore:0", 1)]
)
def test_what_the_request_knows_nothing_of_has_nothing_to_tell(subject):
    assert explanation_of_request(ask(), subject) is None
    assert not offered(ask(), subject)


def test_every_row_of_a_change_is_told_with_its_tokens_and_they_add_up():
    document = document_of(chat_of(*["a a"] * 9), [entry(0, words(3))], scores={"lore:0": 1})
    requested = ask(document=document, **{TOTAL: 20})
    offers = offered(requested, ItemSubject("lore:0"))
    crowded = next(suggestion for suggestion in offers if suggestion.change.leaving)
    assert crowded.effects[0].words == "lore:0 (Entry 0) gets in"
    assert crowded.effects[1].words == "Message 0 drops out instead"
    for suggestion in offers:
        after = suggestion.change.applied(requested).derivation.parts.total
        assert (
            sum(figures(suggestion))
            == after - requested.derivation.parts.total
            == suggestion.change.tokens
        )
        assert suggestion.effects[-1].figure == f"{requested.derivation.parts.total} → {after}"


def test_many_messages_are_one_row_and_many_items_a_sum():
    entries = [entry(index, words(3)) for index in range(9)]
    scores = {f"lore:{index}": 1 - index / 10 for index in range(9)}
    document = document_of(chat_of(*["a a"] * 9), entries, scores=scores)
    requested = ask(document=document, **{RAG: 3})
    suggestion = offered(requested, ItemSubject("lore:8"))[0]
    words_of = [effect.words for effect in suggestion.effects]
    assert len(words_of) == 6
    assert words_of[1] == "lore:1 (Entry 1) gets in as well"
    assert words_of[4] == "4 more items come or go"
    assert sum(figures(suggestion)) == suggestion.change.tokens == 24
    history = ask(document=document, **{HISTORY: 2})
    suggestion = offered(history, MessageSubject(3))[0]
    assert suggestion.effects[1].words == "Messages 4–7 get in as well"
    assert suggestion.effects[1].figure == "+8"


def test_a_long_id_is_named_by_its_end():
    requested = ask(**{RAG: 6})
    subject = ItemSubject(f"chronicle:{LONG}")
    assert explanation_of_request(requested, subject).name == "chronicle:…aa24"
    effect = offered(requested, subject)[0].effects[0]
    assert effect.words == "chronicle:…aa24 (NARRATIVE.EVENT) gets in"


def test_of_two_rows_of_an_item_the_one_that_is_in_is_told_of_unless_one_is_meant():
    document = document_of(chat_of("a"), [entry(0, words(3), constant=True)], scores={"lore:0": 1})
    requested = ask(RELEASE_2025_08, document, **{RAG: 1, HARD: 1000})
    rows = [(row.id, row.kept) for row in requested.derivation.rag]
    assert rows == [("lore:0", True), ("lore:0#2", False)]
    assert explanation_of_request(requested, ItemSubject("lore:0")).in_block
    second = explanation_of_request(requested, ItemSubject("lore:0", 1))
    assert (second.name, second.in_block) == ("lore:0#2", False)
    suggestion = offered(requested, ItemSubject("lore:0", 1))[0]
    after = explanation_of_request(suggestion.change.applied(requested), ItemSubject("lore:0", 1))
    assert after.in_block


@pytest.mark.parametrize(
    ("gate", "numbers", "passed", "figure"),
    [
        ("history budget", {"needed": 1540, "budget": 1500}, False, "1,540 of 1,500"),
        ("rag budget", {"needed": 6, "available": 4}, False, "6 of 4"),
        ("limit", {"score": 0.01208, "limit": 10}, False, "score 0.012"),
        ("threshold", {"score": 0.3, "threshold": 0.45}, False, "0.300 of 0.45"),
        ("threshold", {"score": 0.3, "threshold": 0.0}, True, ""),
        ("truncated", {"total": 9, "limit": 10, "order": 0, "count": 0}, True, "9 of 10"),
        ("truncated", {"total": 9, "limit": 10, "order": 2, "count": 3}, False, "no. 2 of 3"),
    ],
)
def test_the_numbers_of_a_requests_gates_in_short(gate, numbers, passed, figure):
    assert figure_of(gate, numbers, passed=passed) == figure
