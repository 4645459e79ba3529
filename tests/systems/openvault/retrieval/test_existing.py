"""What is read of all memories at once is what is read of each alone, whatever they hold."""

from hypothesis import given
from hypothesis import strategies as st

from inspector.core.javascript import truthy
from inspector.core.memory import Memory
from inspector.systems.openvault.retrieval.columns import Columns
from inspector.systems.openvault.retrieval.existing import Existing
from inspector.systems.openvault.retrieval.facts import (
    facts_14x,
    facts_26,
    frequency_factor,
    hit_damping,
    importance_26,
    is_reflection,
)
from inspector.systems.openvault.retrieval.fingerprints import fingerprint, index_of
from inspector.systems.openvault.retrieval.sources import sources_26, sources_by_fingerprint
from tests.systems.openvault.retrieval.vaults import talk, vault

odd = st.sampled_from(
    [None, True, False, 0, -0.0, -1, 2.5, 1e300, "3", "", "event", [], {}, [1, "Mira"], [[]], "d2"]
)
people = st.lists(st.sampled_from(["Mira", "mira", "Лиза"]), max_size=3)
UNDATED = fingerprint(None, "Robin", "Message 4.")
marks = st.sampled_from(["d2", "d9", "d7", UNDATED, "hash_0", "gone"])


def stored(usual):
    return st.one_of(usual, usual, usual, odd)


records = st.fixed_dictionaries(
    {},
    optional={
        "id": stored(st.sampled_from(["a", "b"])),
        "importance": stored(st.integers(1, 5)),
        "witnesses": stored(people),
        "characters_involved": stored(people),
        "summary": stored(st.sampled_from(["The bell rang.", "Geese on the pond."])),
        "type": stored(st.sampled_from(["event", "reflection"])),
        "archived": stored(st.booleans()),
        "is_transient": stored(st.booleans()),
        "retrieval_hits": stored(st.integers(0, 9)),
        "mentions": stored(st.integers(1, 9)),
        "message_ids": stored(st.lists(st.integers(-1, 30), max_size=3)),
        "message_fingerprints": stored(st.lists(marks, max_size=3)),
        "tokens": stored(st.lists(st.sampled_from(["bell", "gees"]), max_size=4)),
        "embedding": stored(st.just([0.5, 0.5])),
        "embedding_b64": stored(st.just("AAAA")),
    },
)
memories = st.lists(records, min_size=1, max_size=6).map(
    lambda listed: tuple(Memory(index, record, index) for index, record in enumerate(listed))
)


@given(memories=memories)
def test_release_26_reads_all_as_it_reads_one(memories):
    every = Existing(
        Columns(), Columns(), memories, range(len(memories)), facts_26, stores_keywords=True
    )
    facts = [facts_26(memory) for memory in memories]
    for key, read, alone in (
        ("importance", importance_26, [one.importance for one in facts]),
        ("retrieval_hits", hit_damping, [one.hit_damping for one in facts]),
        ("mentions", frequency_factor, [one.frequency_factor for one in facts]),
        ("type", is_reflection, [one.is_reflection for one in facts]),
        ("archived", truthy, [one.is_archived for one in facts]),
        ("is_transient", truthy, [one.is_transient for one in facts]),
    ):
        assert [*map(repr, every.each_stored(key, read))] == [*map(repr, alone)]
    assert [*every.identities] == [one.identity for one in facts]
    assert [*every.each_people] == [one.people for one in facts]
    assert [[*words] for words in every.postings.words] == [[*one.words] for one in facts]
    keys = ("embedding", "embedding_b64")
    assert every.has_embedding == any(truthy(one.record.get(key)) for one in facts for key in keys)


@given(memories=memories)
def test_releases_1_4x_read_all_as_they_read_one(memories):
    every = Existing(Columns(), Columns(), memories, range(len(memories)), facts_14x)
    facts = [facts_14x(memory) for memory in memories]
    assert [*every.identities] == [one.identity for one in facts]
    assert [*every.each_people] == [one.people for one in facts]
    assert [[*words] for words in every.postings.words] == [[*one.words] for one in facts]
    assert every.has_embedding == any(truthy(one.record.get("embedding")) for one in facts)


@given(memories=memories, undated=st.booleans())
def test_fingerprints_of_all_are_found_where_those_of_one_are(memories, undated):
    messages = talk(12)
    messages[9] |= {"send_date": "d2"}
    if undated:
        messages[4].pop("send_date")
    chat = vault(messages, []).chat
    index = index_of(chat)
    found = sources_by_fingerprint(
        [memory.record.get("message_fingerprints") for memory in memories], index
    )
    for memory, sources in zip(memories, found, strict=True):
        alone = sources_26(facts_26(memory), index, len(chat), migrated=False)
        assert sources == (alone if sources else None)
        assert bool(sources) <= alone.found.named
