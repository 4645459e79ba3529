"""Problems as rows: those of one severity together, below a row that names it."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from typing_extensions import override

from inspector.core.problems import Problem, RecapPart, Severity

SEVERITIES = (Severity.ERROR, Severity.WARNING, Severity.HINT)
GLYPHS = {Severity.ERROR: "✕", Severity.WARNING: "▲", Severity.HINT: "●"}
_GROUPS = {Severity.ERROR: "Errors", Severity.WARNING: "Warnings", Severity.HINT: "Hints"}
_HEADERS = ("Severity", "Problem", "Place", "Fix")
SEVERITY, TEXT, PLACE, FIX = range(4)
CAN_BE_FIXED = "can be fixed"
SEVERITY_ROLE = Qt.ItemDataRole.UserRole

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


def place_of(problem: Problem) -> str:
    """Where to look: `memory #12, message 431`; empty if the problem is nowhere."""
    words: list[str] = []
    if problem.recap is RecapPart.RUNNING:
        words.append("running recap")
    elif problem.recap is not None:
        words.append(f"{problem.recap} {problem.message}")
    if problem.memory is not None:
        words.append(f"memory #{problem.memory}")
    if problem.message is not None and problem.recap is None:
        words.append(f"message {problem.message}")
    if problem.line is not None:
        words.append(f"line {problem.line}")
    return ", ".join(words)


@dataclass(frozen=True, slots=True)
class Group:
    """The row above the problems of one severity."""

    severity: Severity
    count: int


class ProblemsModel(QAbstractTableModel):
    """The problems that a filter lets through; groups without problems are left out."""

    def __init__(self) -> None:
        super().__init__()
        self._all: tuple[Problem, ...] = ()
        self._words = ""
        self._rows: list[Problem | Group] = []

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems, whatever the filter."""
        return self._all

    @property
    def shown(self) -> list[Problem]:
        """The problems that are shown, in order."""
        return [row for row in self._rows if isinstance(row, Problem)]

    @property
    def group_rows(self) -> list[int]:
        """Numbers of the rows that name a severity."""
        return [number for number, row in enumerate(self._rows) if isinstance(row, Group)]

    def set_problems(self, problems: Sequence[Problem]) -> None:
        """Show other problems."""
        self._all = tuple(problems)
        self._regroup()

    def set_filter(self, words: str) -> None:
        """Show only problems that hold these words."""
        self._words = words.strip().casefold()
        self._regroup()

    def problem_at(self, row: int) -> Problem | None:
        """The problem of a row; None for a group."""
        found = self._rows[row] if 0 <= row < len(self._rows) else None
        return found if isinstance(found, Problem) else None

    @property
    def has_fixes(self) -> bool:
        """Whether any problem that is shown can be fixed."""
        return any(problem.fix is not None for problem in self.shown)

    def row_of(self, problem: Problem) -> int | None:
        """The row of a problem, if it is shown."""
        return next((row for row, one in enumerate(self._rows) if one == problem), None)

    def step(self, row: int, by: int) -> int | None:
        """The next row with a problem in a direction, around the ends; None if there is none."""
        total = len(self._rows)
        places = ((row + by * distance) % total for distance in range(1, total + 1))
        return next((place for place in places if self.problem_at(place)), None)

    @override
    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(_HEADERS)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.problem_at(index.row()) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        is_title = orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole
        return _HEADERS[section] if is_title and section < len(_HEADERS) else None

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == SEVERITY_ROLE:
            return row.severity
        if isinstance(row, Problem):
            return _problem_data(row, index.column(), role)
        is_title = role == Qt.ItemDataRole.DisplayRole and index.column() == 0
        return f"{_GROUPS[row.severity]} {row.count:,}" if is_title else None

    def _regroup(self) -> None:
        self.beginResetModel()
        found: dict[Severity, list[Problem]] = {severity: [] for severity in SEVERITIES}
        for problem in self._all:
            if not self._words or self._words in _searched(problem):
                found[problem.severity].append(problem)
        self._rows = []
        for severity, problems in found.items():
            if problems:
                self._rows += [Group(severity, len(problems)), *problems]
        self.endResetModel()


def _problem_data(problem: Problem, column: int, role: int) -> object:
    if role == Qt.ItemDataRole.DisplayRole:
        return _shown_in(problem, column)
    if role == Qt.ItemDataRole.ToolTipRole:
        # A tool tip that looks like HTML would be shown as such.
        return f"<p>{escape(problem.text)}</p><p>{escape(place_of(problem))}</p>"
    if role == Qt.ItemDataRole.AccessibleTextRole:
        fixable = f" ({CAN_BE_FIXED})" if problem.fix is not None else ""
        return f"{problem.severity}: {problem.text} {place_of(problem)}".rstrip() + fixable
    return None


def _shown_in(problem: Problem, column: int) -> str:
    if column == SEVERITY:
        return GLYPHS[problem.severity]
    if column == FIX:
        return CAN_BE_FIXED if problem.fix is not None else ""
    return problem.text if column == TEXT else place_of(problem)


def _searched(problem: Problem) -> str:
    words = (problem.severity, problem.text, place_of(problem), problem.code, problem.fix_title)
    return " ".join(words).casefold()
