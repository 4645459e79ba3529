"""Reading SillyTavern's settings.json."""

import json

import pytest

from inspector.core.errors import InspectorError
from inspector.sillytavern.settings_file import HostSettings, parse_settings, read_settings
from inspector.surroundings import Surroundings
from inspector.systems.auto_recap.rulesets import DESIGN, RELEASE_1, RELEASE_2_0

STORED = {
    "main_api": "openai",
    "max_context": 1,
    "amount_gen": 2,
    "oai_settings": {"openai_max_context": 32_000, "openai_max_tokens": 2_000},
    "extension_settings": {
        "auto_recap": {"running_scene_recap_depth": 9},
        "auto_recap_memory": {
            "running_scene_recap_depth": 4,
            "running_scene_recap_template": None,
            "auto_hide_scene_count": "3",
            "profile": "Default",
        },
    },
}


@pytest.fixture
def settings(tmp_path):
    path = tmp_path / "settings.json"
    path.write_text(json.dumps(STORED), "utf-8")
    return path


def test_the_file_is_read_and_left_as_it_is(settings):
    before = settings.read_bytes(), settings.stat().st_mtime_ns
    assert read_settings(settings).values == STORED
    assert (settings.read_bytes(), settings.stat().st_mtime_ns) == before


def test_the_first_name_that_holds_an_object_counts():
    host = HostSettings({"extension_settings": {"a": 5, "b": {"x": 1}, "c": {"x": 2}}})
    assert host.extension("a", "b", "c") == {"x": 1}
    assert host.extension("d") is None
    assert HostSettings({"extension_settings": []}).extension("a") is None


@pytest.mark.parametrize(
    ("values", "size", "chat"),
    [
        (STORED, 30_000, True),
        ({"main_api": "textgenerationwebui", "max_context": 8192, "amount_gen": 350}, 7842, False),
        ({"main_api": "kobold", "max_context": 100, "amount_gen": 350}, 0, False),
        ({"main_api": "openai", "max_context": 8192, "amount_gen": 350}, None, True),
        ({"max_context": "8192", "amount_gen": 350}, None, None),
        ({}, None, None),
    ],
)
def test_the_context_is_the_maximum_less_the_response_of_the_api_in_use(values, size, chat):
    host = HostSettings(values)
    assert (host.context_size, host.uses_chat_completion) == (size, chat)


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b"\xff\xfe", b"null"])
def test_a_file_that_is_none_is_refused_in_one_sentence_that_names_it(data):
    with pytest.raises(InspectorError, match=r"^here/settings\.json: SillyTavern's settings "):
        parse_settings(data, "here/settings.json")


def test_a_missing_file_is_refused_in_one_sentence(tmp_path):
    with pytest.raises(InspectorError, match=r"settings\.json: .*there is no such file"):
        read_settings(tmp_path / "settings.json")


def test_a_byte_order_mark_does_no_harm():
    assert parse_settings(b'\xef\xbb\xbf{"a":1}').values == {"a": 1}


# What Auto-Recap takes from it ------------------------------------------------------------


def found_settings(ruleset, host):
    return Surroundings(host).settings_for(ruleset)


def test_a_release_takes_what_is_stored_under_the_real_name_and_says_what_is_not():
    found = found_settings(RELEASE_2_0, HostSettings(STORED))
    assert found.values == {
        "running_scene_recap_depth": 4,
        "running_scene_recap_template": None,
        "auto_hide_scene_count": "3",
    }
    assert "running_scene_recap_role" in found.absent
    assert [one.code for one in found.problems] == ["settings-partly-absent"]


def test_release_1_also_learns_the_size_of_the_context():
    assert found_settings(RELEASE_1, HostSettings(STORED)).values["context_size"] == 30_000


def test_the_design_keeps_its_default_where_it_refuses_what_is_stored():
    found = found_settings(DESIGN, HostSettings(STORED))
    assert found.values == {"running_scene_recap_depth": 4, "context_size": 30_000}
    refused = [one.text for one in found.problems if one.code == "setting-refused"]
    assert len(refused) == 2
    assert "auto_hide_scene_count is a whole number, not '3'" in refused[1]


@pytest.mark.parametrize(
    ("host", "words"),
    [(None, "No settings.json is at hand"), (HostSettings({}), "settings.json holds none of it")],
)
def test_without_settings_the_defaults_count_and_that_is_said(host, words):
    found = found_settings(DESIGN, host)
    assert found.values == {}
    assert len(found.absent) == len(DESIGN.settings)
    assert words in found.problems[0].text
