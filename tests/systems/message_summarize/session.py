"""The extension's session as the goldens' steps drive it: what is in memory between two events."""

import json
from copy import deepcopy
from dataclasses import replace

from inspector.core.errors import ReleaseThrowsError
from inspector.core.javascript import UNDEFINED
from inspector.core.message_data import read_message_data
from inspector.core.release_settings import ReleaseSettings
from inspector.sillytavern.chat_reader import read_chat
from inspector.sillytavern.hashing import cyrb53
from inspector.sillytavern.macros.context import MacroContext
from inspector.sillytavern.macros.expansion import expand
from inspector.systems.message_summarize import kept, profiles
from inspector.systems.message_summarize.display import classes_of, shown_text, style_of
from inspector.systems.message_summarize.leaving import Leaving
from inspector.systems.message_summarize.messages import Messages
from inspector.systems.message_summarize.refresh import (
    LONG,
    SHORT,
    Frozen,
    Rules,
    candidates,
    chat_enabled,
    flagged,
    moved,
)
from inspector.systems.message_summarize.settings import KEY, SETTINGS
from inspector.systems.message_summarize.texts import SLOTS, Texts, empty_slots
from inspector.tokenizer import load_tokenizer

ABORTED = "Summarization aborted"
DEFAULTS = {spec.name: spec.default for spec in SETTINGS}


class Plus:
    """A counter with something added to every text, as chat completion does."""

    def __init__(self, inner, more):
        self.inner, self.more = inner, more
        self.encoding = f"{inner.encoding}+{more}"

    def count(self, text):
        return self.inner.count(text) + self.more


def counter(name):
    base, _, more = name.partition("+")
    inner = load_tokenizer(base)
    return Plus(inner, int(more)) if more else inner


def failed(module, error):
    """What a failure leaves: the old memory is gone. Without an error it was stopped by hand."""
    return {
        **(module if isinstance(module, dict) else {}),
        "reasoning": None,
        "error": ABORTED if error is None else error,
        "memory": None,
        "edited": False,
        "prefill": None,
    }


class Session:
    def __init__(self, case):
        given = case["input"]
        self.moment = given["moment"]
        self.header, *self.records = deepcopy(given["chat"])
        self.stored = deepcopy(given.get("settings", {}))
        self.settings = self.stored
        self.tokenizer = counter(self.moment["counter"])
        self.frozen = Frozen()
        self.slots = {}
        self.context = None
        self.value = UNDEFINED
        self.error = None

    # What the rules are asked with

    @property
    def group(self):
        return self.moment.get("group", {}).get("id")

    def setting(self, name):
        given = {**self.settings, "context_size": self.moment["context_size"]}
        return ReleaseSettings(given, SETTINGS).get(name)

    @property
    def metadata(self):
        return self.header.get("chat_metadata", {}).get(KEY, UNDEFINED)

    def messages(self):
        lines = [json.dumps(one) for one in (self.header, *self.records)]
        chat = read_chat("\n".join(lines).encode()).chat
        data = read_message_data(chat.records, {}, KEY) or kept.MessageData(KEY)
        return Messages(chat, data, len(chat))

    def rules(self):
        saved = None
        for one in self.moment.get("itemized", ()):
            if one["mesId"] == len(self.records) - 1:
                raw = one["rawPrompt"]
                saved = raw if isinstance(raw, str) else "\n".join(m["content"] for m in raw)
        return Rules(self.messages(), self.setting, self.tokenizer, self.group, saved)

    def macros(self):
        nested = self.moment.get("macro_engine", "new") == "new"
        user, character = self.moment["user"], self.moment["character"]
        return MacroContext(user=user, character=character, nested=nested)

    def texts(self):
        def flags(message):
            module = self.module(message)
            return kept.value_of(module, "include"), kept.value_of(module, "lagging")

        messages = self.messages()
        flagged = messages.data.before(len(messages))[::-1]
        return Texts(messages, flags, self.setting, self.macros(), flagged)

    def module(self, message):
        extra = self.records[message].get("extra")
        return extra.get(KEY, UNDEFINED) if isinstance(extra, dict) else UNDEFINED

    def write(self, message, module):
        record = self.records[message]
        record["extra"] = {**(record.get("extra") or {}), KEY: dict(module)}
        swipe = record.get("swipe_id")
        if swipe and swipe < len(record.get("swipe_info") or ()):
            held = record["swipe_info"][swipe]
            held["extra"] = {**held.get("extra", {}), KEY: dict(module)}

    @property
    def enabled(self):
        return chat_enabled(self.setting, self.metadata)

    # The steps

    def run(self, step):
        self.error = None
        self.records += deepcopy(step.get("append", []))
        if "truncate" in step:
            del self.records[step["truncate"] :]
        self.settings = {**self.settings, **step.get("settings", {})}
        getattr(self, "do_" + step["do"])(step)

    def do_startup(self, _step):
        self.settings = profiles.started(self.stored, DEFAULTS)

    def do_open(self, _step):
        whose = [self.group] if self.group else [self.moment.get("avatar", "")]
        self.settings = profiles.opened(self.settings, self.metadata, whose)
        self.frozen = Frozen()
        # The host says twice that a chat was opened.
        self.do_refresh({})
        self.do_refresh({})

    def do_refresh(self, _step):
        try:
            self.refresh()
            self.error = None
        except ReleaseThrowsError as error:
            self.error = str(error).partition(":")[0]

    do_deleted = do_refresh

    def refresh(self):
        if not self.enabled:
            self.slots = {one.key: one for one in empty_slots()}
            return
        rules = self.rules()
        self.frozen = moved(rules, self.frozen)
        flags = flagged(rules, self.frozen.threshold)
        for message in range(len(self.records) - 1, flags.begins - 1, -1):
            module = self.module(message)
            held = module if isinstance(module, dict) else {}
            new = {"lagging": flags.lagging[message], "include": flags.include[message]}
            if isinstance(module, list):
                self.records[message].setdefault("seen", new)
            else:
                self.write(message, {**held, **new})
        if flags.error:
            raise ReleaseThrowsError(flags.error)
        texts = self.texts()
        for tier in SLOTS:
            slot = texts.slot(tier)
            self.slots[slot.key] = slot

    def do_generate(self, step):
        kind = step["type"]
        removes = self.enabled and bool(self.setting("exclude_messages_after_threshold"))
        bare = {i for i, one in enumerate(self.records) if one.get("extra") is None}
        failed = False
        if removes:
            try:
                self.refresh()
            except ReleaseThrowsError:
                failed = True
        leaving = Leaving(
            len(self.records),
            lambda one: bool(self.records[one].get("is_system")),
            lambda one: kept.value_of(self.module(one), "lagging"),
            lambda one: one not in bare,
        )
        self.context = (kind, leaving.context(kind, removes=removes and not failed), failed)

    def do_reset_threshold(self, _step):
        self.frozen = Frozen()

    def do_edit_memory(self, step):
        prefill = bool(self.setting("show_prefill"))
        held = self.module(step["index"])
        after = kept.edited(held, step["text"], show_prefill=prefill)
        if after is not held:
            self.write(step["index"], after)

    def do_clear_memory(self, step):
        self.write(step["index"], kept.cleared(self.module(step["index"])))

    def do_swiped(self, step):
        record = self.records[step["index"]]
        if record.get("swipe_id") == len(record.get("swipes") or ()):
            self.do_clear_memory(step)
        self.do_refresh({})

    def _mark(self, step, mark):
        held = [self.module(one) for one in step["indexes"]]
        value = step.get("value", kept.toggled(held, mark))
        for message, module in zip(step["indexes"], held, strict=True):
            self.write(message, kept.marked(module, mark, value=value))
        self.do_refresh({})

    def do_remember(self, step):
        self._mark(step, "remember")

    def do_exclude(self, step):
        self._mark(step, "exclude")

    def do_summarize(self, step):
        reply, message = step["reply"], step["index"]
        module = self.module(message)
        if "content" in reply:
            after = self.summarised(module, reply, self.records[message]["mes"])
        else:
            after = failed(module, reply.get("throw"))
        self.write(message, after)

    def summarised(self, module, reply, text):
        """What a new summary leaves with its message; its marks stay."""
        return {
            **(module if isinstance(module, dict) else {}),
            "reasoning": reply.get("reasoning"),
            "memory": reply["content"],
            "hash": cyrb53(text),
            "error": None,
            "edited": False,
            "prefill": self.settings.get("prefill"),
        }

    def do_auto_collect(self, _step):
        self.value = candidates(self.rules())

    def do_macro(self, step):
        context = replace(self.macros(), registered=self.texts().macro_texts)
        self.value = expand(step["text"], context).text

    # What the goldens record

    def state(self, *, final=False):
        found = {
            "prompts": [self.prompt(one) for one in self.slots.values()],
            "threshold": self.frozen.threshold,
            "messages": [self.row(one) for one in range(len(self.records))],
        }
        if self.context is not None:
            found["context"] = self.context_json()
        if self.error:
            found["error"] = self.error
        if final:
            found |= self.final_parts()
        return found

    def final_parts(self):
        found = {}
        if self.value is not UNDEFINED:
            found["value"] = self.value
        if self.moment.get("stored"):
            found["stored"] = [self.stored_json(one) for one in range(len(self.records))]
        if self.moment.get("preview"):
            found["preview"] = self.texts().preview
        if "effective" in self.moment:
            names = self.moment["effective"]
            found["effective"] = {
                name: self.settings.get("profile") if name == "profile" else self.setting(name)
                for name in names
            }
            found["enabled"] = self.enabled
        return found

    def prompt(self, slot):
        made = {
            "key": slot.key,
            "text": slot.text,
            "position": slot.position,
            "depth": slot.depth,
            "role": slot.role,
            "scan": slot.scan,
            "tokens": self.tokenizer.count(slot.text) if slot.text else 0,
        }
        registered = {**self.macros().registered, **self.texts().macro_texts}
        trimmed = slot.text.strip()
        sent = expand(trimmed, replace(self.macros(), registered=registered)).text
        return {**made, "sent": sent} if sent != trimmed else made

    def row(self, message):
        module = self.module(message)
        seen = self.records[message].get("seen", {})
        row = {"i": message}
        for name in ("include", "lagging"):
            value = kept.value_of(module, name)
            value = seen.get(name, UNDEFINED) if value is UNDEFINED else value
            if value is not UNDEFINED:
                row[name] = value
        row["eligible"] = self.rules().exclusion(message) is None
        row["style"] = style_of({**(module if isinstance(module, dict) else {}), **seen})
        if self.moment.get("visuals"):
            prefill = bool(self.setting("show_prefill"))
            on = self.enabled and bool(self.setting("display_memories"))
            row["shown"] = shown_text(module, show_prefill=prefill) if on else ""
            row["span"] = classes_of(module, show_prefill=prefill) if on else ""
            lags = kept.is_set(module, "lagging")
            removes = bool(self.setting("exclude_messages_after_threshold"))
            row["dimmed"] = self.enabled and removes and not lags
        return row

    def context_json(self):
        kind, context, failed = self.context
        found = {
            "type": kind,
            "kept": list(context.kept),
            "removed": list(context.removed),
            "hidden": list(context.hidden),
        }
        if context.swiped is not None:
            found["swiped"] = context.swiped
        if context.stopped or failed:
            found["interceptor_failed"] = True
        return found

    def stored_json(self, message):
        record = self.records[message]
        extra = (record.get("extra") or {}).get(KEY)
        row = {"i": message, "extra": extra}
        if record.get("swipe_info"):
            row["swipe_info"] = [(one.get("extra") or {}).get(KEY) for one in record["swipe_info"]]
        return row


def outcome(case):
    session = Session(case)
    steps = case["input"].get("steps")
    if steps is None:
        kind = session.moment.get("generation", "normal")
        steps = [{"do": "refresh"}, {"do": "generate", "type": kind}]
    snaps = []
    error = None
    for step in steps:
        session.context = None
        session.run(step)
        if step.get("snap"):
            snaps.append(session.state())
        if session.error:
            error = f"{step['do']}: {session.error}"
    if snaps:
        return {"steps": snaps}
    found = session.state(final=True)
    found.pop("error", None)
    return {**found, "error": error} if error else found


__all__ = ["LONG", "SHORT", "Session", "outcome"]
