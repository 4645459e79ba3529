"""The Prompt Manager's list (specs/send-path.md §6.1)."""

import pytest

from inspector.sillytavern.completion.expansion import Macros
from inspector.sillytavern.completion.prompt_list import (
    ManagedPrompt,
    beside_main,
    overridden,
    prompt_list,
)
from inspector.sillytavern.completion.sourced import sourced
from inspector.sillytavern.host.facts import HostFacts
from inspector.sillytavern.macros.context import MacroContext


@pytest.fixture
def macros():
    return Macros(MacroContext(user="Robin", character="Mira"))


def host(prompts, *order):
    entries = [{"identifier": name.lstrip("-"), "enabled": name[0] != "-"} for name in order]
    return HostFacts(
        settings={
            "oai_settings": {
                "prompts": prompts,
                "prompt_order": [{"character_id": 100001, "order": entries}],
            }
        }
    )


MAIN = {"identifier": "main", "content": "Be {{char}}.", "role": "system", "system_prompt": True}
OWN = {"identifier": "own", "content": "Mine.", "role": "user", "system_prompt": False}


def names(prompts):
    return [one.identifier for one in prompts.prompts]


def test_the_list_is_in_the_users_order_with_macros_expanded(macros):
    found = prompt_list(host([MAIN, OWN], "own", "main"), "normal", macros)
    assert names(found) == ["own", "main"]
    assert found.get("main").text.text == "Be Mira."
    assert found.get("own").role == "user"


def test_what_is_off_is_left_out_but_main_keeps_its_place(macros):
    found = prompt_list(host([MAIN, OWN], "-main", "-own"), "normal", macros)
    assert names(found) == ["main"]
    assert not found.get("main").text


def test_a_trigger_decides_by_the_kind_of_generation(macros):
    only = {**OWN, "injection_trigger": ["continue"]}
    assert names(prompt_list(host([MAIN, only], "main", "own"), "normal", macros)) == ["main"]
    found = prompt_list(host([MAIN, only], "main", "own"), "continue", macros)
    assert names(found) == ["main", "own"]


def test_a_marker_that_is_missing_comes_last_and_one_that_is_off_not_at_all(macros):
    found = prompt_list(host([MAIN], "main"), "normal", macros)
    assert names(found.filled("scenario", sourced("Here.", "card:scenario"))) == [
        "main",
        "scenario",
    ]
    marker = {"identifier": "scenario", "marker": True}
    found = prompt_list(host([MAIN, marker], "main", "-scenario"), "normal", macros)
    assert names(found.filled("scenario", sourced("Here.", "card:scenario"))) == ["main"]


def test_a_card_replaces_a_prompt_and_may_hold_the_original(macros):
    found = prompt_list(host([MAIN], "main"), "normal", macros)
    card = sourced("First: {{original}}", "card:system_prompt")
    assert overridden(found, "main", card, macros).get("main").text.text == "First: Be Mira."


@pytest.mark.parametrize("spoiled", [{**MAIN, "forbid_overrides": True}, None])
def test_a_card_replaces_nothing_that_forbids_it_or_is_off(spoiled, macros):
    order = "main" if spoiled else "-main"
    found = prompt_list(host([spoiled or MAIN], order), "normal", macros)
    assert overridden(found, "main", sourced("No.", "card:system_prompt"), macros) is found


def test_slots_beside_a_main_prompt_in_chat_stand_around_it_the_later_ones_reversed(macros):
    main = {**MAIN, "injection_position": 1, "injection_depth": 3, "role": "user"}
    found = prompt_list(host([main], "main"), "normal", macros)
    slots = [ManagedPrompt(key, sourced(key, f"slot:{key}")) for key in ("a", "b", "c")]
    around = beside_main(found, slots, [True, False, False])
    assert names(around) == ["a", "main", "c", "b"]
    assert {(one.depth, one.role) for one in around.prompts} == {(3, "user")}


def test_without_settings_the_places_are_the_hosts_own(macros):
    found = prompt_list(HostFacts(), "normal", macros)
    assert names(found)[0] == "main"
    assert names(found)[-1] == "jailbreak"
