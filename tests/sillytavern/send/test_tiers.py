"""The next request of chats that MessageSummarize and Summarize keep something in."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from inspector.analysis.context_map import Share
from inspector.analysis.host_map import NO_HISTORY, NO_SIZE, USUAL_SIZE, host_map, sent_map
from inspector.core.document import Document
from inspector.core.moment import Moment
from inspector.core.sending import Send, SendKind
from inspector.loading import open_chat
from inspector.shipped import sample_of_tiers
from inspector.sillytavern.chat_reader import read_chat
from inspector.sillytavern.host.facts import HostFacts
from inspector.sillytavern.send.chat_ends import ending
from inspector.sillytavern.send.predicting import Predictor
from inspector.sillytavern.send.simulation import simulate
from inspector.systems import SYSTEMS, ruleset_named
from inspector.systems.message_summarize import SYSTEM
from inspector.tokenizer import load_tokenizer
from tests.systems.message_summarize.session import counter

GOLDENS = Path(__file__).parents[2] / "golden" / "message-summarize.json"
BEFORE_ANY_REFRESH = "ms-096"
CASES = [
    case
    for case in json.loads(GOLDENS.read_bytes())["cases"]
    if "context" in case["expected"]
    and "steps" not in case["input"]
    and case["id"] != BEFORE_ANY_REFRESH
    and "group" not in case["input"]["moment"]
    # Before it regenerates the host takes the reply away, which the goldens do not.
    and case["expected"]["context"]["type"] in set(SendKind) - {SendKind.REGENERATE}
]
SHORT, LONG = "qvink_memory_short", "qvink_memory_long"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_what_the_release_takes_out_is_taken_out_of_the_request(case):
    given, wanted = case["input"], case["expected"]["context"]
    lines = "\n".join(json.dumps(line) for line in given["chat"])
    file = read_chat(lines.encode())
    document = SYSTEM.load(Document(chat=file.chat), file.metadata)
    own = given.get("settings", {})
    host = HostFacts(
        settings={
            "main_api": "textgenerationwebui",
            "max_context": given["moment"]["context_size"],
            "amount_gen": 0,
            "extension_settings": {"qvink_memory": own},
        },
        metadata=file.metadata,
    )
    send = Send(SendKind(wanted["type"]))
    tokenizer = counter(given["moment"]["counter"])
    found = simulate(document, host, send, (SYSTEM,), lambda *_: tokenizer)
    assert sorted(found.ignored) == wanted["removed"]


def predicted(kind=SendKind.NORMAL, pending="", metadata=None, **own):
    document = open_chat(sample_of_tiers()).document
    settings = {"extension_settings": {"qvink_memory": own, "memory": {}}}
    host = HostFacts(settings=settings, metadata=metadata or {})
    return Predictor(SYSTEMS, load_tokenizer).predict(document, host, Send(kind, pending))


def messages_of(prediction):
    sources = [part.source for part in prediction.request.parts()]
    return [int(one.removeprefix("chat:")) for one in sources if one.startswith("chat:")]


def texts_of(prediction, system="message-summarize"):
    return {one.key: one.text for one in prediction.answers[system].derivation.injections}


def test_messages_past_the_threshold_leave_and_their_memories_come():
    found = predicted(summary_injection_threshold=4)
    assert messages_of(found) == list(range(19, 24))
    slots = [part.source for part in found.request.parts() if part.source.startswith("slot:")]
    assert slots == ["slot:1_memory", f"slot:{SHORT}"]


def test_the_map_of_the_context_says_who_takes_messages_out():
    found = predicted(summary_injection_threshold=4)
    tokenizer = load_tokenizer("o200k_base")
    history = next(
        part
        for part in sent_map(found.simulation.document, found, {}, tokenizer).parts
        if part.share is Share.HISTORY
    )
    assert [row.gate for row in history.rows] == ["removed"] * 19 + [None] * 5


def test_nothing_leaves_where_messages_are_not_removed():
    found = predicted(exclude_messages_after_threshold=False)
    assert messages_of(found) == list(range(24))


def test_a_new_message_moves_the_threshold_only_where_messages_are_removed():
    with_new = {"pending": "I look at the reef.", "summary_injection_threshold": 3}
    still = predicted(**with_new, exclude_messages_after_threshold=False)
    moved = predicted(**with_new)
    before = texts_of(predicted(summary_injection_threshold=3))
    assert texts_of(still) == before
    assert len(texts_of(moved)[SHORT]) > len(before[SHORT])
    assert messages_of(moved) == list(range(21, 24))


def test_a_context_trigger_stops_a_generation_with_a_new_message_and_removes_nothing():
    trigger = {"injection_threshold_update_trigger_context": 50}
    assert messages_of(predicted(**trigger, pending="Well?")) == list(range(24))


def test_a_new_swipe_begins_without_the_memory_of_the_one_before():
    document = open_chat(sample_of_tiers()).document
    document = replace(document, chat=ending(document.chat, 21))
    host = HostFacts(settings={"extension_settings": {"qvink_memory": {}}})
    found = simulate(document, host, Send(SendKind.SWIPE), (SYSTEM,), load_tokenizer)
    held = [one.message_data["message-summarize"].of(20) for one in (document, found.document)]
    assert [bool(one["memory"]) for one in held] == [True, False]
    assert [(one.kind, one.messages) for one in found.events] == [("clean", ((20, 20),))]


def test_the_profile_of_the_chat_lies_over_the_flat_settings():
    profiles = {"Default": {"summary_injection_threshold": 8}, "All": {}}
    profiles["All"]["exclude_messages_after_threshold"] = False
    own = {"profiles": profiles, "summary_injection_threshold": 2}
    assert messages_of(predicted(**own)) == list(range(15, 24))
    named = predicted(**own, metadata={"qvink_memory": {"profile": "All"}})
    assert messages_of(named) == list(range(24))


def test_macros_stand_for_the_texts_of_the_tiers_and_for_the_summary():
    found = predicted(summary_injection_threshold=4)
    macros = {name: text for one in found.answers.values() for name, text in one.macros.items()}
    assert macros["qm-short-term-memory"] == texts_of(found)[SHORT]
    assert macros["qm-long-term-memory"] == texts_of(found)[LONG] == ""
    assert macros["summary"] in texts_of(found, "summarize")["1_memory"]


def test_the_files_own_map_leaves_out_what_the_extension_takes_out():
    document = open_chat(sample_of_tiers()).document
    moment = Moment(settings={"summary_injection_threshold": 4}).resolved(document.chat)
    name, tokenizer = "message-summarize/1.3", load_tokenizer("o200k_base")
    answers = {name: ruleset_named(name).inject(document, moment, tokenizer)}
    history = next(
        part
        for part in host_map(document, moment, answers, HostFacts(), tokenizer).parts
        if part.share is Share.HISTORY
    )
    assert [row.gate for row in history.rows] == ["removed"] * 19 + [None] * 5
    assert [one.message for one in answers[name].messages if one.kept] == list(range(19, 24))


def with_gap(api):
    """The sample with the user's last message four before its end."""
    document = open_chat(sample_of_tiers()).document
    document = replace(document, chat=ending(document.chat, 22))
    replies = [{**document.chat.records[20], "mes": f"And then, {n}."} for n in range(3)]
    document = replace(document, chat=ending(document.chat, 22, replies))
    own = {"summary_injection_threshold": 0}
    settings = {"main_api": api, "extension_settings": {"qvink_memory": own, "memory": {}}}
    host = HostFacts(settings=settings)
    return Predictor(SYSTEMS, load_tokenizer).predict(document, host, Send())


def test_a_kept_user_message_before_a_removed_one_breaks_the_history_of_chat_completion():
    found = with_gap("openai")
    assert sorted(set(range(25)) - found.simulation.ignored) == [21, 24]
    assert messages_of(found) == []
    assert [part.source for part in found.request.parts()][:1] == ["slot:1_memory"]
    drawn = sent_map(found.simulation.document, found, {}, load_tokenizer("o200k_base"))
    history = next(part for part in drawn.parts if part.share is Share.HISTORY)
    unsent = {row.message: row.gate for row in history.rows if row.gate != "removed"}
    assert unsent == {21: "history", 24: "history"}
    assert NO_HISTORY in drawn.notes


def test_the_same_does_not_break_text_completion():
    assert messages_of(with_gap("textgenerationwebui")) == [21, 24]


def test_an_ignored_message_gives_no_quotes_either():
    found = predicted(summary_injection_threshold=4)
    host = found.simulation.host
    quoted = {**host.settings, "oai_settings": {"wrap_in_quotes": True}}
    document = open_chat(sample_of_tiers()).document
    again = Predictor(SYSTEMS, load_tokenizer).predict(document, HostFacts(settings=quoted), Send())
    assert '""' not in [one.text for one in again.request.texts]


def test_nothing_is_too_much_for_a_context_whose_size_nobody_knows():
    document = open_chat(sample_of_tiers()).document
    long = [{**one, "mes": "sea " * 2000} for one in document.chat.records[-5:]]
    document = replace(document, chat=ending(document.chat, len(document.chat) - 5, long))
    tokenizer = load_tokenizer("o200k_base")
    for size, over in ((None, False), (8192, True)):
        facts = HostFacts() if size is None else HostFacts().with_context_size(size)
        found = Predictor(SYSTEMS, load_tokenizer).predict(document, facts, Send())
        drawn = sent_map(document, found, {}, tokenizer)
        assert (drawn.over > 0, NO_SIZE in drawn.notes) == (False, not over)
        assert (drawn.used > USUAL_SIZE) is not over
        assert "o200k_base" in drawn.notes[-1]
