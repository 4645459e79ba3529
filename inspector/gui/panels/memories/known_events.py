"""Whose known events a change of witnesses would change, in words."""

from inspector.core.document import Document
from inspector.core.edits import ChangeNames, apply
from inspector.core.errors import EditError
from inspector.gui.kit.text import join_names
from inspector.language import _, ngettext


def known_events_text(document: Document, edit: ChangeNames) -> str:
    """Who would come to know, or no longer know, these memories; one or two sentences.

    Found by trying the edit, so that it says what the edit does.
    """
    if not edit.add and not edit.remove:
        return _("No witness is added or removed yet.")
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
    count = len(edit.memories)
    sentences: list[str] = []
    if gaining:
        more = ngettext("{names} will know it.", "{names} will know more of them.", count)
        sentences.append(more.format(names=join_names(gaining)))
    if losing:
        fewer = ngettext(
            "{names} will no longer know it.", "{names} will know fewer of them.", count
        )
        sentences.append(fewer.format(names=join_names(losing)))
    return " ".join(sentences) or _("Nobody's known events change.")
