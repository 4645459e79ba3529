"""Room for ghosts: lines of the text are moved down, and the text itself stays as it is."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPointF
from PySide6.QtGui import QTextBlock
from PySide6.QtWidgets import QPlainTextEdit

from inspector.gui.panels.preview.rows import Row
from inspector.gui.state.page import Ghost


class Ghosts:
    """The ghosts of one text widget, by the line that each stands above.

    Qt lays a block out when it needs to, and so forgets the room that was made in it;
    `settle` makes it again.
    """

    def __init__(self, view: QPlainTextEdit) -> None:
        self._view = view
        self._displayed: tuple[Ghost, ...] = ()
        self._above: dict[int, list[Ghost]] = {}

    @property
    def displayed(self) -> tuple[Ghost, ...]:
        """All of them."""
        return self._displayed

    def show(self, ghosts: Sequence[Ghost]) -> None:
        """Make room for these and for no others."""
        if tuple(ghosts) == self._displayed:
            return
        before = self._above
        self._displayed = tuple(ghosts)
        above: defaultdict[int, list[Ghost]] = defaultdict(list)
        last = self._view.blockCount() - 1
        for ghost in ghosts:
            above[min(ghost.before, last)].append(ghost)
        self._above = dict(above)
        self._settle(before.keys() | above.keys())
        self.fit_view()

    def clear(self) -> None:
        """Give all the room back, before the lines change and `fit_view` is called."""
        before, self._above, self._displayed = self._above, {}, ()
        self._settle(before)

    def settle_all(self) -> None:
        """Make the room again after the whole text was laid out anew."""
        if self._above:
            self._settle(self._above.keys())
            self.fit_view()

    def settle(self, block: QTextBlock) -> None:
        """Make the room above one line, if it is not there."""
        wanted = len(self._above.get(block.blockNumber(), ())) * self.height
        layout = block.layout()
        if not layout.lineCount():
            self._view.document().documentLayout().blockBoundingRect(block)
        if not layout.lineCount():
            return
        missing = wanted - layout.lineAt(0).y()
        if missing:
            for number in range(layout.lineCount()):
                line = layout.lineAt(number)
                line.setPosition(QPointF(line.x(), line.y() + missing))

    def rows(self, block: QTextBlock, top: float) -> list[Row]:
        """The rows of the ghosts above a line whose block begins at `top`, room made for them."""
        line = block.blockNumber()
        if line not in self._above:
            return []
        self.settle(block)
        height, ascent = self.height, self._view.fontMetrics().ascent()
        return [
            Row(top + number * height, height, ascent, line, ghost.memory, ghost)
            for number, ghost in enumerate(self._above[line])
        ]

    @property
    def height(self) -> float:
        """Height of one ghost."""
        return float(self._view.fontMetrics().lineSpacing())

    def _settle(self, lines: Iterable[int]) -> None:
        for number in lines:
            block = self._view.document().findBlockByNumber(number)
            if block.isValid():
                self.settle(block)

    def fit_view(self) -> None:
        """Let the view know how high the text is, with the room that was made in it."""
        layout = self._view.document().documentLayout()
        layout.documentSizeChanged.emit(layout.documentSize())
