"""How the running recap is injected: by the design, and by the releases where they differ."""

import time

import pytest

from inspector.core.errors import InspectorError, ReleaseThrowsError, SettingError
from inspector.core.recap import Host, RecapVersion
from inspector.core.recap_state import StoreState
from inspector.systems.auto_recap.rulesets import DESIGN, RELEASE_1, RELEASE_2_0, RULESETS
from inspector.systems.auto_recap.settings import (
    DESIGN_TEMPLATE,
    MACRO,
    OLD_TEMPLATE,
    RELEASE_TEMPLATE,
)
from inspector.systems.auto_recap.template import designed_text, released_text
from inspector.systems.auto_recap.timing import reach_of
from tests.systems.auto_recap.chats import (
    RUNNING,
    document_of,
    inject,
    message,
    running,
    version,
)

BOTH = (DESIGN, RELEASE_2_0)
RELEASES = (RELEASE_1, RELEASE_2_0)


def text_of(ruleset, document, **settings):
    return inject(ruleset, document, **settings).injections[0].text


def slot(ruleset, document, **settings):
    (one,) = inject(ruleset, document, **settings).injections
    return one.key, one.position, one.depth, one.role, one.scan


def codes(derived):
    return [problem.code for problem in derived.warnings]


def chat_with(content, **rest):
    return document_of([message()], running(version(0, content), **rest))


@pytest.mark.parametrize(
    ("ruleset", "template"),
    [(DESIGN, DESIGN_TEMPLATE), (RELEASE_1, OLD_TEMPLATE), (RELEASE_2_0, RELEASE_TEMPLATE)],
    ids=lambda value: getattr(value, "name", ""),
)
def test_each_ruleset_has_its_own_template(ruleset, template):
    assert text_of(ruleset, chat_with("R")) == template.replace(MACRO, "R")


def test_the_designs_example_is_reproduced():
    store = running(
        *(version(n, f"## Characters\nAlice: {n}", scene=n) for n in range(3)), current=2
    )
    assert text_of(DESIGN, document_of([message()] * 3, store)) == (
        "# Story Memory\n\nThe following is a cumulative memory of key scenes and developments "
        "from the roleplay so far.\n\n## Characters\nAlice: 2"
    )


@pytest.mark.parametrize(
    ("ruleset", "key"),
    [
        (DESIGN, "auto_recap_scene"),
        (RELEASE_1, "auto_recap_memory_scene"),
        (RELEASE_2_0, "auto_recap_memory_scene"),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_the_slot_has_the_extensions_key_and_place(ruleset, key):
    assert slot(ruleset, chat_with("R")) == (key, 2, 2, 0, False)


@pytest.mark.parametrize("ruleset", BOTH, ids=lambda one: one.name)
@pytest.mark.parametrize("template", ["", "   ", " \n\t "], ids=["empty", "blank", "white"])
def test_a_blank_template_injects_the_recap_alone(ruleset, template):
    assert text_of(ruleset, chat_with("R $& $$"), running_scene_recap_template=template) == (
        "R $& $$"
    )


@pytest.mark.parametrize("ruleset", BOTH, ids=lambda one: one.name)
def test_a_template_without_the_macro_loses_the_recap_and_says_so(ruleset):
    derived = inject(ruleset, chat_with("R"), running_scene_recap_template="Nothing {{ else }}")
    assert derived.injections[0].text == "Nothing {{ else }}"
    assert "template-without-macro" in codes(derived)


@pytest.mark.parametrize("ruleset", BOTH, ids=lambda one: one.name)
def test_every_macro_is_replaced_but_only_in_its_exact_spelling(ruleset):
    template = f"{MACRO}|{{{{ running_recap }}}}|{{{{Running_Recap}}}}|{MACRO}"
    text = text_of(ruleset, chat_with("R"), running_scene_recap_template=template)
    assert text == "R|{{ running_recap }}|{{Running_Recap}}|R"


@pytest.mark.parametrize("ruleset", BOTH, ids=lambda one: one.name)
def test_a_recap_that_holds_the_macro_is_not_replaced_again(ruleset):
    text = text_of(ruleset, chat_with(f"a{MACRO}b"), running_scene_recap_template=f"<{MACRO}>")
    assert text == f"<a{MACRO}b>"


@pytest.mark.parametrize(
    ("content", "released"),
    [
        ("a$&b", f"pre a{MACRO}b mid a{MACRO}b post"),
        ("a$`b", f"pre apre b mid apre {MACRO} mid b post"),
        ("a$'b", f"pre a mid {MACRO} postb mid a postb post"),
        ("a$$b", "pre a$b mid a$b post"),
        ("a$$&b", "pre a$&b mid a$&b post"),
        ("a$1b $0 $<x>", "pre a$1b $0 $<x> mid a$1b $0 $<x> post"),
        ("a$", "pre a$ mid a$ post"),
    ],
)
def test_a_dollar_is_a_pattern_to_a_release_and_a_dollar_to_the_design(content, released):
    template = f"pre {MACRO} mid {MACRO} post"
    assert released_text(template, content) == released
    assert designed_text(template, content) == template.replace(MACRO, content)


def test_a_release_warns_of_the_dollars_that_it_replaces():
    warned = inject(RELEASE_2_0, chat_with("it cost $$5 and $& more"))
    (problem,) = [one for one in warned.warnings if one.code == "dollar-pattern"]
    assert "$$ $&" in problem.text
    assert "dollar-pattern" not in codes(inject(RELEASE_2_0, chat_with("it cost $5")))
    assert "dollar-pattern" not in codes(inject(DESIGN, chat_with("it cost $$5")))


@pytest.mark.parametrize("ruleset", BOTH, ids=lambda one: one.name)
def test_content_of_white_space_is_content(ruleset):
    text = text_of(ruleset, chat_with(" \n "), running_scene_recap_template=f"<{MACRO}>")
    assert text == "< \n >"


@pytest.mark.parametrize(
    ("content", "printed"),
    [({"a": 1}, "[object Object]"), (["a", None, 2], "a,,2"), (7, "7"), (True, "true")],
    ids=["object", "list", "number", "flag"],
)
def test_content_that_is_no_text_is_printed_by_a_release_and_left_out_by_the_design(
    content, printed
):
    template = f"<{MACRO}>"
    released = inject(RELEASE_2_0, chat_with(content), running_scene_recap_template=template)
    designed = inject(DESIGN, chat_with(content), running_scene_recap_template=template)
    assert released.injections[0].text == f"<{printed}>"
    assert designed.injections[0].text == ""
    assert "content-no-text" in codes(released)
    assert "content-no-text" in codes(designed)


@pytest.mark.parametrize("ruleset", BOTH, ids=lambda one: one.name)
@pytest.mark.parametrize("content", ["", None, 0, False], ids=repr)
def test_empty_content_injects_nothing(ruleset, content):
    derived = inject(ruleset, chat_with(content))
    (one,) = derived.injections
    assert (one.text, one.tokens, one.sections, one.cost) == ("", 0, (), 0)


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda one: one.name)
def test_the_lines_of_the_slot_are_its_text_and_share_its_tokens(ruleset):
    (one,) = inject(ruleset, chat_with("first\n\nlast")).injections
    assert "\n".join(line.text for line in one.lines) == one.text
    assert all(section.bucket is None for section in one.sections)
    assert one.cost == one.tokens > 0


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda one: one.name)
def test_a_chat_without_messages_or_recaps_gets_an_empty_slot(ruleset):
    derived = inject(ruleset, document_of())
    assert [one.text for one in derived.injections] == [""]
    assert list(derived.messages) == []
    assert derived.scenes == ()
    assert derived.auto_hide.commands == ()
    assert derived.state is StoreState.NONE
    assert derived.chat_length == 0


@pytest.mark.parametrize("ruleset", BOTH, ids=lambda one: one.name)
def test_a_current_version_that_does_not_exist_injects_nothing(ruleset):
    document = document_of([message()], running(version(0), version(1), current=7))
    derived = inject(ruleset, document)
    assert derived.injections[0].text == ""
    assert "current-missing" in codes(derived)


@pytest.mark.parametrize("ruleset", BOTH, ids=lambda one: one.name)
def test_a_version_is_found_by_its_exact_number_the_first_if_it_stands_twice(ruleset):
    settings = {"running_scene_recap_template": MACRO}
    as_text = document_of([message()], running(version("0", "x"), current=0))
    twice = document_of([message()], running(version(3, "old"), version(3, "new"), current=3))
    flag = document_of([message()], running(version(1, "one"), current=True))
    assert text_of(ruleset, as_text, **settings) == ""
    assert text_of(ruleset, twice, **settings) == "old"
    assert text_of(ruleset, flag, **settings) == ""


def test_versions_that_are_no_list_stop_a_release_and_are_none_to_the_design():
    store = {"chat_id": "chat-A", "current_version": 0, "versions": {"0": version(0, "R")}}
    document = document_of([message()], {RUNNING: store})
    assert codes(inject(RELEASE_2_0, document)) == ["release-throws"]
    assert text_of(DESIGN, document) == ""


@pytest.mark.parametrize("release", RELEASES, ids=lambda one: one.name)
@pytest.mark.parametrize("versions", [None, "", 0, False])
def test_versions_that_are_falsy_are_none_to_a_release(release, versions):
    store = {"chat_id": "chat-A", "current_version": 0, "versions": versions}
    derived = inject(release, document_of([message()], {RUNNING: store}))
    assert (derived.injections[0].text, codes(derived)) == ("", [])


@pytest.mark.parametrize("release", RELEASES, ids=lambda one: one.name)
def test_a_null_before_the_version_that_is_looked_for_stops_a_release(release):
    def derived(*versions, current):
        return inject(release, document_of([message()], running(*versions, current=current)))

    behind = derived(version(0, "R"), None, current=0)
    before = derived(None, version(0, "R"), current=0)
    nowhere = derived(version(0, "R"), None, current=7)
    other = derived("x", 5, [], version(0, "R"), current=0)
    assert "R" in behind.injections[0].text
    assert "R" in other.injections[0].text
    assert [codes(one) for one in (before, nowhere)] == [["release-throws"], ["release-throws"]]
    assert before.injections[0].text == ""


def test_release_1_empties_another_chats_recap_even_in_a_branch_and_after_an_import():
    branch = document_of([message()], {**running(version(0), chat_id="B"), "main_chat": "B"})
    imported = document_of(
        [message()],
        {**running(version(0), chat_id="B"), "world_info": "gone"},
        Host("chat-A", worlds=frozenset({"others"})),
    )
    for document in (branch, imported):
        assert inject(RELEASE_1, document).state is StoreState.RESET
        assert text_of(RELEASE_1, document) == ""
        assert text_of(RELEASE_2_0, document) != ""


@pytest.mark.parametrize("named", [[], ["gone"], {"a": 1}, 5, True])
def test_a_lorebook_that_is_no_text_names_none(named):
    metadata = {**running(version(0), chat_id="B"), "world_info": named}
    for worlds in (frozenset(), None):
        document = document_of([message()], metadata, Host("chat-A", worlds=worlds))
        assert inject(RELEASE_2_0, document).state is StoreState.RESET


def test_a_template_that_is_no_text_stops_a_release():
    with pytest.raises(ReleaseThrowsError, match="trim is not a function"):
        released_text(5, "R")
    derived = inject(RELEASE_2_0, chat_with("R"), running_scene_recap_template=5)
    assert (derived.injections[0].text, codes(derived)) == ("", ["release-throws"])


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda one: one.name)
@pytest.mark.parametrize(
    ("settings", "on"),
    [
        ({"default_chat_enabled": False}, False),
        ({"default_chat_enabled": False, "chats_enabled": {"chat-A": True}}, True),
        ({"chats_enabled": {"chat-A": False}}, False),
        ({"chats_enabled": {"chat-A": None}}, True),
        ({"use_global_toggle_state": True, "global_toggle_state": False}, False),
        (
            {
                "use_global_toggle_state": True,
                "global_toggle_state": True,
                "chats_enabled": {"chat-A": False},
            },
            True,
        ),
    ],
)
def test_a_chat_that_is_off_gets_an_empty_slot_at_position_0_and_depth_0(ruleset, settings, on):
    derived = inject(ruleset, chat_with("R"), **settings)
    (one,) = derived.injections
    assert bool(one.text) is on
    assert (one.position, one.depth) == ((2, 2) if on else (0, 0))
    assert ("chat-disabled" in codes(derived)) is not on


def test_a_global_switch_that_was_never_set_is_off_for_a_release():
    assert text_of(RELEASE_2_0, chat_with("R"), use_global_toggle_state=True) == ""
    assert text_of(DESIGN, chat_with("R"), use_global_toggle_state=True) != ""


@pytest.mark.parametrize(
    ("setting", "value", "location"),
    [
        ("position", "1", (1, 2, 0, False)),
        ("position", -1, (-1, 2, 0, False)),
        ("position", "top", (None, 2, 0, False)),
        ("position", 1.5, (None, 2, 0, False)),
        ("position", None, (2, 2, 0, False)),
        ("position", "", (0, 2, 0, False)),
        ("depth", -3, (2, -3, 0, False)),
        ("depth", "deep", (2, None, 0, False)),
        ("role", "user", (2, 2, -1, False)),
        ("role", True, (2, 2, 1, False)),
        ("scan", "no", (2, 2, 0, True)),
        ("scan", 0, (2, 2, 0, False)),
    ],
)
def test_a_release_registers_odd_places_as_javascript_converts_them(setting, value, location):
    name = f"running_scene_recap_{setting}"
    derived = inject(RELEASE_2_0, chat_with("R"), **{name: value})
    assert slot(RELEASE_2_0, chat_with("R"), **{name: value})[1:] == location
    assert ("place-no-number" in codes(derived)) is (None in location or -1 in location[2:])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("running_scene_recap_position", 3),
        ("running_scene_recap_position", "2"),
        ("running_scene_recap_depth", -1),
        ("running_scene_recap_role", 1.5),
        ("running_scene_recap_scan", 1),
        ("running_scene_recap_template", None),
        ("message_recap_context_limit", -1),
        ("message_recap_context_type", "tokens"),
        ("include_user_messages", "yes"),
        ("nothing_of_the_kind", 1),
    ],
)
def test_the_design_refuses_settings_that_it_cannot_have(name, value):
    with pytest.raises(SettingError, match=name):
        inject(DESIGN, chat_with("R"), **{name: value})


def test_a_release_refuses_only_names_that_it_does_not_know():
    RELEASE_1.check_settings({"include_user_messages": "whatever"})
    with pytest.raises(SettingError, match="include_user_messages"):
        RELEASE_2_0.check_settings({"include_user_messages": True})


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda one: one.name)
def test_a_running_recap_is_no_case_for_the_formatter(ruleset):
    with pytest.raises(InspectorError, match="no formatter"):
        ruleset.format({}, None)


# Whose it is ------------------------------------------------------------------------------


def another_chats(**metadata):
    return {**running(version(0, "R"), chat_id="chat-B"), **metadata}


@pytest.mark.parametrize(
    ("metadata", "worlds", "state", "injects"),
    [
        (another_chats(), frozenset(), StoreState.RESET, False),
        (another_chats(), None, StoreState.RESET, False),
        (another_chats(main_chat="chat-B"), frozenset(), StoreState.BRANCH, True),
        (another_chats(world_info="gone"), frozenset({"here"}), StoreState.IMPORT, True),
        (another_chats(world_info="here"), frozenset({"here"}), StoreState.RESET, False),
        (another_chats(world_info="gone"), None, StoreState.UNKNOWN, False),
        (running(version(0, "R")), None, StoreState.OK, True),
        (running(chat_id="chat-B", world_info="gone"), frozenset(), StoreState.RESET, False),
    ],
)
def test_a_release_keeps_adopts_or_empties_a_running_recap(metadata, worlds, state, injects):
    document = document_of([message()], metadata, Host("chat-A", worlds=worlds))
    derived = inject(RELEASE_2_0, document)
    assert derived.state is state
    assert bool(derived.injections[0].text) is injects
    mentioned = {
        StoreState.RESET: "would-reset",
        StoreState.BRANCH: "would-adopt-branch",
        StoreState.IMPORT: "would-adopt-import",
        StoreState.UNKNOWN: "would-reset-or-import",
    }.get(state)
    assert (mentioned in codes(derived)) is (mentioned is not None)


def test_a_reset_is_told_in_the_releases_own_words():
    document = document_of([message()], another_chats(), Host("chat-A", worlds=frozenset()))
    (problem,) = inject(RELEASE_2_0, document).warnings
    assert problem.text.endswith(
        "Running recap storage belongs to chat 'chat-B', but current chat is 'chat-A'. Resetting "
        "to prevent cross-chat contamination."
    )


def test_the_design_leaves_another_chats_recap_out_even_in_a_branch():
    derived = inject(DESIGN, document_of([message()], another_chats(main_chat="chat-B")))
    assert (derived.injections[0].text, codes(derived)) == ("", ["another-chat"])
    assert derived.injections[0].position == 2


def test_a_store_without_a_chat_is_this_chats_to_the_design_and_lost_to_a_release():
    store = {RUNNING: {"current_version": 0, "versions": [version(0, "R")]}}
    document = document_of([message()], store)
    assert text_of(DESIGN, document).endswith("R")
    assert text_of(RELEASE_2_0, document) == ""
    assert inject(RELEASE_2_0, document).state is StoreState.RESET


def test_a_chat_whose_name_is_not_known_keeps_its_recap():
    document = document_of([message()], another_chats(), Host())
    assert all(text_of(ruleset, document) for ruleset in RULESETS)


# At another moment ------------------------------------------------------------------------


def test_before_a_scene_ended_the_version_that_reaches_it_did_not_exist():
    store = running(version(0, "old", 3), version(1, "new", 7), current=1)
    document = document_of([message()] * 10, store)
    settings = {"running_scene_recap_template": MACRO}
    at_6 = inject(DESIGN, document, at=6, **settings)
    assert at_6.injections[0].text == "old"
    assert "version-not-yet" in codes(at_6)
    assert inject(DESIGN, document, at=7, **settings).injections[0].text == "new"
    assert inject(DESIGN, document, at=2, **settings).injections[0].text == ""


def test_a_version_of_the_documents_shape_exists_from_the_time_when_it_was_made():
    dated = [message(send_date=1000 * index) for index in range(6)]
    store = {
        "chat_id": "chat-A",
        "current_version": 1,
        "versions": [
            {"version": 0, "timestamp": 2000, "content": "old", "scene_count": 1},
            {"version": 1, "timestamp": 4500, "content": "new", "scene_count": 2},
        ],
    }
    document = document_of(dated, {RUNNING: store})
    settings = {"running_scene_recap_template": MACRO}
    seen = {at: inject(DESIGN, document, at=at, **settings) for at in (1, 2, 4, 5)}
    texts = {at: one.injections[0].text for at, one in seen.items()}
    assert texts == {1: "", 2: "old", 4: "old", 5: "new"}
    assert [codes(seen[at]) for at in (1, 4, 5)] == [["version-not-yet"], ["version-not-yet"], []]
    assert text_of(DESIGN, document, **settings) == "new"


def test_scenes_of_the_documents_shape_are_counted_back_from_when_it_was_made():
    dated = [message(send_date=1000 * index) for index in range(8)]
    chat = document_of(dated).chat
    ends = (1, 3, 5)

    def counted(count, timestamp):
        record = {"version": 0, "timestamp": timestamp, "content": "R", "scene_count": count}
        return reach_of(RecapVersion(0, record), ends, chat)

    assert counted(2, 6000) == (2, 3, 5, True)
    assert counted(1, 5000) == (2, 2, 3, True)
    assert counted(9, 6000) == (1, 3, 5, True)
    assert counted(0, 6000) is None
    assert counted(2, 900) is None
    noted = RecapVersion(0, version(0, "R", 3))
    assert reach_of(noted, ends, chat) == (1, 2, 3, False)


def test_at_the_chats_end_a_version_of_a_scene_beyond_it_is_still_injected():
    document = document_of([message()] * 3, running(version(0, "R", 99)))
    derived = inject(RELEASE_2_0, document, at=2)
    assert derived.injections[0].text
    assert codes(derived) == []


def test_a_version_that_notes_no_scene_has_always_existed():
    bare = {"version": 0, "content": "R", "timestamp": 1, "scene_count": 1, "excluded_count": 1}
    document = document_of([message()] * 5, running(bare))
    assert text_of(DESIGN, document).endswith("R")
    assert inject(DESIGN, document, at=0).injections[0].text.endswith("R")


# Much -------------------------------------------------------------------------------------


@pytest.mark.speed
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda one: one.name)
def test_500_versions_and_one_of_200_kb_are_no_trouble(ruleset):
    line = "The lantern went out and nobody said a word about it. $& "
    content = "\n".join([line] * (200_000 // len(line)))
    versions = [version(n, f"v{n}") for n in range(499)] + [version(499, content)]
    document = document_of([message()], running(*versions, current=499))
    start = time.perf_counter()
    text = text_of(ruleset, document, running_scene_recap_template=MACRO)
    assert time.perf_counter() - start < 1
    assert text == (content if ruleset is DESIGN else content.replace("$&", MACRO))
