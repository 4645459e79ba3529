"""What can be compared with what: kinds of difference, and the choices of each."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from inspector.core.document import Document, recaps_of
from inspector.core.edits import apply
from inspector.core.javascript import printed
from inspector.core.moment import Moment
from inspector.core.query import Query
from inspector.core.recap_edits import UseVersion
from inspector.core.recap_keys import DATA_KEYS
from inspector.core.system import ClaimsSaving, KeepsRecaps
from inspector.files.backups import KeptBackup
from inspector.gui.state.file_words import size_in_words
from inspector.gui.state.query import query_of
from inspector.gui.state.session import Question, State
from inspector.gui.state.view import View
from inspector.language import _
from inspector.loading import OpenChat, open_chat
from inspector.systems import RULESETS, SYSTEMS, system_of

_ENCODINGS = ("o200k_base", "cl100k_base", "chars/3.5", "chars/4", "bytes/4", "bytes/3.35")
_MOST_MOMENTS = 200
_THIS_CHAT = _("This chat, as edited")


class Difference(Enum):
    """In what the two sides differ."""

    RULESETS = _("Rulesets")
    SYSTEMS = _("All systems")
    SETTINGS = _("Settings")
    ENCODINGS = _("Tokens")
    MOMENTS = _("Moments")
    CHARACTERS = _("Who answers")
    RECAPS = _("Recaps")
    BACKUPS = _("Backups")
    FILES = _("Files")

    @property
    def takes_file(self) -> bool:
        """Whether another file can be a side."""
        return self in (Difference.MOMENTS, Difference.RECAPS, Difference.FILES)


@dataclass(frozen=True, eq=False)
class Choice:
    """One side that can be chosen.

    Attributes:
        label: in words.
        note: small, beside it; empty for nothing.
        query: makes the question; run on a worker, since it may read a file.
    """

    label: str
    note: str
    query: Callable[[], Query]


@dataclass(frozen=True)
class Choices:
    """What can be chosen, and what is chosen first on either side."""

    of: Sequence[Choice] = ()
    a: int = 0
    b: int = 1


@dataclass(frozen=True)
class Stored:
    """What lies outside of the chat and can be a side.

    Attributes:
        file: another chat that was chosen.
        backups: of the chat's file, oldest first.
        presets: settings of the ruleset that a person saved, by name.
    """

    file: OpenChat | None = None
    backups: Sequence[KeptBackup] = ()
    presets: Mapping[str, Mapping[str, object]] = field(
        default_factory=dict[str, Mapping[str, object]]
    )


def choices_of(view: View, difference: Difference, stored: Stored) -> Choices:
    """The sides that a view offers for one kind of difference.

    Args:
        view: the chat and what is asked.
        difference: the kind.
        stored: what else can be a side.
    """
    makers: Mapping[Difference, Callable[[], Choices]] = {
        Difference.RULESETS: lambda: _rulesets(view),
        Difference.SETTINGS: lambda: _settings(view, stored.presets),
        Difference.ENCODINGS: lambda: Choices([_encoding(view, name) for name in _ENCODINGS]),
        Difference.MOMENTS: lambda: _moments(view, stored.file),
        Difference.CHARACTERS: lambda: _characters(view),
        Difference.RECAPS: lambda: _recaps(view, stored.file),
        Difference.BACKUPS: lambda: _backups(view, stored.backups),
        Difference.FILES: lambda: _files(view, stored.file),
    }
    return makers.get(difference, Choices)()


def _characters(view: View) -> Choices:
    names = view.document.names
    found = [_moment(view, name, character=name) for name in names]
    current = names.index(view.point_of_view) if view.point_of_view in names else 0
    return Choices(found, current, _other(current, len(found)))


def _query(document: Document, question: Question) -> Query:
    return query_of(State(document, question).within_chat)


def _other(location: int, count: int) -> int:
    return next((one for one in range(count) if one != location), location)


def _rulesets(view: View) -> Choices:
    current = view.question.ruleset
    system = system_of(current).name
    names = [one.name for one in next(one for one in SYSTEMS if one.name == system).rulesets]
    names += [name for name in RULESETS if name not in names and _carries(view, name)]
    found = [
        Choice(_(RULESETS[name].title), name, lambda name=name: _of_ruleset(view, name))
        for name in names
    ]
    ruleset = RULESETS[current]
    if isinstance(ruleset, ClaimsSaving) and ruleset.replaces in names:
        return Choices(found, names.index(ruleset.replaces), names.index(current))
    index = names.index(current)
    return Choices(found, index, _other(index, len(found)))


def _carries(view: View, name: str) -> bool:
    return system_of(name).name in view.document.carried


def _of_ruleset(view: View, name: str) -> Query:
    return query_of(State(view.document, view.question), name)


def _settings(view: View, presets: Mapping[str, Mapping[str, object]]) -> Choices:
    question = view.question
    usual = question.with_settings(question.usual_settings)
    defaults = question.with_settings({})
    rows = (
        (_("As set now"), "", question),
        (_("As SillyTavern has them"), "", usual),
        (_("The ruleset's defaults"), "", defaults),
        *(
            (
                _("Preset {name}").format(name=name),
                "",
                question.with_settings({**question.usual_settings, **values}),
            )
            for name, values in presets.items()
        ),
    )
    found = [
        Choice(label, note, lambda one=one: _query(view.document, one)) for label, note, one in rows
    ]
    return Choices(found, 2, 0)


def _encoding(view: View, name: str) -> Choice:
    question = replace(view.question, encoding=name)
    return Choice(name, "", lambda: _query(view.document, question))


def _moment(view: View, label: str, **changes: object) -> Choice:
    moment: Moment = replace(view.question.moment, **changes)
    question = view.question.with_moment(moment)
    return Choice(label, "", lambda: _query(view.document, question))


def _moments(view: View, file: OpenChat | None) -> Choices:
    """The newest messages one by one; of a long chat every so many of the earlier ones.

    The ends of scenes are among them under their names, and so are those of another file.
    """
    length = len(view.document.chat)
    if not length:
        return Choices()
    scenes = _scene_ends(view.document)
    step = max(1, length // _MOST_MOMENTS)
    latest = range(max(0, length - 50), length)
    places = sorted({*range(0, length, step), *latest, *scenes}, reverse=True)
    at = view.question.moment.at
    if at is not None and at not in places:
        places = sorted({*places, at}, reverse=True)
    found = [_moment(view, _after(index, scenes.get(index, "")), at=index) for index in places]
    now = 0 if at is None else places.index(at)
    if file is not None:
        found += _moments_of(view, file)
        return Choices(found, len(places), now)
    earlier = next((n for n, index in enumerate(places) if index <= length * 0.75), now)
    return Choices(found, earlier if earlier != now else _other(now, len(found)), now)


def _moments_of(view: View, file: OpenChat) -> Iterator[Choice]:
    """The end of another file, and those of its scenes."""
    last = len(file.document.chat) - 1
    ends = {last: "", **_scene_ends(file.document)} if last >= 0 else {}
    for index, name in sorted(ends.items(), reverse=True):
        question = view.question.with_moment(replace(view.question.moment, at=index))
        yield Choice(
            _after(index, name, file.path.name),
            str(file.path.parent),
            lambda question=question: _query(file.document, question),
        )


def _scene_ends(document: Document) -> Mapping[int, str]:
    """The last message of each scene, with what the scene is called."""
    recaps = recaps_of(document).seen(DATA_KEYS)
    return {
        index: _("scene {n} {name}").format(n=number, name=recaps.messages[index].scene_name)
        for number, index in enumerate(recaps.breaks, 1)
    }


def _after(index: int, scene: str = "", file: str = "") -> str:
    """What a moment is called."""
    parts = (file, _("After message {n}").format(n=index), scene.rstrip())
    return " · ".join(filter(None, parts))


def _recaps(view: View, file: OpenChat | None) -> Choices:
    keeping = [name for name in RULESETS if isinstance(system_of(name), KeepsRecaps)]
    if not keeping:
        return Choices()
    name = view.question.ruleset if view.question.ruleset in keeping else keeping[0]
    own = [*_versions(view, view.document, name, "")]
    other = None if file is None else _known_as(file.document, None)
    theirs = (
        [] if file is None or other is None else [*_versions(view, other, name, file.path.name)]
    )
    found = [*own, *theirs]
    last = len(found) - 1
    if own and theirs:
        return Choices(found, last, len(own) - 1)
    return Choices(found, max(last - 1, 0), max(last, 0))


def _versions(view: View, document: Document, ruleset: str, file: str) -> Iterator[Choice]:
    """The versions of a chat's running recap, each as if it were the current one."""
    running = recaps_of(document).seen(DATA_KEYS).running
    for index, version in enumerate(() if running is None else running.versions):
        label = _("Version {n}").format(n=printed(version.number))
        yield Choice(
            f"{label}, {file}" if file else label,
            ruleset,
            lambda index=index: query_of(
                State(apply(document, UseVersion(index)), view.question), ruleset
            ),
        )


def _known_as(document: Document, chat_id: str | None) -> Document:
    """The chat under another name, since a release drops the recaps of a file that was renamed."""
    recaps = document.recaps
    return replace(document, recaps=replace(recaps, host=replace(recaps.host, chat_id=chat_id)))


def _backups(view: View, backups: Sequence[KeptBackup]) -> Choices:
    question = view.question
    now = Choice(_THIS_CHAT, "", lambda: _query(view.document, question))
    found = [
        Choice(
            _("Backup of {time:%d %b %Y, %H:%M:%S}").format(time=one.time),
            size_in_words(one.size),
            lambda path=one.path: _query(
                _known_as(open_chat(path).document, view.document.recaps.host.chat_id), question
            ),
        )
        for one in reversed(backups)
    ]
    return Choices([now, *found], min(1, len(found)), 0)


def _files(view: View, file: OpenChat | None) -> Choices:
    question = view.question
    now = Choice(_THIS_CHAT, "", lambda: _query(view.document, question))
    if file is None:
        return Choices([now], 0, 0)
    folder = str(file.path.parent)
    other = Choice(file.path.name, folder, lambda: _query(file.document, question))
    return Choices([other, now])
