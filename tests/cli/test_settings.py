"""`--settings`: what SillyTavern's settings.json says, and what overrides it."""

import pytest

from tests.systems.auto_recap.chats import message, running, version

RECAPS = running(version(0, "So far."))
DESIGN, RELEASE = ("--ruleset", "auto-recap/design"), ("--ruleset", "auto-recap/2.0")
DEPTH = "running_scene_recap_depth"
GROUP = {"id": "g1", "name": "Tea Club", "members": ["Mira.png", "Orrin.png"], "chats": ["tea"]}


def depth(found):
    return found["prompts"][0]["depth"]


@pytest.fixture
def chat(make_chat):
    return make_chat([message()], RECAPS)


@pytest.mark.parametrize("ruleset", [DESIGN, RELEASE], ids=lambda one: one[1])
def test_a_settings_file_is_followed_and_set_overrides_it(cli, chat, make_settings, ruleset):
    settings = ("--settings", make_settings({DEPTH: 7}))
    assert depth(cli("inject", chat, "--json", *ruleset, *settings).json) == 7
    overridden = cli("inject", chat, "--json", *ruleset, *settings, "--set", f"{DEPTH}=3").json
    assert depth(overridden) == 3


def test_settings_are_found_from_the_chats_place_and_never_written(cli, location, user):
    path = location("chat-A", [message()], RECAPS, {DEPTH: 7})
    before = (user / "settings.json").read_bytes()
    assert depth(cli("inject", path, "--json").json) == 7
    assert (user / "settings.json").read_bytes() == before


def test_the_named_file_counts_before_the_one_that_is_found(cli, location, make_settings):
    path = location("chat-A", [message()], RECAPS, {DEPTH: 7})
    named = make_settings({DEPTH: 9})
    assert depth(cli("inject", path, "--json", "--settings", named).json) == 9


def test_absent_settings_are_the_defaults_and_that_is_said(cli, chat, make_settings):
    found = cli("inject", chat, "--json", *RELEASE, "--settings", make_settings({DEPTH: 7})).json
    (wording,) = [text for text in found["warnings"] if "does not hold" in text]
    assert "running_scene_recap_role" in wording
    assert DEPTH not in wording
    nothing = cli("inject", chat, "--json", *RELEASE, "--settings", make_settings({}, "x")).json
    assert any("settings.json holds none of it" in text for text in nothing["warnings"])
    none = cli("inject", chat, "--json", *RELEASE).json
    assert any("No settings.json is at hand" in text for text in none["warnings"])


def test_what_a_design_refuses_is_its_default_and_that_is_said(cli, chat, make_settings):
    settings = make_settings({DEPTH: "deep"})
    found = cli("inject", chat, "--json", *DESIGN, "--settings", settings).json
    assert depth(found) == 2
    assert any(f"{DEPTH} is a whole number" in text for text in found["warnings"])


def test_a_setting_given_by_hand_is_not_called_absent(cli, chat, make_settings):
    options = ("--settings", make_settings({}), "--set", f"{DEPTH}=3")
    warnings = cli("inject", chat, "--json", *RELEASE, *options).json["warnings"]
    assert not any(DEPTH in text for text in warnings)


@pytest.mark.parametrize("data", [b"{", b"[]", None], ids=["cut off", "no object", "missing"])
def test_a_named_file_that_is_none_is_refused_by_name(cli, chat, tmp_path, data):
    path = tmp_path / "settings.json"
    if data is not None:
        path.write_bytes(data)
    for verb in ("inject", "messages", "scenes"):
        assert "settings.json" in cli(verb, chat, "--settings", path).refusal


def test_a_file_that_is_found_and_cannot_be_read_is_a_warning(cli, location, user):
    path = location("chat-A", [message()], RECAPS)
    (user / "settings.json").write_text("{")
    found = cli("inject", path, "--json").json
    assert any("settings cannot be read" in text for text in found["warnings"])


def test_the_context_of_the_api_in_use_makes_the_percentage(cli, make_chat, make_settings):
    path = make_chat([message(data={"memory": "12345678"})])
    limit = {"message_recap_context_limit": 1, "message_recap_context_type": "percent"}
    for context, included in ((399, True), (199, False)):
        api = {"main_api": "kobold", "max_context": context + 50, "amount_gen": 50}
        settings = make_settings(limit, **api)
        options = ("--settings", settings, "--encoding", "chars/4", "--ruleset", "auto-recap/1")
        (row,) = cli("messages", path, "--json", *options).json
        assert row["included"] is included, context


# OpenVault ----------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", ["openvault/temporal", "openvault/1.44", "openvault/26"])
def test_openvaults_settings_are_taken_too(cli, sample, make_settings, ruleset):
    settings = make_settings({"retrievalFinalTokens": 321, "unknown": 1}, "openvault")
    options = ("--json", "--ruleset", ruleset, "--settings", settings)
    assert cli("inject", sample, *options).json["budget"]["limit"] == 321
    overridden = cli("inject", sample, *options, "--set", "retrievalFinalTokens=456").json
    assert overridden["budget"]["limit"] == 456


def test_nested_settings_of_openvault_are_found(cli, sample, make_settings):
    stored = {"injection": {"scene": {"position": 2}, "memory": {"depth": 9}}}
    options = ("--ruleset", "openvault/26", "--settings", make_settings(stored, "openvault"))
    found = cli("inject", sample, "--json", *options).json
    (wording,) = [text for text in found["warnings"] if "does not hold" in text]
    assert "injection.memory.position" in wording
    assert "injection.scene.position" not in wording


def test_a_chat_of_openvault_without_settings_at_hand_needs_no_warning(cli, sample):
    options = ("--ruleset", "openvault/temporal")
    assert cli("inject", sample, "--json", *options).json["warnings"] == []


# Groups -------------------------------------------------------------------------------------


def test_members_of_a_group_come_from_its_definition(cli, location):
    metadata = {"openvault": {"memories": []}}
    speaking = message(name="Mira the Bold", original_avatar="Mira.png")
    path = location("tea", [speaking], metadata, group=GROUP)
    text = cli("inject", path, "--json", "--ruleset", "openvault/terse").json["prompts"][0]["text"]
    assert "Present: Orrin" in text


def test_a_disabled_member_is_left_out_of_short_term_memory(cli, location):
    messages = [
        message(data={"memory": "r"}, original_avatar="Mira.png"),
        message(data={"memory": "r"}, original_avatar="Orrin.png"),
    ]
    disabled = {"disabled_group_characters": {"g1": ["Orrin.png"]}}
    path = location("tea", messages, settings=disabled, group=GROUP)
    rows = cli("messages", path, "--json").json
    assert [row["reason"] for row in rows] == ["", "character"]


@pytest.mark.parametrize("other", [(), DESIGN], ids=["alone", "beside one that is asked"])
def test_a_value_is_refused_by_messages_too_where_its_ruleset_judges_none(cli, chat, other):
    named = ("--ruleset", "openvault/temporal", *other, "--set", "recent_start=5")
    words = "recent_start is at most 1, not 5."
    assert words in cli("inject", chat, *named).refusal
    assert words in cli("messages", chat, *named).refusal
