"""Auto-Recap: message recaps, scene recaps and the running recap."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from typing_extensions import override

from inspector.core.document import Document
from inspector.core.problems import Problem
from inspector.core.sending import ExtensionHost, Stage
from inspector.core.stored import StoredChange
from inspector.core.system import MemorySystem
from inspector.systems.auto_recap import codec, sending, store
from inspector.systems.auto_recap.findings import findings
from inspector.systems.auto_recap.kept import NAME, recaps_of
from inspector.systems.auto_recap.lore_wrapping import wrapped_entry
from inspector.systems.auto_recap.rulesets import RULESETS
from inspector.systems.auto_recap.settings import MODULE_KEYS


@dataclass(frozen=True)
class AutoRecap(MemorySystem):
    """The memory system Auto-Recap."""

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
    def store(self, before: Document, after: Document) -> tuple[StoredChange, ...]:
        return store.store(before, after)

    @override
    def installed_release(self, document: Document, extensions: Mapping[str, object]) -> str | None:
        return sending.installed_release(document, extensions)

    @override
    def opened_settings(
        self, extensions: Mapping[str, object], chat_ids: Sequence[str], avatar: str
    ) -> Mapping[str, object]:
        return sending.opened_settings(extensions, chat_ids, avatar)

    @override
    def is_on(self, host: ExtensionHost) -> bool:
        return sending.is_on(host)

    @override
    def on_opened(self, document: Document, host: ExtensionHost) -> Stage:
        return sending.on_opened(document, host)

    @override
    def on_swiped(self, document: Document, host: ExtensionHost) -> Stage:
        return sending.refreshed(document, host)

    @override
    def suppresses_lorebooks(self, host: ExtensionHost) -> bool:
        return sending.suppresses_lorebooks(host)

    @override
    def rewritten_entry(
        self, book: str, entry: Mapping[str, object], host: ExtensionHost
    ) -> Mapping[str, object]:
        return wrapped_entry(book, entry) if sending.is_on(host) else entry

    @override
    def after_request(self, document: Document, host: ExtensionHost) -> Stage:
        return sending.refreshed(document, host)


SYSTEM = AutoRecap(
    name=NAME,
    title="Auto-Recap",
    rulesets=RULESETS,
    extension_keys=MODULE_KEYS,
    expects_settings=True,
    marks=codec.MARKS,
    judges_messages=True,
    finds_scenes=True,
)
