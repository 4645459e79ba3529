"""What gets a message or an item into Scribe's request: each offer does what it says."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.smallest_change import changes_for, explanation
from inspector.core.change_kinds import ChangeKind
from inspector.core.deadline import Deadline
from inspector.core.edits import SetHidden
from inspector.core.errors import InspectorError
from inspector.core.items import numbered
from inspector.core.lore import LoreKind, SetLoreField
from inspector.core.moment import Moment
from inspector.core.query import Query
from inspector.systems.openvault.rulesets import RULESETS as VAULTS
from inspector.systems.scribe.rulesets import DESIGN, RELEASE_2025_08, RULESETS
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


def asked_of(document, ruleset=DESIGN, pending=None, **given_settings):
    moment = Moment(pending=pending, settings={**HEAD, **given_settings})
    return Query(ruleset, document, moment, Words())


def small(**given_settings):
    document = document_of(
        chat_of("a a", "b b", "c c", "d d", hidden={1}),
        [entry(0, words(3)), entry(1, words(3)), entry(2, enabled=False)],
        scores={"lore:0": 0.9, "lore:1": 0.5},
    )
    return asked_of(document, **{TAIL: 1, **given_settings})


def is_sent(requested, wanted):
    return requested.derivation.error is None and explanation(requested, wanted).in_block


def by_kind(requested, wanted):
    return {suggestion.kind: suggestion for suggestion in changes_for(requested, wanted)}


@pytest.mark.parametrize(
    ("given_settings", "wanted", "kind", "title", "changed"),
    [
        ({HISTORY: 2}, "message:2", "history", "Raise the history budget to 4 tokens",
         {HISTORY: 4}),
        ({TOTAL: 5}, "message:0", "total", "Raise the total to 7 tokens", {TOTAL: 7}),
        ({RAG: 3}, "lore:1", "rag", "Raise the RAG budget to 6 tokens", {RAG: 6}),
        ({TOTAL: 11}, "lore:1", "total", "Raise the total to 13 tokens", {TOTAL: 13}),
        ({TOTAL: 12}, "lore:1", "total", "Raise the total to 13 tokens", {TOTAL: 13}),
        ({"lorebook_limit": 1}, "lore:1", "limit", "Retrieve up to 2 entries",
         {"lorebook_limit": 2}),
        ({"similarity_threshold": 0.6}, "lore:1", "threshold", "Lower the threshold to 0.5",
         {"similarity_threshold": 0.5}),
        ({TOTAL: 2}, "message:3", "total", "Raise the total to 3 tokens", {TOTAL: 3}),
    ],
)  # fmt: skip
def test_the_cheapest_offer_is_the_least_of_the_setting_in_the_way(
    given_settings, wanted, kind, title, changed
):
    requested = small(**given_settings)
    assert not is_sent(requested, wanted)
    suggestion = next(changes_for(requested, wanted))
    assert (suggestion.kind, suggestion.title, suggestion.adjustment.settings) == (
        kind,
        title,
        changed,
    )
    assert is_sent(suggestion.applied(requested), wanted)
    (name, value), *_ = changed.items()
    assert f"{name}={value}" in suggestion.detail


def test_a_hidden_message_is_shown_and_a_disabled_entry_enabled():
    requested = small()
    (show,) = changes_for(requested, "message:1")
    assert (show.kind, show.adjustment.edits) == ("show", (SetHidden((1,), hidden=False),))
    assert show.detail == "Not hidden any more, it is in the request."
    (enable,) = changes_for(requested, "lore:2")
    assert enable.adjustment.edits == (SetLoreField((2,), "enabled", True),)
    after = enable.applied(requested)
    assert is_sent(after, "lore:2")
    assert after.document.lorebook.items[2].enabled
    assert not requested.document.lorebook.items[2].enabled


def test_an_item_may_come_in_by_its_score_its_text_or_as_constant():
    requested = small(**{RAG: 4})
    found = by_kind(requested, "lore:1")
    assert list(found) == ["rag", "score", "text", "constant", "room"]
    score = found[ChangeKind.SCORE]
    assert score.adjustment.scores == {"lore:1": 0.91}
    assert (score.leaving, score.is_what_if) == (("lore:0",), True)
    assert score.detail == (
        "With a score of 0.91 instead of 0.5, it is in the request. lore:0 drops out instead."
    )
    text = found[ChangeKind.TEXT]
    assert text.title == "Shorten its text by 2 tokens"
    assert text.needs_wording
    (edit,) = text.adjustment.edits
    assert (edit.field, edit.value.split(), edit.kind) == ("content", ["w"], LoreKind.LOREBOOK)
    assert found[ChangeKind.CONSTANT].leaving == ("lore:0",)
    assert found[ChangeKind.ROOM].title == "Disable lore:0"
    assert found[ChangeKind.RAG].tokens == 3


def test_a_summary_is_shortened_where_the_item_is_an_event():
    document = document_of(chat_of("a"), events=[event(0, words(5))], scores={"chronicle:e0": 1})
    found = by_kind(asked_of(document, **{RAG: 2}), "chronicle:e0")
    (edit,) = found[ChangeKind.TEXT].adjustment.edits
    assert (edit.field, edit.value, edit.kind) == ("summary", "w w", LoreKind.CHRONICLE)
    assert ChangeKind.CONSTANT not in found


def test_an_item_that_history_crowds_out_gets_its_room_from_either():
    document = document_of(chat_of(*["a a"] * 5), [entry(0, words(3))], scores={"lore:0": 1})
    requested = asked_of(document, **{TOTAL: 12, TAIL: 1})
    found = by_kind(requested, "lore:0")
    assert found[ChangeKind.HISTORY].adjustment.settings == {HISTORY: 9}
    assert found[ChangeKind.HISTORY].leaving == ("message:0",)
    assert "message:0 drops out instead." in found[ChangeKind.HISTORY].detail


def test_two_budgets_that_hold_each_other_back_are_raised_together():
    document = document_of(chat_of("a a"), [entry(0, words(9))], scores={"lore:0": 1})
    requested = asked_of(document, **{TOTAL: 7, RAG: 4})
    suggestion = next(changes_for(requested, "lore:0"))
    assert suggestion.kind is ChangeKind.SEVERAL
    assert suggestion.adjustment.settings == {RAG: 9, TOTAL: 12}
    assert suggestion.title == "Raise the RAG budget to 9 tokens, raise the total to 12 tokens"
    assert is_sent(suggestion.applied(requested), "lore:0")


def test_two_budgets_are_never_raised_together_where_one_is_enough():
    document = document_of(chat_of("a a"), [entry(0, words(9))], scores={"lore:0": 1})
    requested = asked_of(document, **{TOTAL: 70, RAG: 4})
    found = by_kind(requested, "lore:0")
    assert found[ChangeKind.RAG].adjustment.settings == {RAG: 9}
    assert ChangeKind.SEVERAL not in found


def test_the_last_resort_is_one_change_for_each_gate_in_the_way():
    requested = small(**{TOTAL: 4, HISTORY: 2})
    (suggestion,) = changes_for(requested, "message:1")
    assert suggestion.kind is ChangeKind.SEVERAL
    assert suggestion.title == (
        "Show the message again, raise the history budget to 6 tokens, raise the total to 7 tokens"
    )
    assert is_sent(suggestion.applied(requested), "message:1")


def test_the_tail_of_the_release_can_be_lengthened_and_its_faults_mended():
    document = document_of(chat_of(*["a a"] * 6))
    requested = asked_of(document, RELEASE_2025_08, **{HARD: 10, TAIL: 1})
    assert requested.derivation.plan.cut == (4, 3)
    found = by_kind(requested, "message:4")
    assert list(found) == [ChangeKind.TOTAL, ChangeKind.TAIL, ChangeKind.FAULT]
    assert found[ChangeKind.TOTAL].adjustment.settings == {HARD: 13}
    assert found[ChangeKind.TAIL].adjustment.settings == {TAIL: 2}
    mended = found[ChangeKind.FAULT]
    assert mended.adjustment.settings == {"history_cut_from_tail": False}
    assert mended.is_what_if
    assert (mended.entering, mended.leaving) == (("message:3",), ("message:0", "message:1"))
    assert mended.detail == (
        "With history_cut_from_tail=false, it is in the request. This is no setting of the server, "
        "only a what-if. message:3 comes in too. 2 messages drop out instead."
    )


def test_the_second_row_of_a_constant_entry_is_told_from_the_first():
    document = document_of(
        chat_of("a"),
        [entry(0, words(3), constant=True), entry(1, words(3))],
        scores={"lore:0": 0.1, "lore:1": 0.9},
    )
    requested = asked_of(document, RELEASE_2025_08, encrypted=False, **{RAG: 6})
    assert [(row.id, row.kept) for row in requested.derivation.rag] == [
        ("lore:0", True), ("lore:1", True), ("lore:0#2", False),
    ]  # fmt: skip
    found = by_kind(requested, "lore:0#2")
    assert found[ChangeKind.RAG].adjustment.settings == {RAG: 9}
    assert list(changes_for(requested, "lore:0")) == []


def test_what_is_sent_is_offered_nothing_and_what_is_not_there_is_refused():
    requested = small()
    assert list(changes_for(requested, "message:3")) == []
    for wanted in ("message:9", "lore:9", "event_1"):
        with pytest.raises(InspectorError, match="There is no"):
            changes_for(requested, wanted)
    vault = Query(VAULTS[0], requested.document, Moment(), Words())
    with pytest.raises(InspectorError, match="assembles no request"):
        changes_for(vault, "message:3")


def test_a_search_stops_when_nobody_waits_any_more():
    assert list(changes_for(small(**{HISTORY: 2}), "message:2", Deadline(0.0))) == []
    assert (
        list(changes_for(small(**{HISTORY: 2}), "message:2", Deadline(cancelled=lambda: True)))
        == []
    )


texts = st.integers(0, 5).map(words)
chats = st.lists(texts, min_size=1, max_size=6)
flags = st.fixed_dictionaries({"enabled": st.booleans(), "constant": st.booleans()})
entries = st.lists(st.tuples(texts, flags, st.floats(0, 1)), max_size=4)
events = st.lists(st.tuples(texts, st.floats(0, 1)), max_size=2)
numbers = st.fixed_dictionaries(
    {
        TOTAL: st.integers(0, 25),
        HISTORY: st.integers(0, 20),
        RAG: st.integers(0, 20),
        TAIL: st.integers(0, 4),
        "lorebook_limit": st.integers(0, 3),
    }
)


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda one: one.name)
@given(chat=chats, lore=entries, mentioned=events, given_settings=numbers, hidden=st.integers(0, 5))
def test_every_offer_gets_it_in_and_a_little_less_does_not(
    ruleset, chat, lore, mentioned, given_settings, hidden
):
    document = document_of(
        chat_of(*chat, hidden={hidden}),
        [entry(n, text, **one) for n, (text, one, _) in enumerate(lore)],
        [event(n, text) for n, (text, _) in enumerate(mentioned)],
        scores={f"lore:{n}": score for n, (_, _, score) in enumerate(lore)}
        | {f"chronicle:e{n}": score for n, (_, score) in enumerate(mentioned)},
    )
    if ruleset is RELEASE_2025_08:
        given_settings = {**given_settings, HARD: given_settings[TOTAL], "encrypted": False}
    requested = asked_of(document, ruleset, **given_settings)
    for wanted in requested.derivation.ids:
        if is_sent(requested, wanted):
            assert not list(changes_for(requested, wanted))
            continue
        for suggestion in changes_for(requested, wanted):
            after = suggestion.applied(requested)
            assert _sent_rows(after) - _sent_rows(requested) >= {
                *suggestion.entering,
                _key(requested, wanted),
            }
            assert _sent_rows(requested) - _sent_rows(after) == set(suggestion.leaving)
            assert (
                after.derivation.parts.total - requested.derivation.parts.total == suggestion.tokens
            )
            if suggestion.kind in ("history", "rag", "total"):
                ((name, value),) = suggestion.adjustment.settings.items()
                step = 1 if value > given_settings[name] else -1
                assert not is_sent(less(requested, name, value - step), wanted)


def less(requested, name, value):
    return requested.at(Moment(settings={**requested.moment.settings, name: value}))


def _key(requested, wanted):
    seen = Counter()
    names = {row.id: numbered(row.item.key, seen) for row in requested.derivation.rag}
    return names.get(wanted, wanted)


def _sent_rows(requested):
    answer = requested.derivation
    if answer.error is not None:
        return set()
    messages = {f"message:{row.message}" for row in answer.messages if row.kept}
    seen = Counter()
    items = [(numbered(row.item.key, seen), row.kept) for row in answer.rag]
    return messages | {name for name, kept in items if kept}
