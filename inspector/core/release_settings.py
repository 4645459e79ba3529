"""Settings as a released extension reads them: what is stored, or its own default."""

from collections.abc import Mapping

from inspector.core.errors import ReleaseThrowsError
from inspector.core.javascript import UNDEFINED, to_string
from inspector.core.settings import SettingKind, SettingSpec


class ReleaseSettings:
    """Settings as a release reads them: what is stored, or its own default.

    Args:
        given: the stored settings.
        specs: the release's settings; None as a default stands for undefined.

    Attributes:
        unusable: names of values that JavaScript can convert to nothing; the defaults stand in.
    """

    def __init__(self, given: Mapping[str, object], specs: tuple[SettingSpec, ...]) -> None:
        converted = (spec.name for spec in specs if spec.kind is not SettingKind.JSON)
        self.unusable = [name for name in converted if not _is_convertible(given.get(name))]
        self._given = {key: one for key, one in given.items() if key not in self.unusable}
        self._defaults = {
            spec.name: UNDEFINED if spec.default is None else spec.default for spec in specs
        }

    def get(self, name: str) -> object:
        """`get_settings(name)`: null falls back to the default as well, an empty text does not."""
        stored = self._given.get(name)
        return self._defaults.get(name, UNDEFINED) if stored is None else stored


def _is_convertible(value: object) -> bool:
    try:
        to_string(value)
    except ReleaseThrowsError:
        return False
    return True
