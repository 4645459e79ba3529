"""Problems as rows: those of one severity together, below a row that names it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QObject, Qt
from typing_extensions import override

from inspector.analysis.filters.fields import Fields
from inspector.analysis.filters.filter import Filter
from inspector.analysis.filters.problem_rows import ProblemRow, problem_fields
from inspector.core.document import Document
from inspector.core.problems import Problem, Severity
from inspector.gui.kit.text import one_line
from inspector.gui.kit.theme import current_theme
from inspector.gui.panels.problems.words import place_of
from inspector.gui.tables.cells import Cell
from inspector.gui.tables.column import Column
from inspector.gui.tables.model import Index, TableModel
from inspector.gui.tables.queried_model import MANY
from inspector.language import _, numeral

SEVERITIES = (Severity.ERROR, Severity.WARNING, Severity.HINT)
GLYPHS = {Severity.ERROR: "✕", Severity.WARNING: "▲", Severity.HINT: "●"}
_GROUPS = {
    Severity.ERROR: _("Errors"),
    Severity.WARNING: _("Warnings"),
    Severity.HINT: _("Hints"),
}
SEVERITY, TEXT, PLACE, FIX = range(4)
_LEAST_ALIKE = 3
CAN_BE_FIXED = _("can be fixed")


@dataclass(frozen=True, slots=True)
class Group:
    """The row above the problems of one severity."""

    severity: Severity
    count: int


@dataclass(frozen=True, slots=True)
class Bundle:
    """Alike hints as one row, which opens.

    Attributes:
        problems: all of one kind.
        is_open: whether they stand below it.
    """

    problems: tuple[Problem, ...]
    is_open: bool

    @property
    def severity(self) -> Severity:
        """That of every one."""
        return self.problems[0].severity

    @property
    def text(self) -> str:
        """How many there are, and what the first says."""
        mark = "▾" if self.is_open else "▸"
        return _("{mark} {n:,} alike: {text}").format(
            mark=mark, n=len(self.problems), text=self.problems[0].text
        )


Row = Problem | Group | Bundle


def _severity_text(row: Row) -> str:
    if isinstance(row, Group):
        return f"{_GROUPS[row.severity]} {numeral(row.count)}"
    return GLYPHS[row.severity]


def _place_text(row: Row) -> str:
    return place_of(row) if isinstance(row, Problem) else ""


def _fix_text(row: Row) -> str:
    return CAN_BE_FIXED if isinstance(row, Problem) and row.fix is not None else ""


def _tooltip(row: Row) -> str:
    if not isinstance(row, Problem):
        return ""
    # A tool tip that looks like HTML would be shown as such.
    return f"<p>{escape(row.text)}</p><p>{escape(place_of(row))}</p>"


def _spoken(row: Row) -> str:
    if isinstance(row, Bundle):
        return row.text
    if isinstance(row, Group):
        return _severity_text(row)
    fixable = f" ({CAN_BE_FIXED})" if row.fix is not None else ""
    return f"{_(row.severity)}: {row.text} {place_of(row)}".rstrip() + fixable


def _paint_severity(cell: Cell[Row]) -> None:
    theme, row = current_theme(), cell.row
    colours = {Severity.ERROR: theme.error, Severity.WARNING: theme.warning}
    font = cell.context.font(11, bold=isinstance(row, Group))
    cell.write(cell.inner, _severity_text(row), colours.get(row.severity, theme.text_2), font=font)


def _paint_small(text: Callable[[Row], str]) -> Callable[[Cell[Row]], None]:
    def paint(cell: Cell[Row]) -> None:
        colour, font = current_theme().text_2, cell.context.font(11)
        cell.write(cell.inner, text(cell.row), colour, font=font)

    return paint


_column = Column[Row]

COLUMNS = (
    _column(
        _("Severity"), "", _severity_text, 28, most=28, paint=_paint_severity, tooltip=_tooltip,
        spoken=_spoken,
    ),
    _column(
        _("Problem"), "", lambda row: "" if isinstance(row, Group) else one_line(row.text),
        tooltip=_tooltip, spoken=_spoken,
    ),
    _column(
        _("Place"), "", _place_text, 28, paint=_paint_small(_place_text), tooltip=_tooltip,
        spoken=_spoken,
    ),
    _column(
        _("Fix"), "", _fix_text, CAN_BE_FIXED, paint=_paint_small(_fix_text), tooltip=_tooltip,
        spoken=_spoken,
    ),
)  # fmt: skip


class ProblemsModel(TableModel[Row]):
    """The problems that a filter lets through; groups without problems are left out."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent)
        self._all: tuple[Problem, ...] = ()
        self._found: frozenset[Problem] | None = None
        self._why = ""
        self.fields = problem_fields(Document())
        self._read: Callable[[Problem], ProblemRow] = ProblemRow
        self._kind: Severity | None = None
        self._open: set[str] = set()

    @property
    def items(self) -> tuple[Problem, ...]:
        """All problems, whatever the filter."""
        return self._all

    @property
    def found(self) -> frozenset[Problem] | None:
        """The problems that the filter lets through; None without one."""
        return self._found

    @property
    def visible(self) -> list[Problem]:
        """The problems that are shown, in order, those of a closed row included."""
        found: list[Problem] = []
        for row in self._rows:
            if isinstance(row, Bundle) and not row.is_open:
                found += row.problems
            elif isinstance(row, Problem):
                found.append(row)
        return found

    @property
    def group_rows(self) -> list[int]:
        """Numbers of the rows that name a severity."""
        return [number for number, row in enumerate(self._rows) if isinstance(row, Group)]

    @property
    def text_spans(self) -> Iterator[tuple[int, int]]:
        """Rows whose sentence takes columns that say nothing there, and how many columns."""
        for number, row in enumerate(self._rows):
            if not isinstance(row, Group) and not _place_text(row):
                yield number, FIX - TEXT if _fix_text(row) else FIX - TEXT + 1

    def set_problems(self, problems: Sequence[Problem]) -> None:
        """Show other problems; what a filter found before stays until it is asked again."""
        self._all = tuple(problems)
        self._regroup()

    def set_fields(self, fields: Fields[ProblemRow], read: Callable[[Problem], ProblemRow]) -> None:
        """Say what problems can be asked for.

        Args:
            fields: of a problem.
            read: gives a problem as filters see it, on any thread.
        """
        self.fields, self._read = fields, read

    def understood(self, query: str) -> Filter[ProblemRow] | None:
        """A filter of problems; None where it asks for nothing.

        Raises:
            FilterError: it cannot be understood.
        """
        return Filter(query, self.fields) if query.strip() else None

    def is_long(self, wanted: Filter[ProblemRow]) -> bool:
        """Whether so many problems are looked at that it should not be waited for."""
        return len(self._all) > MANY or wanted.has_patterns

    def reader(self) -> Callable[[Problem], ProblemRow]:
        """What gives problems as filters see them, on any thread."""
        return self._read

    def set_filter(self, query: str) -> None:
        """Show only problems that a filter lets through.

        Raises:
            FilterError: it cannot be understood; the rows stay as they are.
        """
        wanted = self.understood(query)
        if wanted is None:
            self._found, self._why = None, ""
            self._regroup()
            return
        rows = [self._read(one) for one in self._all]
        places = frozenset(at for at, row in enumerate(rows) if wanted.matches(row))
        self.show_found(wanted, places, "" if places else wanted.why_nothing(rows))

    def show_found(self, wanted: Filter[ProblemRow], places: frozenset[int], why: str) -> None:
        """Show what a filter was found to let through, and why that is nothing."""
        self._found, self._why = frozenset(self._all[one] for one in places), why
        self._regroup()

    def why_nothing(self) -> str:
        """Why the filter lets no problem through; empty where it does."""
        return self._why

    def set_kind(self, kind: Severity | None) -> None:
        """Show only problems of one severity; None for all."""
        self._kind = kind
        self._regroup()

    def toggle(self, row: int) -> bool:
        """Open or close a row of alike problems; answers whether it is one."""
        found = self._rows[row] if 0 <= row < len(self._rows) else None
        if not isinstance(found, Bundle):
            return False
        self._open ^= {found.problems[0].code}
        self._regroup()
        return True

    def problem_at(self, row: int) -> Problem | None:
        """The problem of a row; None for a group."""
        found = self._rows[row] if 0 <= row < len(self._rows) else None
        return found if isinstance(found, Problem) else None

    @property
    def has_fixes(self) -> bool:
        """Whether any problem that is shown can be fixed."""
        return any(problem.fix is not None for problem in self.visible)

    def row_of(self, problem: Problem) -> int | None:
        """The row of a problem, if it is shown."""
        return next((row for row, one in enumerate(self._rows) if one == problem), None)

    def step(self, row: int, by: int) -> int | None:
        """The next row with a problem in a direction, around the ends; None if there is none."""
        total = len(self._rows)
        places = ((row + by * distance) % total for distance in range(1, total + 1))
        return next((one for one in places if not isinstance(self._rows[one], Group)), None)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid() or isinstance(self._rows[index.row()], Group):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def _regroup(self) -> None:
        self.beginResetModel()
        found: dict[Severity, list[Problem]] = {severity: [] for severity in SEVERITIES}
        for problem in self._all:
            is_kind = self._kind is None or problem.severity is self._kind
            if is_kind and (self._found is None or problem in self._found):
                found[problem.severity].append(problem)
        rows: list[Row] = []
        for severity, problems in found.items():
            if problems:
                alike = self._bundled(problems) if severity is Severity.HINT else problems
                rows += [Group(severity, len(problems)), *alike]
        self._rows = rows
        self.endResetModel()

    def _bundled(self, problems: Sequence[Problem]) -> Iterator[Row]:
        """Those of which there are several of a kind as one row each."""
        kinds: dict[str, list[Problem]] = {}
        for problem in problems:
            kinds.setdefault(problem.code, []).append(problem)
        for code, alike in kinds.items():
            if len(alike) < _LEAST_ALIKE:
                yield from alike
                continue
            is_open = code in self._open
            yield Bundle(tuple(alike), is_open)
            if is_open:
                yield from alike
