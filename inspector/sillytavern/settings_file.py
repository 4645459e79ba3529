"""SillyTavern's `settings.json`: extension settings and the size of the context. Only read."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from inspector.core.decoded import is_number, is_object, members, text
from inspector.core.errors import ChatFileError, InspectorError
from inspector.core.javascript import truthy
from inspector.language import _
from inspector.sillytavern.values import NotJsonError, decode
from inspector.small_files import read_small


@dataclass(frozen=True)
class HostSettings:
    """What SillyTavern keeps in its settings.

    Attributes:
        values: the whole file as decoded JSON.
    """

    values: Mapping[str, object]

    def extension(self, *names: str) -> Mapping[str, object] | None:
        """What is stored under the first of some names in `extension_settings`, if anything."""
        stored = members(self.values.get("extension_settings"))
        for name in names:
            found = stored.get(name)
            if is_object(found):
                return found
        return None

    @property
    def context_size(self) -> int | None:
        """The maximum context less the response (specs/as-designed.md §5); None if unknown."""
        if self.values.get("main_api") == "openai":
            api = members(self.values.get("oai_settings"))
            return _less(api.get("openai_max_context"), api.get("openai_max_tokens"))
        return _less(self.values.get("max_context"), self.values.get("amount_gen"))

    @property
    def nested_macros(self) -> bool | None:
        """Whether macros are expanded by the newer engine; None where that is not stored."""
        stored = members(self.values.get("power_user")).get("experimental_macro_engine")
        return None if stored is None else truthy(stored)

    def with_extensions(self, extensions: Mapping[str, object]) -> "HostSettings":
        """The same settings with other `extension_settings`."""
        return HostSettings({**self.values, "extension_settings": extensions})

    @property
    def uses_chat_completion(self) -> bool | None:
        """Whether the model is asked with a list of messages; None if unknown."""
        api = text(self.values.get("main_api"))
        return api == "openai" if api else None


def _less(context: object, response: object) -> int | None:
    if not is_number(context) or not is_number(response):
        return None
    return max(0, int(context - response))


def parse_settings(data: bytes, path: str = "settings.json") -> HostSettings:
    """The settings that a file's bytes hold.

    Raises:
        InspectorError: they are no JSON object; the text names the file.
    """
    try:
        value = decode(data.removeprefix(b"\xef\xbb\xbf"))
    except NotJsonError as error:
        raise InspectorError(
            _("{path}: SillyTavern's settings cannot be read: {error}.").format(
                path=path, error=error
            )
        ) from error
    if not is_object(value):
        raise InspectorError(
            _("{path}: SillyTavern's settings are a JSON object, and this is none.").format(
                path=path
            )
        )
    return HostSettings(value)


@dataclass(frozen=True)
class StoredSettings:
    """What is at hand of SillyTavern's settings.

    Attributes:
        host: the settings; None if they are not at hand.
        source: the file that they were read from.
        problem: why a file that is there cannot be read; empty without one.
    """

    host: HostSettings | None = None
    source: Path | None = None
    problem: str = ""


def stored_settings(folder: Path | None, named: Path | None = None) -> StoredSettings:
    """The settings that hold in a folder.

    Args:
        folder: the user's, or where a chat lies alone; None for none.
        named: the file that a person names instead.

    Raises:
        InspectorError: the file that was named cannot be read.
    """
    if named is not None:
        return StoredSettings(read_settings(named), named)
    path = None if folder is None else folder / "settings.json"
    if path is None or not path.is_file():
        return StoredSettings()
    try:
        return StoredSettings(read_settings(path), path)
    except InspectorError as error:
        return StoredSettings(problem=str(error))


def read_settings(path: Path) -> HostSettings:
    """The settings in a file.

    Raises:
        InspectorError: it cannot be read, or is no settings file; the text names it.
    """
    try:
        data = read_small(path)
    except ChatFileError as error:
        words = _("{path}: SillyTavern's settings cannot be read: {why}.")
        raise InspectorError(words.format(path=path, why=error.why)) from error
    return parse_settings(data, str(path))
