"""The column beside the steps: the smallest change, what it does, and the button that makes it."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from inspector.gui.kit.explaining import explain
from inspector.gui.kit.labels import Tone, plain_label
from inspector.gui.kit.layouts import hbox, height_at, vbox
from inspector.gui.kit.style import make_primary, set_role
from inspector.gui.kit.theme import Themed, current_theme, scaled
from inspector.gui.panels.why.suggestions import Effect, Suggestion
from inspector.language import _

_COLUMN_PX, _UNLIMITED = 310, 16_777_215


class WrappingButton(QPushButton):
    """Says all of its text, on as many lines as its width asks for."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(text)

    def lines(self, width: int) -> list[str]:
        """The text as it stands in a button of this width; a word is never parted."""
        metrics, room = self.fontMetrics(), width - self._frame
        found = [""]
        for word in self.text().split(" "):
            longer = f"{found[-1]} {word}".strip()
            if not found[-1] or metrics.horizontalAdvance(longer) <= room:
                found[-1] = longer
            else:
                found.append(word)
        return found

    @property
    def _frame(self) -> int:
        """What is not text of its usual width."""
        self.ensurePolished()
        flag = Qt.TextFlag.TextShowMnemonic
        return super().sizeHint().width() - self.fontMetrics().size(flag, self.text()).width()

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    @override
    def heightForWidth(self, arg__1: int) -> int:
        more = len(self.lines(arg__1)) - 1
        height = super().sizeHint().height() + more * self.fontMetrics().lineSpacing()
        return max(height, self.minimumHeight())

    @override
    def paintEvent(self, arg__1: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = "\n".join(self.lines(self.width()))
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        painter.end()


LOOKING = _("Looking for the smallest change…")
WHAT_IF = _("What-if: not a setting of the extension.")
WHAT_IF_OF_REQUEST = _("What-if: not a setting of the server.")


class EffectRow(QWidget):
    """One thing that a change does, with its tokens at the right."""

    def __init__(self, effect: Effect, *, bold: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self.effect = effect
        words = plain_label(effect.words, tone=Tone.QUIET)
        figure = plain_label(effect.figure, bold=bold, tabular=True)
        figure.setWordWrap(False)
        row = hbox(self, (words, 1), margins=(0, 4, 0, 4))
        row.addWidget(figure, 0, Qt.AlignmentFlag.AlignTop)
        self.setAccessibleName(f"{effect.words}: {effect.figure}")

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(0, 0, self.width(), 1, current_theme().line)
        painter.end()


class _Body(QWidget):
    """Its height follows from its width, which its scroll area asks for."""

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)


class Advice(Themed, QScrollArea):
    """Offers changes; it makes none itself.

    Signals:
        accepted: an `Suggestion` is to be made.
        built: it says something else, which may need another height.
    """

    accepted = Signal(object)
    built = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._offers: tuple[Suggestion, ...] = ()
        self._displayed = 0
        self._in_block = False
        self._nothing = ""
        self.button: QPushButton | None = None
        self.links: list[QPushButton] = []
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(_("Smallest change"))
        self.setMinimumWidth(scaled(200))
        self.set_below(below=False)
        self.viewport().setAutoFillBackground(False)
        self._build()

    @override
    def restyle(self) -> None:
        self._build()

    def set_below(self, *, below: bool) -> None:
        """Be as wide as the panel, or a column beside the steps."""
        self.setMaximumWidth(_UNLIMITED if below else scaled(_COLUMN_PX))

    @property
    def offers(self) -> tuple[Suggestion, ...]:
        """What is offered, the cheapest first."""
        return self._offers

    @property
    def words(self) -> str:
        """All that is written, for tests and screen readers."""
        body = self.widget()
        labels = () if body is None else body.findChildren(QLabel)
        return "\n".join(label.text() for label in labels)

    def clear(self) -> None:
        """Offer nothing and say nothing."""
        self.show_offers((), in_block=False, is_over=False)

    def show_offers(
        self, offers: Sequence[Suggestion], *, in_block: bool, is_over: bool, nothing: str = ""
    ) -> None:
        """Offer these changes.

        Args:
            offers: the cheapest first.
            in_block: whether they take it out rather than get it in.
            is_over: whether no more are to come.
            nothing: what to say where none is found.
        """
        same = self._offers and offers and offers[0] is self._offers[0]
        self._displayed = self._displayed if same else 0
        self._offers, self._in_block = tuple(offers), in_block
        self._nothing = nothing if is_over else ""
        self._build()

    def show_looking(self) -> None:
        """Say that changes are being tried."""
        if not self._offers:
            self._build(LOOKING)

    def _choose(self, location: int) -> None:
        self._displayed = location
        self._build()
        if self.button is not None:
            self.button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _build(self, words: str = "") -> None:
        body = _Body()
        body.setAutoFillBackground(False)
        column = vbox(body, margins=(14, 12, 14, 10), spacing=3)
        self.button, self.links = None, []
        if self._offers:
            self._fill(column, self._offers[self._displayed])
        elif words or self._nothing:
            column.addWidget(self._label(words or self._nothing, second=True))
        column.addStretch(1)
        body.setPalette(QPalette())
        if self.widget() is not None:
            # Not at once, as by `setWidget`: the button that was pressed is in it, and at work.
            former = self.takeWidget()
            former.setParent(self)
            former.hide()
            former.deleteLater()
        self.setWidget(body)
        body.setAutoFillBackground(False)
        self.built.emit()

    def height_of_all(self, width: int) -> int:
        """Pixels in which nothing of it is scrolled, at a width in pixels."""
        return height_at(self.widget(), width)

    def _fill(self, column: QVBoxLayout, suggestion: Suggestion) -> None:
        change = suggestion.change
        column.addWidget(self._label(self._heading, 11, bold=True, second=True))
        column.addWidget(self._label(f"{change.title}.", 14, bold=True))
        if self._in_block or not suggestion.effects:
            column.addWidget(self._label(change.detail, second=True))
        column.addSpacing(scaled(4))
        for index, effect in enumerate(suggestion.effects):
            bold = index == len(suggestion.effects) - 1 or effect.is_named
            column.addWidget(EffectRow(effect, bold=bold, parent=self))
        if change.is_what_if:
            remark = WHAT_IF_OF_REQUEST if suggestion.is_of_request else WHAT_IF
            column.addWidget(self._label(remark, 11, second=True))
        column.addSpacing(scaled(4))
        column.addWidget(self._make_button(suggestion))
        rest = [index for index in range(len(self._offers)) if index != self._displayed]
        if rest:
            column.addSpacing(scaled(6))
            column.addWidget(self._label(self._others_heading, second=True))
        for index in rest:
            column.addWidget(self._make_link(index), 0, Qt.AlignmentFlag.AlignLeft)

    @property
    def _heading(self) -> str:
        if self._in_block:
            return _("What would take it out")
        return _("Smallest change") if self._displayed == 0 else _("Another change")

    @property
    def _others_heading(self) -> str:
        return (
            _("Other changes that take it out")
            if self._in_block
            else _("Other changes that get it in")
        )

    def _make_button(self, suggestion: Suggestion) -> QPushButton:
        change = suggestion.change
        shorter = (
            _("Write a shorter text") if suggestion.is_of_request else _("Write a shorter summary")
        )
        button = WrappingButton(shorter if change.needs_wording else change.title)
        make_primary(button, primary=not self._in_block)
        button.setMinimumHeight(scaled(30))
        explain(button, change.detail)
        button.clicked.connect(lambda: self.accepted.emit(suggestion))
        self.button = button
        return button

    def _make_link(self, index: int) -> QPushButton:
        change = self._offers[index].change
        link = WrappingButton(change.title)
        set_role(link, "link")
        link.setStyleSheet("text-align: left;")
        link.setCursor(Qt.CursorShape.PointingHandCursor)
        explain(link, change.detail)
        link.clicked.connect(lambda: self._choose(index))
        self.links.append(link)
        return link

    def _label(
        self, text: str, pixels: float = 12, *, bold: bool = False, second: bool = False
    ) -> QLabel:
        return plain_label(text, pixels, Tone.QUIET if second else Tone.PLAIN, bold=bold)

    @override
    def paintEvent(self, arg__1: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), theme.alt)
        painter.fillRect(0, 0, 1, self.viewport().height(), theme.line)
        painter.end()
