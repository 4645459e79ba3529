"""What MessageSummarize does between opening a chat and the request (specs §3, §5.5, §6)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from typing_extensions import override

from inspector.core.decoded import is_object, members
from inspector.core.document import Document
from inspector.core.extension import AS_IT_STANDS, Extension
from inspector.core.javascript import to_number, truthy
from inspector.core.release_settings import ReleaseSettings
from inspector.core.sending import ExtensionHost, Send, SendEvent, Stage
from inspector.language import _
from inspector.sillytavern.send.chat_ends import ending
from inspector.systems.message_summarize.kept import NAME, ClearMemory, data_of, value_of
from inspector.systems.message_summarize.profiles import (
    GLOBALS,
    opened,
    profile_names,
    started,
    with_profile,
)
from inspector.systems.message_summarize.refresh import TRIGGERS
from inspector.systems.message_summarize.ruleset import judge_of_chat
from inspector.systems.message_summarize.settings import (
    CONTEXT_SIZE,
    HOST_SETTINGS,
    KEY,
    REMOVE,
    SETTINGS,
    TRIGGER,
)


def _started(extensions: Mapping[str, object]) -> Mapping[str, object] | None:
    stored = members(extensions.get(KEY))
    if not is_object(stored.get("profiles")):
        return None
    defaults = {spec.name: spec.default for spec in SETTINGS if spec.name not in HOST_SETTINGS}
    return started(stored, defaults)


def settings_of(host: ExtensionHost) -> ReleaseSettings:
    """The settings that hold while the chat is open, with the release's defaults."""
    known = {spec.name for spec in SETTINGS}
    stored = members(host.extensions.get(KEY))
    own = {} if host.context_size is None else {CONTEXT_SIZE: host.context_size}
    given = {name: value for name, value in host.settings.items() if name in known}
    return ReleaseSettings({**stored, **own, **given}, SETTINGS)


class MessageSummarizeExtension(Extension):
    """MessageSummarize in SillyTavern."""

    folders = frozenset(
        {"third-party/messagesummarize", "third-party/sillytavern-messagesummarize"}
    )
    unprofiled = GLOBALS

    @override
    def opened_settings(
        self,
        extensions: Mapping[str, object],
        metadata: Mapping[str, object],
        chat_ids: Sequence[str],
        avatar: str,
    ) -> Mapping[str, object]:
        """See `Extension.opened_settings`: the chat's profile, its character's, or `Default` (§3).

        Where the extension has never started there are no profiles, and the flat values hold.
        """
        at_start = _started(extensions)
        if at_start is None:
            return extensions
        group = chat_ids[-1] if chat_ids[1:] else ""
        whose = (group,) if group else (avatar,)
        return {**extensions, KEY: opened(at_start, metadata.get(KEY), whose)}

    @override
    def profiles(self, extensions: Mapping[str, object]) -> Mapping[str, Mapping[str, object]]:
        at_start = _started(extensions)
        if at_start is None:
            return {}
        named = {
            name: {**extensions, KEY: with_profile(at_start, name)}
            for name in profile_names(at_start)
        }
        return {AS_IT_STANDS: extensions, **named}

    @override
    def on_swiped(self, document: Document, host: ExtensionHost) -> Stage:
        """A new swipe begins without the memory of the one before it (§2)."""
        last = len(document.chat) - 1
        held = data_of(document).of(last)
        if last < 0 or not self.is_on(host) or not truthy(value_of(held, "memory")):
            return Stage(document)
        words = _(
            "MessageSummarize takes away the memory of message {last}: a new swipe has none."
        ).format(last=last)
        cleared = ClearMemory(last)
        event = SendEvent("send", NAME, "clean", ((last, last),), words, (cleared,))
        return Stage(cleared.applied(document), (event,))

    @override
    def at_request(self, request: Document, new: int, host: ExtensionHost) -> Document:
        """A generation refreshes only where messages are removed (§5.5).

        Nor does it where its context trigger is on: that refresh stops with an error, since the
        host has no saved prompt of a message that has just been written.
        """
        setting = settings_of(host).get
        stops = new > 0 and to_number(setting(f"{TRIGGER}{TRIGGERS[-1]}")) > 0
        if truthy(setting(REMOVE)) and not stops:
            return request
        return replace(request, chat=ending(request.chat, len(request.chat) - new))

    @override
    def ignored_messages(
        self, document: Document, host: ExtensionHost, send: Send
    ) -> frozenset[int]:
        """See `Extension.ignored_messages`: all that is not lagging after a refresh (§6)."""
        tokenizer = host.tokenizer_for("o200k_base", "tiktoken")
        judge = judge_of_chat(document, len(document.chat), settings_of(host), tokenizer)
        return frozenset(judge.context_of(send.kind).removed)
