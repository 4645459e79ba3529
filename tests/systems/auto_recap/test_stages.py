"""Scene recaps in readable form, beyond the goldens: the older shapes of specs §1.3."""

import pytest

from inspector.core.recap import Recap
from inspector.core.recap_keys import RELEASED
from inspector.systems.auto_recap import scene_versions, stages


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (None, ""),
        (0, ""),
        (5, "5"),
        (True, "true"),
        ([5], ""),
        ("  ", ""),
        ("  text \ufeff", "text"),
        ({"stage3": {"rc": "old"}}, "DEVELOPMENTS:\nold"),
        ({"stage3": {"recap": {"open": ["o"]}}}, "OPEN:\no"),
        ({"stage3": {}, "stage1": {"extracted": ["e"]}}, "e"),
        ({"stage2": {"recap": {"plot": "p"}}}, "OUTCOMES:\np"),
        ({"stage2": {"recap": "text"}}, "text"),
        ({"stage1": {"chronological_items": ["a", "b"]}}, "a\nb"),
        ({"recap": {"developments": ["d"]}}, "DEVELOPMENTS:\nd"),
        ({"resolved": ["r"]}, ""),
        ("[1,2]", ""),
        ('```\n{"plot":"P"}\n```', "P"),
        ('``` {"plot":"P"}', '``` {"plot":"P"}'),
        ("{" * 5000, "{" * 5000),
    ],
)
def test_every_shape_of_a_recap_has_a_readable_form(data, text):
    assert stages.readable(data) == text


@pytest.mark.parametrize(
    ("data", "stage"),
    [('{"stage1":{},"stage3":{}}', 3), ('{"stage4":{}}', 4), ("text", None), ('{"sn":""}', None)],
)
def test_the_stage_that_a_recap_has_reached(data, stage):
    assert stages.stage_reached(data) == stage


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ('{\n  "a": [1.0, "é"]\n}', '{"a":[1,"é"]}'),
        ("plain\ntext", "plain\ntext"),
        ("[1, 2]", "[1, 2]"),
        ('{"a":', '{"a":'),
    ],
)
def test_an_edited_recap_is_compacted_only_if_it_is_a_json_object(typed, stored):
    assert stages.compacted(typed) == stored


def test_an_entitys_fields_are_lists_with_their_long_names():
    made = stages.normalised_entity({"n": "E", "k": "one", "c": "  ", "u": 3, "x": None})
    assert made == {"name": "E", "keywords": ["one"], "content": [], "uid": 3, "x": None}


@pytest.mark.parametrize(
    ("recap", "name"),
    [
        ('{"sn":"A","scene_name":"B"}', "A"),
        ('{"sn":"","scene_name":"B"}', "B"),
        ('{"stage1":{"sn":" \'C\' "}}', "C"),
        ('{"sn":"two\\nlines"}', "two lines"),
        ('{"sn":"' + "🐉" * 26 + '"}', "🐉" * 23 + "\ud83d..."),
        ('{"sn":5}', ""),
        ("text", ""),
    ],
)
def test_the_title_that_a_scene_gets_by_itself(recap, name):
    assert scene_versions.automatic_name(recap) == name


def test_a_recap_that_drawing_would_empty_is_known():
    def lost(**data):
        return scene_versions.is_lost_when_drawn(Recap(0, RELEASED, {"scene_break": True, **data}))

    assert lost(scene_recap_memory="x")
    assert lost(scene_recap_memory="x", scene_break_recap="y")
    assert not lost(scene_recap_memory="x", scene_break_recap="x")
    assert not lost(scene_recap_memory="x", scene_recap_versions=["y"])
    assert not lost()
