"""What rulesets that inject no list of memories have in common."""

from collections.abc import Mapping

from inspector.core.errors import InspectorError
from inspector.core.moment import Moment
from inspector.core.settings import SettingSpec, check_names
from inspector.core.tokens import Tokenizer
from inspector.language import _


class WithoutMemories:
    """A part of `core.system.Ruleset`: neither buckets nor a formatter of memories."""

    name: str
    settings: tuple[SettingSpec, ...]

    def check_settings(self, given: Mapping[str, object]) -> None:
        """See `Ruleset.check_settings`: only names are checked, as a release converts values."""
        check_names((spec.name for spec in self.settings), given, self.name)

    def moved_boundaries(self, moment: Moment, chat_length: int, mid: int, recent: int) -> Moment:
        """See `Ruleset.moved_boundaries`: there are no buckets here."""
        return moment

    def format(self, case: Mapping[str, object], tokenizer: Tokenizer) -> Mapping[str, object]:
        """See `Ruleset.format`.

        Raises:
            InspectorError: always; there is no list of memories to format.
        """
        raise InspectorError(_("{name} has no formatter of memories.").format(name=self.name))
