"""What a cell tells: its text, what a screen reader says, what the pointer learns."""

from dataclasses import dataclass

from PySide6.QtCore import Qt

from inspector.analysis.lint import word_count
from inspector.core.fields import FieldSpec
from inspector.core.injection import Verdict
from inspector.core.memory import Memory
from inspector.gui.kit.memory_words import BUCKET_NAMES, NOT_YET, length_advice, verdict_word
from inspector.gui.kit.text import plural, tooltip
from inspector.gui.panels.memories.columns import COLUMNS, Place
from inspector.gui.panels.memories.values import value_of


@dataclass(frozen=True, slots=True)
class CellFacts:
    """All that a cell can tell of.

    Attributes:
        place: its column.
        memory: its row's memory.
        verdict: what is said of the memory, if anything.
        spec: the field that the cell edits, if any.
        derived: whether there is a derivation at all.
        problem: what is wrong with the memory; empty if nothing is.
    """

    place: Place
    memory: Memory
    verdict: Verdict | None
    spec: FieldSpec | None
    derived: bool
    problem: str

    @property
    def text(self) -> str:
        """What the cell says."""
        return COLUMNS[self.place].text(self.memory, self.verdict)


def cell_data(cell: CellFacts, role: int) -> object:
    """The data of a cell in a role; None for roles that the delegates see to."""
    match role:
        case Qt.ItemDataRole.DisplayRole:
            return cell.text
        case Qt.ItemDataRole.AccessibleTextRole:
            return f"{COLUMNS[cell.place].title}: {cell.text or 'none'}"
        case Qt.ItemDataRole.EditRole:
            return cell.text if cell.spec is None else value_of(cell.memory, cell.spec)
        case Qt.ItemDataRole.ToolTipRole:
            return _tooltip(cell)
        case Qt.ItemDataRole.TextAlignmentRole:
            is_right = COLUMNS[cell.place].right
            side = Qt.AlignmentFlag.AlignRight if is_right else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        case _:
            return None


def header_data(place: Place, spec: FieldSpec | None, role: int) -> object:
    """The data of a column's header in a role."""
    if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
        return COLUMNS[place].title
    if role == Qt.ItemDataRole.ToolTipRole:
        return tooltip(COLUMNS[place].title, spec.meaning if spec else "")
    return None


def _tooltip(cell: CellFacts) -> str:
    memory, verdict = cell.memory, cell.verdict
    match cell.place:
        case Place.NUMBER:
            bucket = f"Bucket {BUCKET_NAMES[verdict.bucket]}" if verdict and verdict.bucket else ""
            return tooltip(memory.label, bucket)
        case Place.IMPORTANCE:
            return tooltip(f"Importance {memory.importance} of 5: keys 1 to 5, or click a star")
        case Place.SECRET:
            now = "A secret" if memory.is_secret else "Not a secret"
            return tooltip(f"{now}: X or a click changes it")
        case Place.WITNESSES:
            return tooltip("\n".join(memory.witnesses) or "No witness is stored.")
        case Place.INVOLVED:
            return tooltip("\n".join(memory.characters_involved))
        case Place.SUMMARY:
            return _summary_tooltip(memory, cell.problem)
        case Place.VERDICT:
            return _verdict_tooltip(verdict, derived=cell.derived)
        case _:
            return tooltip(cell.text)


def _summary_tooltip(memory: Memory, problem: str) -> str:
    advice = length_advice(memory.summary)
    count = plural(word_count(memory.summary), "word")
    return tooltip(
        memory.summary,
        f"{count}; {advice}" if advice else count,
        f"▲ {problem}" if problem else "",
    )


def _verdict_tooltip(verdict: Verdict | None, *, derived: bool) -> str:
    if verdict is None:
        return tooltip(NOT_YET) if derived else ""
    return tooltip(verdict.reason or verdict_word(verdict))
