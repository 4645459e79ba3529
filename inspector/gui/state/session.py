"""The one mutable cell of the window: which document is open, and what is asked of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from inspector.core.chat import Chat
from inspector.core.document import Document
from inspector.core.edits import Changes, changes_between
from inspector.core.moment import Moment
from inspector.core.sending import Send
from inspector.core.settings import accepted_settings
from inspector.gui.state.host_settings import HostSettings, host_settings_from
from inspector.surroundings import Surroundings, surroundings_of
from inspector.systems import ruleset_named, system_of

DEFAULT_RULESET = "openvault/temporal"


@dataclass(frozen=True)
class Question:
    """What is asked of the document.

    Attributes:
        ruleset: name of the ruleset that answers.
        encoding: name of the token encoding; None for the ruleset's own.
        moment: who answers, to what, when; its settings are those of `ruleset`.
        other_settings: the settings that other rulesets had when they were last asked.
        host_settings: settings from SillyTavern's own file; they hold until others are given.
        settings_file: that file, where a person names one; None to find it from the chat's place.
        context_size: tokens of SillyTavern's context less the response, where a person tries
            another one; None for what its settings say.
        kept: by ruleset the settings that a person had changed when the chat was open last.
        as_sent: whether the next request is asked for and not the file as it lies (DESIGN §8);
            None for as it is usual: of a release the request, of a design the file.
        by_writer: whether a chat is put to the release that wrote it, since nobody named a ruleset.
        send: what is pressed then; its text is the moment's pending message.
    """

    ruleset: str = DEFAULT_RULESET
    encoding: str | None = None
    moment: Moment = field(default_factory=Moment)
    other_settings: Mapping[str, Mapping[str, object]] = field(
        default_factory=dict[str, Mapping[str, object]]
    )
    host_settings: HostSettings = field(default_factory=HostSettings)
    settings_file: Path | None = None
    context_size: int | None = None
    kept: Mapping[str, Mapping[str, object]] = field(
        default_factory=dict[str, Mapping[str, object]]
    )
    as_sent: bool | None = None
    by_writer: bool = False
    send: Send = field(default_factory=Send)

    @property
    def can_be_sent(self) -> bool:
        """Whether SillyTavern makes the ruleset's request; some systems make it themselves."""
        return not system_of(self.ruleset).assembles_request

    @property
    def is_as_sent(self) -> bool:
        """Whether the next request is asked for."""
        if not self.can_be_sent:
            return False
        return ruleset_named(self.ruleset).is_release if self.as_sent is None else self.as_sent

    @property
    def data_folder(self) -> str:
        """SillyTavern's user folder, where a person named one; else empty."""
        source = self.host_settings.facts_source
        return "" if source is None or source.folder is None else str(source.folder)

    def with_data_folder(self, folder: Path, chat: Chat) -> "Question":
        """The question with another user folder of SillyTavern around the chat.

        Raises:
            InspectorError: the folder's settings cannot be read.
        """
        source = self.host_settings.facts_source
        if source is None:
            return self
        found = folder / "settings.json"
        settings = found if found.is_file() else None
        around = replace(
            surroundings_of(source.chat, chat, settings),
            facts_source=replace(source, folder=folder, settings=settings),
        )
        return self.with_settings(self.changed_settings).taking(around)

    def keeping(self, kept: Mapping[str, Mapping[str, object]]) -> "Question":
        """The question with the settings that a person had changed before, by ruleset.

        What a ruleset refuses by now, since another version of it was asked then, is left out.
        """
        question = replace(self, kept=kept)
        settings = {**self.usual_settings, **question._kept_of(self.ruleset)}
        return question.with_settings(settings)

    def _kept_of(self, ruleset: str) -> Mapping[str, object]:
        check = ruleset_named(ruleset).check_settings
        return accepted_settings(check, self.kept.get(ruleset, {}))[0]

    @property
    def changed_settings(self) -> Mapping[str, object]:
        """The ruleset's settings that a person changed; what SillyTavern's file says is usual."""
        return self.changed_settings_of(self.ruleset)

    def changed_settings_of(self, ruleset: str) -> Mapping[str, object]:
        """The settings of a ruleset that a person changed, whether or not it answers."""
        defaults = {spec.name: spec.default for spec in ruleset_named(ruleset).settings}
        usual = {**defaults, **self.host_settings.settings(ruleset)}
        return {
            name: value
            for name, value in self.settings_of(ruleset).items()
            if name not in usual
            or usual[name] != value
            or isinstance(usual[name], bool) is not isinstance(value, bool)
        }

    def taking(self, around: Surroundings) -> "Question":
        """The question with what lies around a chat: its settings and the members of its group."""
        host_settings = host_settings_from(around)
        settings = {**host_settings.settings(self.ruleset), **self.moment.settings}
        moment = replace(around.moment(self.moment), settings=settings)
        return replace(self, moment=moment, host_settings=host_settings)

    def with_ruleset(self, ruleset: str) -> "Question":
        """The question put to another ruleset, with the settings that one had."""
        rest = {**self.other_settings, self.ruleset: self.moment.settings}
        settings = self.settings_of(ruleset)
        rest.pop(ruleset, None)
        moment = replace(self.moment, settings=settings, boundaries=None)
        return replace(self, ruleset=ruleset, moment=moment, other_settings=rest)

    def ruleset_of(self, system: str) -> str | None:
        """Which ruleset of a system answers, or did so last; None if none was ever asked."""
        requested = (self.ruleset, *reversed(tuple(self.other_settings)))
        return next((name for name in requested if name.partition("/")[0] == system), None)

    def former_beside(self, system: str) -> str | None:
        """Which ruleset of a further system answered last; beside a release, which release.

        None if none did.
        """
        only_releases = ruleset_named(self.ruleset).is_release
        former = (name for name in reversed(tuple(self.other_settings)))
        own = (name for name in former if name.partition("/")[0] == system)
        return next(
            (one for one in own if not only_releases or ruleset_named(one).is_release), None
        )

    def settings_of(self, ruleset: str) -> Mapping[str, object]:
        """A ruleset's settings that differ from its defaults, whether or not it answers."""
        if ruleset == self.ruleset:
            return self.moment.settings
        before = {**self.host_settings.settings(ruleset), **self._kept_of(ruleset)}
        return self.other_settings.get(ruleset, before)

    def with_settings_of(self, ruleset: str, settings: Mapping[str, object]) -> "Question":
        """The settings of a ruleset replaced, whether or not it is the one that answers."""
        if ruleset == self.ruleset:
            return self.with_settings(settings)
        rest = {name: held for name, held in self.other_settings.items() if name != ruleset}
        return replace(self, other_settings={**rest, ruleset: settings})

    def with_moment(self, moment: Moment) -> "Question":
        """The same ruleset asked at another moment."""
        return replace(self, moment=moment)

    def with_setting(self, name: str, value: object) -> "Question":
        """One setting of the ruleset changed."""
        return self.with_settings({**self.moment.settings, name: value})

    def without_setting(self, name: str) -> "Question":
        """One setting back at what SillyTavern's file says, else at its default."""
        usual = {key: value for key, value in self.usual_settings.items() if key == name}
        kept = {key: value for key, value in self.moment.settings.items() if key != name}
        return self.with_settings({**kept, **usual})

    @property
    def usual_settings(self) -> Mapping[str, object]:
        """The ruleset's settings as long as nobody changes them."""
        return self.host_settings.settings(self.ruleset)

    def with_settings(self, settings: Mapping[str, object]) -> "Question":
        """The ruleset's settings replaced."""
        return self.with_moment(replace(self.moment, settings=settings))


@dataclass(frozen=True)
class State:
    """One immutable state of the session; undo goes back to one."""

    document: Document = field(default_factory=Document)
    question: Question = field(default_factory=Question)

    def is_another_reading(self, before: "State") -> bool:
        """Whether others wrote the chat since an earlier state."""
        change = changes_between(before.document, self.document)
        return change.went_on or change.chat_replaced

    @property
    def within_chat(self) -> "State":
        """The same, asked at the chat's end where that comes before the moment of the question."""
        moment = self.question.moment
        if moment.at is None or moment.at < len(self.document.chat):
            return self
        return self.with_question(self.question.with_moment(replace(moment, at=None)))

    def with_document(self, document: Document) -> "State":
        """The same question, asked of another document."""
        return replace(self, document=document)

    def with_question(self, question: Question) -> "State":
        """Another question, asked of the same document."""
        return replace(self, question=question)


@dataclass(frozen=True)
class StateChange:
    """What differs between two states of the session."""

    document: Changes
    question: bool


class Session(QObject):
    """Holds the current state. Only commands and opening a chat replace it.

    Signals:
        opened: another chat is open; every view starts afresh.
        changed: a `StateChange` of the chat that is open.
    """

    opened = Signal()
    changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = State()

    @property
    def state(self) -> State:
        """The current state."""
        return self._state

    @property
    def document(self) -> Document:
        """The current document."""
        return self._state.document

    @property
    def question(self) -> Question:
        """The current question."""
        return self._state.question

    def open(self, state: State) -> None:
        """Start afresh with another chat."""
        self._state = state.within_chat
        self.opened.emit()

    def replace(self, state: State) -> None:
        """Go to another state of the same chat and say what differs."""
        before, self._state = self._state, state.within_chat
        change = StateChange(
            document=changes_between(before.document, self.document),
            question=before.question != self.question,
        )
        if change.document or change.question:
            self.changed.emit(change)
