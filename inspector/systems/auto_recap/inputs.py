"""A document at a moment, as an Auto-Recap ruleset meets it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from inspector.core.decoded import members
from inspector.core.document import Document, recaps_of
from inspector.core.javascript import UNDEFINED, Undefined, identity
from inspector.core.message_facts import facts_of
from inspector.core.moment import Moment
from inspector.core.problems import Problem
from inspector.core.recap import Recaps, RecapView, RunningRecap
from inspector.core.recap_keys import DATA_KEYS, DataKey
from inspector.core.tokens import Tokenizer
from inspector.language import _
from inspector.systems.auto_recap.inclusion import Exclusion, Setting
from inspector.systems.auto_recap.retrieval import Around, around
from inspector.systems.auto_recap.timing import until
from inspector.systems.auto_recap.verdicts import Walk


@dataclass(frozen=True, eq=False)
class Inputs:
    """A document at a moment.

    Attributes:
        document: the chat.
        moment: who asks and when.
        setting: answers the ruleset's settings.
        keys: names under which the ruleset looks for data.
        tokenizer: what counts.
    """

    document: Document
    moment: Moment
    setting: Setting
    keys: Sequence[DataKey]
    tokenizer: Tokenizer

    @cached_property
    def recaps(self) -> Recaps:
        """All that is kept, under whatever name."""
        return recaps_of(self.document)

    @cached_property
    def view(self) -> RecapView:
        """What the ruleset sees of it."""
        return self.recaps.seen(self.keys)

    @property
    def length(self) -> int:
        """How many messages there are at the moment."""
        at = self.moment.at
        return len(self.document.chat) if at is None else at + 1

    @cached_property
    def running(self) -> RunningRecap | None:
        """The running recap as it is at the moment."""
        running = self.view.running
        if running is None or self.length >= len(self.document.chat):
            return running
        return until(running, self.document.chat, self.length - 1)

    @property
    def known(self) -> Around | None:
        """What decides whose the running recap is."""
        return around(self.recaps)

    @property
    def chat_id(self) -> str | Undefined:
        """The open chat's name."""
        chat_id = self.recaps.host.chat_id
        return UNDEFINED if chat_id is None else chat_id

    def walk(self, *, show_prefill: bool = False) -> Walk:
        """What a verdict on each message needs."""
        return Walk(self.view, self.length, self.tokenizer, show_prefill)

    def exclusion(self) -> Exclusion:
        """The rules that leave messages out."""
        chat = self.document.chat
        group = self.recaps.host.group_id
        return Exclusion(chat, facts_of(chat), self.setting, group, self.tokenizer)

    def unknown_group(self) -> tuple[Problem, ...]:
        """A warning where characters are disabled by group and the group is not known (§5)."""
        listed: Mapping[str, object] = members(self.setting("disabled_group_characters"))
        in_group = self.document.chat.is_group or bool(self.moment.group)
        if not listed or not in_group or self.recaps.host.group_id is not None:
            return ()
        return (
            Problem(
                "group-unknown",
                _(
                    "Disabled characters are not left out: groups/*.json is not at hand, so "
                    "it is not known whose chat this is."
                ),
            ),
        )

    def unseen_data(self, title: str) -> tuple[Problem, ...]:
        """A warning for each name under which there is data that the ruleset does not see."""
        names = {key.message for key in self.keys}
        return tuple(
            Problem(
                "data-not-seen",
                _("{title} does not see the data that stands under extra.{key}.").format(
                    title=_(title), key=key.message
                ),
            )
            for key in DATA_KEYS
            if key.message not in names and self.recaps.layers.get(key.message)
        ) + tuple(
            Problem(
                "data-not-seen",
                _("{title} does not see chat_metadata.{name}.").format(title=_(title), name=name),
            )
            for name in self.recaps.running
            if name not in {key.running for key in self.keys}
        )

    def moved_back(self) -> tuple[Problem, ...]:
        """A warning where the moment lies before the version in use was made."""
        now, then = self.view.running, self.running
        if now is None or then is None or now.current_place is None:
            return ()
        if identity(now.current_version) == identity(then.current_version):
            return ()
        words = _(
            "After message {message} the current version of the running recap did not exist yet; "
            "none did."
        )
        if then.versions:
            words = _(
                "After message {message} the current version of the running recap did not exist "
                "yet; the highest that did is used."
            )
        words = words.format(message=self.length - 1)
        return (Problem("version-not-yet", words),)
