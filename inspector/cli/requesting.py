"""Asking rulesets about a chat, as the options of all verbs that inject say (DESIGN §4)."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from inspector.arguments import UsageError, moment_of
from inspector.cli.beside import check_file
from inspector.console import print_error
from inspector.core.document import Document
from inspector.core.injection import Derivation
from inspector.core.moment import Moment
from inspector.core.problems import Problem
from inspector.core.query import Query
from inspector.core.system import Ruleset
from inspector.core.tokens import Tokenizer
from inspector.loading import OpenChat, with_surroundings
from inspector.sillytavern.extension_settings import FoundSettings
from inspector.sillytavern.host.facts import HostFacts
from inspector.sillytavern.host.reading import read_host
from inspector.sillytavern.settings_file import HostSettings
from inspector.surroundings import Surroundings
from inspector.systems import default_rulesets, ruleset_named, with_profile
from inspector.tokenizer import load_tokenizer


@dataclass(frozen=True, eq=False)
class Answered:
    """What one ruleset says about a chat.

    Attributes:
        ruleset: who answered.
        tokenizer: what counted.
        moment: what was asked, with what the chat and its folder say filled in.
        derivation: the answer.
        problems: what a person should know about the settings.
    """

    ruleset: Ruleset
    tokenizer: Tokenizer
    moment: Moment
    derivation: Derivation
    problems: tuple[Problem, ...]

    def requested(self, document: Document) -> Query:
        """The question with its answer, as an analysis takes it."""
        requested = Query(self.ruleset, document, self.moment, self.tokenizer)
        return requested.answered_by(self.derivation)


@dataclass(frozen=True)
class Inquiry:
    """The question that the options put.

    Attributes:
        rulesets: those that were named; empty for the designs of what a chat carries.
        moment: who answers, to what, when; its settings are all that were given.
        encoding: how tokens are counted; None for the ruleset's own.
        settings: the settings file that was named.
        profile: the profile of an extension that was named.
    """

    rulesets: tuple[Ruleset, ...]
    moment: Moment
    encoding: str | None
    settings: Path | None
    profile: str | None = None

    def rulesets_for(self, document: Document) -> tuple[Ruleset, ...]:
        """Who is asked about a chat.

        Raises:
            UsageError: none of them knows a setting that was given.
        """
        found = self.rulesets or default_rulesets(document.carried)
        check_known(found, self.moment)
        return found

    def surroundings(self, chat: OpenChat) -> Surroundings:
        """What lies around a chat.

        Raises:
            InspectorError: the settings file that was named cannot be read, or holds no such
                profile.
        """
        around = with_surroundings(chat, self.settings).around
        if self.settings is not None:
            check_file(self.settings, "settings-file")
        if self.profile is None:
            return around
        host = HostSettings({}) if around.host is None else around.host
        return replace(around, host=HostSettings(with_profile(host.values, self.profile)))

    def host(self, chat: OpenChat, card: Path | None) -> HostFacts:
        """What the next request of a chat depends on.

        Args:
            chat: the chat.
            card: the card that was named; None for that of the data folder.

        Raises:
            InspectorError: a file that was named cannot be read, or holds no such profile.
        """
        host = read_host(chat.path, chat.file.metadata, self.settings, card)
        if self.profile is None:
            return host
        return replace(host, settings=with_profile(host.settings, self.profile))

    def answers(
        self, chat: OpenChat, rulesets: Sequence[Ruleset] | None = None
    ) -> Iterator[Answered]:
        """What each ruleset says about a chat.

        Args:
            chat: the chat.
            rulesets: who answers; None for all that are asked about it.

        Raises:
            InspectorError: a setting, the encoding or the moment is refused.
        """
        rulesets = self.rulesets_for(chat.document) if rulesets is None else rulesets
        if not rulesets:
            return
        around = self.surroundings(chat)
        at = moment_in(chat.document, around.moment(self.moment))
        for ruleset in rulesets:
            yield self._answer(chat, ruleset, around, at)

    def _answer(
        self, chat: OpenChat, ruleset: Ruleset, around: Surroundings, at: Moment
    ) -> Answered:
        given, found = self._settings(ruleset, around)
        moment = replace(at, settings={**found.values, **given})
        tokenizer = load_tokenizer(self.encoding or ruleset.encoding, ruleset.dialect)
        derivation = ruleset.inject(chat.document, moment, tokenizer)
        problems = (*around.problems, *found.problems, *self.strangers(chat))
        return Answered(ruleset, tokenizer, moment, derivation, problems)

    def check_values(self, chat: OpenChat) -> None:
        """Refuse what a ruleset that was named refuses, also where nothing is asked of it.

        Raises:
            InspectorError: a setting is refused, or the settings file that was named cannot be
                read.
        """
        if not self.rulesets:
            return
        around = self.surroundings(chat)
        for ruleset in self.rulesets:
            given, found = self._settings(ruleset, around)
            ruleset.check_settings({**found.values, **given})

    def _settings(
        self, ruleset: Ruleset, around: Surroundings
    ) -> tuple[Mapping[str, object], FoundSettings]:
        """What was given of a ruleset's settings, and what the settings file says of them."""
        known = {spec.name for spec in ruleset.settings}
        given = {name: value for name, value in self.moment.settings.items() if name in known}
        return given, around.settings_for(ruleset, given)

    def strangers(self, chat: OpenChat) -> Iterator[Problem]:
        """A point of view that was named and that nobody in the chat has."""
        name = self.moment.character
        if name is not None and name not in (*chat.document.names, *self.moment.group):
            yield Problem(
                "unknown-character",
                f"Nobody in this chat is called {name!r}: the block is made for a stranger.",
            )


def warn_of_strangers(inquiry: Inquiry, chat: OpenChat) -> None:
    """Name a point of view that nobody has where what is printed has no place for it."""
    for problem in inquiry.strangers(chat):
        print_error(f"{chat.path}: {problem.text}")


def inquiry_of(options: argparse.Namespace) -> Inquiry:
    """The question that the options put.

    Raises:
        InspectorError: an unknown ruleset, an empty encoding, or a setting that none of those
            named knows.
    """
    if options.encoding == "":
        # As from an empty variable of a script, which would count in another encoding unseen.
        raise UsageError("--encoding names none")
    rulesets = tuple(ruleset_named(name) for name in options.ruleset or ())
    moment = moment_of(options)
    check_known(rulesets, moment)
    return Inquiry(rulesets, moment, options.encoding, options.settings, options.profile)


def check_known(rulesets: Sequence[Ruleset], moment: Moment) -> None:
    """Refuse a setting that none of the rulesets asked knows, before anything is printed."""
    known = {spec.name for ruleset in rulesets for spec in ruleset.settings}
    for name in moment.settings:
        if rulesets and name not in known:
            names = ", ".join(ruleset.name for ruleset in rulesets)
            raise UsageError(f"no setting {name!r} in {names}")


def moment_in(document: Document, moment: Moment) -> Moment:
    """The moment with what the chat says filled in.

    Raises:
        UsageError: `--at` lies outside the chat.
    """
    length = len(document.chat)
    if moment.at is not None and not 0 <= moment.at < length:
        last = f"the chat has messages 0 to {length - 1}" if length else "the chat has no messages"
        raise UsageError(f"--at {moment.at} is out of range: {last}")
    return moment.resolved(document.chat)
