"""Copying the block or parts of it: the block's own text, never what a widget made of it."""

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from inspector.core.injection import Line, Section
from inspector.gui.kit.clipboard import put_on_clipboard
from inspector.gui.kit.text import counted, plain
from inspector.gui.panels.preview.block_view import BlockView
from inspector.gui.panels.preview.figures import BUCKET_TITLES
from inspector.gui.panels.preview.source import touched_lines
from inspector.gui.state.page import Page
from inspector.language import _


class Copier(QObject):
    """Puts the slot's text on the clipboard.

    Signals:
        copied: tokens, and what was copied in words.
    """

    copied = Signal(int, str)

    def __init__(self, view: BlockView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self.what_if = False

    def copy_block(self) -> None:
        """Copy exactly the slot's text."""
        page = self._view.page
        if page.lines:
            put_on_clipboard(page.injection.text)
            words = _("the what-if block") if self.what_if else _("the block")
            self.copied.emit(page.injection.tokens, words)

    def copy_section(self, section: Section) -> None:
        """Copy one section's lines."""
        self._copy_lines(section.lines, section_title(section))

    def copy_lines(self) -> None:
        """Copy the lines that the text selection touches, else those of the selected memories."""
        lines = self.chosen_lines()
        if lines:
            self._copy_lines(lines, counted(len(lines), "{n} line", "{n} lines"))

    def chosen_lines(self) -> tuple[Line, ...]:
        """The lines that `copy_lines` copies."""
        touched, lines = touched_lines(self._view.textCursor()), self._view.page.lines
        if touched is not None:
            return lines[touched[0] : touched[1] + 1]
        chosen = self._view.highlight.selected
        return tuple(line for line in lines if line.memory in chosen)

    def fill(self, menu: QMenu) -> None:
        """Offer every part of the slot in a menu."""
        page: Page = self._view.page
        for section in page.injection.sections:
            if section.bucket is not None and page.lines:
                title = section_title(section).replace("&", "&&")
                words = _("Copy {title} ({tokens} tokens)").format(
                    title=title, tokens=plain(section.tokens)
                )
                menu.addAction(words).triggered.connect(
                    lambda _=False, part=section: self.copy_section(part)
                )
        lines = self.chosen_lines()
        chosen = menu.addAction(
            _("Copy {selected_lines}").format(
                selected_lines=counted(len(lines), "{n} selected line", "{n} selected lines")
            )
        )
        chosen.setEnabled(bool(lines))
        chosen.triggered.connect(lambda _=False: self.copy_lines())

    def _copy_lines(self, lines: Iterable[Line], what: str) -> None:
        lines = tuple(lines)
        put_on_clipboard("\n".join(line.text for line in lines))
        self.copied.emit(sum(line.tokens for line in lines), what)


def section_title(section: Section) -> str:
    """What to call a section in a sentence."""
    words = (section.title or "").lstrip("#").strip()
    return words or (BUCKET_TITLES[section.bucket] if section.bucket else _("Other"))


def refill(menu: QMenu, copier: Copier, *first: QAction) -> None:
    """Make a menu anew: the given actions, then every part."""
    menu.clear()
    menu.addActions(list(first))
    copier.fill(menu)
