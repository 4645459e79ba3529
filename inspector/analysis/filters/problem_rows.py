"""What problems can be asked for: their own fields, and those of their memories."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from inspector.analysis.filters.fields import Fields, FilterField, ValueKind
from inspector.analysis.filters.rows import MemoryRow, memory_fields, prefixes
from inspector.core.document import Document
from inspector.core.problems import Problem, Severity
from inspector.language import N_, _

_NUMBER, _TEXT, _FLAG = ValueKind.NUMBER, ValueKind.TEXT, ValueKind.FLAG


class ProblemRow(NamedTuple):
    """A problem, and the memory that it is about."""

    problem: Problem
    memory: MemoryRow | None = None


def problem_fields(document: Document, codes: Iterable[str] = ()) -> Fields[ProblemRow]:
    """What problems can be asked for: their own, then what their memories can.

    Args:
        document: the chat.
        codes: those that there are, for completion.
    """
    own = (
        FilterField[ProblemRow](
            "lint",
            ValueKind.TEXTS,
            lambda row: prefixes((row.problem.code,)),
            _("the rule that found it"),
            ("code", "problem"),
            known=tuple(dict.fromkeys(codes)),
            searched=True,
        ),
        FilterField[ProblemRow](
            "severity",
            _TEXT,
            lambda row: str(row.problem.severity),
            _("error, warning or hint"),
            choices=tuple(map(str, Severity)),
            searched=True,
        ),
        FilterField[ProblemRow](
            "text", _TEXT, lambda row: row.problem.text, _("what it says"), searched=True
        ),
        FilterField[ProblemRow](
            "line", _NUMBER, lambda row: row.problem.line, _("of the file"), has=True
        ),
        FilterField[ProblemRow](
            "msg",
            ValueKind.NUMBERS,
            _problem_messages,
            _("the messages that it is about"),
            ("message", "messages"),
        ),
        FilterField[ProblemRow](
            "fix",
            _FLAG,
            lambda row: row.problem.fix is not None,
            _("can be put right here"),
            ("fixable",),
        ),
        FilterField[ProblemRow](
            "repair",
            _TEXT,
            lambda row: row.problem.fix_title or None,
            _("what puts it right"),
            searched=True,
        ),
        FilterField[ProblemRow](
            "memory",
            ValueKind.TEXTS,
            _problem_memory,
            _("the memory that it is about, by id or number"),
            searched=True,
            has=True,
        ),
    )
    used = {name for one in own for name in (one.name, *one.aliases)}
    of_memory = (
        _through_memory(one) for one in memory_fields(document).all if one.name not in used
    )
    return Fields((*own, *of_memory), N_("problems"))


def _through_memory(spec: FilterField[MemoryRow]) -> FilterField[ProblemRow]:
    """What the memory of a problem can be asked for; words are looked for in the problem only."""

    def read(row: ProblemRow) -> object:
        return None if row.memory is None else spec.value(row.memory)

    return FilterField(
        spec.name,
        spec.kind,
        read,
        spec.meaning,
        spec.aliases,
        choices=spec.choices,
        known=spec.known,
        has=spec.has,
    )


def _problem_memory(row: ProblemRow) -> Sequence[str]:
    number = row.problem.memory
    label = () if row.memory is None else (row.memory.memory.label,)
    return label if number is None else (*label, f"#{number}")


def _problem_messages(row: ProblemRow) -> Sequence[float]:
    if row.problem.message is not None:
        return (row.problem.message,)
    return () if row.memory is None else row.memory.memory.sources
