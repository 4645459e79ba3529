"""The bar above a text in which one finds: how many hits, the next, the previous, and the case."""

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QPlainTextEdit,
    QPushButton,
    QToolButton,
    QWidget,
)
from typing_extensions import override

from inspector.gui.kit.check_box import CheckBox
from inspector.gui.kit.diff_view import DiffView
from inspector.gui.kit.finding import DiffFinder, TextFinder
from inspector.gui.kit.labels import Label, Tone
from inspector.gui.kit.layouts import hbox, vbox
from inspector.gui.kit.line_edit import LineEdit
from inspector.gui.kit.theme import Themed, scaled
from inspector.language import _, numeral

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_KEYS = QKeySequence.StandardKey


class FindBar(Themed, QWidget):
    """Finds in one text; hidden until a person asks for it.

    Args:
        view: shows the text.
        scope: the key for finding is heard where the keys are in it; None for the view alone.
    """

    def __init__(self, view: QPlainTextEdit | DiffView, scope: QWidget | None = None) -> None:
        super().__init__(view.parentWidget())
        self._view = view
        self._count, self._current = 0, -1
        self._finder = DiffFinder(view) if isinstance(view, DiffView) else TextFinder(view)
        self.input = LineEdit(self)
        self.input.setPlaceholderText(_("Find in this text"))
        self.input.setAccessibleName(_("Find in this text"))
        self.input.setClearButtonEnabled(True)
        self.words = Label(self, Tone.QUIET, 11)
        self.previous_button = QPushButton(_("Previous"), self)
        self.previous_button.setToolTip(_("Shift+F3, or Shift+Enter"))
        self.next_button = QPushButton(_("Next"), self)
        self.next_button.setToolTip(_("F3, or Enter"))
        self.case_box = CheckBox(_("Match case"), self)
        self.close_button = QToolButton(self)
        self.close_button.setText("×")
        self.close_button.setAutoRaise(True)
        self.close_button.setToolTip("Esc")
        self.close_button.setAccessibleName(_("Close the find bar"))
        self._again = QTimer(self, singleShot=True, interval=0)
        self._lay_out()
        self._connect()
        self._scope = scope or view
        for one in {self._scope, self.input}:
            one.installEventFilter(self)
        self.restyle()
        self.hide()

    def _lay_out(self) -> None:
        row = hbox(self, (self.input, 1), margins=(8, 4, 8, 4), spacing=8)
        for one in (self.words, self.previous_button, self.next_button, self.case_box):
            row.addWidget(one)
        row.addWidget(self.close_button)
        for button in (self.previous_button, self.next_button):
            button.setAutoDefault(False)
        self.setMinimumWidth(scaled(120))

    def _connect(self) -> None:
        self.input.textChanged.connect(self._find)
        self.case_box.toggled.connect(self._find)
        self.next_button.clicked.connect(lambda: self.step(1))
        self.previous_button.clicked.connect(lambda: self.step(-1))
        self.close_button.clicked.connect(self.close_bar)
        self._again.timeout.connect(self._find_again)
        self._finder.changed.connect(self._again.start)

    @override
    def restyle(self) -> None:
        self.setAutoFillBackground(True)
        if self.isVisible():
            self._find_again()

    def open_bar(self) -> None:
        """Let a person type what to find; a selected word is where they begin."""
        chosen = "" if isinstance(self._view, DiffView) else self._view.textCursor().selectedText()
        self.show()
        if chosen and "\u2029" not in chosen and not self.input.hasFocus():
            self.input.setText(chosen)
        self.input.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.input.selectAll()
        self._find_again()

    def close_bar(self) -> None:
        """Take the bar and all marks away; the text has the keys again."""
        self.hide()
        self._finder.find("", match_case=False)
        self._view.setFocus(Qt.FocusReason.OtherFocusReason)

    def step(self, by: int) -> None:
        """Go to the next hit (1) or the previous one (-1), from the other end again."""
        if self.isHidden():
            self.open_bar()
        if self._again.isActive():
            self._find_again()
        if not self._count:
            return
        if self._current < 0:
            self._current = self._finder.nearest() - (by < 0)
        else:
            self._current += by
        self._current %= self._count
        self._finder.show_hit(self._current)
        self._show_words()

    def _find(self) -> None:
        """Find what is typed, and go to the first hit from where a person is."""
        self._find_again()
        if self._count:
            self._current = self._finder.nearest()
            self._finder.show_hit(self._current)
            self._show_words()

    def _find_again(self) -> None:
        """Find the same where another text is shown, without going anywhere."""
        self._again.stop()
        if self.isHidden():
            return
        is_exact = self.case_box.isChecked()
        self._count = self._finder.find(self.input.text(), match_case=is_exact)
        self._current = -1
        self._show_words()

    def _show_words(self) -> None:
        words = ""
        if self.input.text():
            words = numeral(self._count) if self._count else _("Not in this text")
            if self._count and self._current >= 0:
                words = _("{current:,} of {count:,}").format(
                    current=self._current + 1, count=self._count
                )
        self.words.setText(words)
        self.input.setAccessibleDescription(words)
        for button in (self.previous_button, self.next_button):
            button.setEnabled(self._count > 0)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kinds = (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
        if event.type() in kinds and isinstance(event, QKeyEvent) and self._hears(event):
            # Accepted as override, or a panel's own key of that name would take it.
            event.accept()
            if event.type() is QEvent.Type.KeyPress:
                self._act(event)
            return True
        return super().eventFilter(watched, event)

    def _hears(self, event: QKeyEvent) -> bool:
        if any(event.matches(one) for one in (_KEYS.Find, _KEYS.FindNext, _KEYS.FindPrevious)):
            return True
        key = event.key()
        is_ours = self.input.hasFocus() or (key == Qt.Key.Key_Escape and self._view.hasFocus())
        return not self.isHidden() and is_ours and key in (*_ENTER, Qt.Key.Key_Escape)

    def _act(self, event: QKeyEvent) -> None:
        if event.matches(_KEYS.Find):
            self.open_bar()
        elif event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        else:
            is_back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self.step(-1 if is_back else 1)


def with_find_bar(view: QPlainTextEdit | DiffView, parent: QWidget | None = None) -> QWidget:
    """A text below its own find bar, which opens where the keys are in either."""
    both = QWidget(parent)
    vbox(both, FindBar(view, both), (view, 1), margins=0, spacing=0)
    both.setFocusProxy(view)
    return both
