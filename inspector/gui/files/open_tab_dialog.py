"""Whether a running SillyTavern is looked for, who then writes, and its passwords."""

from dataclasses import replace
from typing import Final, Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)

from inspector.gui.kit.consent import Consent
from inspector.gui.kit.labels import StatusLabel, Tone, plain_label
from inspector.gui.kit.layouts import nest, vbox
from inspector.gui.kit.line_edit import LineEdit
from inspector.gui.kit.style import make_primary
from inspector.gui.kit.theme import scaled
from inspector.language import _
from inspector.preferences import OpenTabChoice
from inspector.server.session import Seen
from inspector.sillytavern.config_file import ServerPlace

_WIDTH_PX = 560
_ANY_CERTIFICATE = _(
    "It is configured for https. Any certificate will do, signed by somebody or not: what is sent "
    "stays on this computer and passes no network, so the address alone tells who answers."
)
_WAYS: Final[tuple[tuple[Literal["ask", "through", "direct"], str], ...]] = (
    ("ask", _("Ask, once for each chat that is opened")),
    ("through", _("Save through SillyTavern: its check and its backups hold")),
    ("direct", _("Save directly: the status line says what a tab would do")),
)


class OpenTabDialog(QDialog):
    """What is looked for before a save, and what is done then.

    Args:
        parent: over which window.
        choice: as it is.
        location: where the SillyTavern of the open chat listens, unless a person named a port.

    Signals:
        chosen: another `OpenTabChoice`.
        detection_requested: it shall be looked at once (`ServerPlace`).
    """

    chosen = Signal(object)
    detection_requested = Signal(object)

    def __init__(self, parent: QWidget, choice: OpenTabChoice, location: ServerPlace) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("Open tab of SillyTavern"))
        self._choice, self._location = choice, location
        self.detect = QCheckBox(_("Look before each save whether SillyTavern runs"))
        self.detect.setChecked(bool(choice.detect))
        self.consent = Consent(self)
        self.state = StatusLabel(self, Tone.QUIET)
        self.port = QSpinBox()
        self.port.setRange(0, 65_535)
        self.port.setSpecialValueText(_("as config.yaml says, else 8000"))
        self.port.setValue(choice.port or 0)
        self.port.setMinimumHeight(scaled(24))
        self.way = QComboBox()
        for _rest, words in _WAYS:
            self.way.addItem(words)
        self.way.setCurrentIndex([name for name, _rest in _WAYS].index(choice.way))
        self._lay_out()
        self.detect.clicked.connect(self._ask)
        self.consent.keep_button.clicked.connect(self._show_choice)
        self.port.editingFinished.connect(self._set_port)
        self.way.currentIndexChanged.connect(self._set_way)
        self.finished.connect(self.deleteLater)
        self._show_choice()

    def _lay_out(self) -> None:
        column = vbox(
            self,
            plain_label(
                _(
                    "An open tab of SillyTavern holds the whole chat and writes all of it at its "
                    "next "
                    "reply, over what is saved here. Where it is looked for, you are told before "
                    "that "
                    "happens."
                )
            ),
            self.detect,
            self.consent,
            self.state,
            spacing=10,
        )
        form = QFormLayout()
        form.addRow(_("Port"), self.port)
        form.addRow(_("While it runs"), self.way)
        nest(column, form)
        column.addWidget(
            plain_label(
                _(
                    "Only this computer is asked, at the port that config.yaml beside the chat's "
                    "data folder names. Passwords, where it asks for one, are not kept. A chat "
                    "with another integrity mark is always saved directly: SillyTavern itself "
                    "would refuse it."
                ),
                11,
            )
        )
        if self._location.secure:
            column.addWidget(plain_label(_ANY_CERTIFICATE, 11))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        self.resize(scaled(_WIDTH_PX), self.sizeHint().height())

    def _fit(self) -> None:
        """Grow and shrink with what is said: words that wrap need more room in a narrow window."""
        layout = self.layout()
        if layout is not None:
            layout.activate()
            self.resize(self.width(), layout.totalHeightForWidth(self.width()))

    def show_now(self) -> None:
        """Open, and look at once where that is agreed."""
        self.open()
        if self._choice.detect:
            self._detect()

    def show_seen(self, seen: Seen) -> None:
        """Say what listens there."""
        words = {
            Seen.SILLYTAVERN: _("SillyTavern runs at {address}.").format(
                address=self._server.address
            ),
            Seen.NOTHING: _("Nothing listens at {address}.").format(address=self._server.address),
            Seen.SILENT: _("What listens at {address} does not answer.").format(
                address=self._server.address
            ),
            Seen.OTHER: _("What listens at {address} is no SillyTavern.").format(
                address=self._server.address
            ),
        }
        self.state.say(words[seen])
        self._fit()

    def _ask(self, wanted: bool) -> None:  # noqa: FBT001 - a slot
        if not wanted:
            self._change(replace(self._choice, detect=False))
            return
        self.detect.setChecked(False)
        self.consent.ask(
            _(
                "Before each save of a chat that lies in SillyTavern's folder one request, GET "
                "{address}/csrf-token, goes to this computer itself and nowhere else. "
                "Nothing of yours is in it."
            ).format(address=self._server.address),
            self._agree,
            (_("Look"), _("Do not look")),
        )
        self._fit()

    @property
    def _server(self) -> ServerPlace:
        return replace(self._location, port=self._choice.port or self._location.port)

    def _detect(self) -> None:
        self.state.say("")
        self.detection_requested.emit(self._server)

    def _agree(self) -> None:
        self._change(replace(self._choice, detect=True))
        self._detect()

    def _set_port(self) -> None:
        self._change(replace(self._choice, port=self.port.value() or None))
        self._detect()

    def _set_way(self, index: int) -> None:
        self._change(replace(self._choice, way=_WAYS[index][0]))

    def _change(self, choice: OpenTabChoice) -> None:
        self._choice = choice
        self._show_choice()
        self.chosen.emit(choice)

    def _show_choice(self) -> None:
        is_detecting = bool(self._choice.detect)
        self.detect.setChecked(is_detecting)
        if not is_detecting:
            self.state.say(_("It is not looked for, and no request is made."))
        for widget in (self.port, self.way):
            widget.setEnabled(is_detecting)
        self._fit()


class PasswordDialog(QDialog):
    """Asks for what a SillyTavern asks for; it is kept nowhere.

    Args:
        parent: over which window.
        question: who asks.
        of_account: whether a user account's password is wanted; else the server's name and
            password.

    Signals:
        given: a name, empty for an account, and a password.
    """

    given = Signal(str, str)

    def __init__(self, parent: QWidget, question: str, *, of_account: bool) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("SillyTavern asks for a password"))
        self.name, self.password = LineEdit(), LineEdit()
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        form = QFormLayout()
        if not of_account:
            form.addRow(_("Name"), self.name)
        form.addRow(_("Password"), self.password)
        buttons = QDialogButtonBox()
        buttons.addButton(_("Do not save"), QDialogButtonBox.ButtonRole.RejectRole)
        save = QPushButton(_("Save through SillyTavern"))
        save.setDefault(True)
        make_primary(save)
        buttons.addButton(save, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        vbox(
            self,
            plain_label(
                _("{question} What you type goes to this computer alone.").format(question=question)
            ),
            form,
            plain_label(_("It is forgotten when the program ends."), 11),
            buttons,
            spacing=10,
        )
        self.accepted.connect(lambda: self.given.emit(self.name.text(), self.password.text()))
        self.finished.connect(self.deleteLater)
        self.resize(scaled(_WIDTH_PX), self.sizeHint().height())
