"""What releases 1.41 and 1.44 share: settings, how tokens are counted, which memories compete."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from inspector.core.document import Document
from inspector.core.injection import Derivation
from inspector.core.javascript import UNDEFINED, first_truthy, iterated, truthy
from inspector.core.moment import Moment
from inspector.core.settings import SettingSpec
from inspector.core.tokens import Tokenizer
from inspector.systems.openvault.entries import Entries, EntriesInColumns, Regular
from inspector.systems.openvault.formatter import format_memories
from inspector.systems.openvault.release_settings import (
    BUDGET,
    BUDGET_FOR_ZERO_TOKENS,
    SETTINGS_1_4X,
)
from inspector.systems.openvault.released import Inputs, ReleasedRuleset, situation_of_case
from inspector.systems.openvault.retrieval.pipeline import injected, question_at
from inspector.systems.openvault.retrieval.select_14x import select_14x
from inspector.systems.openvault.wording import Situation


@dataclass(frozen=True)
class Release14X(ReleasedRuleset):
    """A release of the line 1.4x; each has its own wording, and its own facts of a situation."""

    reads_witnesses: ClassVar[bool] = False
    """Whether a line tells something of the witnesses."""

    settings: tuple[SettingSpec, ...] = SETTINGS_1_4X
    encoding: str = "chars/3.5"

    @override
    def format(self, case: Mapping[str, object], tokenizer: Tokenizer) -> Mapping[str, object]:
        situation = situation_of_case(case)
        stored = case.get("memories", UNDEFINED)
        values = list(iterated(stored, "memories")) if truthy(stored) else []
        entries = self.entries_of_values(values, tokenizer)
        return {"text": format_memories(self.wording, entries, situation, tokenizer).text}

    def entries_of_values(self, values: Sequence[object], tokenizer: Tokenizer) -> Entries:
        """Stored memories as the formatter reads them.

        Raises:
            ReleaseThrowsError: see `released_memory`.
        """
        read = EntriesInColumns(self.wording, self.regular_heads, tokenizer, self.reads_witnesses)
        return read.of(values)

    @abstractmethod
    def regular_heads(self, memories: Regular) -> Sequence[str]:
        """A line break and what `wording.line` puts before each summary of some memories.

        Raises:
            KeyError, TypeError: an importance or a flag of secrecy is of no regular shape.
        """

    @override
    def bare_situation(self, inputs: Inputs) -> Situation:
        budget = first_truthy(inputs.settings[BUDGET], BUDGET_FOR_ZERO_TOKENS)
        return Situation(chat_length=inputs.length, budget=budget)

    @override
    def inject(self, document: Document, moment: Moment, tokenizer: Tokenizer) -> Derivation:
        return injected(self, select_14x, question_at(self, document, moment, tokenizer))
