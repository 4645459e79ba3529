"""What a memory system and its rulesets must offer."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from inspector.core.chat import Chat
from inspector.core.document import Document
from inspector.core.edits import Edit
from inspector.core.errors import EditError
from inspector.core.extension import Extension
from inspector.core.fields import FieldSpec
from inspector.core.gates import GateWords
from inspector.core.injection import Derivation, Injection
from inspector.core.knowledge import Way
from inspector.core.memory import Memory
from inspector.core.moment import Moment
from inspector.core.problems import Problem
from inspector.core.recap import Recaps, RecapVersion, RecapView
from inspector.core.recap_state import Reach, StoreState
from inspector.core.settings import SettingSpec, SettingWords
from inspector.core.stored import StoredChange
from inspector.core.tokens import Tokenizer
from inspector.language import _


@dataclass(frozen=True, slots=True)
class BudgetSetting:
    """A setting that is a token budget.

    Attributes:
        name: the setting's.
        meaning: what it limits, in a few words.
        step: tokens by which a person usually changes it.
        unit: the setting that says in what it counts, `tokens` being one of its values; empty
            where it always counts tokens.
    """

    name: str
    meaning: str
    step: int = 50
    unit: str = ""

    def given(self, tokens: int) -> Mapping[str, object]:
        """The settings that make it a budget of so many tokens."""
        return {self.name: tokens, **({self.unit: "tokens"} if self.unit else {})}


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

    @property
    def budget_settings(self) -> tuple[BudgetSetting, ...]:
        """Which of its settings are token budgets, the main one first."""
        ...

    @property
    def boundary_settings(self) -> tuple[str, ...]:
        """Names of the settings that hold its bucket boundaries; empty where none does."""
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
class EmbedsQuery(Protocol):
    """A memory system that looks for memories with the vector of a text as well."""

    def query_text(self, document: Document, moment: Moment) -> str:
        """The text whose vector `Moment.query_vector` is; empty if there is none."""
        ...


@runtime_checkable
class StemsWords(Protocol):
    """A memory system that knows words by their stems."""

    def stems(self, text: str) -> list[str]:
        """The stems of a text's words, those that tell nothing left out."""
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


@runtime_checkable
class ClaimsSaving(Protocol):
    """A design that says how much shorter than another format it is."""

    @property
    def replaces(self) -> str:
        """Name of the ruleset whose format it replaces."""
        ...

    @property
    def claims(self) -> Mapping[str, float]:
        """By cause of a difference (DESIGN §4, `compare`) the share of tokens that it saves.

        What costs more is below 0.
        """
        ...

    @property
    def claimed_saving(self) -> float:
        """The share of all tokens that it says to save altogether."""
        ...


@runtime_checkable
class KeepsRecaps(Protocol):
    """A memory system that keeps scene recaps and a running recap (`core.recap`)."""

    @property
    def template_macro(self) -> str:
        """What stands for the running recap in a template."""
        ...

    def state_of(self, recaps: Recaps) -> StoreState:
        """What a release would do with the stored running recap when it reads it."""
        ...

    def is_of_another_chat(self, recaps: Recaps) -> bool:
        """Whether the running recap names another chat than this one."""
        ...

    def can_be_adopted(self, recaps: Recaps) -> bool:
        """Whether there is a running recap that does not name this chat."""
        ...

    def scene_indexes(self, view: RecapView) -> list[int]:
        """Messages with a scene recap, ascending."""
        ...

    def version_before(self, versions: Sequence[RecapVersion], scene: float) -> RecapVersion | None:
        """The version that a new one for the scene at `scene` goes on from."""
        ...

    def reach(self, version: RecapVersion, ends: Sequence[int], chat: Chat) -> Reach | None:
        """The scenes that a version covers; None where that cannot be told.

        Args:
            version: of the running recap.
            ends: the messages at which scenes end, ascending.
            chat: the messages.
        """
        ...

    def parsed(self, stored: object) -> object:
        """A scene recap as the object that it spells; its trimmed text where it spells none."""
        ...

    def readable(self, stored: object) -> str:
        """A scene recap in readable form; empty without one."""
        ...

    def compacted(self, wording: str) -> str:
        """An edited scene recap as it is stored."""
        ...

    def counted_scenes(self, indexes: Sequence[int], exclude_latest: object) -> list[int]:
        """The scenes that a running recap made afresh is made of."""
        ...

    def for_running(self, stored: object) -> Mapping[str, object] | None:
        """What a running recap takes from a scene recap; None where it takes nothing."""
        ...

    def running_text(self, answer: Mapping[str, object]) -> str:
        """A model's answer as a version of the running recap is stored.

        Raises:
            InspectorError: it holds no recap.
        """
        ...

    def scene_text(self, answer: Mapping[str, object]) -> str:
        """A model's answer as a scene's recap is stored.

        Raises:
            InspectorError: it holds no recap.
        """
        ...

    def entities_of(self, answer: Mapping[str, object]) -> Sequence[Mapping[str, object]]:
        """What a model's answer names for the lorebook, with long field names."""
        ...

    def normalised_entity(self, entity: Mapping[str, object]) -> Mapping[str, object]:
        """An entity of a scene recap with long field names, keywords and content as lists."""
        ...


def _none_unused(_values: Mapping[str, object]) -> Collection[str]:
    return ()


@dataclass(frozen=True)
class MemorySystem(Extension):
    """One memory system: how its data is read, edited and written back, and its rulesets.

    A system is one value of a subclass. What it does not say has a default that stands for
    nothing of the kind, so that one that only reads and injects says only that.

    Attributes:
        name: short and stable, the first half of its rulesets' names.
        title: what people call it.
        rulesets: the default first.
        fields: what can be edited on its memories.
        message_fields: what can be edited of what it keeps with a message.
        extension_keys: under which names of SillyTavern's `extension_settings` its settings
            stand, the one in use first; empty where SillyTavern keeps none of them.
        expects_settings: whether to say so where no settings of SillyTavern are at hand.
        marks: bytes of which a chat with its data holds at least one, to tell without decoding.
        message_keys: names under which it keeps data in messages' `extra`; which messages do is
            noted when a chat is read.
        gates: what people call its gates.
        uses_sources: whether a lorebook or a chronicle beside a chat makes that carry it.
        assembles_request: whether its rulesets answer with a whole request of their own, of
            which SillyTavern's prompt is no part (`core.request`).
        judges_messages: whether its rulesets give a verdict on every message's own memory.
        judges_without_data: whether they do so, where they are named, in a chat without its data.
        finds_scenes: whether its rulesets part a chat into scenes.
        late_slots: keys of slots that are registered with a request, not when a chat is opened.
        nested_macros_only: whether only SillyTavern's nested engine knows its macros.
        slot_names: what people call its slots, by key.
        setting_words: what people call its rulesets' settings, by name; in the order shown.
        unused_settings: names of settings that count for nothing while others have these values.
    """

    name: str
    title: str
    rulesets: tuple[Ruleset, ...]
    fields: tuple[FieldSpec, ...] = ()
    message_fields: tuple[FieldSpec, ...] = ()
    extension_keys: tuple[str, ...] = ()
    expects_settings: bool = False
    marks: tuple[bytes, ...] = ()
    message_keys: tuple[str, ...] = ()
    gates: tuple[GateWords, ...] = ()
    uses_sources: bool = False
    assembles_request: bool = False
    judges_messages: bool = False
    judges_without_data: bool = False
    finds_scenes: bool = False
    late_slots: frozenset[str] = frozenset()
    nested_macros_only: bool = False
    slot_names: Mapping[str, str] = field(default_factory=dict[str, str])
    setting_words: Mapping[str, SettingWords] = field(default_factory=dict[str, SettingWords])
    unused_settings: Callable[[Mapping[str, object]], Collection[str]] = _none_unused

    def load(self, document: Document, metadata: Mapping[str, object]) -> Document:
        """The document with what this system keeps in the chat; the same if it keeps nothing.

        Args:
            document: holds the chat, and what other systems loaded.
            metadata: `chat_metadata`; values are decoded when they are read.
        """
        return document

    def load_again(
        self, document: Document, metadata: Mapping[str, object], former: Document
    ) -> Document:
        """As `load`, of a chat that was read before: what is the same as there can be kept.

        Args:
            document: see `load`.
            metadata: values that are spelled as they were are the same objects as in `former`.
            former: the chat as it was read then.
        """
        return self.load(document, metadata)

    def written_by(self, document: Document) -> str | None:
        """Name of the released ruleset whose release wrote this chat's data, if it can be told."""
        return None

    def check(self, document: Document) -> tuple[Problem, ...]:
        """What is odd in this system's data as it stands now, with fixes where one is safe."""
        return ()

    def store(self, before: Document, after: Document) -> tuple[StoredChange, ...]:
        """Every stored value of this system that differs between two documents."""
        return ()

    def slot_note(self, injection: Injection) -> str:
        """What to add to the words for where a slot lands; empty for nothing and a foreign slot.

        Such as that the system's own form calls the position something else.
        """
        return ""

    def installed_release(self, document: Document, extensions: Mapping[str, object]) -> str | None:
        """Name of the released ruleset that takes part in a request.

        Args:
            document: the chat.
            extensions: `extension_settings` of SillyTavern.

        Returns:
            None for a system that puts nothing into SillyTavern's requests.
        """
        if self.assembles_request or not self.seems_installed(document, extensions):
            return None
        return self.written_by(document)

    def seems_installed(self, document: Document, extensions: Mapping[str, object]) -> bool:
        """Whether SillyTavern has it: it keeps settings there; without any, the chat tells."""
        if any(key in extensions for key in self.extension_keys):
            return True
        return not extensions and self.name in document.carried

    def message_values(self, document: Document, message: int) -> Mapping[str, object]:
        """What it keeps with a message, by the names of those `message_fields` that hold a value.

        All of them where it keeps nothing, too; none for a system without such fields.
        """
        return {}

    def edit_message(self, document: Document, message: int, name: str, value: object) -> Edit:
        """The edit that gives one of `message_fields` a value at a message.

        Raises:
            EditError: the message's memory has no such field.
        """
        raise EditError(
            _("{title} keeps no {name!r} with messages.").format(title=self.title, name=name)
        )

    def macro_texts(
        self,
        ruleset: Ruleset,
        document: Document,
        moment: Moment,
        tokenizer: Tokenizer,
        derivation: Derivation,
    ) -> Mapping[str, str]:
        """What SillyTavern's macros of this system stand for in a request, by macro.

        Args:
            ruleset: who answers.
            document: the chat.
            moment: what it was asked.
            tokenizer: what counts.
            derivation: what it answered.
        """
        return {}

    def idle_macros(
        self, extensions: Mapping[str, object], disabled: Collection[str]
    ) -> Mapping[str, str]:
        """What its macros stand for in a chat in which it keeps nothing; none if it is not there.

        Args:
            extensions: `extension_settings` of SillyTavern.
            disabled: extensions that are switched off in its extension manager.
        """
        return {}
