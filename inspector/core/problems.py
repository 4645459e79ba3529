"""A problem: something that loading or a rule found, with the place to look at."""

from dataclasses import dataclass, field
from enum import StrEnum

from inspector.language import N_


class Severity(StrEnum):
    """How much a problem matters to a person."""

    ERROR = N_("error")
    WARNING = N_("warning")
    HINT = N_("hint")


class RecapPart(StrEnum):
    """Which recap a problem is about."""

    MESSAGE = N_("recap")
    SCENE = N_("scene recap")
    RUNNING = N_("running recap")


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding.

    Attributes:
        code: short stable name of the rule that found it, such as `bad-line`.
        text: one whole sentence in plain words.
        severity: error, warning or hint (style of a summary).
        memory: place of the memory in its list, if one is concerned.
        message: index of the message, if one is concerned.
        line: 1-based line of the file, if one is concerned.
        recap: which recap is concerned, if one is: that of the message, of the scene that ends
            there, or of the whole chat.
        fix: what puts it right, where something is safe: an edit (`core.edits.Edit`) or a
            setting (`core.settings.SetSetting`).
        fix_title: what the fix does, as a button says it.
        brief: the same sentence for beside what it is about; empty where `text` does there too.
    """

    code: str
    text: str
    severity: Severity = Severity.WARNING
    memory: int | None = None
    message: int | None = None
    line: int | None = None
    recap: RecapPart | None = None
    fix: object = field(default=None, hash=False)  # its values need not be hashable
    fix_title: str = ""
    brief: str = ""
