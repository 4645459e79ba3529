"""A request of 200,000 tokens is checked within a second."""

import json
import random
import time

import pytest

from inspector.cli.check import check_parser
from inspector.cli.predicting import opened_chat, predictions_of
from inspector.cli.requesting import inquiry_of
from inspector.core.sending import Send, SendKind
from inspector.proof.captured import captured_value
from inspector.proof.guessing import Guess
from inspector.proof.proving import prove
from inspector.tokenizer import load_tokenizer
from tests.captured import WIRE

pytestmark = pytest.mark.speed


@pytest.mark.parametrize("change", [False, True])
def test_a_request_of_200_000_tokens(tmp_path, change):
    sample = next(iter(WIRE.laid_out("29-small-both-extensions", tmp_path)))
    settings = sample.chat.parent.parent.parent / "settings.json"
    stored = json.loads(settings.read_text("utf-8"))
    stored["oai_settings"]["openai_max_context"] = 500_000
    stored["extension_settings"]["openvault"]["autoHideEnabled"] = False
    settings.write_text(json.dumps(stored), "utf-8")
    chance = random.Random(3)
    mentioned = [json.loads(line).get("mes", "") for line in sample.chat.read_bytes().split(b"\n")]
    words = " ".join(mentioned).split()
    more = [
        {
            "name": ("Mara", "Nell")[turn % 2],
            "is_user": bool(turn % 2),
            "mes": " ".join(chance.choices(words, k=36)),
            "extra": {},
        }
        for turn in range(4000)
    ]
    lines = "".join("\n" + json.dumps(one) for one in more)
    sample.chat.write_bytes(sample.chat.read_bytes() + lines.encode())
    options = check_parser().parse([str(sample.chat), "-"])
    chat = opened_chat(sample.chat, options)
    predictions = predictions_of(chat, inquiry_of(options), options)
    tokenizer = load_tokenizer("o200k_base")
    body = predictions(Guess(Send(SendKind.NORMAL, "Shall I?", opened=True))).request.body
    if change:
        body["messages"][2000]["content"] += " changed"
    captured = captured_value(body)
    begun = time.process_time()
    found = prove(captured, chat.document.chat, predictions.marks, predictions, tokenizer).check
    accepted = time.process_time() - begun
    assert found.coverage[0] >= 200_000
    assert len(found.differences) == change
    assert accepted < 1
