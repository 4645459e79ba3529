"""Memories read in columns are formatted as those that are read one by one."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.systems import ruleset_named
from inspector.systems.openvault.entries import entries_of, regular
from inspector.systems.openvault.formatter import format_memories
from inspector.systems.openvault.released import situation_of_case
from inspector.systems.openvault.wording import released_memory
from inspector.tokenizer import load_tokenizer

OLDER = [ruleset_named(f"openvault/{version}") for version in ("1.41", "1.44")]
RECORDS = st.fixed_dictionaries(
    {
        "id": st.sampled_from("abcdef"),
        "summary": st.text(st.sampled_from("ab Ж🦊\n"), max_size=30),
        "importance": st.integers(1, 5),
        "message_ids": st.lists(st.integers(0, 900), min_size=1, max_size=4),
        "sequence": st.integers(-5, 900_000),
        "is_secret": st.booleans(),
        "witnesses": st.lists(st.sampled_from(["Mira", "Robin"]), max_size=4),
    }
)


@given(
    records=st.lists(RECORDS, min_size=1, max_size=12),
    length=st.sampled_from([0, 100, 700, 1000]),
    budget=st.sampled_from([0, 40, 60, 90, 150, 10_000, "80", "x", None, math.nan]),
    encoding=st.sampled_from(["chars/3.5", "bytes/4"]),
)
def test_columns_and_single_memories_make_one_block(records, length, budget, encoding):
    counter = load_tokenizer(encoding)
    assert regular(records) is not None
    for release in OLDER:
        case = {"memories": records, "chat_length": length, "budget": budget}
        single = entries_of(
            [released_memory(record) for record in records], release.wording, counter
        )
        expected = format_memories(release.wording, single, situation_of_case(case), counter)
        columns = release.entries_of_values(records, counter)
        found = format_memories(release.wording, columns, situation_of_case(case), counter)
        assert found == expected or math.isnan(found.available)
        assert found.text == expected.text == release.format(case, counter)["text"]


WRITTEN = {
    "id": "a",
    "summary": "A bell.",
    "importance": 3,
    "message_ids": [4],
    "sequence": 4000,
    "is_secret": False,
    "witnesses": ["Mira"],
}


@pytest.mark.parametrize(
    "odd",
    [
        *({"id": odd} for odd in (None, 5)),
        *({"summary": odd} for odd in (None, 5, ["x"])),
        *({"importance": odd} for odd in (0, 6, -1, True, 2.5, "3")),
        *({"message_ids": odd} for odd in ([], ["4"], [None], [2.5], [-1], [2**60], "4", None)),
        *({"sequence": odd} for odd in (None, "4", 2.5, 2**53)),
        *({"is_secret": odd} for odd in (None, 0, "x")),
        *({"witnesses": odd} for odd in (None, "Mira", {})),
    ],
    ids=repr,
)
def test_one_odd_memory_has_all_read_one_by_one(odd):
    assert regular([WRITTEN, {**WRITTEN, **odd}]) is None
    assert regular([WRITTEN, 5]) is None
    (key,) = odd
    assert regular([{name: value for name, value in WRITTEN.items() if name != key}]) is None


def test_no_memories_are_read_one_by_one():
    assert regular([]) is None
