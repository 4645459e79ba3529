"""Edits of recaps in words, as the undo history shows them."""

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

_WORDS: dict[type[RecapEdit], str] = {
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


def describe_recap(edit: RecapEdit) -> str:
    """What an edit of recaps does."""
    return _WORDS[type(edit)]
