"""What the recaps panel is asked to show, as one value, and its versions as rows."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from inspector.core.document import Document
from inspector.core.javascript import UNDEFINED, printed
from inspector.core.message_derivation import RecapDerivation
from inspector.core.recap import Recaps, RecapVersion, RunningRecap, Scene
from inspector.core.recap_keys import DATA_KEYS
from inspector.core.system import Ruleset
from inspector.gui.panels.recaps.counting import Counting
from inspector.gui.state.date_words import time_in_words
from inspector.gui.state.derivation import Answer
from inspector.language import _
from inspector.systems import recap_keeper, ruleset_named

TEMPLATE = "running_scene_recap_template"


@dataclass(frozen=True, slots=True)
class VersionRow:
    """One version of the running recap.

    Attributes:
        location: its place in `RunningRecap.versions`.
        version: what is stored.
        is_current: whether it is the one in use.
        scenes: which scenes went into it, such as `1–4`.
        reach: the last message that it covers, in words.
        end: that message; None where it is not known.
        is_by_count: whether that was counted back from when it was made.
    """

    location: int
    version: RecapVersion
    is_current: bool
    scenes: str
    reach: str
    end: int | None
    is_by_count: bool = False

    @property
    def name(self) -> str:
        """`v4`; a number that is none is shown as it is stored."""
        number = self.version.number
        return "v?" if number is UNDEFINED else f"v{printed(number)}"

    @property
    def title(self) -> str:
        """The name, and whether it is in use."""
        return _("{name}, current").format(name=self.name) if self.is_current else self.name

    @property
    def text(self) -> str:
        """The recap; what JavaScript prints where it is no text."""
        content = self.version.content
        return "" if content is UNDEFINED or content is None else printed(content)

    @property
    def made(self) -> str:
        """When it was made, in local time."""
        return time_text(self.version.timestamp)


@dataclass(frozen=True, eq=False)
class RecapsState:
    """All that the recaps panel shows.

    Attributes:
        document: the chat.
        ruleset: the Auto-Recap ruleset that answers; None where none does.
        derivation: what it says.
        settings: its settings that differ from its defaults.
        encoding: name of the encoding that a person chose; None for the ruleset's own.
        is_open: whether there is a chat at all.
    """

    document: Document = field(default_factory=Document)
    ruleset: Ruleset | None = None
    derivation: RecapDerivation = field(default_factory=RecapDerivation)
    settings: dict[str, object] = field(default_factory=dict[str, object])
    encoding: str | None = None
    is_open: bool = False

    @classmethod
    def of(cls, answer: Answer) -> "RecapsState":
        """What an answer says about recaps."""
        question = answer.state.question
        for name, derivation in answer.derivations.items():
            if isinstance(derivation, RecapDerivation):
                settings = dict(question.settings_of(name))
                return cls(
                    answer.state.document,
                    ruleset_named(name),
                    derivation,
                    settings,
                    question.encoding,
                    is_open=True,
                )
        return cls(answer.state.document, is_open=True)

    @property
    def recaps(self) -> Recaps:
        """All that is kept."""
        return self.document.recaps

    @cached_property
    def running(self) -> RunningRecap | None:
        """The running recap, under whatever name it stands: the one that edits change."""
        return self.recaps.seen(DATA_KEYS).running

    @cached_property
    def rows(self) -> tuple[VersionRow, ...]:
        """Every version in stored order."""
        running = self.running
        if running is None:
            return ()
        current, ends = running.current_place, self.recaps.seen(DATA_KEYS).breaks
        return tuple(
            VersionRow(index, version, index == current, *self._reach(version, ends))
            for index, version in enumerate(running.versions)
        )

    def _reach(
        self, version: RecapVersion, ends: Sequence[int]
    ) -> tuple[str, str, int | None, bool]:
        reach = recap_keeper().reach(version, ends, self.document.chat)
        if reach is None:
            scene = version.scene
            if scene is None:
                return _("not noted"), "", None, False
            where = _("message {scene:g}, where no scene ends").format(scene=scene)
            is_message = scene >= 0 and float(scene).is_integer()
            return _("scene gone"), where, int(scene) if is_message else None, False
        scenes = f"{reach.first}–{reach.last}" if reach.last > reach.first else f"{reach.last}"
        if reach.by_count:
            where = _("up to message {end}, by count").format(end=reach.end)
            return _("{scenes}, by count").format(scenes=scenes), where, reach.end, True
        return scenes, _("messages 0–{end}").format(end=reach.end), reach.end, False

    def count(self, counting: Counting) -> None:
        """See that the tokens of every version and scene are counted, where a ruleset answers."""
        if self.ruleset is not None:
            readable = recap_keeper().readable
            texts = [row.text for row in self.rows]
            texts += [readable(scene.recap.scene_recap) for scene in self.scenes]
            encoding = self.encoding or self.ruleset.encoding
            counting.count(filter(None, texts), encoding, self.ruleset.dialect)

    @property
    def scenes(self) -> Sequence[Scene]:
        """Every finished scene."""
        return self.derivation.scenes

    @property
    def next_number(self) -> str:
        """The number that a new version gets."""
        return "v0" if self.running is None else f"v{self.running.highest + 1:g}"

    @property
    def template(self) -> str:
        """The template in force, as text."""
        value = self.settings.get(TEMPLATE, self.default_template)
        return value if isinstance(value, str) else self.default_template

    @property
    def default_template(self) -> str:
        """The ruleset's own template."""
        specs = self.ruleset.settings if self.ruleset else ()
        found = next((spec.default for spec in specs if spec.name == TEMPLATE), "")
        return found if isinstance(found, str) else ""


def time_text(timestamp: float | None) -> str:
    """A time as a clock on this wall showed it; empty if it is none."""
    if timestamp is None:
        return ""
    return time_in_words(timestamp) or f"{timestamp:g}"
