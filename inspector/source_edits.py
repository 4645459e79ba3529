"""Edits of what stands beside a chat: lorebook, chronicle, card, scores, pins, paragraphs."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from typing_extensions import override

from inspector.core.bucket_summary import BucketSummary
from inspector.core.card import Card
from inspector.core.document import Document, sources_of
from inspector.core.edits import SystemEdit
from inspector.core.sources import Scores
from inspector.lore_files import FileKind, Lore, with_lore, without
from inspector.systems import with_sources


@dataclass(frozen=True, eq=False)
class PutBeside(SystemEdit):
    """Put something beside the chat, in the place of what stood there.

    Attributes:
        value: a lorebook, a chronicle, a character or the scores of items.
    """

    value: Lore | Card | Scores

    @override
    def applied(self, document: Document) -> Document:
        value, sources = self.value, sources_of(document)
        if isinstance(value, Scores):
            sources = replace(sources, scores=value)
        elif isinstance(value, Card):
            sources = replace(sources, card=value)
        else:
            sources = with_lore(sources, value)
        return with_sources(document, sources)


@dataclass(frozen=True)
class TakeAway(SystemEdit):
    """Let nothing of a kind stand beside the chat; without scores BM25 finds them."""

    kind: FileKind

    @override
    def applied(self, document: Document) -> Document:
        return with_sources(document, without(sources_of(document), self.kind))


@dataclass(frozen=True)
class PinScores(SystemEdit):
    """Set scores by hand, as a what-if.

    Attributes:
        scores: by item key; None takes a pin back.
    """

    scores: Mapping[str, float | None]

    @override
    def applied(self, document: Document) -> Document:
        sources = sources_of(document)
        held = {**sources.pinned, **self.scores}
        pinned = {item: score for item, score in held.items() if score is not None}
        if pinned == sources.pinned:
            return document
        return with_sources(document, replace(sources, pinned=pinned))


@dataclass(frozen=True)
class KeepSummary(SystemEdit):
    """Have a paragraph at hand that can stand in the place of a bucket's memories."""

    summary: BucketSummary

    @override
    def applied(self, document: Document) -> Document:
        rest = (one for one in document.summaries if one.key != self.summary.key)
        return replace(document, summaries=(*rest, self.summary))
