"""Where the slots land: a small picture of the prompt, and a sentence about the shown slot."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from inspector.core.chat import Chat
from inspector.core.injection import Injection
from inspector.gui.kit.filled import FilledWidget
from inspector.gui.kit.font_set import font_set
from inspector.gui.kit.labels import OneLine, Tone, plain_label
from inspector.gui.kit.layouts import nest
from inspector.gui.kit.paint import focus_ring
from inspector.gui.kit.style import set_role
from inspector.gui.kit.text import counted, tooltip
from inspector.gui.kit.theme import Themed, current_theme, font
from inspector.gui.panels.preview.places import Location, places
from inspector.gui.panels.preview.stack import Stack
from inspector.gui.panels.preview.stack_rows import StackRow, stack_of
from inspector.gui.state.delivery import outcomes_of
from inspector.language import _
from inspector.sillytavern.host.counting import counting_of
from inspector.sillytavern.prompt import Completion
from inspector.sillytavern.prompt_words import in_words
from inspector.sillytavern.send.predicting import Prediction
from inspector.systems import slot_note
from inspector.tokenizer import load_tokenizer

_ARROW_PX = 14
_UNLIMITED = 16_777_215
_ROW_PX, _GAP_PX = 22, 4


class PlaceChip(QAbstractButton):
    """One place of the prompt; a slot's is a button that shows the slot."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.location = Location("")
        self.is_shown = False

    def show_place(self, location: Location, *, is_shown: bool) -> None:
        """Show another place, or the same one with other numbers."""
        if (location, is_shown) == (self.location, self.is_shown):
            return
        self.location, self.is_shown = location, is_shown
        self.setText(location.words)
        self.setToolTip(location.meaning)
        self.setAccessibleName(location.meaning)
        policy = Qt.FocusPolicy.StrongFocus if location.keys else Qt.FocusPolicy.NoFocus
        self.setFocusPolicy(policy)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        letters = font_set(11, bold=self.is_shown)
        width, height = letters.width(self.text()), math.ceil(letters.height)
        return QSize(math.floor(width + 0.5) + 16, max(_ROW_PX, height + 4))

    @override
    def paintEvent(self, e: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = theme.accent if self.is_shown else theme.control_border
        painter.setPen(QPen(edge if self.location.keys else theme.strong_line, 1))
        own = theme.hover if self.underMouse() and self.location.keys else theme.surface
        painter.setBrush(own if self.location.keys else theme.alt)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        letters = font_set(11, bold=self.is_shown)
        words = letters.fitted(self.text(), self.width() - 10, Qt.TextElideMode.ElideMiddle)
        colour = theme.text if self.location.keys else theme.text_2
        letters.write_centred(painter, self.rect(), words, colour)
        if self.hasFocus():
            focus_ring(painter, QRectF(self.rect()))
        painter.end()


class Picture(QWidget):
    """The prompt's places from top to bottom, read like a line of text.

    Signals:
        slot_chosen: a slot's place was clicked (its key).
    """

    slot_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._places: tuple[Location, ...] = ()
        self._displayed: str | None = None
        self._arrows: list[QRect] = []
        self.chips: list[PlaceChip] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(_("Picture of the prompt"))

    def show_places(self, found: tuple[Location, ...], displayed: str | None) -> None:
        """Show these, `displayed` being the slot whose text is on screen."""
        if (found, displayed) == (self._places, self._displayed):
            return
        self._places, self._displayed = found, displayed
        for chip in self.chips[len(found) :]:
            chip.hide()
            chip.deleteLater()
        self.chips = self.chips[: len(found)]
        while len(self.chips) < len(found):
            chip = PlaceChip(self)
            chip.clicked.connect(self._choose)
            chip.show()
            self.chips.append(chip)
        for chip, location in zip(self.chips, found, strict=True):
            chip.show_place(location, is_shown=displayed in location.keys)
        self.setAccessibleDescription("; ".join(location.words for location in found))
        self._arrange()

    def _choose(self) -> None:
        chip = self.sender()
        if isinstance(chip, PlaceChip) and chip.location.keys:
            self.slot_chosen.emit(chip.location.keys[0])

    def _arrange(self) -> None:
        left = top = 0
        before, self._arrows = self._arrows, []
        hints = [chip.sizeHint() for chip in self.chips]
        height = max((hint.height() for hint in hints), default=_ROW_PX)
        for number, (chip, hint) in enumerate(zip(self.chips, hints, strict=True)):
            width = min(hint.width(), max(self.width(), 40))
            arrow = _ARROW_PX if number else 0
            if left and left + arrow + width > self.width():
                left, top, arrow = 0, top + height + _GAP_PX, _ARROW_PX
                width = min(width, max(self.width() - _ARROW_PX, 40))
            if arrow:
                self._arrows.append(QRect(left, top, arrow, height))
            chip.setGeometry(left + arrow, top, width, height)
            left += arrow + width
        self.setFixedHeight(top + height)
        if self._arrows != before:
            self.update()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(current_theme().text_3)
        painter.setFont(font(11))
        for arrow in self._arrows:
            painter.drawText(arrow, int(Qt.AlignmentFlag.AlignCenter), "›")
        painter.end()


class Landing(Themed, FilledWidget):
    """Picture and sentence, for either way of asking a model; folds away.

    Signals:
        slot_chosen: a slot's place in the picture was clicked (its key).
    """

    fill = "window"
    has_top_line = True

    slot_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._requested: tuple[Sequence[Injection], Injection | None, Chat, int] | None = None
        self._wish: bool | None = None
        self._has_room = True
        self._kept: int | None = None
        self._is_beside = False
        self._prediction: Prediction | None = None
        self._rows: tuple[StackRow, ...] = ()
        self._words = ""
        self.fold = QToolButton(self)
        self._title = QLabel(_("Where it goes"), self)
        self._title.hide()
        self.rulesets, self.sizes = OneLine(self), OneLine(self)
        self.completion = QComboBox(self)
        self.picture = Picture(self)
        self.stack = Stack(self)
        self.sentence = plain_label(pixels=11, tone=Tone.QUIET)
        self._lay_out()
        self.fold.clicked.connect(self._fold)
        self.completion.currentIndexChanged.connect(self._refresh)
        self.picture.slot_chosen.connect(self.slot_chosen)
        self.stack.slot_chosen.connect(self.slot_chosen)
        self.restyle()
        self.hide()

    @override
    def restyle(self) -> None:
        self._refresh()

    def show_prompt(
        self, injections: Sequence[Injection], displayed: Injection | None, chat: Chat, length: int
    ) -> None:
        """Show where these slots land, and say it of the one that is shown."""
        has_place = displayed is not None and displayed.position is not None
        self._requested = (injections, displayed, chat, length) if has_place else None
        self.setVisible(has_place)
        self._refresh()

    def show_prediction(self, prediction: Prediction | None) -> None:
        """Show what the next request consists of; None for the file as it lies."""
        if prediction is self._prediction:
            return
        self._prediction, self._rows = prediction, ()
        if prediction is not None:
            counting = counting_of(prediction.simulation.host)
            count = load_tokenizer(counting.encoding, "tiktoken").count
            self._rows = stack_of(prediction.request, outcomes_of(prediction), count)
        self._show_words()
        self._refresh()

    def set_completion(self, completion: Completion) -> None:
        """Show the way in which SillyTavern asks the model, as its settings say."""
        self.completion.setCurrentIndex(list(Completion).index(completion))

    def show_rulesets(self, names: Sequence[str]) -> None:
        """Say by whose rules the slots are made."""
        words = self._words = ", ".join(names) if len(names) > 1 else ""
        self._show_words()
        self.fold.setAccessibleName(
            _("Where it goes · {words}").format(words=words) if words else _("Where it goes")
        )

    def _show_words(self) -> None:
        whole = short = ""
        if self._prediction is not None:
            messages = self._prediction.request.messages
            tokens = sum(row.tokens or 0 for row in self._rows if row.edge in ("", "foot"))
            sizes = (
                counted(len(messages), "{n} message", "{n} messages") if messages else _("one text")
            )
            whole = _("{sizes}, {tokens:,} tokens of text").format(sizes=sizes, tokens=tokens)
            short = _("{sizes} · {tokens:,} tokens").format(sizes=sizes, tokens=tokens)
        self.sizes.setText(short)
        self.sizes.setToolTip(tooltip(whole))
        self.sizes.setVisible(self._is_beside and bool(short))
        words = (self._words,) if self._is_beside else (whole, self._words)
        self.rulesets.setText(" · ".join(filter(None, words)))
        self.rulesets.setVisible(bool(self.rulesets.text()) or not self._is_beside)

    def show_history(self, kept: int | None) -> None:
        """Say how many messages of the chat fit into the context; None if that is not known."""
        if kept != self._kept:
            self._kept = kept
            self._refresh()

    def set_room(self, *, enough: bool) -> None:
        """Unfold where there is room for it, unless a person chose otherwise."""
        if enough != self._has_room:
            self._has_room = enough
            self._refresh()

    def stand_beside(self, width: int) -> None:
        """Stand beside the block, so wide and as high; 0 to stand below it."""
        self._is_beside = bool(width)
        self.setMinimumWidth(width)
        self.setMaximumWidth(width or _UNLIMITED)
        self.fold.setVisible(not width)
        self._title.setVisible(bool(width))
        self._column.setContentsMargins(*((0, 6, 1, 6) if width else (8, 5, 10, 8)))
        for box in (self._head, self._names, self._foot):
            box.setContentsMargins(8 if width else 0, 0, 8 if width else 0, 0)
        self.sentence.setContentsMargins(8 if width else 0, 0, 8 if width else 0, 0)
        self._show_words()
        (self._names if width else self._head).addWidget(self.rulesets, 1)
        self._head.addWidget(self.completion)
        self.stack.set_filling(filling=self._is_beside)
        self._refresh()

    @property
    def replaces_slots(self) -> bool:
        """Whether all that is sent is chosen here."""
        return self._is_beside and self._prediction is not None

    @property
    def is_unfolded(self) -> bool:
        """Whether picture and sentence are shown."""
        if self._is_beside:
            return True
        return self._has_room if self._wish is None else self._wish

    def _fold(self) -> None:
        self._wish = not self.is_unfolded
        self._refresh()

    def _refresh(self) -> None:
        is_open = self.is_unfolded
        self.fold.setArrowType(Qt.ArrowType.DownArrow if is_open else Qt.ArrowType.RightArrow)
        request = None if self._prediction is None else self._prediction.request
        self.sentence.setVisible(is_open and (self._has_room or not self._is_beside))
        self.stack.setVisible(is_open and request is not None)
        # How a request is made is no longer a question where it is predicted.
        for part in (self.picture, self.completion):
            part.setVisible(is_open and request is None)
        if self._requested is None or not is_open:
            return
        injections, displayed, chat, length = self._requested
        completion = list(Completion)[self.completion.currentIndex()]
        placed = [one for one in injections if one.position is not None]
        key = None if displayed is None else displayed.key
        if request is not None:
            completion = Completion.CHAT if request.prompt is None else Completion.TEXT
            self.stack.show_rows(self._rows, key)
        else:
            found = places(placed, chat, length, completion, self._kept)
            self.picture.show_places(found, key)
        if displayed is not None:
            self.sentence.setText(_sentence(displayed, completion))

    def _lay_out(self) -> None:
        self.setAccessibleName(_("Where it goes"))
        self.fold.setText(_("Where it goes"))
        for one in (self.fold, self._title):
            one.setFont(font(12, bold=True))
        self.fold.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.fold.setAutoRaise(True)
        set_role(self.fold, "flat")
        self.completion.addItems([str(one).capitalize() for one in Completion])
        self.completion.setCurrentIndex(list(Completion).index(Completion.CHAT))
        self.completion.setAccessibleName(_("How SillyTavern asks the model"))
        self.completion.setFont(font(11))
        self._head, self._names, self._foot = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        self._foot.addWidget(self.sizes, 1)
        self._head.addWidget(self._title)
        self._head.addWidget(self.fold)
        self._head.addWidget(self.rulesets, 1)
        self._head.addWidget(self.completion)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(8, 5, 10, 8)
        column.setSpacing(5)
        nest(column, self._head)
        nest(column, self._names)
        column.addWidget(self.picture)
        column.addWidget(self.stack, 1)
        nest(column, self._foot)
        column.addWidget(self.sentence)
        column.addStretch()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._is_beside:
            painter = QPainter(self)
            painter.fillRect(self.width() - 1, 0, 1, self.height(), current_theme().line)
            painter.end()


def _sentence(injection: Injection, completion: Completion) -> str:
    return in_words(injection, completion) + slot_note(injection)
