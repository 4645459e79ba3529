"""Works out what two versions differ in, off the UI thread; the newest question wins."""

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from inspector.analysis.differences import Diff, diff
from inspector.gui.kit.diff_rows import Row, aligned
from inspector.gui.state.workers import LatestWorker


@dataclass(frozen=True, eq=False)
class Compared:
    """Two texts and what they differ in, also as rows."""

    old: str
    new: str
    diff: Diff
    rows: tuple[Row, ...]


class Comparison(QObject):
    """Compares two texts when asked.

    Signals:
        compared: a `Compared` for what was asked last.
    """

    compared = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.worker = LatestWorker(self)
        self.worker.answered.connect(self._take)
        self._requested: tuple[str, str] | None = None
        self._found: Compared | None = None

    def compare(self, old: str, new: str) -> None:
        """Compare; what is known already is answered at once."""
        if self.is_for(old, new):
            self.worker.cancel()
            self._requested = (old, new)
            self.repeat()
        elif self._requested != (old, new) or not self.worker.is_busy:
            self._requested = (old, new)
            self.worker.ask(lambda _ticket: _compared(old, new))

    def is_for(self, old: str, new: str) -> bool:
        """Whether the last answer is about these texts."""
        found = self._found
        return found is not None and (found.old, found.new) == (old, new)

    def repeat(self) -> None:
        """Give the last answer again."""
        if self._found is not None:
            self.compared.emit(self._found)

    def _take(self, found: Compared) -> None:
        self._found = found
        self.compared.emit(found)


def _compared(old: str, new: str) -> Compared:
    found = diff(old, new)
    return Compared(old, new, found, aligned(found))
