"""Settings that were taken from SillyTavern's `settings.json`, and how to say so."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from inspector.language import _, ngettext
from inspector.sillytavern.prompt import Completion
from inspector.surroundings import FactsSource, Surroundings
from inspector.systems import RULESETS, system_of

_MOST_SAID: Final = 3
_SAID_PER_ROW: Final = "settings-partly-absent"


@dataclass(frozen=True)
class HostSettings:
    """What a settings file said to every ruleset when the chat was opened.

    Attributes:
        source: the file; empty if none was at hand.
        values: by ruleset, the settings that it holds and the ruleset takes.
        problems: by ruleset, what was refused or could not be read.
        completion: how SillyTavern asks the model.
        facts_source: where the facts of the next request are read from; None without a chat.
        profiles: by ruleset and name, the settings of each profile that the file holds; the
            first are those as they stand, with none laid over them.
    """

    source: str = ""
    values: Mapping[str, Mapping[str, object]] = field(
        default_factory=dict[str, Mapping[str, object]]
    )
    problems: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    completion: Completion = Completion.CHAT
    facts_source: FactsSource | None = None
    profiles: Mapping[str, Mapping[str, Mapping[str, object]]] = field(
        default_factory=dict[str, Mapping[str, Mapping[str, object]]]
    )

    def settings(self, ruleset: str) -> Mapping[str, object]:
        """The settings that a ruleset takes."""
        return self.values.get(ruleset, {})

    def in_words(self, ruleset: str) -> str:
        """Where a ruleset's settings come from; empty where SillyTavern has none of its."""
        if not system_of(ruleset).extension_keys:
            return ""
        problems = self.problems.get(ruleset, ())
        wording = [*problems[:_MOST_SAID], "…"] if len(problems) > _MOST_SAID else problems
        return " ".join((self._source_in_words(ruleset), *wording)).strip()

    def _source_in_words(self, ruleset: str) -> str:
        if not self.source:
            return ""
        count = len(self.settings(ruleset))
        if not count:
            return _("SillyTavern's {source} is only read.").format(source=self.source)
        settings = ngettext("{count:,} setting is", "{count:,} settings are", count).format(
            count=count
        )
        return _("{settings} taken from SillyTavern's {source}, which is only read.").format(
            settings=settings, source=self.source
        )


def host_settings_from(around: Surroundings) -> HostSettings:
    """What the settings around a chat say to every ruleset; the same as the command line."""
    values: dict[str, Mapping[str, object]] = {}
    problems: dict[str, tuple[str, ...]] = {}
    for name, ruleset in RULESETS.items():
        found = around.settings_for(ruleset)
        values[name] = found.values
        # What the file does not hold is said at each setting: its default counts.
        problems[name] = tuple(
            problem.text
            for problem in (*around.problems, *found.problems)
            if problem.code != _SAID_PER_ROW
        )
    source = "" if around.source is None else str(around.source)
    found = {name: around.profiles_for(ruleset) for name, ruleset in RULESETS.items()}
    profiles = {name: one for name, one in found.items() if one}
    completion, facts_source = _completion_of(around), around.facts_source
    return HostSettings(source, values, problems, completion, facts_source, profiles)


def _completion_of(around: Surroundings) -> Completion:
    """How SillyTavern asks the model, as far as its settings say."""
    host = around.host
    is_text = host is not None and host.uses_chat_completion is False
    return Completion.TEXT if is_text else Completion.CHAT
