"""What one turn kept: a sentence, a bar, and the two lines at the first change."""

from html import escape

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QSizePolicy, QWidget
from typing_extensions import override

from inspector.gui.kit.labels import Tone, plain_label
from inspector.gui.kit.layouts import vbox
from inspector.gui.kit.text import plain
from inspector.gui.kit.theme import Themed, current_theme, fixed_font, scaled
from inspector.gui.panels.stability.columns import change_in_words
from inspector.language import _, percent
from inspector.proof.alignment import Run, text_runs
from inspector.proof.change_causes import FirstChange
from inspector.proof.stability import TurnStability

_LONGEST_CHARS = 600


class KeptBar(QWidget):
    """The kept beginning of a request, solid, and what is read anew, hatched."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_share(self, share: float) -> None:
        """Show another share, from 0 to 1."""
        self._share = share
        self.setAccessibleName(_("{share} kept").format(share=percent(share)))
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(scaled(120), scaled(14))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), current_theme()
        whole = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.fillRect(whole, QBrush(theme.strong_line, Qt.BrushStyle.BDiagPattern))
        painter.setPen(QPen(theme.strong_line, 1))
        painter.drawRect(whole)
        kept = QRectF(0, 0, self.width() * self._share, self.height())
        painter.fillRect(kept, theme.density_visible)
        painter.end()


class TurnDetail(Themed, QFrame):
    """Shows one turn.

    Signals:
        jump_requested: a person wants to go to what changed first.
    """

    jump_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row: TurnStability | None = None
        self._title = plain_label("", 12.5, bold=True)
        self._bar = KeptBar(self)
        self._ends = plain_label("", 11, Tone.QUIET)
        self._lines = QLabel()
        self._lines.setTextFormat(Qt.TextFormat.RichText)
        self._lines.setWordWrap(True)
        self._lines.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.jump = QPushButton()
        self.jump.clicked.connect(self.jump_requested)
        column = vbox(self, margins=(12, 8, 12, 8), spacing=5)
        for part in (self._title, self._bar, self._ends, self._lines):
            column.addWidget(part)
        column.addWidget(self.jump, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        self.restyle()

    @property
    def title(self) -> str:
        """What it says first."""
        return self._title.text()

    def show_row(self, row: TurnStability | None) -> None:
        """Show another turn."""
        if row != self._row:
            self._row = row
            self.restyle()

    @override
    def restyle(self) -> None:
        row, theme = self._row, current_theme()
        for part in (self._title, self._bar, self._ends, self._lines, self.jump):
            part.setVisible(row is not None)
        if row is None:
            return
        new = row.tokens - row.kept
        change = row.first_change
        if change is None:
            self._title.setText(_("All of the request before is kept; this one only goes on."))
        else:
            self._title.setText(
                _("{capital}: {new} tokens are new.").format(
                    capital=_capital(change_in_words(row)), new=plain(new)
                )
            )
        self._bar.show_share(row.share)
        ends = (
            _("kept {kept} of {tokens}, {share}")
            if change is None
            else _("kept {kept} of {tokens}, {share}; all below it, in message {message}, is new")
        )
        self._ends.setText(
            ends.format(
                kept=plain(row.kept),
                tokens=plain(row.tokens),
                share=percent(row.share),
                message=None if change is None else change.message,
            )
        )
        self._lines.setVisible(change is not None)
        cause = None if change is None else change.cause
        if change is not None:
            self._lines.setText(_two_lines(change))
            self._lines.setStyleSheet(
                f"QLabel {{ border: 1px solid {theme.line.name()}; border-radius: 4px;"
                f" background: {theme.alt.name()}; color: {theme.text.name()}; }}"
            )
        self.jump.setVisible(
            cause is not None and (cause.memory is not None or cause.message is not None)
        )
        if cause is not None:
            is_memory = cause.memory is not None
            words = (
                _("memory {memory}").format(memory=cause.memory)
                if is_memory
                else _("message {message}").format(message=cause.message)
            )
            self.jump.setText(_("Show {words}").format(words=words))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _two_lines(change: FirstChange) -> str:
    """The line before and the line now; where they are of one thing, what differs is marked."""
    earlier, line = change.earlier[:_LONGEST_CHARS], change.line[:_LONGEST_CHARS]
    runs = text_runs(earlier, line) if change.source == change.was else []
    rows = [_line(_("before"), earlier, runs, now=False), _line(_("now"), line, runs, now=True)]
    return f"<table cellspacing='0' cellpadding='3'>{''.join(rows)}</table>"


def _line(name: str, text: str, runs: list[Run], *, now: bool) -> str:
    theme = current_theme()
    background = (theme.added_background if now else theme.removed_background).name()
    how = "underline" if now else "line-through"
    parts: list[str] = []
    for run in runs:
        words = escape(text[run.other : run.stop] if now else text[run.start : run.end])
        mark = f"background-color:{background}; text-decoration:{how}"
        parts.append(words if run.same or not words else f"<span style='{mark}'>{words}</span>")
    family = fixed_font().families()[0]
    quiet = theme.text_2.name()
    nothing = _("nothing")
    body = "".join(parts) or escape(text) or f"<span style='color:{quiet}'>{nothing}</span>"
    return _(
        "<tr><td style='color:{quiet}'>{name}</td>"
        "<td style=\"font-family:'{family}',monospace\">{body}</td></tr>"
    ).format(quiet=quiet, name=name, family=family, body=body)
