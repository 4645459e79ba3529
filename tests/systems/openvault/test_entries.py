"""Memories read in columns are formatted as those that are read one by one."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.errors import ReleaseThrowsError
from inspector.systems import ruleset_named
from inspector.systems.openvault.entries import EntriesInColumns, entries_of
from inspector.systems.openvault.formatter import format_memories
from inspector.systems.openvault.release_1_44 import Wording144
from inspector.systems.openvault.released import situation_of_case
from inspector.systems.openvault.wording import released_memory
from inspector.tokenizer import load_tokenizer

OLDER = [ruleset_named(f"openvault/{version}") for version in ("1.41", "1.44")]
RECORDS = st.fixed_dictionaries(
    {
        "id": st.sampled_from(["a", "b", "c", "d", 5, None]),
        "summary": st.text(st.sampled_from("ab Ж🦊\n"), max_size=30),
        "importance": st.one_of(st.integers(1, 5), st.sampled_from([True, 4.0])),
        "message_ids": st.lists(st.integers(0, 900), min_size=1, max_size=4),
        "sequence": st.one_of(st.integers(-5, 900_000), st.sampled_from([True, 2.5])),
        "is_secret": st.one_of(st.booleans(), st.sampled_from([0, 1.0])),
        "witnesses": st.lists(st.sampled_from(["Mira", "Robin"]), max_size=4),
    }
)


class CountingWording(Wording144):
    """Counts the memories whose lines are made one by one."""

    def __init__(self):
        self.lines = 0

    def line(self, value):
        self.lines += 1
        return super().line(value)


def read_alone(records, release=OLDER[-1]):
    """How many of the memories are read one by one, and the block."""
    counter, wording = load_tokenizer("chars/3.5"), CountingWording()
    read = EntriesInColumns(wording, release.regular_heads, counter, release.reads_witnesses)
    situation = situation_of_case({"chat_length": 5000, "budget": 10**9})
    text = format_memories(wording, read.of(records), situation, counter).text
    return wording.lines, text


def one_by_one(release, case, counter):
    memories = [released_memory(record) for record in case["memories"]]
    entries = entries_of(memories, release.wording, counter)
    return format_memories(release.wording, entries, situation_of_case(case), counter)


def text_or_error(act):
    try:
        return act()
    except ReleaseThrowsError as error:
        return error


@given(
    records=st.lists(RECORDS, min_size=1, max_size=12),
    length=st.sampled_from([0, 100, 700, 1000]),
    budget=st.sampled_from([0, 40, 60, 90, 150, 10_000, "80", "x", None, math.nan]),
    encoding=st.sampled_from(["chars/3.5", "bytes/4"]),
)
def test_columns_and_single_memories_make_one_block(records, length, budget, encoding):
    counter = load_tokenizer(encoding)
    assert read_alone(records)[0] == 0
    for release in OLDER:
        case = {"memories": records, "chat_length": length, "budget": budget}
        expected = one_by_one(release, case, counter)
        columns = release.entries_of_values(records, counter)
        found = format_memories(release.wording, columns, situation_of_case(case), counter)
        assert found == expected or math.isnan(found.available)
        assert found.text == expected.text == release.format(case, counter)["text"]


ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([-1, 0, 2**53, 2**60 + 1, -(2**60), 10**400, 0.5, -0.0, 1e308, "3", "", {}]),
    st.sampled_from([math.nan, math.inf, -math.inf]),
    st.text(st.sampled_from("a1Ж🦊\ud83e\n"), max_size=5),
    st.lists(st.sampled_from([1, -7, 2.5, 2**60, True, None, "4", [3]]), max_size=3),
)


@st.composite
def odd_records(draw):
    """Memories of which some have a field that is odd or missing, or are no objects at all."""
    records: list[object] = draw(st.lists(RECORDS, min_size=1, max_size=8))
    for place in draw(st.lists(st.integers(0, len(records) - 1), max_size=2, unique=True)):
        record = dict(records[place])
        key = draw(st.sampled_from(sorted(record)))
        record[key] = draw(ODD)
        without = {name: value for name, value in record.items() if name != key}
        records[place] = draw(st.sampled_from([record, without, record, record[key]]))
    return records


@given(
    records=odd_records(),
    length=st.sampled_from([0, 700]),
    budget=st.sampled_from([60, 150, 10_000]),
)
def test_what_is_odd_is_formatted_as_by_reading_one_by_one(records, length, budget):
    counter = load_tokenizer("chars/3.5")
    case = {"memories": records, "chat_length": length, "budget": budget}
    for release in OLDER:
        expected = text_or_error(lambda by=release: one_by_one(by, case, counter).text)
        found = text_or_error(lambda by=release: by.format(case, counter)["text"])
        assert found == expected or str(found) == str(expected)


WRITTEN = {
    "id": "a",
    "summary": "A bell.",
    "importance": 3,
    "message_ids": [4],
    "sequence": 4000,
    "is_secret": False,
    "witnesses": ["Mira"],
}


def many(**odd):
    """Memories of which one, in the middle of many, has other fields."""
    records = [{**WRITTEN, "id": str(n), "sequence": n, "message_ids": [n]} for n in range(2000)]
    records[777] |= odd
    return records


@pytest.mark.parametrize(
    "odd",
    [
        *({"summary": odd} for odd in (None, 5, ["x"])),
        *({"importance": odd} for odd in (11, 0.5, "12", [3])),
        *({"message_ids": odd} for odd in (["4"], [None], [2.5], [-1], [2**60])),
        *({"sequence": odd} for odd in ("4", [4], 2**53, -math.inf, math.nan)),
        *({"witnesses": odd} for odd in ("Mira", {})),
    ],
    ids=repr,
)
def test_an_odd_memory_has_few_others_read_one_by_one(odd):
    records, counter = many(**odd), load_tokenizer("chars/3.5")
    alone, text = read_alone(records)
    assert 1 <= alone <= 16
    case = {"memories": records, "chat_length": 5000, "budget": 10**9}
    assert text == one_by_one(OLDER[-1], case, counter).text


@pytest.mark.parametrize(
    "importance", [0, -0.0, "", "3", " 4 ", True, False, None, 2.5, math.nan, 10.9]
)
@pytest.mark.parametrize("secret", [True, "x", 2, [], 0])
def test_what_a_release_takes_for_one_to_ten_stars_is_read_in_columns(importance, secret):
    records = many(importance=importance, is_secret=secret)
    alone, text = read_alone(records)
    assert alone == 0
    case = {"memories": records, "chat_length": 5000, "budget": 10**9}
    assert text == one_by_one(OLDER[-1], case, load_tokenizer("chars/3.5")).text


@pytest.mark.parametrize("importance", [-1, "-3", 1e300, math.inf])
def test_a_release_throws_over_an_odd_importance_only_where_it_comes_to_it(importance):
    records, counter = many(importance=importance), load_tokenizer("chars/3.5")
    for release in OLDER:
        for budget in (10**9, 3000):
            case = {"memories": records, "chat_length": 5000, "budget": budget}
            expected = text_or_error(lambda by=release, of=case: one_by_one(by, of, counter).text)
            found = text_or_error(lambda by=release, of=case: by.format(of, counter)["text"])
            assert isinstance(found, ReleaseThrowsError) == (budget > 3000)
            assert str(found) == str(expected)


def test_witnesses_are_read_where_the_release_reads_them():
    assert read_alone([{**WRITTEN, "witnesses": "x"}], OLDER[0])[0] == 0
    assert read_alone([{**WRITTEN, "witnesses": "x"}])[0] == 1


@pytest.mark.parametrize("key", ["importance", "message_ids", "sequence", "is_secret", "witnesses"])
def test_a_field_that_is_missing_in_every_memory_is_still_read_in_columns(key):
    without = {name: value for name, value in WRITTEN.items() if name != key}
    counter = load_tokenizer("chars/3.5")
    for records in ([without, WRITTEN], [{**WRITTEN, key: None}]):
        assert read_alone(records)[0] == 0
        for release in OLDER:
            case = {"memories": records, "chat_length": 10, "budget": 100}
            expected = one_by_one(release, case, counter).text
            assert release.format(case, counter)["text"] == expected


@pytest.mark.parametrize("release", OLDER, ids=lambda release: release.name)
def test_many_memories_are_read_in_columns_up_to_an_odd_one(release):
    counter = load_tokenizer("chars/3.5")
    records = [
        {**WRITTEN, "id": str(n), "sequence": n, "message_ids": [n * 7 + n % 5 * 3]}
        for n in range(701)
    ]
    odd = [*records[:-1], {**records[-1], "importance": None}]
    texts = [
        release.format({"memories": some, "chat_length": 5000, "budget": budget}, counter)["text"]
        for budget in (10**6, 2000)
        for some in (records, odd)
    ]
    assert len(set(texts)) == 2
    assert texts[0] == texts[1]
    assert texts[0].count("A bell.") == 701 > texts[2].count("A bell.") > 0
