"""`why`: every gate of a memory, and the smallest change that gets it in."""

import json

import pytest

from inspector.analysis.smallest_change import changes
from inspector.loading import open_chat
from tests.analysis.questions import BUDGET, FERRY_BUDGET, NAMES, asked_of, ferry_fire
from tests.systems.openvault.retrieval.vaults import talk

FULL = FERRY_BUDGET


@pytest.fixture
def full_chat(make_chat):
    """A chat whose budget the old memories fill; the ferry burned in the current scene."""
    return make_chat(*ferry_fire())


def why(cli, chat, *arguments):
    result = cli("why", chat, "--json", *arguments)
    assert result.status == 0, result.error
    found = result.json
    return found if isinstance(found, list) else [found]


def test_release_26_drops_five_stars_of_the_current_scene_and_why_names_the_way_out(cli, full_chat):
    requested = ("ferry", "--ruleset", "openvault/26")
    (found,) = why(cli, full_chat, *requested, "--set", f"{BUDGET}={FULL}")
    assert (found["id"], found["in_block"]) == ("ferry", False)
    assert [(step["gate"], step["passed"]) for step in found["gates"]] == [
        ("hidden", True), ("pov", True), ("archived", True), ("score", True), ("balance", True),
        ("formatter", False),
    ]  # fmt: skip
    assert "The formatter" in found["gates"][-1]["detail"]
    change = found["smallest_change"]
    assert change["kind"] == "budget"
    enough = int(change["detail"].split("Raise the budget to ")[1].split()[0])
    (after,) = why(cli, full_chat, *requested, "--set", f"{BUDGET}={enough}")
    assert (after["in_block"], after["smallest_change"]) == (True, None)
    (almost,) = why(cli, full_chat, *requested, "--set", f"{BUDGET}={enough - 1}")
    assert not almost["in_block"]


def test_a_person_reads_gates_way_out_and_what_the_release_does_wrong(cli, full_chat):
    result = cli(
        "why", full_chat, "ferry", "--ruleset", "openvault/26", "--set", f"{BUDGET}={FULL}"
    )
    assert result.status == 0
    text = result.output
    assert "ferry: left out at formatter" in text
    assert "  ✓ hidden     Message 150, its source, is hidden." in text
    assert "  ○ formatter  The formatter" in text
    assert "the smallest change: Raise the budget to " in text
    assert "drops the newest memories, whatever their importance" in text
    assert "the most important ferry with 5 stars" in text


def test_a_memory_in_the_block_says_what_would_take_it_out(cli, full_chat):
    text = cli("why", full_chat, "ferry").output
    assert "ferry: in" in text
    assert "what would take it out: " in text


@pytest.mark.parametrize("ruleset", NAMES)
def test_without_ids_there_is_one_object_for_each_memory(cli, full_chat, ruleset):
    found = why(cli, full_chat, "--ruleset", ruleset, "--set", f"{BUDGET}={FULL}")
    assert [one["id"] for one in found] == [*(f"old_{n}" for n in range(9)), "ferry"]
    document = open_chat(full_chat).document
    requested = asked_of(ruleset, document, settings={BUDGET: FULL}, user=None, character=None)
    for index, one in enumerate(found):
        assert set(one) == {"id", "in_block", "gates", "smallest_change"}
        assert all(set(step) == {"gate", "passed", "detail"} for step in one["gates"])
        if one["in_block"]:
            assert one["smallest_change"] is None
        else:
            first = next(changes(requested, index))
            assert one["smallest_change"] == {
                "kind": first.kind.value,
                "detail": f"{first.title}. {first.detail}",
            }


def test_why_agrees_with_inject(cli, full_chat):
    options = ("--ruleset", "openvault/26", "--set", f"{BUDGET}={FULL}")
    verdicts = cli("inject", full_chat, "--json", *options).json["memories"]
    found = why(cli, full_chat, *options)
    assert [one["in_block"] for one in found] == [one["in_block"] for one in verdicts]
    failed = [None if one["in_block"] else one["gates"][-1] for one in found]
    assert [one and one["gate"] for one in failed] == [one["gate"] for one in verdicts]
    assert [one["detail"] if one else "" for one in failed] == [one["reason"] for one in verdicts]


def test_ids_are_answered_in_the_order_requested(cli, full_chat):
    found = why(cli, full_chat, "ferry", "old_3", "--ruleset", "openvault/terse")
    assert [one["id"] for one in found] == ["ferry", "old_3"]


def test_several_rulesets_answer_one_after_the_other(cli, full_chat):
    found = why(
        cli, full_chat, "ferry", "--ruleset", "openvault/26", "--ruleset", "openvault/temporal"
    )
    assert [len(one["gates"]) for one in found] == [6, 3]


def test_a_memory_that_does_not_exist_yet_is_not_listed_and_refused_by_name(cli, full_chat):
    found = why(cli, full_chat, "--at", "100")
    assert "ferry" not in [one["id"] for one in found]
    refused = cli("why", full_chat, "ferry", "--at", "100", "--json")
    assert refused.refusal.endswith("ferry does not exist yet at message 100")


@pytest.mark.parametrize("wanted", ["lore:3", "chronicle:x"])
def test_an_item_is_no_message(cli, sample, wanted):
    assert "only Scribe has entries and events" in cli("why", sample, wanted).refusal


def test_an_unknown_id_and_a_bad_patience_are_refused(cli, full_chat):
    assert "no memory has the id 'boat'" in cli("why", full_chat, "boat").refusal
    assert "no number of seconds" in cli("why", full_chat, "--patience", "soon").refusal


def test_without_patience_only_the_gates_are_told(cli, full_chat):
    options = ("--ruleset", "openvault/26", "--set", f"{BUDGET}={FULL}", "--patience", "0")
    found = why(cli, full_chat, "ferry", *options)
    assert found[0]["smallest_change"] is None
    assert "no time left" in cli("why", full_chat, "ferry", *options).output


def test_a_search_that_ran_out_of_time_says_so_on_standard_error(cli, full_chat):
    result = cli("why", full_chat, "--json", "--set", f"{BUDGET}={FULL}", "--patience", "0.000001")
    assert result.status == 0
    assert "looked for during 1e-06 seconds only" in result.error


def test_a_chat_without_memories_has_nothing_to_explain(cli, make_chat):
    chat = make_chat(talk(4))
    assert cli("why", chat, "--json").output == ""
    assert "no data of a known memory system" in cli("why", chat).output


def test_lint_asks_the_release_that_wrote_the_chat_or_the_one_that_is_named(cli, full_chat):
    def codes(*options):
        result = cli("lint", full_chat, "--json", "--set", f"{BUDGET}={FULL}", *options)
        return [one["code"] for one in json.loads(result.output)["problems"]]

    assert "newest-dropped" in codes()
    assert "newest-dropped" in codes("--ruleset", "openvault/1.44")
    assert "newest-dropped" not in codes("--ruleset", "openvault/temporal")


def test_lint_names_the_five_stars_that_are_dropped_and_the_way_out(cli, full_chat):
    def dropped(budget):
        lines = cli("lint", full_chat, "--set", f"{BUDGET}={budget}").output.splitlines()
        return [line for line in lines if "[newest-dropped]" in line]

    (line,) = dropped(FULL)
    assert "OpenVault 26 drops the newest memories, whatever their importance: " in line
    assert "ferry with 5 stars." in line
    enough = int(line.split("Raise the budget to ")[1].split()[0])
    assert dropped(enough) == []


def test_a_ruleset_without_memories_is_passed_over_unless_it_is_named(cli, sample):
    assert "auto-recap" not in cli("why", sample).output
    assert "auto-recap/1" in cli("why", sample, "--ruleset", "auto-recap/1").output
