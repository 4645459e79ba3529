"""Problems as rows: those of one severity together, below a row that names it."""

from collections.abc import Iterator, Sequence
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
_LEAST_ALIKE = 3
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
        return f"{mark} {len(self.problems):,} alike: {self.problems[0].text}"


Row = Problem | Group | Bundle


class ProblemsModel(QAbstractTableModel):
    """The problems that a filter lets through; groups without problems are left out."""

    def __init__(self) -> None:
        super().__init__()
        self._all: tuple[Problem, ...] = ()
        self._words = ""
        self._kind: Severity | None = None
        self._open: set[str] = set()
        self._rows: list[Row] = []

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems, whatever the filter."""
        return self._all

    @property
    def shown(self) -> list[Problem]:
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

    def set_problems(self, problems: Sequence[Problem]) -> None:
        """Show other problems."""
        self._all = tuple(problems)
        self._regroup()

    def set_filter(self, words: str) -> None:
        """Show only problems that hold these words."""
        self._words = words.strip().casefold()
        self._regroup()

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
        return any(problem.fix is not None for problem in self.shown)

    def row_of(self, problem: Problem) -> int | None:
        """The row of a problem, if it is shown."""
        return next((row for row, one in enumerate(self._rows) if one == problem), None)

    def step(self, row: int, by: int) -> int | None:
        """The next row with a problem in a direction, around the ends; None if there is none."""
        total = len(self._rows)
        places = ((row + by * distance) % total for distance in range(1, total + 1))
        return next((one for one in places if not isinstance(self._rows[one], Group)), None)

    @override
    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(_HEADERS)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid() or isinstance(self._rows[index.row()], Group):
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
        if isinstance(row, Bundle):
            shown = (GLYPHS[row.severity], row.text, "", "")
            is_text = role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
            return shown[index.column()] if is_text else None
        is_title = role == Qt.ItemDataRole.DisplayRole and index.column() == 0
        return f"{_GROUPS[row.severity]} {row.count:,}" if is_title else None

    def _regroup(self) -> None:
        self.beginResetModel()
        found: dict[Severity, list[Problem]] = {severity: [] for severity in SEVERITIES}
        for problem in self._all:
            is_kind = self._kind is None or problem.severity is self._kind
            if is_kind and (not self._words or self._words in _searched(problem)):
                found[problem.severity].append(problem)
        self._rows = []
        for severity, problems in found.items():
            if problems:
                rows = self._bundled(problems) if severity is Severity.HINT else problems
                self._rows += [Group(severity, len(problems)), *rows]
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
