"""What edits are called, as the undo history shows them."""

from collections.abc import Sequence

from inspector.core.document import Document
from inspector.core.edits import (
    ChangeNames,
    Edit,
    RotateIntegrity,
    SetHidden,
    SetText,
    SystemEdit,
    field_named,
)
from inspector.core.lore import LoreFieldKind, LoreKind, lore_field
from inspector.core.lore_edits import DeleteLore, LoreEdit, MakeLore
from inspector.core.memory_edits import ReviseMemories
from inspector.core.recap_edits import (
    AddVersion,
    AdoptRunningRecap,
    CorrectExcludedCount,
    DeleteVersion,
    EditVersion,
    KeepSceneRecap,
    RecapEdit,
    RenameScene,
    RenumberVersion,
    SetExclude,
    SetMessageRecap,
    SetSceneRecap,
    UseSceneVersion,
    UseVersion,
)
from inspector.core.settings import SetSetting
from inspector.core.sources import Scores
from inspector.gui.state.question_edits import QuestionEdit, ResetSettings, SetQuestion
from inspector.language import _, ngettext
from inspector.lore_files import FileKind
from inspector.source_edits import PinScores, PutBeside, TakeAway

_MADE = {
    LoreKind.LOREBOOK: (_("Entry made"), _("Entry duplicated")),
    LoreKind.CHRONICLE: (_("Event made"), _("Event duplicated")),
}
NOUNS = {LoreKind.LOREBOOK: ("entry", "entries"), LoreKind.CHRONICLE: ("event", "events")}
_LONGEST_CHARS = 40

_OF_RECAPS: dict[type[RecapEdit], str] = {
    SetMessageRecap: _("Recap of a message changed"),
    SetExclude: _("Exclusion of a message changed"),
    RenameScene: _("Scene renamed"),
    SetSceneRecap: _("Scene recap reworded"),
    UseSceneVersion: _("Another version of a scene recap used"),
    KeepSceneRecap: _("Scene recap saved as a version"),
    AddVersion: _("Version of the running recap added"),
    EditVersion: _("Version of the running recap reworded as a new one"),
    UseVersion: _("Another version of the running recap used"),
    DeleteVersion: _("Version of the running recap deleted"),
    RenumberVersion: _("Version of the running recap renumbered"),
    CorrectExcludedCount: _("exclude_count corrected"),
    AdoptRunningRecap: _("Running recap adopted by this chat"),
}


def describe(document: Document, edit: Edit | QuestionEdit) -> str:
    """What an edit does, as the undo history shows it."""
    if isinstance(edit, QuestionEdit):
        return describe_question(edit)
    if isinstance(edit, RotateIntegrity):
        return _("Integrity rotated")
    if isinstance(edit, RecapEdit):
        return describe_recap(edit)
    if isinstance(edit, LoreEdit):
        return describe_lore(document, edit)
    if isinstance(edit, SetHidden | SetText):
        return _of_messages(edit)
    if isinstance(edit, SystemEdit | ReviseMemories):
        return describe_source(edit) or _("Data of a memory system changed")
    title = field_named(document, edit.field).title
    count = len(edit.memories)
    whom = ngettext("memory {memories}", "{count:,} memories", count).format(
        count=count, memories=edit.memories[0]
    )
    if isinstance(edit, ChangeNames):
        parts = [f"+{name}" for name in edit.add] + [f"−{name}" for name in edit.remove]
        return _("{title} {parts} on {whom}").format(title=title, parts=", ".join(parts), whom=whom)
    value = edit.value
    return _words_of(
        value, is_flag=isinstance(value, bool), is_number=isinstance(value, int)
    ).format(title=title, value=value, whom=whom)


def _of_messages(edit: SetHidden | SetText) -> str:
    if isinstance(edit, SetText):
        return _("Text of message {message} changed").format(message=edit.message)
    count = len(edit.messages)
    words = (
        ngettext("Message {message} hidden", "{count:,} messages hidden", count)
        if edit.hidden
        else ngettext("Message {message} shown", "{count:,} messages shown", count)
    )
    return words.format(count=count, message=edit.messages[0])


def _words_of(value: object, *, is_flag: bool, is_number: bool) -> str:
    """What becomes of a field; `{title}`, `{value}` and `{whom}` are to be filled in."""
    if is_flag:
        return _("{title} on on {whom}") if value else _("{title} off on {whom}")
    if is_number:
        return _("{title} {value} on {whom}")
    return _("{title} cleared on {whom}") if value is None else _("{title} changed on {whom}")


def describe_question(edit: QuestionEdit) -> str:
    """What an edit of the question does: `retrievalFinalTokens = 900`."""
    match edit:
        case SetQuestion():
            return edit.text
        case SetSetting(name=name, value=str() as text) if (
            "\n" in text or len(text) > _LONGEST_CHARS
        ):
            return _("{name} changed").format(name=name)
        case SetSetting():
            return f"{edit.name} = {edit.value}"
        case ResetSettings():
            return (
                _("Settings reset")
                if edit.names is None
                else _("{names} reset").format(names=", ".join(edit.names))
            )


def describe_source(edit: SystemEdit | ReviseMemories) -> str:
    """What an edit of what stands beside the chat does; empty for any other edit."""
    match edit:
        case ReviseMemories():
            return edit.title
        case PinScores(scores=scores) if len(scores) == 1:
            item, score = next(iter(scores.items()))
            if score is None:
                return _("Score of {item} unpinned").format(item=item)
            return _("Score of {item} pinned at {score:g}").format(item=item, score=score)
        case PinScores():
            n = len(edit.scores)
            return ngettext("{n:,} score unpinned", "{n:,} scores unpinned", n).format(n=n)
        case PutBeside(value=Scores() as scores):
            return _("Scores from {retriever}").format(retriever=scores.retriever)
        case TakeAway(kind=FileKind.SCORES):
            return _("Back to BM25")
        case TakeAway():
            return _("{capitalize} closed").format(
                capitalize=f"{_(edit.kind)[:1].upper()}{_(edit.kind)[1:]}"
            )
        case _:
            return ""


def describe_recap(edit: RecapEdit) -> str:
    """What an edit of recaps does."""
    return _OF_RECAPS[type(edit)]


def describe_lore(document: Document, edit: LoreEdit) -> str:
    """What an edit does, as the undo history shows it: `Order 50 on entry Harbour`."""
    if isinstance(edit, MakeLore):
        return _MADE[edit.kind][edit.like is not None]
    if isinstance(edit, DeleteLore):
        whom = _whom(document, edit.kind, edit.places)
        return _("{upper}{whom} deleted").format(upper=whom[:1].upper(), whom=whom[1:])
    lore = document.lorebook if edit.kind is LoreKind.LOREBOOK else document.chronicle
    if lore is None:
        return _("{field} changed").format(field=edit.field)
    spec = lore_field(lore.fields, edit.field)
    is_flag, is_number = spec.kind is LoreFieldKind.FLAG, spec.kind is LoreFieldKind.WHOLE
    value = edit.value if is_flag or is_number else ""
    return _words_of(value, is_flag=is_flag, is_number=is_number).format(
        title=spec.title, value=value, whom=_whom(document, edit.kind, edit.places)
    )


def describe_keywords(
    kind: LoreKind, added: Sequence[str], removed: Sequence[str], many: int
) -> str:
    """What a change of the keywords of several entries or events does."""
    parts = [f"+{name}" for name in added] + [f"−{name}" for name in removed]
    return _("Keywords {parts} on {items}").format(
        parts=", ".join(parts), items=_several(kind, many)
    )


def _several(kind: LoreKind, count: int) -> str:
    if kind is LoreKind.LOREBOOK:
        return ngettext("{n:,} entry", "{n:,} entries", count).format(n=count)
    return ngettext("{n:,} event", "{n:,} events", count).format(n=count)


def _whom(document: Document, kind: LoreKind, places: Sequence[int]) -> str:
    if len(places) != 1:
        return _several(kind, len(places))
    name = item_name(document, kind, places[0])
    if kind is LoreKind.LOREBOOK:
        return _("entry {name}").format(name=name)
    return _("event {name}").format(name=name)


def item_name(document: Document, kind: LoreKind, index: int) -> str:
    """What a person calls an entry or an event: its title, else the beginning of its text."""
    if kind is LoreKind.LOREBOOK and document.lorebook is not None:
        entry = document.lorebook.items[index]
        return _short(entry.title or entry.content) or entry.uid
    if kind is LoreKind.CHRONICLE and document.chronicle is not None:
        event = document.chronicle.items[index]
        return (
            _("“{text}”").format(text=_short(event.summary)) if event.summary.strip() else event.id
        )
    return str(index)


def _short(text: str) -> str:
    line = " ".join(text[: 4 * _LONGEST_CHARS].split())
    return line if len(line) <= _LONGEST_CHARS else f"{line[: _LONGEST_CHARS - 1].rstrip()}…"
