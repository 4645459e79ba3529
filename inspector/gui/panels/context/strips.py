"""Lines over the map: why nothing is sent, and how far counting has come."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QProgressBar, QPushButton, QWidget
from typing_extensions import override

from inspector.gui.kit.labels import RefusalBar, plain_label
from inspector.gui.kit.layouts import hbox
from inspector.gui.kit.theme import Themed, current_theme, font, scaled
from inspector.gui.panels.context.state import ContextState
from inspector.gui.panels.context.words import COUNTING, amount, refusal
from inspector.language import _, percent, within


class RefusalStrip(RefusalBar):
    """Says why nothing is sent, and offers the limit that would do.

    Signals:
        setting_chosen: a setting and its value.
    """

    setting_chosen = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        self.raise_limit = QPushButton()
        super().__init__(parent, self.raise_limit)
        self._set_choices: tuple[str, int] | None = None
        self.raise_limit.setAutoDefault(False)
        self.raise_limit.setFont(font(11))
        self.raise_limit.clicked.connect(self._choose)

    def show_map(self, displayed: ContextState | None) -> None:
        """Say what is wrong with a map; hidden where nothing is."""
        words = "" if displayed is None else refusal(displayed.map, displayed.request)
        self.say(words)
        self.setAccessibleName(words)
        self._set_choices = None
        request = None if displayed is None else displayed.request
        limit = None if request is None else request.budget_named(request.limit_setting)
        if displayed is not None and limit is not None:
            self._set_choices = (limit.setting, displayed.map.used)
            title = within(limit.title)
            self.raise_limit.setText(
                _("Raise the {title} to {amount}").format(
                    title=title, amount=amount(displayed.map.used)
                )
            )
        self.raise_limit.setVisible(self._set_choices is not None)

    def _choose(self) -> None:
        if self._set_choices is not None:
            self.setting_chosen.emit(*self._set_choices)


class CountingStrip(Themed, QFrame):
    """Shows that a chat's tokens are counted for the first time.

    Signals:
        cancelled: a person does not want to wait.
    """

    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("contextCounting")
        self.text = plain_label(COUNTING, tabular=True)
        self.bar = QProgressBar(self)
        self.cancel = QPushButton(_("Stop"), self)
        self.text.setWordWrap(False)
        self.bar.setRange(0, 1000)
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(scaled(8))
        self.bar.setMaximumWidth(scaled(220))
        self.bar.setAccessibleName(_("Tokens counted"))
        self.cancel.setAutoDefault(False)
        row = hbox(self, self.text, margins=(10, 3, 8, 3), spacing=10)
        row.addWidget(self.bar, 1, Qt.AlignmentFlag.AlignVCenter)
        row.addStretch(1)
        row.addWidget(self.cancel)
        self.cancel.clicked.connect(self._tell)
        self.restyle()
        self.hide()

    @override
    def restyle(self) -> None:
        theme = current_theme()
        self.setStyleSheet(
            f"#contextCounting {{ background: {theme.alt.name()}; }}"
            f" QLabel {{ color: {theme.text.name()}; }}"
            f" QProgressBar {{ background: {theme.line.name()}; border: none; }}"
            f" QProgressBar::chunk {{ background: {theme.accent.name()}; }}"
        )
        self.cancel.setFont(font(11))

    def show_fraction(self, fraction: float | None) -> None:
        """Show how much is counted; None where nothing is to be counted."""
        if fraction is not None:
            share = min(max(fraction, 0.0), 1.0)
            self.bar.setValue(round(1000 * share))
            self.text.setText(f"{COUNTING} {percent(share)}")
        self.setVisible(fraction is not None)

    def _tell(self) -> None:
        self.cancelled.emit()
