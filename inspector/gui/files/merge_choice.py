"""One conflict of a merge: theirs, mine, and what is to stand."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from html import escape

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QRadioButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from inspector.analysis.differences import Kind, Piece, diff
from inspector.core.decoded import items, members, text
from inspector.core.document import Document
from inspector.core.stored import REMOVED
from inspector.gui.files.merge_result import Count, NamesResult, StarsResult, result_field
from inspector.gui.kit.flow_layout import FlowLayout
from inspector.gui.kit.labels import plain_label
from inspector.gui.kit.layouts import hbox, nest, vbox
from inspector.gui.kit.style import set_role
from inspector.gui.kit.text import tooltip
from inspector.gui.kit.theme import Themed, current_theme, font, scaled
from inspector.jsonbytes.three_way import Take
from inspector.language import _, ngettext
from inspector.lore_files import Lore
from inspector.merging.chats import AsNew, Decision, ValueDifference
from inspector.merging.words import named_place, side_in_words

WIDTHS = (148, 292, 292, 368)
"""Of value, theirs, mine and result, in the visual language's pixels."""

_LONG_SAME, _KEPT_ENDS, _MOST = 160, 60, 480
_MOST_FORMER = 240
_CHIP, _WIDEST_CHIP = 20, 190
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_MOVES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_AS_NEW = _("as new")
_SIDES = {"theirs": _("theirs"), "mine": _("mine"), "both": _("both")}


def cells(widgets: Sequence[QWidget], room: QHBoxLayout) -> None:
    """Lay widgets out in the columns of the merge."""
    room.setContentsMargins(0, 0, 0, 0)
    room.setSpacing(0)
    for widget, width in zip(widgets, WIDTHS, strict=True):
        widget.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        widget.setMinimumWidth(scaled(width) // 2)
        room.addWidget(widget, width)


class ConflictRow(Themed, QFrame):
    """Both sides with a button each, and the result, which can be typed.

    Args:
        conflict: the value.
        whole: what knows how its values are called.
        count: tokens of a text.

    Signals:
        changed: something else stands.
        moved: a key asks for the value above (-1) or below (1).
        committed: Ctrl+Enter in the result.
    """

    changed = Signal()
    moved = Signal(int)
    committed = Signal()

    def __init__(self, conflict: ValueDifference, whole: Document | Lore, count: Count) -> None:
        super().__init__()
        self.conflict = conflict
        self._whole = whole
        self._group = QButtonGroup(self)
        title, of = named_place(conflict, whole)
        self._name = f"{title}, {of}" if of else title
        set_role(self, "rule")
        self.result = result_field(
            conflict, _("Result: {name}").format(name=self._name), count, self._spoken
        )
        self.result.changed.connect(self.changed)
        self.result.committed.connect(self.committed)
        self._words: list[tuple[QLabel, str, bool]] = []
        self._boxes: list[tuple[QRadioButton, QFrame]] = []
        theirs = self._side(Take.THEIRS.value, conflict.value.theirs)
        mine = self._side(Take.MINE.value, conflict.value.mine)
        cells((_label(title, of), theirs, mine, self._result_cell()), QHBoxLayout(self))
        self.restyle()

    @property
    def buttons(self) -> list[QRadioButton]:
        """The choices, theirs first, mine next, and where there is a third, *Keep as new*."""
        return [one for one in self._group.buttons() if isinstance(one, QRadioButton)]

    @property
    def memory(self) -> tuple[str, ...]:
        """The path of keys to the value, among which is the memory's id."""
        return tuple(map(str, self.conflict.value.path))

    @property
    def resolution(self) -> Decision | None:
        """What stands; None as long as nobody said, or what is typed cannot be kept."""
        if self.result.is_refused:
            return None
        if (typed := self.result.typed) is not None:
            return typed
        chosen = self._group.checkedButton()
        if chosen is None:
            return None
        side = chosen.property("side")
        if side == _AS_NEW:
            now = datetime.now(UTC).isoformat(timespec="milliseconds")
            return AsNew(now.replace("+00:00", "Z"))
        return Take(side)

    def choose(self, side: Take) -> None:
        """Let one side stand."""
        for button in self.buttons:
            if button.property("side") == side.value:
                # Chosen anew after something else was typed, too.
                button.click()

    def take_focus(self) -> None:
        """Give the keyboard to what is chosen, else to the first choice."""
        chosen = self._group.checkedButton() or self.buttons[0]
        chosen.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def restyle(self) -> None:
        for label, words, is_former in self._words:
            compared = self._compared_with(words)
            if is_former or compared is None:
                label.setText(escape(_shortened(words)).replace("\n", "<br>"))
            else:
                label.setText(_marked(compared, words))

    def _compared_with(self, words: str) -> str | None:
        """The text beside which a side's is marked; the other side's where the base says little."""
        value = self.conflict.value
        if not isinstance(value.base, str):
            return None
        if len(words) <= _MOST or len(value.base) > len(words) // 2:
            return value.base
        other = value.mine if words == value.theirs else value.theirs
        return other if isinstance(other, str) else value.base

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrows step through the choices, and to the values above and below."""
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key = Qt.Key(event.key())
            if key in _STEPS and isinstance(watched, QRadioButton):
                at = self.buttons.index(watched) + _STEPS[key]
                if 0 <= at < len(self.buttons):
                    self.buttons[at].setFocus(Qt.FocusReason.OtherFocusReason)
                    self.buttons[at].click()
                return True
            if key in _MOVES:
                self.moved.emit(_MOVES[key])
                return True
        return super().eventFilter(watched, event)

    def _side(self, side: str, value: object) -> QFrame:
        box = QFrame()
        set_role(box, "cell")
        row = hbox(box, margins=(12, 10, 12, 10), spacing=8)
        row.addWidget(self._button(side, value, box), 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout()
        column.setSpacing(scaled(6))
        self._fill(column, value, show_former=side == Take.THEIRS.value)
        column.addStretch(1)
        nest(row, column, 1)
        return box

    def _button(self, side: str, value: object, box: QFrame) -> QRadioButton:
        button = QRadioButton()
        button.setAccessibleName(f"{_SIDES.get(side, side)}: {self._name}")
        button.setProperty("side", side)
        button.installEventFilter(self)
        self._group.addButton(button)
        self._boxes.append((button, box))
        button.toggled.connect(self._show_chosen)
        button.clicked.connect(partial(self._choose, side, value))
        return button

    def _fill(self, column: QVBoxLayout, value: object, *, show_former: bool) -> None:
        """Put a side's value into its cell, as the kind of value is shown elsewhere."""
        base = self.conflict.value.base
        if isinstance(self.result, StarsResult):
            former = _("was {base}").format(base=base) if isinstance(base, int) else ""
            stars = _Stars(value if isinstance(value, int) else 0, former)
            column.addWidget(stars)
            return
        if isinstance(self.result, NamesResult) and value is not REMOVED:
            column.addWidget(_names(value, self.conflict))
            return
        label = plain_label()
        label.setTextFormat(Qt.TextFormat.RichText)
        words = self._spoken(value)
        if len(words) > _MOST:
            label.setToolTip(tooltip(words[: 4 * _MOST]))
        self._words.append((label, words, False))
        column.addWidget(label)
        if show_former and base is not REMOVED:
            former = plain_label("", 11)
            former.setTextFormat(Qt.TextFormat.RichText)
            self._words.append(
                (former, _("was: {cut}").format(cut=_cut(self._spoken(base), _MOST_FORMER)), True)
            )
            column.addWidget(former)

    def _result_cell(self) -> QFrame:
        cell = QFrame()
        set_role(cell, "cell")
        column = vbox(cell, self.result, margins=(12, 8, 12, 8))
        path = self.conflict.value.path
        if self.conflict.is_message and path[:1] == ("removed",):
            row = hbox(
                None,
                self._button(_AS_NEW, self.conflict.value.mine, cell),
                (plain_label(_("Keep as new, at the end of the chat")), 1),
            )
            nest(column, row)
        return cell

    def _choose(self, side: str, value: object) -> None:
        self.result.load(value, _SIDES.get(side, side))
        self.changed.emit()

    def _show_chosen(self) -> None:
        for button, box in self._boxes:
            box.setProperty("chosen", button.isChecked())
            box.style().polish(box)

    def _spoken(self, value: object) -> str:
        return spoken(self.conflict, value, self._whole)


def spoken(conflict: ValueDifference, value: object, whole: Document | Lore) -> str:
    """A side's value as a person reads it; messages by who speaks and what."""
    if conflict.is_message:
        if value is REMOVED:
            return _("removed")
        held = items(value) or [value]
        each = (members(one) for one in held)
        return "\n".join(f"{text(one.get('name'))}: {text(one.get('mes'))}" for one in each)
    return _("removed") if value is REMOVED else side_in_words(conflict, value, whole)


def _label(title: str, of: str) -> QWidget:
    cell = QWidget()
    vbox(
        cell,
        plain_label(title, bold=True),
        plain_label(of, 11),
        1,
        margins=(12, 10, 8, 10),
        spacing=2,
    )
    return cell


class _Stars(Themed, QLabel):
    """An importance as stars and number."""

    def __init__(self, value: int, former: str) -> None:
        super().__init__()
        self._value, self._former = value, former
        self.setFont(font(13))
        self.setAccessibleName(f"{value}")
        self.restyle()

    @override
    def restyle(self) -> None:
        theme = current_theme()
        full, empty = theme.importance[3].name(), theme.strong_line.name()
        stars = f'<span style="color:{full}">{"★" * self._value}</span>'
        rest = f'<span style="color:{empty}">{"☆" * (5 - self._value)}</span>'
        self.setText(f"{stars}{rest}&nbsp; <b>{self._value}</b> {self._former}")


class _Chip(Themed, QLabel):
    """A name; one that a side put in has a ground and says so."""

    def __init__(self, name: str, side: str) -> None:
        super().__init__()
        self._side = side
        words = f"{name}, {_SIDES[side]}" if side else name
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setObjectName("sideChip")
        self.setFixedHeight(scaled(_CHIP))
        self.setFont(font(11))
        side_of_dots = Qt.TextElideMode.ElideMiddle
        self.setText(self.fontMetrics().elidedText(words, side_of_dots, scaled(_WIDEST_CHIP)))
        self.setToolTip(tooltip(words))
        self.setAccessibleName(words)
        self.restyle()

    @override
    def restyle(self) -> None:
        theme = current_theme()
        background = theme.added_background if self._side else theme.surface
        edge = theme.verdict_in if self._side else theme.strong_line
        self.setStyleSheet(
            f"#sideChip {{ background: {background.name()}; color: {theme.text.name()};"
            f" border: 1px solid {edge.name()}; border-radius: {scaled(_CHIP) // 2}px;"
            " padding: 0 7px; }"
        )


def _names(value: object, conflict: ValueDifference) -> QWidget:
    """The names of one side as chips, each with who put it in."""
    held = conflict.value
    base, theirs, mine = (
        {one for one in items(side) if isinstance(one, str)}
        for side in (held.base, held.theirs, held.mine)
    )
    frame = QWidget()
    flow = FlowLayout(frame, scaled(4))
    for name in items(value):
        word = str(name)
        sides = ((_("theirs"), word in theirs), (_("mine"), word in mine))
        by = [] if word in base else [side for side, has in sides if has]
        flow.addWidget(_Chip(word, _("both") if len(by) > 1 else "".join(by)))
    flow.addWidget(QWidget())
    return frame


def _cut(words: str, most: int) -> str:
    if len(words) <= most:
        return words
    return _and_more(words[:most].rstrip(), len(words[most:].split()))


def _and_more(start: str, n: int) -> str:
    return ngettext("{start} … and {n:,} word more", "{start} … and {n:,} words more", n).format(
        start=start, n=n
    )


def _shortened(words: str) -> str:
    return _cut(words, _MOST)


def _marked(base: str, side: str) -> str:
    """A side's text with the words that it does not share with the base marked.

    Of what stays only the ends are shown where it is long.
    """
    background = current_theme().added_background.name()
    pieces = [one for one in diff(base, side).pieces if one.kind is not Kind.REMOVED]
    left, found = _MOST, list[str]()
    for index, piece in enumerate(pieces):
        words = _middle_out(piece, is_first=index == 0, is_last=index == len(pieces) - 1)
        if len(words) > left:
            words = _cut(words, left)
        left -= len(words)
        spelled = escape(words).replace("\n", "<br>")
        if piece.kind is not Kind.SAME:
            spelled = f'<u style="background-color:{background}">{spelled}</u>'
        found.append(spelled)
        if left <= 0:
            rest = sum(len(one.text.split()) for one in pieces[index + 1 :])
            if rest:
                return _and_more("".join(found), rest)
            break
    return "".join(found)


def _middle_out(piece: Piece, *, is_first: bool, is_last: bool) -> str:
    if piece.kind is not Kind.SAME or len(piece.text) <= _LONG_SAME:
        return piece.text
    start = "" if is_first else piece.text[:_KEPT_ENDS].rpartition(" ")[0]
    end = "" if is_last else piece.text[-_KEPT_ENDS:].partition(" ")[2]
    middle = piece.text[len(start) : len(piece.text) - len(end)]
    n = len(middle.split())
    words = ngettext("{start} … {n:,} word … {end}", "{start} … {n:,} words … {end}", n)
    return words.format(start=start, n=n, end=end)
