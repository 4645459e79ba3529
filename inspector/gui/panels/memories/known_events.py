"""Whose known events a change of witnesses would change, in words."""

from inspector.core.document import Document
from inspector.core.edits import ChangeNames, apply
from inspector.core.errors import EditError
from inspector.gui.kit.text import join_names


def known_events_text(document: Document, edit: ChangeNames) -> str:
    """Who would come to know, or no longer know, these memories; one or two sentences.

    Found by trying the edit, so that it says what the edit does.
    """
    if not edit.add and not edit.remove:
        return "No witness is added or removed yet."
    try:
        after = apply(document, edit)
    except EditError as error:
        return str(error)
    gaining: list[str] = []
    losing: list[str] = []
    for name, state in after.characters.items():
        before = document.characters.get(name)
        if before is state:
            continue
        held = len(before.known_events) if before else 0
        (gaining if len(state.known_events) > held else losing).append(name)
    what = "it" if len(edit.memories) == 1 else "more of them"
    fewer = "no longer know it" if len(edit.memories) == 1 else "know fewer of them"
    sentences: list[str] = []
    if gaining:
        sentences.append(f"{join_names(gaining)} will know {what}.")
    if losing:
        sentences.append(f"{join_names(losing)} will {fewer}.")
    return " ".join(sentences) or "Nobody's known events change."
