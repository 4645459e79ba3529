"""Scenes and auto-hide beyond the goldens: hidden breaks, odd settings, ends of the chat."""

import pytest

from inspector.core.document import recaps_of
from inspector.core.recap_keys import RELEASED
from inspector.systems.auto_recap.rulesets import DESIGN, RELEASE_1, RELEASE_2_0, RULESETS
from inspector.systems.auto_recap.scenes import generation_start, history_count, scenes_of
from tests.systems.auto_recap.chats import chat_with_breaks, document_of, inject


def derived(ruleset, length, breaks, **settings):
    return inject(ruleset, document_of(chat_with_breaks(length, breaks)), **settings)


def rows(scenes):
    return [(one.end, one.start, one.shown_start, one.visible) for one in scenes]


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda one: one.name)
def test_every_break_is_listed_hidden_ones_too(ruleset):
    breaks = {"2": {"scene_recap_memory": "r"}, "5": {"scene_break_visible": False}, "8": {}}
    scenes = derived(ruleset, 10, breaks).scenes
    assert rows(scenes) == [(2, 0, 0, True), (5, 0, 3, False), (8, 3, 3, True)]


def test_a_bookmark_without_a_recap_begins_a_scene_for_generation_only():
    breaks = {"2": {"scene_recap_memory": "r"}, "5": {}, "8": {"scene_break_name": "Dawn"}}
    scenes = derived(DESIGN, 10, breaks).scenes
    assert rows(scenes)[-1] == (8, 6, 3, True)
    assert scenes[-1].name == "Dawn"


def test_to_release_1_a_bookmark_ends_a_scene_like_any_other_break():
    breaks = {"1": {}, "3": {}}
    assert rows(derived(RELEASE_1, 5, breaks).scenes)[-1] == (3, 2, 2, True)
    assert rows(derived(RELEASE_2_0, 5, breaks).scenes)[-1] == (3, 2, 0, True)


def test_a_break_on_the_last_message_leaves_no_open_scene():
    found = derived(RELEASE_2_0, 4, {"3": {}})
    assert rows(found.scenes) == [(3, 0, 0, True)]
    assert [one.scene for one in found.messages] == [3] * 4
    assert found.auto_hide.commands == ("/hide 0-3",)


def test_a_longer_history_reaches_back_over_earlier_scenes():
    breaks = {"2": {}, "5": {}, "8": {}}
    for ruleset in RULESETS:
        scenes = derived(ruleset, 10, breaks, scene_recap_history_count=2).scenes
        assert [one.start for one in scenes] == [0, 0, 3]


@pytest.mark.parametrize(
    ("setting", "count"),
    [(1, 1), ("2", 2), (0, 1), ("", 1), (None, 1), ("many", 1), (-1, -1), ([], 1), (True, 1)],
)
def test_the_history_count_converts_as_in_javascript(setting, count):
    assert history_count(setting) == count


@pytest.mark.parametrize("count", [-1, -7, 0.5])
def test_a_count_that_points_beside_the_breaks_has_no_start(count):
    assert generation_start([2, 5], 5, count) is None
    assert generation_start([2, 5], 5, float("inf")) == 0


def test_at_an_earlier_moment_later_breaks_do_not_exist():
    document = document_of(chat_with_breaks(10, {"2": {}, "8": {}}))
    assert [one.end for one in inject(DESIGN, document, at=7).scenes] == [2]
    assert inject(RELEASE_2_0, document, at=7).auto_hide.commands == ("/hide 0-2", "/unhide 3-7")


@pytest.mark.parametrize(
    ("breaks", "count", "hide", "unhide"),
    [
        ({"2": {}, "5": {}, "8": {}}, 2, ((0, 2),), ((3, 9),)),
        ({"2": {}, "5": {}, "8": {}}, 1, ((0, 5),), ((6, 9),)),
        ({"2": {}, "5": {}, "8": {}}, 3, (), ()),
        ({"2": {}, "5": {}, "8": {}}, 0, (), ()),
        ({"2": {}, "5": {}, "8": {}}, -1, (), ()),
        ({"2": {}, "5": {"scene_break_visible": False}, "8": {}}, 1, ((0, 2),), ((3, 9),)),
        ({}, 2, (), ()),
    ],
)
def test_the_design_keeps_the_last_scenes_visible_or_changes_nothing(breaks, count, hide, unhide):
    done = derived(DESIGN, 10, breaks, auto_hide_scene_count=count).auto_hide
    assert (done.hide, done.unhide) == (hide, unhide)


@pytest.mark.parametrize(
    ("setting", "commands"),
    [
        ("1", ("/hide 0-6", "/unhide 7-9")),
        (True, ("/hide 0-6", "/unhide 7-9")),
        (0, ("/unhide 0-9",)),
        ("", ("/unhide 0-9",)),
        ("some", ("/unhide 0-9",)),
        (-5, ("/unhide 0-9",)),
        (1.5, ("/unhide 0-9",)),
        (1e400, ("/unhide 0-9",)),
        (None, ("/hide 0-6", "/unhide 7-9")),
    ],
)
def test_a_release_takes_any_count_of_scenes(setting, commands):
    done = derived(RELEASE_2_0, 10, {"3": {}, "6": {}}, auto_hide_scene_count=setting).auto_hide
    assert done.commands == commands


def test_release_1_keeps_one_scene_more_than_2_0():
    breaks = {"3": {}, "6": {}}
    assert derived(RELEASE_1, 10, breaks).auto_hide.commands == ("/hide 0-3", "/unhide 4-9")


def test_auto_hide_runs_even_where_the_chat_is_off():
    found = derived(RELEASE_2_0, 4, {"1": {}}, default_chat_enabled=False)
    assert found.auto_hide.commands == ("/hide 0-1", "/unhide 2-3")


def test_scenes_come_in_the_chats_order_whatever_the_order_of_edits():
    view = recaps_of(document_of(chat_with_breaks(6, {"4": {}, "1": {}}))).seen((RELEASED,))
    assert [one.end for one in scenes_of(view, 6, 1)] == [1, 4]
