"""The walk beside the specification read step by step (specs/message-summarize.md §4 to §6)."""

import json
import math
from dataclasses import replace
from random import Random

import pytest

from inspector.core.document import Document
from inspector.core.moment import Moment
from inspector.sillytavern.chat_reader import read_chat
from inspector.systems.message_summarize import SYSTEM
from inspector.tokenizer import load_tokenizer

TOKENIZER = load_tokenizer("bytes/3.35")
GROUP = "g1"
WORDS = ("Rain.", "A day at sea, and no word of Paul.", "One tooth is gone. " * 5, "")
SAMPLE = "This is a test."


def a_message(chance):
    """A message as people's chats have them: groups, narrators, thoughts, hidden ones."""
    module = {"memory": chance.choice((None, *WORDS))}
    for mark in ("remember", "exclude", "is_qvink_system_memory"):
        if chance.random() < (0.3 if mark == "remember" else 0.1):
            module[mark] = True
    if chance.random() < 0.1:
        module["prefill"] = "So far: "
    extra = {"qvink_memory": module} if chance.random() < 0.8 else {}
    if chance.random() < 0.1:
        extra["type"] = "narrator"
    return {
        "name": "Rosa",
        "is_user": chance.random() < 0.35,
        "is_system": chance.random() < 0.15,
        "mes": chance.choice(("x", "a text of some length, with a day at sea in it", "words " * 9)),
        "original_avatar": chance.choice(("a.png", "b.png")),
        **({"is_thoughts": True} if chance.random() < 0.05 else {}),
        "extra": extra,
    }


def some_settings(chance):
    """Settings that people have, and those by which the release errs."""
    choices = {
        "summary_injection_threshold": (-3, -1, 0, 1, 2, 4, 60, "2", "x"),
        "summary_injection_threshold_type": (
            "messages",
            "messages",
            "tokens",
            "context",
            "percent",
        ),
        "exclude_messages_after_threshold": (True, True, False),
        "keep_last_user_message": (True, False),
        "short_term_context_limit": (-1, 0, 1, 8, 20, 60, "x"),
        "long_term_context_limit": (0, 8, 30, 90),
        "short_term_context_type": ("tokens", "percent"),
        "long_term_context_type": ("tokens", "percent", "odd"),
        "separate_long_term": (True, False),
        "summary_injection_separator": ("\n* ", "", " ", "\n---\n"),
        "message_length_threshold": (0, 3, 10, -1),
        "include_user_messages": (True, False),
        "include_system_messages": (True, False),
        "include_narrator_messages": (True, False),
        "include_thought_messages": (True, False),
        "show_prefill": (True, False),
        "disabled_group_characters": ({}, {GROUP: ["b.png"]}, {"other": ["a.png"]}),
        "context_size": (100, 500),
    }
    return {name: chance.choice(values) for name, values in choices.items()}


def count(text):
    return TOKENIZER.count(text) if text else 0


def number(value):
    try:
        return float(value)
    except ValueError:
        return math.nan


def displayed(module, given):
    memory = module.get("memory") or ""
    return (module.get("prefill") or "") + memory if given["show_prefill"] else memory


def is_eligible(message, given, group):
    module = message["extra"].get("qvink_memory", {})
    if module.get("is_qvink_system_memory"):
        return False
    if module.get("remember"):
        return True
    narrates = message["extra"].get("type") == "narrator"
    disabled = given["disabled_group_characters"].get(GROUP, ()) if group else ()
    return not (
        module.get("exclude")
        or (message["is_user"] and not given["include_user_messages"])
        or message.get("is_thoughts")
        or (message["is_system"] and not given["include_system_messages"])
        or (narrates and not given["include_narrator_messages"])
        or message["original_avatar"] in disabled
        or count(message["mes"]) < given["message_length_threshold"]
    )


def limit(tier, given):
    value = number(given[f"{tier}_term_context_limit"])
    if given[f"{tier}_term_context_type"] != "percent" or math.isnan(value):
        return value
    return math.floor(given["context_size"] * value / 100)


def base(messages, given):
    value = number(given["summary_injection_threshold"])
    kind = given["summary_injection_threshold_type"]
    if kind == "messages":
        return len(messages) - 1 - value
    if kind == "percent" and not math.isnan(value):
        value = math.floor(value * given["context_size"] / 100)
    total = 0
    for back, message in enumerate(reversed(messages)):
        total += count(message["mes"])
        if total >= value:
            return len(messages) - 1 - back
    return -1


class Tier:
    """What one tier holds while the messages are walked."""

    def __init__(self, tier, given):
        separator = given["summary_injection_separator"]
        self.sep = count(f"{SAMPLE}{separator}{SAMPLE}") - 2 * count(SAMPLE)
        self.limit = limit(tier, given)
        self.used, self.full = 1, False

    def takes(self, memory, *, spends):
        size = self.used + self.sep + count(memory)
        self.full = size > self.limit
        if not self.full and spends:
            self.used = size
        return not self.full


def walked(messages, given, group):
    """`include`, `lagging` of every message, newest to oldest by §5.2."""
    threshold = base(messages, given)
    short, long = Tier("short", given), Tier("long", given)
    keeps = given["exclude_messages_after_threshold"] and given["keep_last_user_message"]
    found = {}
    for index in range(len(messages) - 1, -1, -1):
        message = messages[index]
        lags = index >= threshold
        if keeps and message["is_user"]:
            lags, keeps = True, False
        include = None
        if is_eligible(message, given, group):
            module = message["extra"].get("qvink_memory", {})
            include = tier_of(module, given, short, long, lags=lags)
        found[index] = (include, lags)
    return [found[index] for index in range(len(messages))]


def tier_of(module, given, short, long, *, lags):
    """Steps 3 to 5 of §5.2."""
    memory, remembered = displayed(module, given), bool(module.get("remember"))
    if not short.full:
        if not memory:
            return None
        is_long_only = given["separate_long_term"] and remembered
        if not is_long_only and short.takes(memory, spends=not lags):
            return "short"
    if not long.full and remembered and long.takes(memory, spends=True):
        return "long"
    return None


def cases(seeds):
    for seed in seeds:
        chance = Random(seed)
        messages = [a_message(chance) for _ in range(chance.randrange(16))]
        given, group = some_settings(chance), chance.random() < 0.5
        stored = [{"chat_metadata": {"qvink_memory": {}}}, *messages]
        file = read_chat("\n".join(map(json.dumps, stored)).encode())
        document = SYSTEM.load(Document(chat=file.chat), file.metadata)
        if group:
            recaps = replace(document.recaps, host=replace(document.recaps.host, group_id=GROUP))
            document = replace(document, recaps=recaps)
        derivation = SYSTEM.rulesets[0].inject(document, Moment(settings=given), TOKENIZER)
        yield messages, given, group, derivation


@pytest.mark.parametrize("part", range(8))
def test_flags_verdicts_lanes_texts_and_context_are_those_of_the_specification(part):
    for messages, given, group, found in cases(range(part * 40, (part + 1) * 40)):
        wanted = walked(messages, given, group)
        assert [(one.tier, one.lagging) for one in found.messages] == wanted
        separator = given["summary_injection_separator"]
        lanes = {lane.title: lane.messages for lane in found.lanes}
        texts = {one.key.rpartition("_")[2]: one.text for one in found.injections}
        for tier in ("short", "long"):
            inside = [
                index
                for index, (include, lags) in enumerate(wanted)
                if include == tier and not lags
                and messages[index]["extra"]["qvink_memory"].get("memory")
            ]  # fmt: skip
            assert [
                one.message for one in found.messages if one.included and one.tier == tier
            ] == inside
            modules = [messages[index]["extra"]["qvink_memory"] for index in inside]
            joined = "".join(f"{separator}{displayed(module, given)}" for module in modules)
            assert (joined in texts[tier]) if inside else (texts[tier] == "")
            assert [index for index, here in enumerate(lanes[f"{tier}-term"]) if here] == inside
        assert found.included == {one.message for one in found.messages if one.included}
        removes = given["exclude_messages_after_threshold"]
        kept = [
            index
            for index, message in enumerate(messages)
            if not message["is_system"] and not (removes and not wanted[index][1])
        ]
        assert [one.message for one in found.messages if one.kept] == kept
        gone = [
            index for index, m in enumerate(messages) if not m["is_system"] and index not in kept
        ]
        assert sorted(found.removed) == gone
        assert [index for index, here in enumerate(lanes["removed"]) if here] == gone
        for one in found.messages:
            fate = found.fate(one.message)
            assert bool(fate) == (bool(removes) and not messages[one.message]["is_system"])
            assert ("leaves the context" in fate) == (one.message in gone)
            assert bool(lanes["lost"][one.message]) == (one.message in gone and not one.included)
