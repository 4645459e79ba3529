"""A document's recaps, as Auto-Recap's rules read and change them."""

from dataclasses import replace

from inspector.core.document import Document, recaps_of
from inspector.core.recap import Recaps
from inspector.core.recap_edits import RecapEdit, apply_recap

NAME = "auto-recap"


def with_recaps(document: Document, recaps: Recaps) -> Document:
    """The document with other recaps."""
    return replace(document, recaps=recaps)


def apply_to(document: Document, edit: RecapEdit) -> Document:
    """The document after an edit; the same object if the edit changes nothing.

    Raises:
        EditError: see `apply_recap`.
    """
    before = recaps_of(document)
    after = apply_recap(before, edit)
    return document if after is before else with_recaps(document, after)
