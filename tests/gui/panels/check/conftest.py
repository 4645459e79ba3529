import copy
from dataclasses import dataclass
from pathlib import Path

import pytest

from inspector.gui.state.request_check import RequestCheck
from inspector.loading import OpenChat, open_chat
from inspector.predicting import predictions_for, proved
from inspector.proof.captured import captured_value
from tests.captured import WIRE

SAMPLE = "01-sample-baseline"


@dataclass(frozen=True)
class Captured:
    """A capture of the sample chat, to be checked as it is or changed."""

    chat: OpenChat
    body: dict

    def checked(self, change=None, document=None):
        body = copy.deepcopy(self.body)
        if change is not None:
            change(body["messages"])
        document = document or self.chat.document
        now = predictions_for(self.chat, document)
        before = predictions_for(self.chat, self.chat.saved)
        before = before if document is not self.chat.saved else None
        proof = proved(captured_value(body), now, None, before)
        return RequestCheck("request.json", self.chat.path, document, proof)


@pytest.fixture(scope="session")
def capture(tmp_path_factory):
    found = next(iter(WIRE.laid_out(SAMPLE, tmp_path_factory.mktemp("captured"))))
    return Captured(open_chat(Path(found.chat)), found.body)


def mangled(messages):
    """One word of a memory is another, one of a message, a slot is gone, a stranger is there."""
    messages[2]["content"] = messages[2]["content"].replace(
        "closed the flooded", "shut the flooded"
    )
    messages[30]["content"] = messages[30]["content"].replace("cough", "clatter")
    del messages[46]
    messages.append({"role": "system", "content": "[Reply in under 200 words, please.]"})


@pytest.fixture(scope="session")
def exact(capture):
    return capture.checked()


@pytest.fixture(scope="session")
def off(capture):
    return capture.checked(mangled)
