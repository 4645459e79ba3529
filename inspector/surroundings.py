"""What lies around a chat in SillyTavern's data folder: settings, group, card. Only read."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from inspector.core.chat import Chat
from inspector.core.decoded import members
from inspector.core.moment import Moment
from inspector.core.problems import Problem
from inspector.core.system import MemorySystem, Ruleset
from inspector.sillytavern import extension_settings
from inspector.sillytavern.data_root import card_of, group_of, member_names, user_folder_of
from inspector.sillytavern.extension_settings import FoundSettings, found_settings
from inspector.sillytavern.host.facts import HostFacts
from inspector.sillytavern.host.reading import read_host
from inspector.sillytavern.settings_file import HostSettings, stored_settings
from inspector.systems import system_of


@dataclass(frozen=True, eq=False)
class FactsSource:
    """Where everything that a chat's next request depends on is read from, once it is asked for.

    Attributes:
        chat: the chat's file.
        metadata: its `chat_metadata`.
        settings: the settings file that a person names; None for that of the data folder.
        folder: the data folder that a person names; None to find it from the chat's place.
    """

    chat: Path
    metadata: Mapping[str, object]
    settings: Path | None = None
    folder: Path | None = None

    @cached_property
    def facts(self) -> HostFacts:
        """What lies there; read once.

        Raises:
            InspectorError: the settings file that was named cannot be read.
        """
        return read_host(self.chat, self.metadata, self.settings, folder=self.folder)


@dataclass(frozen=True)
class Surroundings:
    """What SillyTavern knows besides a chat's file.

    Attributes:
        host: its settings; None if they are not at hand.
        source: the file that they were read from.
        group: what the members of the chat's group are called; empty for a solo chat.
        problems: why settings that were found could not be read.
        card_file: the character's own card; None in a group, or if it is not at hand.
        facts_source: where the rest is read from; None if no chat was named.
        chat_ids: what the chat may be called: its file's name without ending, its group's id.
    """

    host: HostSettings | None = None
    source: Path | None = None
    group: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    card_file: Path | None = None
    facts_source: FactsSource | None = None
    chat_ids: tuple[str, ...] = ()

    def settings_for(self, ruleset: Ruleset, given: Collection[str] = ()) -> FoundSettings:
        """What the settings file says to a ruleset; nothing to one that SillyTavern has not.

        Args:
            ruleset: who asks.
            given: names of settings that a person gives otherwise.
        """
        system = system_of(ruleset.name)
        keys = system.extension_keys
        if not keys or (self.host is None and not system.expects_settings):
            return FoundSettings({})
        names = _extension_names(ruleset, system)
        host = self._host_for(system)
        return found_settings(ruleset, host, keys, names, given)

    def _host_for(self, system: MemorySystem) -> HostSettings | None:
        if self.host is None:
            return None
        stored = members(self.host.values.get("extension_settings"))
        avatar = "" if self.card_file is None else self.card_file.name
        laid = system.opened_settings(stored, self._metadata, self.chat_ids, avatar)
        return self.host if laid is stored else self.host.with_extensions(laid)

    @property
    def _metadata(self) -> Mapping[str, object]:
        return {} if self.facts_source is None else self.facts_source.metadata

    def profiles_for(self, ruleset: Ruleset) -> Mapping[str, Mapping[str, object]]:
        """By name the settings that each profile in the settings file says to a ruleset.

        The first are those as they stand, whichever profile the chat is opened with.
        """
        system = system_of(ruleset.name)
        if self.host is None or not system.extension_keys:
            return {}
        names = _extension_names(ruleset, system)
        stored = members(self.host.values.get("extension_settings"))
        return {
            name: found_settings(
                ruleset, self.host.with_extensions(laid), system.extension_keys, names
            ).values
            for name, laid in system.profiles(stored).items()
        }

    def moment(self, moment: Moment) -> Moment:
        """A moment with the group's members, unless others were named (DESIGN §4)."""
        if moment.group or not self.group:
            return moment
        return replace(moment, group=self.group)


def surroundings_of(path: Path, chat: Chat, settings: Path | None = None) -> Surroundings:
    """What lies around a chat.

    Args:
        path: the chat's file.
        chat: its messages.
        settings: the settings file that a person names; None to find it from the chat's place.

    Raises:
        InspectorError: the settings file that was named cannot be read.
    """
    group = group_of(path)
    members = () if group is None else member_names(group, chat)
    chat_ids = (path.stem, "" if group is None else group.id)
    around = Surroundings(group=members, card_file=card_of(path), chat_ids=chat_ids)
    stored = stored_settings(user_folder_of(path), settings)
    if stored.problem:
        return replace(around, problems=(Problem("settings-unreadable", stored.problem),))
    if stored.host is None:
        return around
    return replace(around, host=stored.host, source=stored.source)


def as_stored(
    ruleset: Ruleset, values: Mapping[str, object], profile: str = ""
) -> Mapping[str, object]:
    """A ruleset's settings as `settings.json` has them; see `extension_settings.as_stored`."""
    system = system_of(ruleset.name)
    names = _extension_names(ruleset, system)
    return extension_settings.as_stored(system, names, values, profile)


def _extension_names(ruleset: Ruleset, system: MemorySystem) -> tuple[str, ...]:
    """The ruleset's settings that a release of the system has: a design may have others."""
    released = {spec.name for one in system.rulesets if one.is_release for spec in one.settings}
    return tuple(spec.name for spec in ruleset.settings if spec.name in released)
