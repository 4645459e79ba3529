"""What a memory system and its rulesets must offer."""

from collections.abc import Callable, Mapping
from typing import Protocol, runtime_checkable

from inspector.core.document import Document
from inspector.core.fields import FieldSpec
from inspector.core.injection import Derivation
from inspector.core.knowledge import Way
from inspector.core.memory import Memory
from inspector.core.moment import Moment
from inspector.core.problems import Problem
from inspector.core.settings import SettingSpec
from inspector.core.stored import StoredChange
from inspector.core.tokens import Tokenizer


class Ruleset(Protocol):
    """One system's behaviour, as designed or as released."""

    @property
    def name(self) -> str:
        """`system/version`."""
        ...

    @property
    def title(self) -> str:
        """One line that says what it is, for pickers."""
        ...

    @property
    def is_release(self) -> bool:
        """True for a release with its faults, False for a design."""
        ...

    @property
    def encoding(self) -> str:
        """The encoding it counts with unless told otherwise."""
        ...

    @property
    def dialect(self) -> str:
        """`tiktoken`, or `gpt-tokenizer` where a release's own library counts differently."""
        ...

    @property
    def settings(self) -> tuple[SettingSpec, ...]:
        """All its settings."""
        ...

    def check_settings(self, given: Mapping[str, object]) -> None:
        """Refuse settings that the ruleset cannot have.

        Raises:
            SettingError: unknown name, or for a design a wrong type or range.
        """
        ...

    def inject(self, document: Document, moment: Moment, tokenizer: Tokenizer) -> Derivation:
        """What goes into the prompt at `moment`, and a verdict on every memory.

        Raises:
            SettingError: see `check_settings`.
        """
        ...

    def moved_boundaries(self, moment: Moment, chat_length: int, mid: int, recent: int) -> Moment:
        """The moment in which mid starts at message `mid` and recent at message `recent`.

        By the ruleset's own settings where it has them, else by `Moment.boundaries`.
        """
        ...

    def format(self, case: Mapping[str, object], tokenizer: Tokenizer) -> Mapping[str, object]:
        """The formatter alone, for one case of DESIGN §4 `format`: text, and reflections.

        Raises:
            ReleaseThrowsError: the release would throw.
        """
        ...


@runtime_checkable
class TellsWhoKnows(Protocol):
    """A ruleset for which it matters who knows of a memory."""

    def ways(self, document: Document, name: str) -> Callable[[Memory], Way]:
        """How a character knows of each memory, by this ruleset's own rules."""
        ...


@runtime_checkable
class CountsWholeChat(Protocol):
    """A ruleset that must know what every message costs before it can answer."""

    def count_chat(
        self, document: Document, tokenizer: Tokenizer, progress: Callable[[int, int], None]
    ) -> None:
        """Count a chat's messages, those that are not counted yet; answers are quick after it.

        Args:
            document: holds the chat.
            tokenizer: what counts.
            progress: told how many messages of how many are counted; raises to stop, and what
                was counted until then stays.
        """
        ...


class MemorySystem(Protocol):
    """One memory system: how its data is read, edited and written back, and its rulesets."""

    @property
    def name(self) -> str:
        """Short stable name, the first half of its rulesets' names."""
        ...

    @property
    def fields(self) -> tuple[FieldSpec, ...]:
        """What can be edited on its memories."""
        ...

    @property
    def rulesets(self) -> tuple[Ruleset, ...]:
        """Its rulesets, the default first."""
        ...

    def load(self, document: Document, metadata: Mapping[str, object]) -> Document:
        """The document with what this system keeps in the chat; the same if it keeps nothing.

        Args:
            document: holds the chat, and what other systems loaded.
            metadata: `chat_metadata`; values are decoded when asked for.
        """
        ...

    def written_by(self, document: Document) -> str | None:
        """Name of the released ruleset whose release wrote this chat's data, if it can be told."""
        ...

    def check(self, document: Document) -> tuple[Problem, ...]:
        """What is odd in this system's data as it stands now, with fixes where one is safe."""
        ...

    def store(self, before: Document, after: Document) -> tuple[StoredChange, ...]:
        """Every stored value of this system that differs between two documents."""
        ...
