"""Keeps the sources of a document's memories at hand, off the UI thread where they are many."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from inspector.core.document import Document
from inspector.gui.panels.messages.sources import (
    Sources,
    gather_sources,
    named_messages,
    same_sources,
    sources_of,
)
from inspector.gui.state.workers import LatestWorker, in_parts

_FEW = 10_000


class Gatherer(QObject):
    """Answers which memories name which messages; asked again only after such an edit.

    Signals:
        gathered: the sources of the newest document (`Sources`).
    """

    gathered = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = Document()
        self._worker = LatestWorker(self)
        self._worker.parted.connect(self._take)
        self._sources: Sources | None = None

    def set_document(self, document: Document) -> None:
        """Gather for a document; the answer comes by signal, at once for a few memories."""
        before, self._document = self._document, document
        if same_sources(before, document):
            return
        known, self._sources = self._sources, None
        self._worker.cancel()
        if known is not None and known.hold_for(before, document):
            self._take(replace(known, chat_length=len(document.chat)))
            return
        if named_messages(document) <= _FEW:
            self._take(sources_of(document))
            return
        if before.chat is not document.chat:
            self.gathered.emit(Sources(chat_length=len(document.chat)))
        self._worker.ask(in_parts(gather_sources(document)))

    def _take(self, sources: Sources) -> None:
        self._sources = sources
        self.gathered.emit(sources)
