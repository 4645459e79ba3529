"""What is said of the chosen verdict: lines side by side, causes, and where to go."""

from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget
from typing_extensions import override

from inspector.gui.kit.labels import Tone, plain_label
from inspector.gui.kit.layouts import hbox, vbox
from inspector.gui.kit.theme import Themed, current_theme, fixed_font, font
from inspector.gui.panels.check.verdicts import Detail, Pair
from inspector.language import _
from inspector.proof.alignment import Run, text_runs

_MOST_PAIRS = 12
_LONGEST_CHARS = 1_500
TAKE_WORDING = _("Take the sent wording")


class VerdictDetail(Themed, QFrame):
    """Shows one detail, and the button that goes to what it is about.

    Signals:
        jump_requested: a person wants to go there.
        wording_requested: the wording that was sent shall be the memory's.
    """

    jump_requested = Signal()
    wording_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._detail: Detail | None = None
        self._jump = ""
        self._can_take = False
        self._column = vbox(self, margins=(12, 10, 12, 10), spacing=6)

    def show_detail(self, detail: Detail | None, jump: str, *, can_take: bool = False) -> None:
        """Show what is said of another verdict.

        Args:
            detail: what is said; None for nothing.
            jump: the words of the button; empty for none.
            can_take: whether the wording that was sent can be taken over.
        """
        self._detail, self._jump, self._can_take = detail, jump, can_take
        self.restyle()

    @override
    def restyle(self) -> None:
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        detail = self._detail
        if detail is None:
            return
        self._add_head(detail)
        if detail.pairs:
            self._column.addWidget(_pairs_box(detail.pairs))
        for explains, words in detail.causes:
            self._column.addWidget(_cause(words, explains=explains))
        if detail.text:
            label = plain_label(detail.text)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self._column.addWidget(label)
        self._add_buttons()
        self._column.addStretch(1)

    def _add_buttons(self) -> None:
        row = QHBoxLayout()
        if self._jump:
            button = QPushButton(self._jump)
            button.clicked.connect(self.jump_requested)
            row.addWidget(button)
        if self._can_take:
            take = QPushButton(TAKE_WORDING)
            take.setToolTip(_("Give the memory the words that went out; one step to undo"))
            take.clicked.connect(self.wording_requested)
            row.addWidget(take)
        row.addStretch(1)
        foot = QWidget()
        row.setContentsMargins(0, 0, 0, 0)
        foot.setLayout(row)
        self._column.addWidget(foot)

    def _add_head(self, detail: Detail) -> None:
        head = QWidget()
        row = hbox(head, (plain_label(detail.title, 12.5, bold=True), 1), margins=0)
        if detail.note:
            note = plain_label(detail.note, 11, Tone.QUIET)
            note.setWordWrap(False)
            row.addWidget(note)
        self._column.addWidget(head)


def _cause(words: str, *, explains: bool) -> QLabel:
    if explains:
        return plain_label(f"✓ {words}")
    return plain_label(_("○ not: {words}").format(words=words), tone=Tone.QUIET)


def _pairs_box(pairs: tuple[Pair, ...]) -> QLabel:
    """Lines as predicted and as sent, with what differs in them marked."""
    theme = current_theme()
    rows: list[str] = []
    for pair in pairs[:_MOST_PAIRS]:
        runs = text_runs(
            (pair.predicted or "")[:_LONGEST_CHARS], (pair.sent or "")[:_LONGEST_CHARS]
        )
        if pair.predicted is not None:
            rows.append(_side(_("Predicted"), pair.predicted[:_LONGEST_CHARS], runs, sent=False))
        if pair.sent is not None:
            rows.append(_side(_("Sent"), pair.sent[:_LONGEST_CHARS], runs, sent=True))
    if len(pairs) > _MOST_PAIRS:
        more = _("and {n:,} more").format(n=len(pairs) - _MOST_PAIRS)
        rows.append(f"<tr><td></td><td>{more}</td></tr>")
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.RichText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setText(f"<table cellspacing='0' cellpadding='4'>{''.join(rows)}</table>")
    label.setFont(font(12))
    label.setStyleSheet(
        f"QLabel {{ border: 1px solid {theme.line.name()}; border-radius: 4px;"
        f" background: {theme.alt.name()}; color: {theme.text.name()}; }}"
    )
    return label


def _side(name: str, text: str, runs: list[Run], *, sent: bool) -> str:
    theme = current_theme()
    background = (theme.added_background if sent else theme.removed_background).name()
    colour = (theme.verdict_in if sent else theme.error).name()
    how = "underline" if sent else "line-through"
    parts: list[str] = []
    for run in runs:
        start, end = (run.other, run.stop) if sent else (run.start, run.end)
        words = escape(text[start:end])
        if run.same or not words:
            parts.append(words)
        else:
            mark = f"background-color:{background}; color:{colour}; text-decoration:{how}"
            parts.append(f"<span style='{mark}'>{words}</span>")
    family = fixed_font().families()[0]
    body = f"<span style=\"font-family:'{family}',monospace\">{''.join(parts)}</span>"
    quiet = theme.text_2.name()
    return f"<tr><td style='color:{quiet}'>{name}</td><td>{body}</td></tr>"
