"""Where a document holds its recaps.

`Document` has no place of its own for them yet, so they stand among its `stores`; only these
functions know that.
"""

from dataclasses import replace
from types import MappingProxyType

from inspector.core.document import Document
from inspector.core.recap import Host, Recaps
from inspector.core.recap_edits import RecapEdit, apply_recap

NAME = "auto-recap"
_KEPT = "recaps"


def recaps_of(document: Document) -> Recaps:
    """What Auto-Recap keeps in the chat; empty, but as long as the chat, if that is nothing."""
    held = document.stores.get(NAME, {}).get(_KEPT)
    return held if isinstance(held, Recaps) else Recaps(length=len(document.chat))


def with_recaps(document: Document, recaps: Recaps) -> Document:
    """The document with other recaps."""
    kept = MappingProxyType({**document.stores.get(NAME, {}), _KEPT: recaps})
    return replace(document, stores={**document.stores, NAME: kept})


def with_host(document: Document, host: Host) -> Document:
    """The document of a chat of which more is known than its file tells."""
    return with_recaps(document, replace(recaps_of(document), host=host))


def apply_to(document: Document, edit: RecapEdit) -> Document:
    """The document after an edit; the same object if the edit changes nothing.

    Raises:
        EditError: see `apply_recap`.
    """
    before = recaps_of(document)
    after = apply_recap(before, edit)
    return document if after is before else with_recaps(document, after)
