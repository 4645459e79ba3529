"""Outputs of the real extension, every step of every case."""

import json
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest

from inspector.core.errors import ReleaseThrowsError
from inspector.core.javascript import UNDEFINED, truthy
from inspector.core.message_data import MessageData
from inspector.sillytavern.macros.context import MacroContext
from inspector.sillytavern.macros.expansion import expand
from inspector.systems.summarize.settings import KEY, in_the_form
from inspector.systems.summarize.summaries import (
    Spoken,
    Words,
    current,
    is_due,
    latest,
    raw_request,
    stored_at,
)
from inspector.tokenizer import load_tokenizer

CASES = json.loads((Path(__file__).parents[2] / "golden" / "summarize.json").read_bytes())["cases"]
CONTEXT = 4096


class Session:
    """What SillyTavern holds in memory between the steps of a case."""

    def __init__(self, case):
        given = case["input"]
        self.moment = given["moment"]
        self.settings = in_the_form(given.get("settings", {}))
        self.records = deepcopy(given["chat"][1:])
        self.tokenizer = load_tokenizer("bytes/3.35")
        self.slot = None
        self.box = ""
        self.seen = (0, "")
        self.value = UNDEFINED
        self.error = None

    @property
    def data(self):
        extras = ((one, record.get("extra") or {}) for one, record in enumerate(self.records))
        return MessageData(KEY, {one: extra[KEY] for one, extra in extras if KEY in extra})

    @property
    def spoken(self):
        return [
            Spoken(one["name"], one["mes"], truthy(one.get("is_system"))) for one in self.records
        ]

    def macros(self):
        nested = self.moment.get("macro_engine", "new") == "new"
        user, character = self.moment["user"], self.moment["character"]
        return MacroContext(user=user, character=character, nested=nested)

    def latest(self):
        location = current(self.data, len(self.records))
        return "" if location is None else self.data.of(location)

    def show(self, value):
        words = Words(self.settings.get, self.macros(), self.box)
        self.slot = words.slot(value)
        self.box = value or ""

    def keep(self, index, value):
        self.records[index]["extra"] = {**(self.records[index].get("extra") or {}), KEY: value}

    def run(self, step):
        self.records += deepcopy(step.get("append", []))
        if "truncate" in step:
            del self.records[step["truncate"] :]
        for index, values in step.get("set", {}).items():
            self.records[int(index)] |= values
        self.settings |= step.get("settings", {})
        getattr(self, "do_" + step["do"])(step)

    def do_open(self, step):
        if "chat" in step:
            self.records = deepcopy(step["chat"][1:])
        try:
            self.show(self.latest())
        except ReleaseThrowsError as error:
            self.error = str(error).partition(":")[0]
        self.remember()

    def remember(self):
        last = self.records[-1]["mes"] if self.records else ""
        self.seen = (len(self.records), last)

    def do_event(self, step):
        if self.settings["memoryFrozen"] or self.settings["source"] == "extras":
            return
        length, last = self.seen
        if len(self.records) < length:
            self.show(self.latest())
        elif len(self.records) == length and self.records and self.records[-1]["mes"] != last:
            (self.records[-1].get("extra") or {}).pop(KEY, None)
        self.remember()
        if "reply" in step and is_due(self.data, self.spoken, self.settings.get):
            location = stored_at(len(self.records))
            if self.settings["prompt_builder"]:
                location = self.request().last
            self.keep(location, step["reply"])
            self.show(step["reply"])

    def request(self):
        return raw_request(self.data, self.spoken, self.settings.get, self.tokenizer, CONTEXT)

    def do_type_summary(self, step):
        self.show(step["text"])
        self.keep(stored_at(len(self.records)), step["text"])

    def do_restore_previous(self, _step):
        index = latest(self.data, len(self.records))
        if index is not None and self.data.of(index) == self.box:
            del self.records[index]["extra"][KEY]
        self.show(self.latest())

    def do_radio(self, step):
        self.settings = in_the_form({**self.settings, "position": step["value"]})
        self.show(self.box)

    def do_ui(self, step):
        name = step["selector"].removeprefix("#memory_")
        self.settings = in_the_form({**self.settings, name: step["value"]})
        self.show(self.box)

    def do_due(self, _step):
        self.value = is_due(self.data, self.spoken, self.settings.get)

    def do_raw_prompt(self, _step):
        found = self.request()
        self.value = {"rawPrompt": found.text, "lastUsedIndex": found.last}

    def do_macro(self, step):
        self.value = expand(step["text"], self.sending()).text

    def sending(self):
        summary = self.box if self.box.strip() else self.latest()
        return replace(self.macros(), registered={"summary": summary}, extra={"summary": summary})

    def state(self):
        found = {"prompts": [self.prompt()] if self.slot else []}
        found["memories"] = [[one, value] for one, value in self.data.values.items()]
        return found

    def prompt(self):
        slot = self.slot
        made = {
            "key": slot.key,
            "text": slot.text,
            "position": slot.position,
            "depth": slot.depth,
            "role": slot.role,
            "scan": slot.scan,
        }
        trimmed = slot.text.strip()
        sent = expand(trimmed, self.sending()).text
        return {**made, "sent": sent} if sent != trimmed else made


def outcome(case):
    session = Session(case)
    snaps = []
    for step in case["input"].get("steps", [{"do": "open"}]):
        session.run(step)
        if step.get("snap"):
            snaps.append(session.state())
    if len(snaps) > 1 or "steps" in case["expected"]:
        return {"steps": snaps}
    found = session.state()
    if session.value is not UNDEFINED:
        found["value"] = session.value
    if session.error:
        found["error"] = session.error
    if "effective" in session.moment:
        found["effective"] = {name: session.settings[name] for name in session.moment["effective"]}
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_release_does_the_same(case):
    found, wanted = outcome(case), case["expected"]
    assert found == wanted
