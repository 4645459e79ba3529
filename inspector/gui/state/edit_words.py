"""What edits are called, as the undo history shows them."""

from collections.abc import Sequence

from inspector.core.document import Document
from inspector.core.edits import (
    ChangeNames,
    Edit,
    RotateIntegrity,
    SetField,
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
from inspector.lore_files import FileKind
from inspector.source_edits import PinScores, PutBeside, TakeAway

NOUNS = {LoreKind.LOREBOOK: ("entry", "entries"), LoreKind.CHRONICLE: ("event", "events")}
_LONGEST_CHARS = 40

_OF_RECAPS: dict[type[RecapEdit], str] = {
    SetMessageRecap: "Recap of a message changed",
    SetExclude: "Exclusion of a message changed",
    RenameScene: "Scene renamed",
    SetSceneRecap: "Scene recap reworded",
    UseSceneVersion: "Another version of a scene recap used",
    KeepSceneRecap: "Scene recap saved as a version",
    AddVersion: "Version of the running recap added",
    EditVersion: "Version of the running recap reworded as a new one",
    UseVersion: "Another version of the running recap used",
    DeleteVersion: "Version of the running recap deleted",
    RenumberVersion: "Version of the running recap renumbered",
    CorrectExcludedCount: "exclude_count corrected",
    AdoptRunningRecap: "Running recap adopted by this chat",
}


def describe(document: Document, edit: Edit | QuestionEdit) -> str:
    """What an edit does, as the undo history shows it."""
    if isinstance(edit, QuestionEdit):
        return describe_question(edit)
    if isinstance(edit, RotateIntegrity):
        return "Integrity rotated"
    if isinstance(edit, RecapEdit):
        return describe_recap(edit)
    if isinstance(edit, LoreEdit):
        return describe_lore(document, edit)
    if isinstance(edit, SetHidden | SetText):
        return _of_messages(edit)
    if isinstance(edit, SystemEdit | ReviseMemories):
        return describe_source(edit) or "Data of a memory system changed"
    title = field_named(document, edit.field).title
    count = len(edit.memories)
    whom = f"memory {edit.memories[0]}" if count == 1 else f"{count} memories"
    if isinstance(edit, ChangeNames):
        parts = [f"+{name}" for name in edit.add] + [f"−{name}" for name in edit.remove]
        return f"{title} {', '.join(parts)} on {whom}"
    return f"{title}{_shown_value(edit)} on {whom}"


def _of_messages(edit: SetHidden | SetText) -> str:
    if isinstance(edit, SetText):
        return f"Text of message {edit.message} changed"
    count = len(edit.messages)
    which = f"Message {edit.messages[0]}" if count == 1 else f"{count} messages"
    return f"{which} {'hidden' if edit.hidden else 'shown'}"


def _shown_value(edit: SetField) -> str:
    if isinstance(edit.value, bool):
        return " on" if edit.value else " off"
    if isinstance(edit.value, int):
        return f" {edit.value}"
    return " cleared" if edit.value is None else " changed"


def describe_question(edit: QuestionEdit) -> str:
    """What an edit of the question does: `retrievalFinalTokens = 900`."""
    match edit:
        case SetQuestion():
            return edit.text
        case SetSetting(name=name, value=str() as text) if (
            "\n" in text or len(text) > _LONGEST_CHARS
        ):
            return f"{name} changed"
        case SetSetting():
            return f"{edit.name} = {edit.value}"
        case ResetSettings():
            return "Settings reset" if edit.names is None else f"{', '.join(edit.names)} reset"


def describe_source(edit: SystemEdit | ReviseMemories) -> str:
    """What an edit of what stands beside the chat does; empty for any other edit."""
    match edit:
        case ReviseMemories():
            return edit.title
        case PinScores(scores=scores) if len(scores) == 1:
            item, score = next(iter(scores.items()))
            pinned = "unpinned" if score is None else f"pinned at {score:g}"
            return f"Score of {item} {pinned}"
        case PinScores():
            return f"{len(edit.scores)} scores unpinned"
        case PutBeside(value=Scores() as scores):
            return f"Scores from {scores.retriever}"
        case TakeAway(kind=FileKind.SCORES):
            return "Back to BM25"
        case TakeAway():
            return f"{edit.kind.capitalize()} closed"
        case _:
            return ""


def describe_recap(edit: RecapEdit) -> str:
    """What an edit of recaps does."""
    return _OF_RECAPS[type(edit)]


def describe_lore(document: Document, edit: LoreEdit) -> str:
    """What an edit does, as the undo history shows it: `Order 50 on entry Harbour`."""
    if isinstance(edit, MakeLore):
        return f"{NOUNS[edit.kind][0].capitalize()} {'made' if edit.like is None else 'duplicated'}"
    if isinstance(edit, DeleteLore):
        whom = _whom(document, edit.kind, edit.places)
        return f"{whom[:1].upper()}{whom[1:]} deleted"
    lore = document.lorebook if edit.kind is LoreKind.LOREBOOK else document.chronicle
    if lore is None:
        return f"{edit.field} changed"
    spec = lore_field(lore.fields, edit.field)
    displayed = " changed"
    if spec.kind is LoreFieldKind.FLAG:
        displayed = " on" if edit.value else " off"
    elif spec.kind is LoreFieldKind.WHOLE:
        displayed = f" {edit.value}"
    return f"{spec.title}{displayed} on {_whom(document, edit.kind, edit.places)}"


def describe_keywords(
    kind: LoreKind, added: Sequence[str], removed: Sequence[str], many: int
) -> str:
    """What a change of the keywords of several entries or events does."""
    parts = [f"+{name}" for name in added] + [f"−{name}" for name in removed]
    return f"Keywords {', '.join(parts)} on {many:,} {NOUNS[kind][1]}"


def _whom(document: Document, kind: LoreKind, places: Sequence[int]) -> str:
    one, several = NOUNS[kind]
    if len(places) != 1:
        return f"{len(places):,} {several}"
    return f"{one} {item_name(document, kind, places[0])}"


def item_name(document: Document, kind: LoreKind, index: int) -> str:
    """What a person calls an entry or an event: its title, else the beginning of its text."""
    if kind is LoreKind.LOREBOOK and document.lorebook is not None:
        entry = document.lorebook.items[index]
        return _short(entry.title or entry.content) or entry.uid
    if kind is LoreKind.CHRONICLE and document.chronicle is not None:
        event = document.chronicle.items[index]
        return f"“{_short(event.summary)}”" if event.summary.strip() else event.id
    return str(index)


def _short(text: str) -> str:
    line = " ".join(text[: 4 * _LONGEST_CHARS].split())
    return line if len(line) <= _LONGEST_CHARS else f"{line[: _LONGEST_CHARS - 1].rstrip()}…"
