"""A document's recaps, as Auto-Recap's rules read and change them."""

from dataclasses import replace

from inspector.core.document import Document
from inspector.core.recap import Recaps

NAME = "auto-recap"


def with_recaps(document: Document, recaps: Recaps) -> Document:
    """The document with other recaps."""
    return replace(document, recaps=recaps)
