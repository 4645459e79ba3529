"""Requests that were cut off: what stands before the cut is checked, and nothing else blamed."""

import json

import pytest

from inspector.loading import open_chat
from inspector.predicting import predictions_for, proved
from inspector.proof.captured import NotARequestError, captured_value, read_captured
from tests.captured import WIRE
from tests.proof.test_changed_captures import KeptPredictions

CUT = {"role": "user", "content": "cut"}
LAST = 4
BODY = {
    "model": "m",
    "messages": [{"role": "user", "content": 'é 😀 "q" \\'}, {"role": "user", "content": "b"}],
    "temperature": -0.25e10,
    "stream": True,
    "stop": None,
}
DEPENDS_ON_WHAT_WAS_TYPED = {
    "01-sample-baseline",
    "73-macros-in-memory",
    "95-group-natural-mention",
}
"""Slots there hold what the text behind the cut brings up, and that text is not known."""

CASES = [name for name, case in WIRE.cases.items() if "prompt" not in case["files"]["request.json"]]


def cut_off(messages):
    """A body that is cut off inside the message behind some."""
    return json.dumps({"messages": [*messages, CUT]}, ensure_ascii=False).encode()[:-6]


def predictions_of(captured):
    chat = open_chat(captured.chat)
    found = predictions_for(chat, chat.document)
    return KeptPredictions(found.predictor, found.document, found.host)


@pytest.mark.parametrize("ascii_only", [True, False])
@pytest.mark.parametrize("whole", [BODY, BODY["messages"]])
def test_wherever_a_body_is_cut_off_that_is_told(whole, ascii_only):
    spelled = json.dumps(whole, ensure_ascii=ascii_only).encode()
    first = spelled.index(b"}") + 1
    second = spelled.index(b"}", first) + 1
    for end in range(1, len(spelled)):
        if end < first:
            with pytest.raises(NotARequestError, match="cut off"):
                read_captured(spelled[:end])
            continue
        captured = read_captured(spelled[:end])
        assert len(captured.messages) == 1 + (end >= second)
        assert captured.is_cut is (b"]" not in spelled[:end])
        words = "It is cut off behind its 2 messages: all of them are checked."
        if end == first or spelled[:end].rstrip() == spelled[:first] + b",":
            words = "It is cut off behind 1 message: nobody knows whether more followed."
        elif end < second:
            words = "It is cut off inside message 1: the one before it is checked."
        elif end == second:
            words = "It is cut off behind 2 messages: nobody knows whether more followed."
        assert captured.remarks == (words,)


@pytest.mark.parametrize("name", CASES)
def test_a_cut_within_the_last_messages_makes_no_difference(name, tmp_path):
    captured = next(iter(WIRE.laid_out(name, tmp_path)))
    predictions = predictions_of(captured)
    messages = captured.body["messages"]
    assert proved(captured_value(captured.body), predictions).check.differences == ()
    for behind in range(1, min(LAST, len(messages) - 1) + 1):
        found = proved(read_captured(cut_off(messages[:-behind])), predictions).check
        if name in DEPENDS_ON_WHAT_WAS_TYPED:
            assert {one.source.partition(":")[0] for one in found.differences} <= {
                "slot",
                "unknown",
            }
        else:
            assert found.differences == ()
            assert found.history.agrees


def test_a_slot_that_was_missing_before_the_cut_is_not_blamed_on_the_cut(tmp_path):
    captured = next(iter(WIRE.laid_out("29-small-both-extensions", tmp_path)))
    predictions = predictions_of(captured)
    messages = captured.body["messages"]
    for slot in proved(captured_value(captured.body), predictions).check.slots:
        kept = [one for index, one in enumerate(messages[:-3]) if index != slot.message]
        found = proved(read_captured(cut_off(kept)), predictions).check
        (absent,) = (one for one in found.slots if not one.is_fine)
        assert (absent.key, absent.delivered) == (slot.key, "absent")
        assert "cut off" not in absent.cause
        assert [one.kind for one in found.differences] == ["missing"]
        found = proved(read_captured(cut_off(messages[: slot.message or 1])), predictions).check
        causes = {one.key: one.cause for one in found.slots}
        assert slot.message == 0 or causes[slot.key] == "the request is cut off before it"
