"""Whole chats under the releases: slots, verdicts, settings, what-ifs."""

from dataclasses import replace

import pytest

from inspector.core.errors import SettingError
from inspector.core.moment import Moment

SLOTS_26 = ["openvault", "openvault_reflections", "openvault_world", "openvault_scene"]
VERSIONS = ("1.41", "1.44", "26")


@pytest.fixture
def injected(ruleset, own_tokenizer):
    def make(version, document, moment=None, **settings):
        release = ruleset(version)
        requested = replace(moment or Moment(), settings=settings)
        return release.inject(selectable(document), requested, own_tokenizer(release))

    return make


def selectable(document):
    """The document with every source message hidden, and with the newest schema."""
    sources = {index for memory in document.memories for index in memory.sources}
    chat = document.chat
    hidden = bytes(index in sources or chat.hidden[index] for index in range(len(chat)))
    store = {"schema_version": 8, **document.stores["openvault"]}
    return replace(document, chat=replace(chat, hidden=hidden), stores={"openvault": store})


@pytest.mark.parametrize(
    ("version", "length", "budget"), [("1.41", 76, 80), ("1.44", 76, 80), ("26", 130, 165)]
)
def test_verdicts_of_kept_and_cut(injected, document, event, version, length, budget):
    records = [event(0, 1), event(2, 3, summary="x " * length), event(3, 4)]
    derivation = injected(version, document(records), retrievalFinalTokens=budget)
    assert [verdict.gate for verdict in derivation.verdicts] == [None, "formatter", "formatter"]
    cut, after = derivation.verdicts[1:]
    assert cut.reason.startswith("The formatter has no room for it. It may use ")
    assert after.reason.endswith("after the first that does not fit, which is event_2.")
    assert 0 < derivation.budget.used <= derivation.budget.limit


def test_the_block_is_not_counted_like_its_lines(injected, document, event):
    derivation = injected("26", document([event(0, 1, summary="one\ntwo")]))
    lines = [line for line in derivation.injections[0].lines if line.memory == 0]
    assert [line.text for line in lines] == ["[★★★] one", "two"]


@pytest.mark.parametrize("version", VERSIONS)
def test_no_memories_empty_every_slot(injected, document, version):
    derivation = injected(version, document([], store={"scene_states": {}}))
    assert all(slot.text == "" and slot.tokens == 0 for slot in derivation.injections)
    assert derivation.warnings == ()


@pytest.mark.parametrize("version", VERSIONS)
def test_switched_off(injected, document, event, version):
    derivation = injected(
        version, document([event(0, 1), event(1, 1, archived=True)]), enabled=False
    )
    assert all(slot.text == "" for slot in derivation.injections)
    gates = [(verdict.gate, verdict.reason) for verdict in derivation.verdicts]
    assert gates == [
        ("formatter", "OpenVault is switched off: enabled is false."),
        ("formatter", "OpenVault is switched off: enabled is false."),
    ]


@pytest.mark.parametrize("version", VERSIONS)
def test_a_release_that_throws_injects_nothing_and_says_so(injected, document, event, version):
    derivation = injected(version, document([event(0, 1, importance=-1)]))
    assert all(slot.text == "" for slot in derivation.injections)
    (problem,) = derivation.warnings
    assert problem.code == "importance-throws"
    assert problem.text.endswith(
        "stops with an error over importance and injects nothing: RangeError: "
        "Invalid count value: -1"
    )
    assert derivation.verdicts[0].reason == problem.text
    null_ids = document([event(0, 1, message_ids="12")], hidden={1})
    assert injected(version, null_ids).warnings[0].code == "release-throws"


def test_budgets_convert_as_in_javascript(injected, document, event):
    chat = document([event(0, 1)])
    assert injected("1.41", chat, retrievalFinalTokens=0).budget.limit == 12_000
    assert injected("26", chat, retrievalFinalTokens="300").budget.limit == 300
    nothing = injected("26", chat, retrievalFinalTokens="many")
    assert nothing.budget.limit == 0
    assert nothing.verdicts[0].reason == ("The formatter keeps nothing: its budget is no number.")
    assert nothing.injections[0].text.startswith("<scene_memory>")
    assert injected("26", chat, retrievalFinalTokens="many", enabled=False).budget.limit == 0
    cleared = injected("26", chat, retrievalFinalTokens=0)
    assert cleared.injections[0].text == ""
    assert "the selection's budget is 0" in cleared.verdicts[0].reason


@pytest.mark.parametrize("version", VERSIONS)
def test_unknown_settings_are_refused(ruleset, version):
    with pytest.raises(SettingError, match="has no setting 'mid_start'"):
        ruleset(version).check_settings({"mid_start": 0.5})
    assert all(spec.meaning.endswith(".") for spec in ruleset(version).settings)


def test_smart_retrieval_asks_for_a_model_that_we_do_not_have(injected, document, event):
    derivation = injected("1.44", document([event(0, 1)]), smartRetrievalEnabled=True)
    assert derivation.warnings[0].code == "needs-model"


def test_a_boundary_that_is_not_moved_stays_between_its_messages(ruleset):
    release = ruleset("1.41")
    moment = release.moved_boundaries(Moment(), 159, 20, 128)
    assert moment.boundaries == (20, 159 * 0.80)
    assert release.moved_boundaries(moment, 159, 20, 100).boundaries == (20, 100)


@pytest.mark.parametrize("version", VERSIONS)
def test_boundaries_can_be_moved_as_a_what_if(ruleset, own_tokenizer, document, event, version):
    release = ruleset(version)
    moment = release.moved_boundaries(Moment(), 100, 20, 50)
    chat = document([event(0, 19), event(1, 20), event(2, 50)])
    derivation = release.inject(selectable(chat), moment, own_tokenizer(release))
    assert [verdict.bucket for verdict in derivation.verdicts] == ["old", "mid", "recent"]
    assert derivation.boundaries == (20, 50)
    if version == "1.41":
        assert "(messages 20-50)" in derivation.injections[0].text


STATE = {"location": "Mill", "time": "noon", "source_fp": "2026-08-01T12:00:03.003Z"}
WORLD = {"nodes": {"mill": {"name": "Mill", "type": "PLACE", "description": "A ruin."}}}


class TestRelease26:
    """The four slots of release 26."""

    @pytest.fixture
    def full(self, document, event):
        def make(messages=10):
            states = {"2026-08-01T12:00:03.003Z": STATE, "other": {}}
            records = [
                event(0, 1),
                {"type": "reflection", "summary": "Fears the dark."},
                event(1, 1, type="global_synthesis"),
            ]
            return document(records, messages, store={"scene_states": states, "graph": WORLD})

        return make

    def test_all_four_are_filled(self, injected, full):
        derivation = injected("26", full())
        assert [slot.key for slot in derivation.injections] == SLOTS_26
        assert [(slot.position, slot.depth) for slot in derivation.injections] == [
            (0, 4),
            (0, 4),
            (0, 4),
            (1, 7),
        ]
        assert all(slot.tokens > 0 for slot in derivation.injections)
        event_verdict, reflection, unseen = derivation.verdicts
        assert event_verdict.in_block
        assert (reflection.in_block, reflection.bucket) == (True, None)
        assert reflection.tokens > 0
        assert unseen.reason == (
            "OpenVault 26 shows events and reflections; this one's type is global_synthesis."
        )

    def test_positions_are_mapped_as_the_extension_does(self, injected, full):
        settings = {
            "injection.memory": {"position": 2, "depth": "7"},
            "injection": {"reflections": {"position": -1}, "world": {"position": -2}},
            "injection.scene.position": 3,
        }
        derivation = injected("26", full(), **settings)
        slots = derivation.injections
        placed = [(slot.position, slot.handed_depth, slot.text != "") for slot in slots]
        assert placed == [(2, "7", True), (0, 0, False), (0, 0, False), (0, 7, True)]
        assert slots[0].depth is None
        assert derivation.verdicts[1].gate == "hidden"
        assert "injection.reflections.position" in derivation.verdicts[1].reason

    def test_odd_positions(self, injected, full):
        settings = {"injection.memory.position": "x", "injection.memory.depth": "y"}
        slot = injected("26", full(), **settings).injections[0]
        assert (slot.position, slot.depth, slot.handed_depth) == (0, None, "y")

    def test_a_chat_of_three_has_no_depth_for_the_scene(self, injected, full, document, event):
        slot = injected("26", document([event(0, 1)], 3)).injections[3]
        assert (slot.position, slot.depth, slot.text) == (0, 4, "")

    def test_a_recap_asks_for_the_summary(self, injected, document, event):
        store = {"graph": WORLD, "global_world_state": {"summary": "Peace."}}
        chat = document([event(0, 1)], 10, store=store)
        requested = injected("26", chat, Moment(pending="Please RECAP")).injections[2].text
        assert requested.split("\n")[2] == "Peace."
        assert "## Mill" in injected("26", chat).injections[2].text

    def test_a_budget_without_room_leaves_no_world(self, injected, full):
        assert injected("26", full(), worldContextBudget=1).injections[2].text == ""

    def test_a_whole_name_counts_and_a_part_does_not(self, injected, document, event):
        nodes = {
            "a": {"name": "Mill", "description": "x", "mentions": 2},
            "b": {"name": "Mo", "aliases": ["m9"], "description": "y"},
            "c": {"name": None, "aliases": None},
        }
        chat = document([event(0, 1)], 11, store={"graph": {"nodes": nodes}})
        requested = injected("26", chat, Moment(pending="m9 M8illx")).injections[2].text
        titles = [line for line in requested.split("\n") if line.startswith("##")]
        assert titles == ["## Mo (undefined)", "## Mill (undefined)", "## null (undefined)"]

    def test_a_scene_of_strange_shape(self, injected, document, event):
        state = {"location": 1, "time": [2], "characters": {"A": {"clothing": [None, "hat"]}}}
        mark = "2026-08-01T12:00:03.003Z"
        chat = document([event(0, 1)], 10, store={"scene_states": {mark: state}})
        assert injected("26", chat).injections[3].text.split("\n")[1:3] == [
            "[Location]: 1 | [Time]: 2",
            "[A]: Unknown posture. Wearing: , hat.",
        ]
