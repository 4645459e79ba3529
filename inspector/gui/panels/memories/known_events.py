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
    what = "it" if len(edit.memories) == 1 else _("more of them")
    fewer = ngettext("no longer know it", "know fewer of them", len(edit.memories))
    sentences: list[str] = []
    if gaining:
        sentences.append(
            _("{gaining} will know {what}.").format(gaining=join_names(gaining), what=what)
        )
    if losing:
        sentences.append(_("{losing} will {fewer}.").format(losing=join_names(losing), fewer=fewer))
    return " ".join(sentences) or _("Nobody's known events change.")
