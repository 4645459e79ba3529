"""Outputs of the real releases: inclusion, limits, auto-hide, scenes, what is injected."""

import json
import math

import pytest

from inspector.core.document import recaps_of
from inspector.core.javascript import UNDEFINED
from inspector.core.recap import Host, Recap
from inspector.core.recap_keys import RELEASED
from inspector.core.recap_state import StoreState
from inspector.core.release_settings import ReleaseSettings
from inspector.systems.auto_recap.autohide import batched_commands, shown_breaks
from inspector.systems.auto_recap.autohide import released as released_hiding
from inspector.systems.auto_recap.defaults import RELEASE_DEFAULTS
from inspector.systems.auto_recap.inclusion import (
    EXCLUSIONS,
    concatenated,
    memory_text,
    token_limit,
)
from inspector.systems.auto_recap.retrieval import (
    Around,
    chat_enabled,
    current_version,
    released_state,
    reset_warning,
)
from inspector.systems.auto_recap.rulesets import RELEASE_1, RELEASE_2_0
from inspector.systems.auto_recap.scenes import generation_start, scenes_of
from inspector.systems.auto_recap.settings import REFRESH_DELAY_MS
from inspector.systems.auto_recap.template import released_text
from inspector.systems.auto_recap.verdicts import recap_list, style_class
from tests.systems.auto_recap.chats import (
    RUNNING,
    chat_with_breaks,
    document_of,
    golden_cases,
    inject,
)

INCLUDED = "Recap of message(s)"


def by_id(case):
    return case["id"]


def displayed(value):
    if value is UNDEFINED:
        return "<<undefined>>"
    return "<<NaN>>" if isinstance(value, float) and math.isnan(value) else value


def cases(*functions):
    return pytest.mark.parametrize("case", golden_cases(*functions), ids=by_id)


def release_2_0(settings):
    return ReleaseSettings(settings, RELEASE_2_0.settings).get


def release_1(settings, context=None):
    given = settings if context is None else {**settings, "context_size": context}
    return ReleaseSettings(given, RELEASE_1.settings).get


def view_of(document):
    return recaps_of(document).seen((RELEASED,))


@cases("update_message_inclusion_flags")
def test_release_1_flags_the_messages_that_it_really_flags(case):
    given, wanted = case["input"], case["output"]
    document = document_of(given["chat"], host=Host("chat-A", given["selected_group"]))
    settings = {**given["settings"], "context_size": given["max_context"]}
    verdicts = inject(RELEASE_1, document, **settings).messages
    assert [INCLUDED if one.included else None for one in verdicts] == wanted["include"]
    assert [one.gate not in EXCLUSIONS for one in verdicts] == wanted["check_message_exclusion"]
    assert [one.message for one in verdicts if one.included] == wanted["included_indexes"]
    limit = token_limit(release_1(given["settings"], given["max_context"]))
    assert displayed(limit) == wanted["token_limit"]


@cases("get_short_token_limit")
def test_the_token_limit_is_a_share_of_the_context_or_the_setting_itself(case):
    given = case["input"]
    limit = token_limit(release_1(given["settings"], given["max_context"]))
    assert displayed(limit) == case["output"]


@cases("concatenate_recap")
def test_a_recap_goes_on_a_line_of_its_own(case):
    given = case["input"]
    data = given["message"].get("extra", {}).get(RELEASED.message)
    recap = None if data is None else Recap(0, RELEASED, data)
    prefill = bool(given["settings"].get("show_prefill"))
    text = memory_text(recap, show_prefill=prefill)
    assert concatenated(given["existing_text"], text) == case["output"]


@cases("concatenate_recaps")
def test_recaps_are_listed_as_indented_json(case):
    view = view_of(document_of(case["input"]["chat"]))
    listed = recap_list([view.messages.get(index) for index in case["input"]["indexes"]])
    assert json.dumps(listed, indent=2) == case["output"]


@cases("get_recap_style_class")
def test_a_recaps_style_follows_its_stored_flags(case):
    data = Recap(0, RELEASED, case["input"]["data"])
    style = style_class(data.get("include"), excluded=data.is_excluded)
    assert style == case["output"]


@cases("get_running_recap_injection")
def test_the_running_recap_is_retrieved_as_the_release_does_it(case):
    given, wanted = case["input"], case["output"]
    metadata = given["chat_metadata"]
    recaps = recaps_of(document_of(metadata=metadata))
    running = recaps.running.get(RUNNING)
    chat_id = UNDEFINED if given["chat_id"] == "<<undefined>>" else given["chat_id"]
    worlds = frozenset(given["world_names"])
    known = Around(chat_id, recaps.main_chat, recaps.lorebook, worlds)
    state = released_state(running, known)
    version = current_version(running) if running and state.keeps_versions else None
    template = release_2_0(given["settings"])("running_scene_recap_template")
    text = released_text(template, version.content) if version else ""
    assert text == wanted["result"]
    left = wanted["chat_metadata_after"][RUNNING]
    held = metadata.get(RUNNING, {"versions": []})
    assert left["versions"] == (held["versions"] if state.keeps_versions else [])
    mentioned = [reset_warning(running, known)] if state is StoreState.RESET else []
    assert mentioned == wanted["error_toasts"]


@cases("refresh_memory")
def test_the_slot_is_registered_as_the_release_registers_it(case):
    given, wanted = case["input"], case["output"]
    breaks = {"2": {}} if wanted["slash"] else {}
    document = document_of(
        chat_with_breaks(given["chat_length"], breaks),
        given["chat_metadata"],
        Host(given["chat_id"], worlds=frozenset()),
    )
    derived = inject(RELEASE_2_0, document, **given["settings"])
    (slot,) = derived.injections
    assert slot.text == wanted["returned"]
    registered = [slot.key, slot.text, slot.position, slot.depth, slot.scan, slot.role]
    (call,) = wanted["setExtensionPrompt"]
    assert registered == [*call, *[False, 0][len(call) - 4 :]]
    assert list(derived.auto_hide.commands) == wanted["slash"]


@cases("chat_enabled")
def test_a_chat_is_on_or_off_by_its_own_switch_first(case):
    given = case["input"]
    assert chat_enabled(release_2_0(given["settings"]), given["chat_id"]) is case["output"]


@cases("auto_hide_messages_by_command")
def test_auto_hide_sends_the_releases_commands(case):
    given, wanted = case["input"], case["output"]
    length = given["chat_length"]
    view = view_of(document_of(chat_with_breaks(length, given["scene_breaks"])))
    breaks = shown_breaks(view, length)
    setting = release_2_0(given["settings"])("auto_hide_scene_count")
    done = released_hiding(breaks, length, setting)
    assert breaks == wanted["visible_breaks"]
    assert [i for a, b in done.hide for i in range(a, b + 1)] == wanted["hide"]
    assert [i for a, b in done.unhide for i in range(a, b + 1)] == wanted["unhide"]
    assert list(done.commands) == wanted["commands"]


@cases("processBatchedCommands")
def test_a_command_covers_a_run_of_messages(case):
    given = case["input"]
    assert batched_commands(given["indexes"], given["command"]) == case["output"]


@cases("scene_range")
def test_a_scene_begins_by_either_of_the_two_rules(case):
    given, wanted = case["input"], case["output"]
    view = view_of(document_of(chat_with_breaks(given["chat_length"], given["scene_breaks"])))
    (scene,) = [
        one for one in scenes_of(view, given["chat_length"], 1) if one.end == given["index"]
    ]
    visible = [index for index in view.breaks if view.messages[index].is_visible_break]
    for name, range_ in wanted.items():
        if name == "findSceneBoundaries":
            assert scene.shown_start == range_["startIdx"]
            shown_messages = list(range(scene.shown_start, scene.end + 1))
            assert shown_messages == range_["sceneMessages"]
        else:
            count = int(name.removeprefix("getSceneRangeIndexes(count=").removesuffix(")"))
            start = generation_start(visible, given["index"], count)
            assert [start, given["index"]] == range_


@cases("default_settings")
def test_the_defaults_are_the_releases_own(case):
    defaults = {**RELEASE_DEFAULTS}
    get = release_2_0({})
    for name, value in case["output"].items():
        known = get(name)
        found = defaults.get(name, UNDEFINED) if known is UNDEFINED else known
        assert (name, displayed(found)) == (name, value)


@cases("debounce")
def test_the_release_waits_a_second_after_a_burst(case):
    assert case["output"]["refresh_memory_debounced_ms"] == REFRESH_DELAY_MS
    assert case["output"]["saveChatDebounced_ms"] == REFRESH_DELAY_MS
