"""Captures with one word, one slot or one message changed: exactly that is named."""

import copy
import random
import re
from dataclasses import dataclass, field

import pytest

from inspector.loading import open_chat
from inspector.predicting import predictions_for, proved
from inspector.proof.captured import captured_value
from inspector.proof.proving import Predictions
from inspector.proof.report import check_lines
from tests.captured import WIRE

FINE = {"exact", "inside", "macros"}
WORD = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True, eq=False)
class KeptPredictions(Predictions):
    """Predicts each way of sending once, however many bodies are laid beside it."""

    kept: dict = field(default_factory=dict, init=False)

    def __call__(self, guess):
        if guess not in self.kept:
            self.kept[guess] = super().__call__(guess)
        return self.kept[guess]


def contents(body):
    return [body["prompt"]] if "prompt" in body else [one["content"] for one in body["messages"]]


def with_text(body, message, text):
    """The body with another text in one message, which goes where the text is empty."""
    body = copy.deepcopy(body)
    if "prompt" in body:
        body["prompt"] = text
    elif text:
        body["messages"][message]["content"] = text
    else:
        del body["messages"][message]
    return body


@pytest.mark.parametrize("name", list(WIRE.cases))
def test_what_was_changed_in_a_capture_is_named_and_nothing_else(name, tmp_path):
    captured = next(iter(WIRE.laid_out(name, tmp_path)))
    chat = open_chat(captured.chat)
    found = predictions_for(chat, chat.document)
    predictions = KeptPredictions(found.predictor, found.document, found.host)
    chance = random.Random(name)
    texts = contents(captured.body)

    def checked(body):
        return proved(captured_value(body), predictions).check

    def without(part):
        text = texts[part.message]
        whole = text[: part.start] + text[part.end :]
        return checked(with_text(captured.body, part.message, whole))

    whole = checked(captured.body)
    dropped = {slot.key for slot in whole.slots if not slot.is_fine}
    assert not whole.differences

    def text_of(part):
        return texts[part.message][part.start : part.end]

    known = [one for one in whole.parts if one.source not in ("pending", "unknown")]
    part = chance.choice([one for one in known if WORD.search(text_of(one))])
    word = chance.choice(list(WORD.finditer(text_of(part))))
    text, at = texts[part.message], part.start
    changed = text[: at + word.start()] + "Zyxwv" + text[at + word.end() :]
    found = checked(with_text(captured.body, part.message, changed))
    assert [(one.kind, one.source, one.message) for one in found.differences] == [
        ("differs", part.source, part.message)
    ]

    slots = [one for one in known if one.source.startswith("slot:")]
    for part in chance.sample(slots, min(1, len(slots))):
        found = without(part)
        assert {(one.kind, one.source) for one in found.differences} == {("missing", part.source)}
        absent = {slot.key for slot in found.slots if slot.delivered == "absent"}
        assert absent == dropped | {part.source.removeprefix("slot:")}
        assert {slot.delivered for slot in found.slots if slot.key not in absent} <= FINE

    alone = [
        one
        for one in known
        if one.source.startswith("chat:")
        and ("prompt" in captured.body or text_of(one) == texts[one.message])
    ]
    # Without its newest message a request is one that was sent in another way.
    for part in chance.sample(alone[:-1], min(1, len(alone[:-1]))):
        found = without(part)
        assert {(one.kind, one.source) for one in found.differences} == {("missing", part.source)}
        assert not found.history.agrees
        assert {slot.delivered for slot in found.slots if slot.key not in dropped} <= FINE


def test_a_slot_that_stands_twice_in_its_message_is_inside_no_other_message(tmp_path):
    captured = next(iter(WIRE.laid_out("29-small-both-extensions", tmp_path)))
    chat = open_chat(captured.chat)
    predictions = predictions_for(chat, chat.document)
    for slot in proved(captured_value(captured.body), predictions).check.slots:
        text = contents(captured.body)[slot.message]
        body = with_text(captured.body, slot.message, f"{text}\n{text}")
        found = proved(captured_value(body), predictions).check
        (changed,) = (one for one in found.slots if not one.is_fine)
        assert (changed.key, changed.delivered) == (slot.key, "differs")
        assert changed.cause == "it stands more than once in its message"
        assert [(one.kind, one.source) for one in found.differences] == [("extra", slot.source)]


@pytest.mark.parametrize("empty", ["", "  ", None, []])
@pytest.mark.parametrize("at", [0, 10, -1])
def test_an_empty_message_that_was_not_predicted_is_told(empty, at, tmp_path):
    captured = next(iter(WIRE.laid_out("29-small-both-extensions", tmp_path)))
    chat = open_chat(captured.chat)
    predictions = predictions_for(chat, chat.document)
    body = copy.deepcopy(captured.body)
    body["messages"].insert(at, {"role": "user", "content": empty})
    proof = proved(captured_value(body), predictions)
    number = at % len(body["messages"]) - (at < 0)
    words = f"message {number} is empty and was not predicted"
    assert words in "\n".join(check_lines(proof.check, proof.guess, "chat"))
    assert [(one.kind, one.source, one.message) for one in proof.check.differences] == [
        ("extra", "unknown", number)
    ]
    assert not proof.check.is_fine
