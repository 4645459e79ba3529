"""What becomes of the shown slot in the next request, and its text as it is sent, without Qt."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from inspector.core.injection import Injection, Line, Section
from inspector.gui.state.delivery import Outcome, outcomes_of
from inspector.gui.state.derivation import Answer
from inspector.language import ngettext
from inspector.sillytavern.macros.context import MacroContext, MomentField
from inspector.sillytavern.macros.expansion import expand

Fields = Mapping[int, tuple[MomentField, ...]]
"""By line, the values that depend on the moment."""


@dataclass(frozen=True, eq=False)
class SentSlots:
    """What the next request makes of slots.

    Attributes:
        outcomes: what becomes of each, by its key; empty for the file as it lies.
        macros: what their macros are expanded with; None for the file as it lies.
    """

    outcomes: Mapping[str, Outcome] = field(default_factory=dict[str, Outcome])
    macros: MacroContext | None = None


NOT_SENT = SentSlots()
"""Of the file as it lies."""


def sent_slots(answer: Answer) -> SentSlots:
    """What the next request makes of slots; nothing for the file as it lies."""
    if answer.prediction is None:
        return NOT_SENT
    return SentSlots(outcomes_of(answer.prediction), answer.prediction.request.macros)


def expanded(injection: Injection, macros: MacroContext) -> tuple[Injection, Fields]:
    """A slot with its macros expanded, line by line, and where values depend on the moment.

    Tokens stay those of the text before: extensions count before SillyTavern expands
    (specs/send-path.md §8).
    """
    text = injection.text
    if "{{" not in text and "<" not in text:
        return injection, {}
    fields: dict[int, tuple[MomentField, ...]] = {}
    number = 0
    sections: list[Section] = []
    for section in injection.sections:
        lines: list[Line] = []
        for line in section.lines:
            found = expand(line.text, macros)
            tokens = line.tokens
            for part, marks in _by_line(found.text, found.fields):
                # A macro can make several lines of one; the first holds what the line costs.
                lines.append(Line(part, tokens, line.memory))
                tokens = 0
                if marks:
                    fields[number] = marks
                number += 1
        sections.append(replace(section, lines=tuple(lines)))
    return replace(injection, sections=tuple(sections)), fields


def _by_line(
    text: str, fields: Sequence[MomentField]
) -> Iterator[tuple[str, tuple[MomentField, ...]]]:
    """Each line of a text with the fields in it."""
    at = 0
    for part in text.split("\n"):
        end = at + len(part)
        yield (
            part,
            tuple(
                MomentField(max(one.start, at) - at, min(one.end, end) - at, one.macro)
                for one in fields
                if one.start < end and one.end > at
            ),
        )
        at = end + 1


def fields_in_words(fields: Fields) -> str:
    """What the fields are: `{{time}} changes with the moment`."""
    names = list(dict.fromkeys(one.macro for found in fields.values() for one in found))
    if not names:
        return ""
    words = ngettext(
        "{names} changes with the moment", "{names} change with the moment", len(names)
    )
    return words.format(names=", ".join(names))
