"""Finding in a text that is shown: where the hits are, how they are marked, and going to one."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit
from typing_extensions import override

from inspector.analysis.differences import Kind
from inspector.gui.kit.diff_view import DiffView
from inspector.gui.kit.theme import current_theme

_MOST_MARKS = 500
"""So many hits around the current one are marked: Qt paints each of them every time."""

_OWNER = QTextFormat.Property.UserProperty.value
Mark = QTextEdit.ExtraSelection


def hit_format(*, is_current: bool = False) -> QTextCharFormat:
    """How what is looked for is shown: a ground and an underline, so not colour alone."""
    theme = current_theme()
    found = QTextCharFormat()
    found.setBackground(theme.warning if is_current else theme.warning_background)
    found.setForeground(theme.surface if is_current else theme.text)
    found.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
    found.setUnderlineColor(theme.warning)
    return found


def set_marks(edit: QPlainTextEdit, owner: str, marks: Sequence[Mark]) -> None:
    """Mark places of a text for one owner; what others mark stays.

    Args:
        edit: shows the text.
        owner: whose marks these are.
        marks: all of them.
    """
    kept: list[Mark] = []
    own: list[Mark] = []
    for one in edit.extraSelections():
        (own if one.format.property(_OWNER) == owner else kept).append(one)
    for one in marks:
        one.format.setProperty(_OWNER, owner)
    # Those that are there move with the text; Qt paints all of it that new ones lie in.
    if [*map(_span_and_format, own)] != [*map(_span_and_format, marks)]:
        edit.setExtraSelections([*kept, *marks])


def _span_and_format(mark: Mark) -> tuple[int, int, QTextCharFormat]:
    return mark.cursor.selectionStart(), mark.cursor.selectionEnd(), mark.format


def hits_in(text: str, needle: str, *, match_case: bool) -> list[tuple[int, int]]:
    """Where a text holds another, in UTF-16 units (start, end), as Qt counts."""
    if not needle:
        return []
    pattern = re.compile(re.escape(needle), 0 if match_case else re.IGNORECASE)
    spans = [one.span() for one in pattern.finditer(text)]
    if not spans or text.isascii() or max(text) <= "\uffff":
        return spans
    units = [0, *accumulate(1 + (letter > "\uffff") for letter in text)]
    return [(units[start], units[end]) for start, end in spans]


class Finder(QObject):
    """Finds in a text that is shown.

    Signals:
        changed: another text is shown; what was found no longer holds.
    """

    changed = Signal()

    def find(self, needle: str, *, match_case: bool) -> int:
        """Find and mark a text, or nothing where it is empty; how many hits there are."""
        raise NotImplementedError

    def show_hit(self, number: int) -> None:
        """Bring a hit into view and mark it as the current one."""
        raise NotImplementedError

    def nearest(self) -> int:
        """The first hit from where a person is; 0 where all are before."""
        raise NotImplementedError


class TextFinder(Finder):
    """Finds in a text field."""

    def __init__(self, edit: QPlainTextEdit) -> None:
        super().__init__(edit)
        self._edit = edit
        self._hits: list[tuple[int, int]] = []
        edit.textChanged.connect(self.changed)

    @override
    def find(self, needle: str, *, match_case: bool) -> int:
        text = self._edit.document().toRawText() if needle else ""
        self._hits = hits_in(text, needle, match_case=match_case)
        self._mark(None)
        return len(self._hits)

    @override
    def show_hit(self, number: int) -> None:
        cursor = self._cursor(number)
        self._edit.setTextCursor(cursor)
        self._edit.ensureCursorVisible()
        self._mark(number)

    @override
    def nearest(self) -> int:
        at = bisect_left(self._hits, (self._edit.textCursor().selectionStart(), 0))
        return at if at < len(self._hits) else 0

    def _cursor(self, number: int) -> QTextCursor:
        start, end = self._hits[number]
        cursor = QTextCursor(self._edit.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _mark(self, current: int | None) -> None:
        first = max(0, (current or 0) - _MOST_MARKS // 2)
        marks: list[Mark] = []
        for number in range(first, min(first + _MOST_MARKS, len(self._hits))):
            one = Mark()
            one.cursor = self._cursor(number)
            one.format = hit_format()  # the selection says which is the current one
            marks.append(one)
        set_marks(self._edit, "find", marks)


class DiffFinder(Finder):
    """Finds in both sides of a diff."""

    def __init__(self, view: DiffView) -> None:
        super().__init__(view)
        self._view = view
        self._hits: list[tuple[int, int, int, int]] = []
        view.rows_changed.connect(self.changed)

    @override
    def find(self, needle: str, *, match_case: bool) -> int:
        kinds = (None,) if self._view.is_inline else (Kind.ADDED, Kind.REMOVED)
        self._hits = [
            (number, index, *span)
            for number, row in enumerate(self._view.rows if needle else ())
            for index, without in enumerate(kinds)
            for span in hits_in(row.text(without), needle, match_case=match_case)
        ]
        self._mark(None)
        return len(self._hits)

    @override
    def show_hit(self, number: int) -> None:
        self._mark(number)
        self._view.show_row(self._hits[number][0])

    @override
    def nearest(self) -> int:
        at = bisect_left(self._hits, (self._view.first_row, 0, 0, 0))
        return at if at < len(self._hits) else 0

    def _mark(self, current: int | None) -> None:
        marks: dict[int, list[tuple[int, int, int, QTextCharFormat]]] = {}
        plain, chosen = hit_format(), hit_format(is_current=True)
        for at, (number, side, start, end) in enumerate(self._hits):
            found = chosen if at == current else plain
            marks.setdefault(number, []).append((side, start, end - start, found))
        self._view.show_marks(marks)
