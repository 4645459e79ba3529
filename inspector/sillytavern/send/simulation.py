"""What happens from opening a chat to the request, as steps on documents.

Source: specs/send-path.md §2, §3.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from inspector.core.chat import Chat
from inspector.core.decoded import text
from inspector.core.document import Document
from inspector.core.errors import InspectorError, ReleaseThrowsError
from inspector.core.moment import Moment
from inspector.core.problems import Problem, Severity
from inspector.core.sending import (
    ExtensionHost,
    Send,
    SendEvent,
    SendKind,
    Stage,
    TokenizerFor,
)
from inspector.core.system import MemorySystem
from inspector.language import _
from inspector.sillytavern.host.counting import counting_of
from inspector.sillytavern.host.facts import Character, HostFacts
from inspector.sillytavern.host.limits import lacking_group, missing_problems
from inspector.sillytavern.host.names import with_opened_persona
from inspector.sillytavern.macros.context import Variables
from inspector.sillytavern.send.chat_ends import ending
from inspector.sillytavern.send.group_turn import (
    group_turn,
    kept_before_batch,
    unknown_answer,
    why_one_answers,
)
from inspector.sillytavern.send.request_macros import known_extensions
from inspector.sillytavern.send.taking_in import NAME, TakingIn


class NobodyAnswersError(InspectorError):
    """Nothing would be sent: no member of the group answers."""


def _as_stored(_book: str, entry: Mapping[str, object]) -> Mapping[str, object]:
    return entry


@dataclass(frozen=True, eq=False)
class Simulation:
    """A chat at the moment at which its systems are asked for their prompts.

    Attributes:
        host: the facts around the chat, once it is open.
        send: what was pressed.
        document: what the systems are asked about.
        events: what was done until then.
        user: the user's name.
        answering: who answers; None if the card is not at hand.
        character: what who answers is called.
        spoken_for: whom the systems' texts are made for; empty for the first in a group's turn.
        chat: the messages of the request without new ones; one that is made anew is gone.
        hidden: which of these are hidden, one byte a message.
        added: stored objects of the messages behind them.
        unknown: how many of these are answers of this turn that nobody can know.
        releases: by system, the ruleset that is installed.
        extensions: which extensions are there, and whether each is on.
        variables: those of macros as what was taken in has left them; None for the stored ones.
        stopped: systems that stop with an error and leave their slots as they were.
        off: systems that are switched off in the extension manager.
        pending: by system, the text that it takes for the user's.
        problems: what a person should know.
        at: the message after which the chat is pretended to end; None for its real end.
        suppresses_lorebooks: whether an extension leaves only the chat's own lorebook.
        ignored: messages that an extension takes out of this request alone.
        rewritten: a lorebook's entry as extensions change it when books are loaded.
        at_request: by system the chat that its texts are made of, where that is the one at the
            moment of the request and not the one before retrieval.
    """

    host: HostFacts
    send: Send
    document: Document
    events: tuple[SendEvent, ...]
    user: str
    answering: Character | None
    character: str
    spoken_for: str
    chat: Chat
    hidden: bytes
    added: tuple[Mapping[str, object], ...]
    unknown: int
    releases: Mapping[str, str]
    extensions: Mapping[str, bool] = field(default_factory=dict[str, bool])
    variables: Variables | None = None
    stopped: frozenset[str] = frozenset()
    off: frozenset[str] = frozenset()
    pending: Mapping[str, str | None] = field(default_factory=dict[str, str | None])
    problems: tuple[Problem, ...] = ()
    at: int | None = None
    suppresses_lorebooks: bool = False
    ignored: frozenset[int] = frozenset()
    rewritten: Callable[[str, Mapping[str, object]], Mapping[str, object]] = _as_stored
    at_request: Mapping[str, Document] = field(default_factory=dict[str, Document])

    @property
    def is_group(self) -> bool:
        """Whether a group's chat is open."""
        return self.host.group is not None

    @property
    def group_names(self) -> tuple[str, ...]:
        """What the group's members are called; empty for a solo chat."""
        return () if self.host.group is None else tuple(one.name for one in self.host.group.members)

    def moment(self, system: str, requested: Moment) -> Moment:
        """The moment at which a system is asked.

        Args:
            system: the system's name.
            requested: settings and query vector as a person gives them.
        """
        return replace(
            requested,
            at=None if system in self.at_request else self.at,
            user=self.user,
            character=self.spoken_for,
            group=requested.group or self.group_names,
            pending=self.pending.get(system, self.send.pending or None),
        )


@dataclass(frozen=True, eq=False)
class _Run:
    """One simulation on its way.

    Attributes:
        systems: who takes part, in the order in which they act.
        host: the facts, once the chat is open.
        send: what was pressed.
        extension_host: gives what a system sees of the host.
    """

    systems: Sequence[MemorySystem]
    host: HostFacts
    send: Send
    extension_host: Callable[[MemorySystem], ExtensionHost]

    def through(
        self, document: Document, step: Callable[[MemorySystem, Document], Stage]
    ) -> "_Through":
        """A document after a step of every system."""
        passed = _Through(document)
        for system in self.systems:
            try:
                stage = step(system, passed.document)
            except ReleaseThrowsError as error:
                passed.stopped[system.name] = str(error)
                continue
            passed.document = stage.document
            passed.events += stage.events
            passed.settled = passed.settled or stage.settles_hidden
        return passed


@dataclass
class _Through:
    document: Document
    events: list[SendEvent] = field(default_factory=list[SendEvent])
    stopped: dict[str, str] = field(default_factory=dict[str, str])
    settled: bool = False


def simulate(
    document: Document,
    host: HostFacts,
    send: Send,
    systems: Sequence[MemorySystem],
    tokenizer_for: TokenizerFor,
    requested: Moment | None = None,
    releases: Mapping[str, str] | None = None,
) -> Simulation:
    """A chat at the moment at which its systems are asked for their prompts.

    Args:
        document: the chat as its file lies.
        host: what is known around it.
        send: what is pressed.
        systems: every memory system that is known.
        tokenizer_for: gives token counters.
        requested: names and settings that a person gives; None takes all from the files.
        releases: by system, a ruleset that takes the place of the installed release.

    Raises:
        NobodyAnswersError: no member of the group answers, or not so many.
    """
    requested = requested or Moment()
    host, opening_events = _opened_host(host, send, systems, requested)
    user = requested.user if requested.user is not None else _user_name(host, document.chat)
    known = {
        one.name: release
        for one in systems
        if (release := one.installed_release(document, host.extensions)) is not None
    }
    known |= releases or {}
    whole = document.chat
    if requested.at is not None:
        document = replace(document, chat=ending(whole, requested.at + 1))
    own_name = "" if host.group is not None else _solo_name(host, document.chat, requested)

    def extension_host(system: MemorySystem, character: str = own_name) -> ExtensionHost:
        return ExtensionHost(
            user=user,
            character=character,
            is_group=host.group is not None,
            chat_id=host.chat_id,
            avatar=host.character.file if host.character else "",
            extensions=host.extensions,
            disabled=host.disabled_extensions,
            tokenizer_for=tokenizer_for,
            settings=requested.settings,
            release=known.get(system.name),
            context_size=host.context_size,
        )

    taking_part = [one for one in systems if one.name in known]
    run = _Run(taking_part, host, send, extension_host)
    events = [*opening_events]
    if not send.opened:
        opened = run.through(document, lambda one, d: one.on_opened(d, extension_host(one)))
        document = opened.document
        events += opened.events
    found = _Turn(run, document, user, events).simulation(requested, own_name, known)
    return found if requested.at is None else _at(found, whole, requested.at)


def _at(simulation: Simulation, whole: Chat, at: int) -> Simulation:
    """The simulation of a chat that is pretended to end earlier, asked about the whole chat.

    What exists at a moment is for each ruleset to say, by what comes after it.
    """
    chat = simulation.document.chat
    if len(chat) != at + 1:
        return simulation
    hidden = chat.hidden + whole.hidden[at + 1 :]
    document = replace(simulation.document, chat=replace(whole, hidden=hidden))
    return replace(simulation, document=document, at=at)


def _opened_host(
    host: HostFacts,
    send: Send,
    systems: Sequence[MemorySystem],
    requested: Moment,
) -> tuple[HostFacts, list[SendEvent]]:
    """The facts once the chat is open: its persona, and what extensions load for it."""
    events: list[SendEvent] = []
    host = lacking_group(host, requested.group)
    if not send.opened and requested.user is None:
        before = text(host.settings.get("username"))
        host = with_opened_persona(host)
        after = text(host.settings.get("username"))
        if after != before:
            words = _("SillyTavern takes the persona {after} for the user, who was {before}.")
            words = words.format(after=after, before=before)
            events.append(SendEvent("open", NAME, "name", (), words))
    extensions = host.extensions
    avatar = host.character.file if host.character else ""
    group_id = "" if host.group is None else text(host.group.record.get("id"))
    for system in systems:
        extensions = system.opened_settings(
            extensions, host.metadata, (host.chat_id, group_id), avatar
        )
    if extensions is not host.extensions:
        settings = {**host.settings, "extension_settings": extensions}
        host = replace(host, settings=settings)
    return host, events


def _user_name(host: HostFacts, chat: Chat) -> str:
    return text(host.settings.get("username")) or chat.newest_speaker(user_side=True)


def _solo_name(host: HostFacts, chat: Chat, requested: Moment) -> str:
    if requested.character is not None:
        return requested.character
    if host.character is not None:
        return host.character.name
    return chat.newest_speaker(user_side=False)


class _Turn:
    """From an open chat to one answer's retrieval."""

    def __init__(self, run: _Run, document: Document, user: str, events: list[SendEvent]) -> None:
        self.run = run
        self.send = run.send
        self.host = run.host
        self.document = document
        self.user = user
        self.events = events
        self.stopped: dict[str, str] = {}
        self.kept = len(document.chat)
        self.added: list[Mapping[str, object]] = []
        extensions = known_extensions(run.host, run.systems)
        self.taking_in = TakingIn(run.host, run.send, user, extensions)
        self.first: Character | None = None
        self.unknown = 0
        self.by_chance = False
        self.flags = document.chat.hidden

    def simulation(
        self, requested: Moment, own_name: str, releases: Mapping[str, str]
    ) -> Simulation:
        """The chat at the moment of the answer's retrieval."""
        if self.host.group is None:
            if self.send.member > 1:
                raise NobodyAnswersError(why_one_answers(self.host, requested.group))
            answering, spoken_for = self.host.character, own_name
            character = own_name
            self._before_answer()
        else:
            answering = self._draft(requested)
            character = answering.name if answering else own_name
            spoken_for = self._group_answer(character)
        retrieval = self.document
        self._new_message(answering, character)
        chat = ending(retrieval.chat, self.kept, self.added)
        request = replace(retrieval, chat=chat)
        return Simulation(
            host=self.host,
            send=self.send,
            document=retrieval,
            events=tuple(self.events),
            user=self.user,
            answering=answering,
            character=character,
            spoken_for=spoken_for,
            chat=ending(retrieval.chat, self.kept),
            hidden=self.flags[: self.kept],
            added=tuple(self.added),
            unknown=self.unknown,
            releases=releases,
            extensions=self.taking_in.extensions,
            variables=self.taking_in.variables,
            stopped=frozenset(self.stopped),
            off=frozenset(
                one.name for one in self.run.systems if not one.is_on(self.run.extension_host(one))
            ),
            pending={one.name: self._pending(one) for one in self.run.systems},
            problems=tuple(_problems(self)),
            suppresses_lorebooks=any(
                one.suppresses_lorebooks(self.run.extension_host(one)) for one in self.run.systems
            ),
            ignored=self._ignored(request),
            rewritten=self._rewritten,
            at_request=self._at_request(request),
        )

    def _ignored(self, request: Document) -> frozenset[int]:
        """What interceptors take out of the request (§3, step 8)."""
        found: frozenset[int] = frozenset()
        for one in self.run.systems:
            host = self.run.extension_host(one)
            if one.is_on(host):
                found |= one.ignored_messages(request, host, self.send)
        return found

    def _at_request(self, request: Document) -> dict[str, Document]:
        made = {
            one.name: one.at_request(request, len(self.added), self.run.extension_host(one))
            for one in self.run.systems
        }
        return {name: document for name, document in made.items() if document is not None}

    def _rewritten(self, book: str, entry: Mapping[str, object]) -> Mapping[str, object]:
        for one in self.run.systems:
            entry = one.rewritten_entry(book, entry, self.run.extension_host(one))
        return entry

    def _before_answer(self) -> None:
        """A swipe's own step, then what comes before retrieval."""
        run = self.run
        settled = False
        if self.send.kind is SendKind.SWIPE:
            swiped = self._through(lambda one, d: one.on_swiped(d, run.extension_host(one)))
            settled = swiped.settled
        flags = self.document.chat.hidden
        self._through(lambda one, d: one.before_retrieval(d, run.extension_host(one), self.send))
        # Both run side by side; the one that sets every flag has the last word (§10).
        self.flags = flags if settled else self.document.chat.hidden
        if self.send.kind is SendKind.REGENERATE and not self.is_users_turn:
            self.kept = max(0, len(self.document.chat) - 1)

    @property
    def is_users_turn(self) -> bool:
        """Whether the last message is the user's, so that regenerating removes nothing."""
        chat = self.document.chat
        return not len(chat) or bool(chat.from_user[-1])

    def _through(self, step: Callable[[MemorySystem, Document], Stage]) -> _Through:
        passed = self.run.through(self.document, step)
        self.document = passed.document
        self.events += passed.events
        self.stopped |= passed.stopped
        return passed

    def _draft(self, requested: Moment) -> Character | None:
        group = self.host.group
        if group is None:
            return None
        if self.send.kind is SendKind.REGENERATE:
            kept = kept_before_batch(self.document.chat)
            chat = ending(self.document.chat, kept)
            self.document = replace(self.document, chat=chat)
            self.kept = kept
        if requested.character is not None:
            return self.host.character_named(requested.character)
        turn = group_turn(group, self.document.chat, self.send)
        for one in turn.members[: self.send.member - 1]:
            self.added.append(unknown_answer(one))
        self.unknown = len(self.added)
        self.first = turn.member(1)
        found = turn.member(self.send.member)
        self.by_chance = self.send.member > len(turn.members) - turn.by_chance
        if found is None:
            count = len(turn.members)
            words = _("In this group nobody answers, so nothing is sent.")
            if count:
                words = _("In this group only {n:,} answer in this turn, so nothing is sent.")
            raise NobodyAnswersError(words.format(n=count))
        return found

    def _group_answer(self, character: str) -> str:
        """The steps until a member's retrieval; answers whom the texts are made for."""
        run, send = self.run, self.send
        answers, self.added = self.added, []
        if send.kind is SendKind.REGENERATE:
            spoken_for = character
            self._through(lambda one, d: one.before_retrieval(d, run.extension_host(one), send))
            self.flags = self.document.chat.hidden
        else:
            spoken_for = ""
            self._before_answer()
        if not answers:
            if not spoken_for and self.document.memories:
                words = _("{name} answers first in this turn: the texts are made for no name.")
                words = words.format(name=character)
                self.events.append(SendEvent("send", NAME, "name", (), words))
            return spoken_for if spoken_for or self.document.memories else character
        self.document, new, done = self.taking_in.for_the_first(self.document, self.first)
        self.events += done
        for index, answer in enumerate(answers):
            if self.host.uses_chat_completion:
                self._through(lambda one, d: one.after_request(d, run.extension_host(one)))
            behind = [*(new if not index else ()), answer]
            chat = ending(self.document.chat, len(self.document.chat), behind)
            self.document = replace(self.document, chat=chat)
            self._through(lambda one, d: one.before_retrieval(d, run.extension_host(one), send))
        self.flags = self.document.chat.hidden
        self.kept = len(self.document.chat)
        return character

    def _new_message(self, answering: Character | None, character: str) -> None:
        if self.send.member == 1 or self.host.group is None:
            chat = ending(self.document.chat, self.kept)
            self.added += self.taking_in.new_messages(chat, answering, character)

    def _pending(self, system: MemorySystem) -> str | None:
        host = self.run.extension_host(system)
        is_later = self.host.group is not None and self.unknown > 0
        send = replace(self.send, pending="") if is_later else self.send
        return system.retrieval_pending(self.document, host, send)


def _problems(turn: _Turn) -> list[Problem]:
    """What a person should know about a turn."""
    stops = _("{name} stops with an error and injects nothing: {error}")
    found = [
        Problem("release-throws", stops.format(name=name, error=error))
        for name, error in turn.stopped.items()
    ]
    if turn.by_chance:
        words = _("Chance decides who answers here; shown is one who may.")
        found.append(Problem("by-chance", words, Severity.HINT))
    if turn.host.settings and counting_of(turn.host).is_estimate:
        words = _("The model's tokenizer is not at hand: what fits is estimated with o200k_base.")
        found.append(Problem("tokens-estimated", words, Severity.HINT))
    missing: list[str] = []
    for one in turn.run.systems:
        missing += one.not_worked_out(turn.run.extension_host(one))
    return [*found, *missing_problems(turn.host, missing)]
