"""What Auto-Recap does between opening a chat and the request (specs/send-path.md §2, §3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from typing_extensions import override

from inspector.core.decoded import items, members, text
from inspector.core.document import Document, recaps_of
from inspector.core.edits import SetHidden, SystemEdit
from inspector.core.extension import AS_IT_STANDS, Extension
from inspector.core.javascript import UNDEFINED, printed, truthy
from inspector.core.recap import RunningRecap
from inspector.core.recap_keys import RELEASED
from inspector.core.recap_state import StoreState
from inspector.core.release_settings import ReleaseSettings
from inspector.core.sending import (
    ExtensionHost,
    SendEvent,
    Stage,
    changed_flags,
    in_words,
    runs,
    with_hidden,
)
from inspector.language import _
from inspector.systems.auto_recap.autohide import released as released_hiding
from inspector.systems.auto_recap.autohide import shown_breaks
from inspector.systems.auto_recap.codec import written_by
from inspector.systems.auto_recap.defaults import RELEASE_DEFAULTS
from inspector.systems.auto_recap.kept import NAME, with_recaps
from inspector.systems.auto_recap.retrieval import Around, around, chat_enabled, released_state
from inspector.systems.auto_recap.settings import (
    MODULE_KEYS,
    OLD_SETTINGS,
    RELEASE_SETTINGS,
)

RELEASE_20, RELEASE_1 = f"{NAME}/2.0", f"{NAME}/1"
_DEFAULT_PROFILE: Final = "Default"
_SUPPRESS: Final = "suppress_other_lorebooks"


def installed_release(document: Document, _extensions: Mapping[str, object]) -> str:
    """The ruleset of the release that is installed, as far as it can be told."""
    return written_by(document) or RELEASE_20


def _module_key(extensions: Mapping[str, object]) -> str:
    """Under which key the settings stand; the real one where there are none."""
    return next((one for one in MODULE_KEYS if members(extensions.get(one))), MODULE_KEYS[0])


def settings_of(host: ExtensionHost) -> ReleaseSettings:
    """The settings that hold while the chat is open, with the release's defaults."""
    key = _module_key(host.extensions)
    given = {**members(host.extensions.get(key)), **host.settings}
    return ReleaseSettings(given, OLD_SETTINGS if host.release == RELEASE_1 else RELEASE_SETTINGS)


def _with_own_store(document: Document, *, adopts: bool) -> Stage:
    """The running recap as reading it leaves it: adopted or emptied where it names another chat."""
    recaps = recaps_of(document)
    running, known = recaps.running.get(RELEASED.running), around(recaps)
    if running is None or known is None:
        return Stage(document)
    own: dict[str, object] = {**running.record, "chat_id": known.chat_id}
    kind: Literal["reset", "clean"] = "clean"
    match released_state(running, known, adopts=adopts):
        case StoreState.RESET:
            kind = "reset"
            words = _("Auto-Recap empties the running recap: {why}").format(
                why=_why(running, known)
            )
            own = {"chat_id": known.chat_id, "current_version": 0}
            running = RunningRecap(running.key, own, stored_length=0)
        case StoreState.BRANCH:
            words = _("Auto-Recap takes over the running recap of another chat: this is a branch.")
            running = replace(running, record=own)
        case StoreState.IMPORT:
            words = _("Auto-Recap takes over the running recap of another chat: it is imported.")
            running = replace(running, record=own)
        case StoreState.UNKNOWN:
            words = _(
                "Auto-Recap takes over the running recap of another chat or empties it: "
                "without the worlds folder nobody can tell."
            )
        case _:
            return Stage(document)
    event = SendEvent("open", NAME, kind, (), words, (ReadRunningRecap(adopts),))
    after = replace(recaps, running={**recaps.running, RELEASED.running: running})
    return Stage(with_recaps(document, after), (event,))


@dataclass(frozen=True, slots=True)
class ReadRunningRecap(SystemEdit):
    """Leave the running recap as the extension does when it reads it (specs/auto-recap.md §5.2).

    Attributes:
        adopts: whether the release takes over the store of another chat; else it empties it.
    """

    adopts: bool

    @override
    def applied(self, document: Document) -> Document:
        return _with_own_store(document, adopts=self.adopts).document


def _why(running: RunningRecap, known: Around) -> str:
    words = _("it belongs to {other!r}, and this is {own!r}.")
    return words.format(other=printed(running.chat_id), own=printed(known.chat_id))


def _auto_hide(document: Document, host: ExtensionHost, step: Literal["open", "send"]) -> Stage:
    chat = document.chat
    count = settings_of(host).get("auto_hide_scene_count")
    view = recaps_of(document).seen((RELEASED,))
    ranges = released_hiding(shown_breaks(view, len(chat)), len(chat), count)
    flags = bytearray(chat.hidden)
    for (first, last), flag in (
        *((one, 1) for one in ranges.hide),
        *((one, 0) for one in ranges.unhide),
    ):
        flags[first : last + 1] = bytes([flag]) * (last + 1 - first)
    hidden, displayed = changed_flags(chat, bytes(flags))
    events: list[SendEvent] = []
    if hidden:
        words = _("Auto-Recap hides {in_words}: their scenes are finished.").format(
            in_words=in_words(runs(hidden))
        )
        kept = SetHidden(tuple(hidden), hidden=True)
        events.append(SendEvent(step, NAME, "hide", runs(hidden), words, (kept,)))
    if displayed:
        words = _("Auto-Recap shows {in_words}: no finished scene holds them.").format(
            in_words=in_words(runs(displayed))
        )
        kept = SetHidden(tuple(displayed), hidden=False)
        events.append(SendEvent(step, NAME, "unhide", runs(displayed), words, (kept,)))
    return Stage(with_hidden(document, bytes(flags)), tuple(events), settles_hidden=True)


class AutoRecapExtension(Extension):
    """Auto-Recap in SillyTavern."""

    folders = frozenset({"third-party/st-auto-summarize", "third-party/st-auto-recap"})
    unprofiled = frozenset({"chats_enabled", "disabled_group_characters", "global_toggle_state"})

    @override
    def opened_settings(
        self,
        extensions: Mapping[str, object],
        metadata: Mapping[str, object],
        chat_ids: Sequence[str],
        avatar: str,
    ) -> Mapping[str, object]:
        """The chat's profile is laid over the flat values."""
        key = _module_key(extensions)
        flat = members(extensions.get(key))
        by_chat = members(flat.get("chat_profiles"))
        named = [text(by_chat.get(one)) for one in chat_ids]
        name = (
            next((one for one in named if one), "")
            or text(members(flat.get("character_profiles")).get(avatar))
            or _DEFAULT_PROFILE
        )
        profile = members(members(flat.get("profiles")).get(name))
        return {**extensions, key: {**flat, **profile}} if profile else extensions

    @override
    def profiles(self, extensions: Mapping[str, object]) -> Mapping[str, Mapping[str, object]]:
        key = _module_key(extensions)
        flat = members(extensions.get(key))
        named = {
            name: {**extensions, key: {**flat, **members(one)}}
            for name, one in members(flat.get("profiles")).items()
        }
        return {AS_IT_STANDS: extensions, **named} if named else {}

    @override
    def on_opened(self, document: Document, host: ExtensionHost) -> Stage:
        """It hides what its finished scenes hold and shows the rest, even if the chat is disabled.

        Then, in a chat that is not, it reads the running recap, which may empty it (§5.2).
        """
        if not self.is_on(host):
            return Stage(document)
        hidden = _auto_hide(document, host, "open")
        if not chat_enabled(settings_of(host).get, host.chat_id):
            return hidden
        read = _with_own_store(hidden.document, adopts=host.release != RELEASE_1)
        return replace(hidden, document=read.document, events=(*hidden.events, *read.events))

    @override
    def not_worked_out(self, host: ExtensionHost) -> tuple[str, ...]:
        """Its strip patterns, where a set of them is in use (§3, step 11)."""
        if not self.is_on(host):
            return ()
        get = settings_of(host).get
        wanted = get("apply_to_messages")
        if wanted is not UNDEFINED and not truthy(wanted):
            return ()
        by_chat, by_card = get("chat_strip_patterns"), get("character_strip_patterns")
        named = (members(by_chat).get(host.chat_id), *members(by_card).values())
        name = next(
            (text(one) for one in (*named, get("active_strip_pattern_set")) if text(one)), ""
        )
        known = members(members(get("strip_pattern_sets")).get(name))
        if any(truthy(members(one).get("enabled")) for one in items(known.get("patterns"))):
            return (_("what Auto-Recap's strip patterns “{name}” take away").format(name=name),)
        return ()

    @override
    def suppresses_lorebooks(self, host: ExtensionHost) -> bool:
        """Whether only the chat's own lorebook is left, in disabled chats as well (§6.10)."""
        stored = settings_of(host).get(_SUPPRESS)
        is_wanted = RELEASE_DEFAULTS[_SUPPRESS] if stored is UNDEFINED else stored
        return self.is_on(host) and truthy(is_wanted)

    @override
    def after_request(self, document: Document, host: ExtensionHost) -> Stage:
        """It hides and shows anew, as after a message is swiped, deleted or edited."""
        if not self.is_on(host) or not chat_enabled(settings_of(host).get, host.chat_id):
            return Stage(document)
        return _auto_hide(document, host, "send")

    @override
    def on_swiped(self, document: Document, host: ExtensionHost) -> Stage:
        return self.after_request(document, host)
