"""Values of recaps, and finding stored messages by their bytes."""

import pytest

from inspector.core.recap import Recap, Recaps, RecapVersion, RunningRecap
from inspector.core.recap_hash import recap_hash
from inspector.core.recap_keys import DATA_KEYS, DESIGNED, OLDER, RELEASED
from inspector.core.recap_versions import without
from inspector.core.record_search import records_containing


def running(*numbers, current):
    versions = tuple(
        RecapVersion(index, {"version": number}) for index, number in enumerate(numbers)
    )
    return RunningRecap(RELEASED, {"current_version": current}, versions, len(versions))


def left_after(numbers, current, location):
    left = without(running(*numbers, current=current), location)
    return [one.number for one in left.versions], left.current_version


def test_after_the_current_version_is_deleted_the_highest_that_remains_is_current():
    assert left_after([0, 1, 2], 1, 1) == ([0, 2], 2)
    assert left_after([4], 4, 0) == ([], 0)
    assert left_after([0, 1, 2], 2, 0) == ([1, 2], 2)


def test_a_double_of_the_current_number_does_not_stay_current():
    assert left_after([1, 3, 1], 1, 0) == ([3, 1], 3)
    assert left_after([1, 3, 1], 1, 2) == ([1, 3], 1)


class Searchable(list):
    """Records that can tell which of them hold some bytes."""

    def __init__(self, *spelled):
        super().__init__({"spelled": line} for line in spelled)
        self.requested = []

    def containing(self, needle):
        self.requested.append(needle)
        return [index for index, one in enumerate(self) if needle in one["spelled"]]


def recap(message, **record):
    return Recap(message, RELEASED, record)


def test_only_older_data_calls_its_fields_otherwise():
    assert OLDER.stored("scene_recap_memory") == "scene_summary_memory"
    assert [key.stored("scene_recap_memory") for key in (RELEASED, DESIGNED)] == [
        "scene_recap_memory"
    ] * 2


def test_what_is_stored_is_read_and_what_is_no_text_is_empty():
    assert recap(0, memory="m", error="e", scene_break_name="n").scene_name == "n"
    odd = recap(0, memory=5, error={}, scene_break_name=None, exclude="yes", scene_break=0)
    assert (odd.text, odd.error, odd.scene_name) == ("", "", "")
    assert (odd.is_excluded, odd.is_break) == (True, False)


@pytest.mark.parametrize(
    ("data", "visible"),
    [
        ({}, True),
        ({"scene_break_visible": True}, True),
        ({"scene_break_visible": 1}, True),
        ({"scene_break_visible": False}, False),
        ({"scene_break_visible": None}, False),
        ({"scene_break_visible": 0}, False),
    ],
)
def test_a_break_counts_unless_its_flag_is_there_and_falsy(data, visible):
    assert recap(0, scene_break=True, **data).is_visible_break is visible
    assert not recap(0, **data).is_visible_break


def test_the_first_name_looked_for_wins_and_others_fill_the_gaps():
    one, two, three = recap(0), recap(1), recap(0)
    recaps = Recaps(2, {RELEASED.message: {0: one}, DESIGNED.message: {0: three, 1: two}})
    seen = recaps.seen((RELEASED, DESIGNED)).messages
    assert seen == {0: one, 1: two}
    assert recaps.seen((DESIGNED,)).messages == {0: three, 1: two}
    assert recaps.seen((OLDER,)).messages == {}
    assert recaps.at(0) == (one, three)
    assert recaps.key is RELEASED
    assert bool(recaps)


def test_an_empty_chat_keeps_nothing_and_would_write_under_the_releases_name():
    assert not Recaps()
    assert Recaps().key is RELEASED
    assert Recaps().seen(DATA_KEYS).breaks == ()


def test_a_version_is_found_as_strictly_as_in_javascript():
    numbers = [1, 1.0, "1", True, None]
    versions = tuple(RecapVersion(n, {"version": one}) for n, one in enumerate(numbers))
    running = RunningRecap(RELEASED, {"current_version": "1"}, (*versions, RecapVersion(5, {})))
    assert [running.place_of(one) for one in (1, "1", True, None, 2)] == [0, 2, 3, 4, None]
    assert running.current_place == 2
    assert running.highest == 1
    assert RunningRecap(RELEASED, {}).highest == -1


def test_the_hash_counts_utf_16_units_and_wraps_at_32_bits():
    assert recap_hash("🐉") == recap_hash("\ud83d\udc09")
    assert recap_hash("a" * 1000) == recap_hash(" " + "a" * 1000 + "\ufeff")
    assert recap_hash("\n") == "0"


def test_records_that_can_be_searched_are_asked_once_for_each_key():
    records = Searchable(b'{"key":1}', b"{}", b'{"other":1}')
    assert records_containing(records, b'"key"', b'"other"') == [0, 2]
    assert records.requested == [b'"key"', b'"other"', rb"\u00"]


def test_records_whose_keys_are_spelled_with_escapes_may_hold_them():
    records = Searchable(b"{}", rb'{"\u006bey":1}')
    assert records_containing(records, b'"key"') == [1]


def test_records_that_cannot_be_searched_may_all_hold_it():
    assert list(records_containing([{}, {}], b"x")) == [0, 1]
