"""Token counts of many texts, worked out off the UI thread and remembered."""

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from inspector.core.tokens import Tokenizer
from inspector.gui.state.workers import CancelToken, LatestWorker
from inspector.tokenizer import load_tokenizer

_Counts = dict[str, int]


class Counting(QObject):
    """Counts texts with one encoding.

    Signals:
        counted: more counts are known.
    """

    counted = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.worker = LatestWorker(self)
        self.worker.answered.connect(self._take)
        self._requested: tuple[str, str] = ("", "")
        self._counts: _Counts = {}
        self._missing: list[str] = []

    def count(self, texts: Iterable[str], encoding: str, dialect: str) -> None:
        """See that these texts are counted; those that are known stay known."""
        wanted = list(dict.fromkeys(texts))
        if (encoding, dialect) != self._requested:
            self._requested, self._counts, self._missing = (encoding, dialect), {}, []
        known = {text: self._counts[text] for text in wanted if text in self._counts}
        missing = [text for text in wanted if text not in known]
        self._counts = known
        if missing and not (missing == self._missing and self.worker.is_busy):
            self._missing = missing
            self.worker.ask(lambda token: _counted(missing, encoding, dialect, token))

    def tokens(self, text: str) -> int | None:
        """Tokens of a text; None as long as they are not known."""
        return self._counts.get(text) if text else 0

    def _take(self, counts: _Counts) -> None:
        self._counts |= counts
        self.counted.emit()


def _counted(texts: list[str], encoding: str, dialect: str, token: CancelToken) -> _Counts:
    tokenizer: Tokenizer = load_tokenizer(encoding, dialect)
    counts: _Counts = {}
    for text in texts:
        token.check()
        counts[text] = tokenizer.count(text)
    return counts
