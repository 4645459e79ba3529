"""Auto-Recap: message recaps, scene recaps and the running recap."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from typing_extensions import override

from inspector.core.chat import Chat
from inspector.core.document import Document, recaps_of
from inspector.core.edits import Edit
from inspector.core.fields import FieldKind, FieldSpec
from inspector.core.injection import Injection
from inspector.core.problems import Problem
from inspector.core.recap import Recaps, RecapVersion, RecapView
from inspector.core.recap_edits import SetExclude, SetMessageRecap
from inspector.core.recap_keys import DATA_KEYS
from inspector.core.recap_state import Reach, StoreState
from inspector.core.sending import ExtensionHost
from inspector.core.stored import StoredChange
from inspector.core.system import MemorySystem
from inspector.language import N_, _
from inspector.sillytavern.prompt import BEFORE_PROMPT
from inspector.systems.auto_recap import codec, sending, stages, store
from inspector.systems.auto_recap.findings import findings
from inspector.systems.auto_recap.kept import NAME
from inspector.systems.auto_recap.lore_wrapping import wrapped_entry
from inspector.systems.auto_recap.operations import scene_indexes
from inspector.systems.auto_recap.retrieval import (
    around,
    before_scene,
    belongs_to_another_chat,
    counted_scenes,
    released_state,
)
from inspector.systems.auto_recap.rulesets import RULESETS
from inspector.systems.auto_recap.sending import AutoRecapExtension
from inspector.systems.auto_recap.setting_words import SETTING_WORDS, unused_settings
from inspector.systems.auto_recap.settings import MACRO, MODULE_KEYS
from inspector.systems.auto_recap.timing import reach_of

_MISNAMED = N_("Auto-Recap's documents call it IN_PROMPT.")


_FIELDS = (
    FieldSpec("memory", N_("Recap"), FieldKind.TEXT, N_("The message's own recap.")),
    FieldSpec("exclude", N_("Leave out"), FieldKind.FLAG, N_("Leaves the message out.")),
)


@dataclass(frozen=True)
class AutoRecap(AutoRecapExtension, MemorySystem):
    """The memory system Auto-Recap (it also implements `core.system.KeepsRecaps`)."""

    @override
    def load(self, document: Document, metadata: Mapping[str, object]) -> Document:
        return codec.load(document, metadata)

    @override
    def written_by(self, document: Document) -> str | None:
        return codec.written_by(document)

    @override
    def check(self, document: Document) -> tuple[Problem, ...]:
        if not document.recaps:
            return ()
        return tuple(
            replace(one.problem, fix=one.fix, fix_title=one.title)
            for one in findings(recaps_of(document))
        )

    @override
    def message_values(self, document: Document, message: int) -> Mapping[str, object]:
        kept = recaps_of(document).at(message)
        return {
            "memory": kept[0].text if kept else "",
            "exclude": any(one.is_excluded for one in kept),
        }

    @override
    def edit_message(self, document: Document, message: int, name: str, value: object) -> Edit:
        if name == "memory":
            return SetMessageRecap(message, str(value))
        return SetExclude((message,), exclude=value is True)

    @override
    def store(self, before: Document, after: Document) -> tuple[StoredChange, ...]:
        return store.store(before, after)

    @override
    def installed_release(self, document: Document, extensions: Mapping[str, object]) -> str | None:
        if not self.seems_installed(document, extensions):
            return None
        return sending.installed_release(document, extensions)

    @override
    def rewritten_entry(
        self, book: str, entry: Mapping[str, object], host: ExtensionHost
    ) -> Mapping[str, object]:
        return wrapped_entry(book, entry) if self.is_on(host) else entry

    @override
    def slot_note(self, injection: Injection) -> str:
        is_own = injection.key.startswith("auto_recap")
        return f" {_(_MISNAMED)}" if is_own and injection.position == BEFORE_PROMPT else ""

    @property
    def template_macro(self) -> str:
        """See `KeepsRecaps`."""
        return MACRO

    def state_of(self, recaps: Recaps) -> StoreState:
        """See `KeepsRecaps`."""
        return released_state(recaps.seen(DATA_KEYS).running, around(recaps))

    def is_of_another_chat(self, recaps: Recaps) -> bool:
        """See `KeepsRecaps`."""
        running = recaps.seen(DATA_KEYS).running
        return running is not None and belongs_to_another_chat(running, around(recaps))

    def can_be_adopted(self, recaps: Recaps) -> bool:
        """See `KeepsRecaps`; where not even the chat's name is known nothing can be."""
        running, known = recaps.seen(DATA_KEYS).running, around(recaps)
        return running is not None and known is not None and running.chat_id != known.chat_id

    def scene_indexes(self, view: RecapView) -> list[int]:
        """See `KeepsRecaps`."""
        return scene_indexes(view)

    def version_before(self, versions: Sequence[RecapVersion], scene: float) -> RecapVersion | None:
        """See `KeepsRecaps`."""
        return before_scene(versions, scene)

    def reach(self, version: RecapVersion, ends: Sequence[int], chat: Chat) -> Reach | None:
        """See `KeepsRecaps`."""
        return reach_of(version, ends, chat)

    def parsed(self, stored: object) -> object:
        """See `KeepsRecaps`."""
        return stages.parsed(stored)

    def readable(self, stored: object) -> str:
        """See `KeepsRecaps`."""
        return stages.readable(stored)

    def compacted(self, wording: str) -> str:
        """See `KeepsRecaps`."""
        return stages.compacted(wording)

    def counted_scenes(self, indexes: Sequence[int], exclude_latest: object) -> list[int]:
        """See `KeepsRecaps`."""
        return counted_scenes(indexes, exclude_latest)

    def for_running(self, stored: object) -> Mapping[str, object] | None:
        """See `KeepsRecaps`."""
        return stages.stage_3(stored)

    def running_text(self, answer: Mapping[str, object]) -> str:
        """See `KeepsRecaps`."""
        return stages.normalised_running(answer).recap

    def scene_text(self, answer: Mapping[str, object]) -> str:
        """See `KeepsRecaps`."""
        return stages.staged(answer)

    def entities_of(self, answer: Mapping[str, object]) -> Sequence[Mapping[str, object]]:
        """See `KeepsRecaps`."""
        return stages.entities_of(answer)

    def normalised_entity(self, entity: Mapping[str, object]) -> Mapping[str, object]:
        """See `KeepsRecaps`."""
        return stages.normalised_entity(entity)


SYSTEM = AutoRecap(
    name=NAME,
    title=N_("Auto-Recap"),
    rulesets=RULESETS,
    message_fields=_FIELDS,
    extension_keys=MODULE_KEYS,
    expects_settings=True,
    marks=codec.MARKS,
    message_keys=codec.MESSAGE_KEYS,
    judges_messages=True,
    finds_scenes=True,
    slot_names={"auto_recap_memory_scene": N_("Recap"), "auto_recap_scene": N_("Recap")},
    setting_words=SETTING_WORDS,
    unused_settings=unused_settings,
)
