"""The steps as rows: a sign, a sentence of fact, the gate's name, and the numbers."""

from html import escape

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget
from typing_extensions import override

from inspector.gui.kit.glyphs import draw_check
from inspector.gui.kit.labels import Tone, plain_label
from inspector.gui.kit.layouts import hbox, vbox
from inspector.gui.kit.theme import current_theme, font, scaled
from inspector.gui.panels.why.explanation import SAID, Mark, Step, SubjectExplanation

_SIGN_PX, _SMALL_SIGN_PX = 20, 14
_GATE_WIDTH_PX = 92

_MOST_ROOMY = 5
"""With more steps than these, those that were passed take one line each."""


class Sign(QWidget):
    """✓ in a ring, ✕ in a disc, – in a dashed ring; without a ring where there is little room."""

    def __init__(self, mark: Mark, *, small: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self._mark = mark
        self._small = small
        size = scaled(_SMALL_SIGN_PX if small else _SIGN_PX)
        self.setFixedSize(size, size)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        size = float(self.width())
        paint_sign(painter, QRectF(0, 0, size, size), self._mark, ring=not self._small)
        painter.end()


def paint_sign(painter: QPainter, box: QRectF, mark: Mark, *, ring: bool = True) -> None:
    """Paint the sign of a step into a square."""
    theme = current_theme()
    middle, size = box.center(), box.width()
    inner = box.adjusted(1, 1, -1, -1)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if mark is Mark.PASSED:
        if ring:
            painter.setPen(QPen(theme.verdict_in, 1.3))
            painter.drawEllipse(inner)
        draw_check(painter, middle, size * (0.48 if ring else 0.72), theme.verdict_in)
        return
    if mark is Mark.FAILED:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.error)
        painter.drawEllipse(inner)
        arm = size * 0.17
        pen = QPen(theme.error_background if theme.is_dark else theme.surface, size * 0.1)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawLine(middle + QPointF(-arm, -arm), middle + QPointF(arm, arm))
        painter.drawLine(middle + QPointF(-arm, arm), middle + QPointF(arm, -arm))
        return
    pen = QPen(theme.text_3, 1.2)
    if ring:
        dashed = QPen(pen)
        dashed.setDashPattern([2.4, 1.8])
        painter.setPen(dashed)
        painter.drawEllipse(inner)
    painter.setPen(pen)
    arm = size * 0.18
    painter.drawLine(middle - QPointF(arm, 0), middle + QPointF(arm, 0))


class StepRow(QWidget):
    """One step; a failed one lies on the ground of errors."""

    def __init__(self, step: Step, *, compact: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self.step = step
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.setAccessibleName(f"{SAID[step.mark]}: {step.title}")
        self.setAccessibleDescription(
            ". ".join(filter(None, (step.detail, step.gate, step.figure)))
        )
        sign = Sign(step.mark, small=compact, parent=self)
        if compact:
            self._lay_out_compact(sign)
        else:
            self._lay_out(sign)

    def _lay_out(self, sign: Sign) -> None:
        step = self.step
        failed = step.mark is Mark.FAILED
        second = Tone.PLAIN if failed else Tone.QUIET
        figure = plain_label(step.figure, tone=second, bold=failed, tabular=True)
        figure.setWordWrap(False)
        grid = QGridLayout(self)
        grid.setContentsMargins(scaled(12), scaled(8), scaled(12), scaled(7))
        grid.setHorizontalSpacing(scaled(10))
        grid.setVerticalSpacing(scaled(1))
        grid.setColumnStretch(1, 1)
        grid.addWidget(sign, 0, 0, 2, 1, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(_heading(step), 0, 1)
        grid.addWidget(figure, 0, 2, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight)
        if step.detail:
            grid.addWidget(plain_label(step.detail, tone=second), 1, 1)

    def _lay_out_compact(self, sign: Sign) -> None:
        step = self.step
        gate = plain_label(step.gate, tone=Tone.QUIET)
        gate.setFixedWidth(scaled(_GATE_WIDTH_PX))
        words = plain_label(step.sentence)
        row = hbox(self, margins=(12, 4, 12, 4), spacing=10)
        row.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(gate, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(words, 1)
        if step.figure:
            figure = plain_label(step.figure, tone=Tone.QUIET, tabular=True)
            figure.setWordWrap(False)
            row.addWidget(figure, 0, Qt.AlignmentFlag.AlignTop)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        failed = self.step.mark is Mark.FAILED
        if failed:
            painter.fillRect(self.rect(), theme.error_background)
        else:
            inset = scaled(12)
            painter.fillRect(inset, 0, self.width() - 2 * inset, 1, theme.line)
        painter.end()


def _heading(step: Step) -> QLabel:
    """Title and gate on one line, or on as many as they need; nothing of them is markup."""
    theme = current_theme()
    heading = QLabel()
    heading.setTextFormat(Qt.TextFormat.RichText)
    heading.setWordWrap(True)
    heading.setFont(font(12, bold=True))
    small, quiet = font(11).pointSizeF(), theme.text_2.name()
    gate = f'<span style="font-size: {small}pt; font-weight: 400; color: {quiet}">{{}}</span>'
    parts = [escape(step.title), gate.format(escape(step.gate)) if step.gate else ""]
    heading.setText("&nbsp;&nbsp; ".join(filter(None, parts)))
    return heading


class Steps(QWidget):
    """All steps of what is told of, below each other."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[StepRow] = []
        self._column = vbox(self, 1, margins=0, spacing=0)

    def show_explanation(self, mentioned: SubjectExplanation | None) -> None:
        """Show what is told, or nothing."""
        for row in self.rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        steps = mentioned.steps if mentioned is not None else ()
        compact = mentioned is not None and (mentioned.in_block or len(steps) > _MOST_ROOMY)
        self.rows = [
            StepRow(
                step,
                compact=compact and step.mark is Mark.PASSED,
                parent=self,
            )
            for step in steps
        ]
        for index, row in enumerate(self.rows):
            self._column.insertWidget(index, row)
            row.show()

    @property
    def failed(self) -> StepRow | None:
        """The row that says why it is left out."""
        return next((row for row in self.rows if row.step.mark is Mark.FAILED), None)

    @override
    def minimumSizeHint(self) -> QSize:
        """Its height follows from its width, which its scroll area asks for."""
        return QSize(scaled(200), 0)
