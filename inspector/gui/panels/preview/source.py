"""From places in the widget's document back to the lines of the block."""

from collections.abc import Sequence

from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextEdit

from inspector.core.injection import Line
from inspector.gui.panels.preview.characters import between
from inspector.gui.state.page import Page


def touched_lines(cursor: QTextCursor) -> tuple[int, int] | None:
    """First and last line that a text selection touches; None without one."""
    if not cursor.hasSelection():
        return None
    find = cursor.document().findBlock
    return (
        find(cursor.selectionStart()).blockNumber(),
        find(cursor.selectionEnd()).blockNumber(),
    )


def selected_source(cursor: QTextCursor, lines: Sequence[Line]) -> str:
    """The selected text as it stands in the block, without stand-ins."""
    touched = touched_lines(cursor)
    if touched is None:
        return ""
    first, last = touched
    document = cursor.document()
    start = cursor.selectionStart() - document.findBlockByNumber(first).position()
    end = cursor.selectionEnd() - document.findBlockByNumber(last).position()
    if first == last:
        return between(lines[first].text, start, end)
    parts = [between(lines[first].text, start, None)]
    parts += [line.text for line in lines[first + 1 : last]]
    return "\n".join([*parts, between(lines[last].text, 0, end)])


def quiet_tags(
    page: Page, document: QTextDocument, colour: QColor
) -> list[QTextEdit.ExtraSelection]:
    """Tags and header in a colour of their own, where buckets say what matters."""
    quiet = QTextCharFormat()
    quiet.setForeground(colour)
    found: list[QTextEdit.ExtraSelection] = []
    for start, section in page.starts if page.has_buckets else ():
        if section.bucket is None and section.lines:
            cursor = QTextCursor(document.findBlockByNumber(start))
            last = document.findBlockByNumber(start + len(section.lines) - 1)
            end = last.position() + last.length() - 1
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            one = QTextEdit.ExtraSelection()
            one.cursor, one.format = cursor, quiet
            found.append(one)
    return found
