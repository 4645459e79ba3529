"""What OpenVault does between opening a chat and retrieval (specs/send-path.md §2, §3)."""

from collections.abc import Mapping
from typing import Final

from typing_extensions import override

from inspector.core.decoded import is_number, members, text
from inspector.core.document import Document
from inspector.core.edits import SetHidden
from inspector.core.extension import Extension
from inspector.core.javascript import WHITE_SPACE
from inspector.core.sending import (
    ExtensionHost,
    Send,
    SendEvent,
    SendKind,
    Stage,
    in_words,
    runs,
    with_hidden,
)
from inspector.language import _, plain
from inspector.systems.openvault import codec
from inspector.systems.openvault.auto_hide import (
    BUDGET_26_TOKENS,
    hidden_by_14x,
    hidden_by_26,
    hides,
)
from inspector.systems.openvault.opening import opened
from inspector.systems.openvault.retrieval.fingerprints import index_of
from inspector.systems.openvault.retrieval.migrations import migrates_on_load

RELEASE_26, RELEASE_144, RELEASE_141 = (f"{codec.NAME}/{n}" for n in ("26", "1.44", "1.41"))
LATE_SLOTS: Final = frozenset({f"{codec.NAME}_scene"})
"""Slots that are registered at the first retrieval; all others are when a chat is opened."""

HIDDEN_MARK: Final = "openvault_hidden"
"""What release 26 sets in a message that it hides (specs/send-path.md §4.2)."""

_ONLY_26, _ONLY_14X, _ONLY_141 = "visibleChatBudget", "autoHideThreshold", "tensionDecayRate"


def stored_settings(host: ExtensionHost) -> Mapping[str, object]:
    """The extension's own settings."""
    return {**members(host.extensions.get(codec.NAME)), **host.settings}


def installed_release(document: Document, extensions: Mapping[str, object]) -> str:
    """The ruleset of the release that is installed, as far as it can be told.

    Each release fills in the settings that it knows; where those of several are there, the
    one that wrote the chat's data counts.
    """
    settings = members(extensions.get(codec.NAME))
    if settings and _ONLY_26 not in settings:
        return RELEASE_141 if _ONLY_141 in settings else RELEASE_144
    if settings and _ONLY_14X not in settings:
        return RELEASE_26
    return codec.written_by(document) or RELEASE_26


class OpenVaultExtension(Extension):
    """OpenVault in SillyTavern."""

    folders = frozenset({"third-party/openvault", "third-party/sillytavern-openvault"})

    @override
    def on_opened(self, document: Document, host: ExtensionHost) -> Stage:
        """Release 26 cleans its data; the others leave it as it is."""
        if not self.is_on(host) or host.release != RELEASE_26:
            return Stage(document)
        return opened(document, stored_settings(host), (host.user, host.character))

    @override
    def before_retrieval(self, document: Document, host: ExtensionHost, send: Send) -> Stage:
        """The release hides messages that it has extracted, once too many are visible.

        Raises:
            ReleaseThrowsError: release 26 cannot count a message; it then retrieves nothing.
        """
        settings = stored_settings(host)
        if not self.is_on(host) or not hides(settings):
            return Stage(document)
        store = document.stores.get(codec.NAME, {})
        if host.release == RELEASE_26:
            if migrates_on_load(store):
                # Opening would have migrated it: it failed, and the release is off for the chat.
                return Stage(document)
            tokenizer = host.tokenizer_for("o200k_base", "gpt-tokenizer")
            hidden = hidden_by_26(document.chat, store, settings, tokenizer)
            budget = settings.get(_ONLY_26, BUDGET_26_TOKENS)
            limit = plain(budget) if is_number(budget) else budget
            words = _("OpenVault hides {messages}: more than {limit} tokens are visible.")
            mark = HIDDEN_MARK
        else:
            hidden = hidden_by_14x(document.chat, document.memories, store, settings)
            limit, mark = "", ""
            words = _("OpenVault hides {messages}: more messages than its threshold are visible.")
        if not hidden:
            return Stage(document)
        flags = bytearray(document.chat.hidden)
        for index in hidden:
            flags[index] = 1
        ranges = runs(hidden)
        words = words.format(messages=in_words(ranges), limit=limit)
        kept = SetHidden(tuple(hidden), hidden=True, mark=mark)
        event = SendEvent("send", codec.NAME, "hide", ranges, words, (kept,))
        return Stage(with_hidden(document, bytes(flags)), (event,))

    @override
    def retrieval_pending(self, document: Document, host: ExtensionHost, send: Send) -> str | None:
        """The text in the box for release 26 on Send; else the last visible message of the user.

        That one then counts twice, since it is in the chat as well (§3.1).
        """
        wording = send.pending.strip(WHITE_SPACE)
        if wording and send.kind is SendKind.NORMAL and host.release == RELEASE_26:
            return wording
        chat = document.chat
        last = next(iter(index_of(chat).user_from_end(len(chat))), None)
        return None if last is None else text(chat.records[last].get("mes"))
