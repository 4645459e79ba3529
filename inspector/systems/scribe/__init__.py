"""Sanguine Scribe: a server's whole context, its budgets, and what falls out of it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from typing_extensions import override

from inspector.core.document import Document, sources_of
from inspector.core.problems import Problem
from inspector.core.system import MemorySystem
from inspector.sillytavern.chat_file import ChatFile
from inspector.sillytavern.world_info import LorebookFile
from inspector.systems.scribe.answers import (
    ANSWER_MARK,
    is_answer,
    read_any_lorebook,
    read_messages,
)
from inspector.systems.scribe.gates import GATES
from inspector.systems.scribe.rulesets import RULESETS
from inspector.systems.scribe.setting_words import SETTING_WORDS


@dataclass(frozen=True)
class Scribe(MemorySystem):
    """The memory system Sanguine Scribe.

    It keeps nothing in a chat: lorebook and chronicle have files of their own.
    """

    @override
    def load(self, document: Document, metadata: Mapping[str, object]) -> Document:
        """The document, which carries Scribe if it is an answer of its server."""
        if metadata.get(ANSWER_MARK) is not True:
            return document
        return replace(document, carried=(*document.carried, self.name))

    @override
    def check(self, document: Document) -> tuple[Problem, ...]:
        """What reading the lorebook and the chronicle beside the chat found."""
        return sources_of(document).problems

    def owns_chat(self, data: bytes) -> bool:
        """See `ReadsOwnFiles`."""
        return is_answer(data)

    def read_chat(self, data: bytes, path: str) -> ChatFile:
        """See `ReadsOwnFiles`.

        Raises:
            ChatFileError: it is no saved answer of the server.
        """
        return read_messages(data, path)

    def read_lorebook(self, data: bytes, path: str) -> LorebookFile:
        """See `ReadsOwnFiles`.

        Raises:
            InspectorError: it is no lorebook.
        """
        return read_any_lorebook(data, path)


SYSTEM = Scribe(
    name="scribe",
    title="Scribe",
    rulesets=RULESETS,
    gates=GATES,
    uses_sources=True,
    assembles_request=True,
    setting_words=SETTING_WORDS,
)
