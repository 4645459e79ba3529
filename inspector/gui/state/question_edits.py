"""Edits of the question: to it they are what `core.edits` are to a document."""

from dataclasses import dataclass

from inspector.core.lore_edits import LoreEdit
from inspector.core.settings import SetSetting
from inspector.gui.state.session import Question
from inspector.systems import ruleset_named


@dataclass(frozen=True)
class SetQuestion:
    """Put another question: to another ruleset, at another moment, with other settings.

    Attributes:
        question: the whole of it.
        text: what is new, as the undo history shows it.
        merge_key: questions in a row with the same one are one step to undo.
    """

    question: Question
    text: str
    merge_key: str | None = None


@dataclass(frozen=True)
class ResetSettings:
    """Give settings of a ruleset the values again that they have while nobody changes them.

    Attributes:
        ruleset: whose settings.
        names: which; None for all.
    """

    ruleset: str
    names: tuple[str, ...] | None = None


QuestionEdit = SetQuestion | SetSetting | ResetSettings


def apply_to_question(question: Question, edit: QuestionEdit) -> Question:
    """The question after an edit.

    Raises:
        SettingError: the ruleset refuses the settings that are new.
    """
    match edit:
        case SetQuestion():
            after = edit.question
            if (after.ruleset, after.moment.settings) != (
                question.ruleset,
                question.moment.settings,
            ):
                ruleset_named(after.ruleset).check_settings(after.moment.settings)
            return after
        case SetSetting():
            settings = {**question.settings_of(edit.ruleset), edit.name: edit.value}
            ruleset_named(edit.ruleset).check_settings(settings)
            return question.with_settings_of(edit.ruleset, settings)
        case ResetSettings():
            usual = question.host_settings.settings(edit.ruleset)
            if edit.names is None:
                return question.with_settings_of(edit.ruleset, usual)
            now = question.settings_of(edit.ruleset)
            kept = {name: value for name, value in now.items() if name not in edit.names}
            again = {name: usual[name] for name in edit.names if name in usual}
            return question.with_settings_of(edit.ruleset, {**kept, **again})


def is_of_chat(edit: object) -> bool:
    """Whether an edit changes the chat itself: not the question, nor what stands beside it."""
    return not isinstance(edit, QuestionEdit | LoreEdit)


def merge_key_of(edit: object) -> str | None:
    """What edits in a row share that are one step to undo; None for a step of its own."""
    match edit:
        case SetQuestion():
            return edit.merge_key
        case SetSetting():
            return f"setting {edit.ruleset} {edit.name}"
        case _:
            return None
