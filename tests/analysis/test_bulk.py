"""One change for many memories."""

import pytest

from inspector.analysis.bulk import AddNames, Replace, SetTo, Step, plan, token_change
from inspector.analysis.filters.patterns import Pattern
from inspector.core.errors import EditError
from inspector.core.moment import Moment
from inspector.core.query import Query
from inspector.loading import open_chat
from inspector.systems import ruleset_named
from inspector.tokenizer import load_tokenizer


@pytest.fixture(scope="module")
def document(sample):
    return open_chat(sample).document


def test_every_value_that_differs_is_told_with_what_it_was(document):
    found = plan(document, [3, 1, 2], [Step("importance", 1), AddNames("witnesses", ("Zoë",))])
    for one in found.values:
        before, after = document.memories[one.memory], found.document.memories[one.memory]
        assert one.before == before.record.get(one.field)
        assert one.after == after.record.get(one.field)
    assert [one.memory for one in found.values] == sorted(one.memory for one in found.values)
    assert all("Zoë" in found.document.memories[at].witnesses for at in (1, 2, 3))
    assert found.document.memories[0] is document.memories[0]


def test_importance_stays_within_its_ends_and_what_is_there_already_is_left(document):
    five = [one.index for one in document.memories if one.importance == 5]
    found = plan(document, five, [Step("importance", 3)])
    assert (found.edits, found.unchanged) == ((), len(five))
    lowered = plan(document, five, [Step("importance", -9)])
    assert {lowered.document.memories[at].importance for at in five} == {1}


def test_a_replacement_knows_groups_and_is_one_step_a_memory(document):
    change = Replace("summary", Pattern(r"(\w+) planned"), r"\1 hatched")
    found = plan(document, range(50), [change])
    (value,) = found.values
    assert "friends hatched" in value.after
    assert found.unchanged == 49


def test_names_with_quotes_and_commas_are_replaced_as_they_are(document):
    named = plan(document, [0], [SetTo("witnesses", ['O"Brien, Jr.', "Nell"])]).document
    found = plan(named, [0], [Replace("witnesses", Pattern('o"b'), "O'B")])
    assert found.document.memories[0].witnesses == ("O'Brien, Jr.", "Nell")


def test_a_memory_that_would_lose_its_summary_is_refused_and_the_others_change(document):
    whole = document.memories[0].summary
    found = plan(document, [0, 31], [Replace("summary", Pattern(f"^{whole[:9]}.*|watch"), "")])
    assert [one.memory for one in found.refused] == [0]
    assert [one.memory for one in found.values] == [31]


@pytest.mark.parametrize(
    "change",
    [
        Replace("summary", Pattern("a"), r"\7"),
        Replace("importance", Pattern("a"), "b"),
        Step("summary", 1),
        AddNames("summary", ("Kai",)),
        SetTo("importance", 9),
        SetTo("colour", 1),
    ],
)
def test_what_cannot_be_is_refused_as_a_sentence(document, change):
    with pytest.raises(EditError):
        plan(document, [0, 1], [change])


def test_a_pattern_that_never_ends_changes_nothing(document):
    long = plan(document, [0], [SetTo("summary", "a" * 60 + "!")]).document
    with pytest.raises(EditError, match="too long"):
        plan(long, [0], [Replace("summary", Pattern("^(a|aa|aaa)+$"), "")])


def test_no_memory_is_no_change(document):
    assert plan(document, [], [SetTo("importance", 1)]).edits == ()


def test_the_tokens_that_it_saves_are_those_of_the_block(document):
    ruleset = ruleset_named("openvault/temporal")
    query = Query(ruleset, document, Moment(), load_tokenizer("o200k_base"))
    found = plan(document, [0], [SetTo("summary", "Nell came.")])
    tokens = token_change(query, found.edits)
    before, after = tokens.lines[0]
    assert tokens.after - tokens.before == after - before < 0
