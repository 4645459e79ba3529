"""Which gate leaves a memory out, and what is said about it."""

import pytest

from tests.systems.openvault.retrieval.vaults import (
    ALL,
    OLDER,
    event,
    gates,
    reason,
    select,
    talk,
    vault,
)

TALK = talk(20, hidden=10)


@pytest.mark.parametrize("release", ALL)
def test_a_memory_of_a_hidden_message_that_a_witness_knows_is_selected(release):
    selection = select(release, vault(TALK, [event()]))
    assert gates(selection) == {"e": None}
    assert reason(selection) == ""


@pytest.mark.parametrize("release", ALL)
def test_a_memory_of_a_visible_message_waits_until_that_is_hidden(release):
    selection = select(release, vault(TALK, [event(message_ids=[12])]))
    assert gates(selection) == {"e": "hidden"}
    assert reason(selection) == "Message 12, its source, is still visible."


@pytest.mark.parametrize("release", ALL)
def test_of_several_sources_the_oldest_decides(release):
    selection = select(release, vault(TALK, [event(message_ids=[15, 3, 12])]))
    assert gates(selection) == {"e": None}
    assert selection.steps(0)[0].detail == ("Message 3, its oldest source, is hidden.")


@pytest.mark.parametrize("release", ALL)
def test_a_memory_without_sources_is_no_candidate(release):
    selection = select(release, vault(TALK, [event(message_ids=[])]))
    assert gates(selection) == {"e": "hidden"}
    assert reason(selection).startswith("It names no source message")


@pytest.mark.parametrize("release", OLDER)
def test_older_releases_leave_out_a_memory_whose_source_is_deleted(release):
    selection = select(release, vault(TALK, [event(message_ids=[90])]))
    assert gates(selection) == {"e": "hidden"}
    assert reason(selection) == "Message 90, its source, is not in the chat, which has 20 messages."


def test_release_26_takes_a_memory_whose_source_is_deleted():
    by_id = event("id", message_ids=[90])
    by_mark = event("mark", message_ids=[15], message_fingerprints=["gone"])
    assert gates(select("26", vault(TALK, [by_id, by_mark]))) == {"id": None, "mark": None}


def test_release_26_believes_fingerprints_before_message_ids():
    moved = event(message_ids=[3], message_fingerprints=["d15"])
    selection = select("26", vault(TALK, [moved]))
    assert reason(selection) == (
        "Message 15, its source, is still visible. "
        "The release finds its sources by their dates, not by number 3."
    )


def test_of_messages_with_the_same_date_the_later_one_counts():
    messages = talk(20, hidden=10)
    messages[15]["send_date"] = messages[3]["send_date"]
    twice = event(message_ids=[3], message_fingerprints=["d3"])
    selection = select("26", vault(messages, [twice]))
    assert gates(selection) == {"e": "hidden"}
    assert reason(selection) == (
        "Message 15, its source, is still visible. "
        "Message 3 has the same date, and of several with one date the last is found."
    )
    assert gates(select("26", vault(messages, [twice]), at=12)) == {"e": None}


@pytest.mark.parametrize("release", ALL)
def test_what_the_character_does_not_know_stays_out(release):
    known, unknown = event("known"), event("unknown", witnesses=["Wren"])
    selection = select(release, vault(TALK, [known, unknown]), group=("Mira", "Wren"))
    assert gates(selection) == {"known": None, "unknown": "pov"}
    assert reason(selection, 1) == "Mira does not know it: only Wren is a witness."


@pytest.mark.parametrize(
    "record",
    [
        {"witnesses": ["mira"]},
        {"witnesses": [], "characters_involved": ["MIRA"]},
        {"witnesses": ["Wren"], "id": "told"},
    ],
    ids=["witness", "took part", "told"],
)
@pytest.mark.parametrize("release", ALL)
def test_a_character_knows_what_it_saw_took_part_in_or_was_told(release, record):
    memories = [event("known"), event(**record)]
    states = {"Mira": {"known_events": ["told"]}}
    selection = select(release, vault(TALK, memories, states), group=("Mira", "Wren"))
    assert selection.gate_at(1) is None


def test_a_secret_stays_from_who_took_part_in_older_releases_only():
    memories = [
        event("known"),
        event("hush", witnesses=["Wren"], characters_involved=["Mira"], is_secret=True),
    ]
    document = vault(TALK, memories)
    older = select("1.44", document, group=("Mira", "Wren"))
    assert gates(older)["hush"] == "pov"
    assert reason(older, 1).endswith("Who took part in a secret does not count.")
    assert gates(select("26", document, group=("Mira", "Wren")))["hush"] is None


def test_release_26_knows_a_witness_by_alias_even_over_merged_nodes():
    graph = {
        "nodes": {"mira": {"name": "Mira", "aliases": ["the ferryman's girl"]}},
        "edges": {},
        "_mergeRedirects": {"miri": "mira"},
    }
    memories = [event("known"), event("alias", witnesses=["The Ferryman's Girl"])]
    document = vault(TALK, memories, graph=graph)
    assert gates(select("26", document, group=("Mira",)))["alias"] is None
    assert gates(select("26", document, character="Miri", group=("Miri",)))["alias"] is None
    assert gates(select("1.44", document, group=("Mira",)))["alias"] == "pov"


@pytest.mark.parametrize("release", ALL)
def test_where_nobody_knows_anything_everything_goes_on_with_a_warning(release):
    selection = select(release, vault(TALK, [event(witnesses=["Wren"])]), group=("Mira",))
    assert gates(selection) == {"e": None}
    assert [warning.code for warning in selection.warnings] == ["pov-fallback"]


def test_release_26_leaves_out_what_is_archived_and_older_ones_do_not():
    document = vault(TALK, [event(archived=True), event("other")])
    latest = select("26", document)
    assert gates(latest)["e"] == "archived"
    assert reason(latest) == "It is archived."
    assert gates(select("1.44", document))["e"] is None


def test_a_reflection_needs_no_hidden_source_unless_its_prompt_is_off():
    reflection = {"id": "r", "type": "reflection", "summary": "She longs.", "witnesses": ["Mira"]}
    document = vault(TALK, [event(), reflection])
    assert gates(select("26", document))["r"] is None
    off = select("26", document, settings={"injection.reflections.position": -2})
    assert gates(off)["r"] == "hidden"
    assert "injection.reflections.position" in reason(off, 1)


def test_older_releases_stop_at_the_first_that_exceeds_the_budget():
    long, short = "word " * 20, "word"
    memories = [
        event("best", summary=long, importance=5),
        event("over", summary=long, importance=4),
        event("after", summary=short, importance=3),
    ]
    selection = select("1.44", vault(TALK, memories), settings={"retrievalFinalTokens": 40})
    assert gates(selection) == {"best": None, "over": "score", "after": "score"}
    assert "its 29 tokens do not fit: 29 of 40 are taken" in reason(selection, 1)
    assert "the last one selected has 5.00" in reason(selection, 2)


def test_release_26_skips_what_does_not_fit_and_takes_what_does():
    memories = [
        event("best", summary="word " * 20, importance=5),
        event("over", summary="word " * 20, importance=4),
        event("fits", summary="word", importance=3),
    ]
    selection = select("26", vault(TALK, memories), settings={"retrievalFinalTokens": 30})
    assert gates(selection) == {"best": None, "over": "balance", "fits": None}
    assert "do not fit" in reason(selection, 1)
    assert selection.steps(1)[-1].numbers["limit"] == 30


@pytest.mark.parametrize("release", ALL)
def test_beyond_the_best_thousand_nothing_is_looked_at(release):
    memories = [event(str(index), importance=5 - index // 1000) for index in range(1001)]
    selection = select(release, vault(TALK, memories), settings={"retrievalFinalTokens": 1e9})
    assert selection.gate_at(1000) == "score"
    assert reason(selection, 1000).endswith("only the best 1000 are looked at.")
    assert len(selection.chosen) == 1000


@pytest.mark.parametrize("release", ALL)
def test_every_memory_has_one_verdict_and_its_steps_end_with_it(release):
    memories = [
        event(str(index), message_ids=[index], importance=index % 6, witnesses=[who])
        for index, who in enumerate(["Mira", "Robin", "Wren"] * 6)
    ]
    settings = {"retrievalFinalTokens": 30}
    selection = select(release, vault(TALK, memories), settings=settings)
    for index, memory in enumerate(selection.question.memories):
        record, steps = selection.record_at(index), selection.steps(index)
        assert (record.gate is None) == (memory in selection.chosen)
        assert all(step.passed for step in steps[:-1])
        assert steps[-1].passed == (record.gate is None)
        if record.gate:
            assert steps[-1].gate == record.gate
            assert steps[-1].detail == record.reason


def test_the_pending_message_is_part_of_the_query():
    memories = [event("bell"), event("lantern", summary="A silver lantern broke.")]
    graph = {"nodes": {"n": {"name": "Mill", "description": "An old mill."}}}
    document = vault(TALK, memories, graph=graph)
    for release in ALL:
        plain = select(release, document)
        requested = select(release, document, pending="Where is the lantern?")
        assert plain.chosen[0].id == "bell"
        assert requested.chosen[0].id == "lantern"
