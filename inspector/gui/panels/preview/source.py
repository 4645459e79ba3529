"""From places in the widget's document back to the lines of the block."""

from collections.abc import Sequence

from PySide6.QtGui import QColor, QTextBlock, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextEdit

from inspector.core.injection import Line
from inspector.gui.kit.finding import hit_format
from inspector.gui.panels.preview.characters import between
from inspector.gui.panels.preview.delivered import Fields
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


def moment_fields(
    fields: Fields, document: QTextDocument, background: QColor, line: QColor
) -> list[QTextEdit.ExtraSelection]:
    """Values that depend on the moment: dotted below, on a ground of their own."""
    style = QTextCharFormat()
    style.setBackground(background)
    style.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
    style.setUnderlineColor(line)
    return [
        _marked(document.findBlockByNumber(number), field.start, field.end, style)
        for number, places in fields.items()
        for field in places
    ]


def leaking_phrases(page: Page, document: QTextDocument) -> list[QTextEdit.ExtraSelection]:
    """What of the lines their reader cannot know, as what a filter matched."""
    found: list[QTextEdit.ExtraSelection] = []
    for number, line in enumerate(page.lines if page.leaks else ()):
        phrase = page.leaks.get(line.memory, "") if line.memory is not None else ""
        start = line.text.find(phrase) if phrase else -1
        if start >= 0:
            block = document.findBlockByNumber(number)
            found.append(_marked(block, start, start + len(phrase), hit_format()))
    return found


def _marked(
    block: QTextBlock, start: int, end: int, style: QTextCharFormat
) -> QTextEdit.ExtraSelection:
    """A part of a line in code points, in this format."""
    text = block.text()
    first, last = (len(utf16(text[:index])) // 2 for index in (start, end))
    cursor = QTextCursor(block)
    cursor.setPosition(block.position() + first)
    cursor.setPosition(block.position() + last, QTextCursor.MoveMode.KeepAnchor)
    one = QTextEdit.ExtraSelection()
    one.cursor, one.format = cursor, style
    return one


def utf16(text: str) -> bytes:
    """A text in Qt's units, two bytes each."""
    return text.encode("utf-16-le", "surrogatepass")
