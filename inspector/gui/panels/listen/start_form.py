"""What a person says before listening begins, and the steps in SillyTavern."""

from html import escape
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QFormLayout,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from inspector.gui.kit.labels import Tone, plain_label
from inspector.gui.kit.layouts import hbox, nest, vbox
from inspector.gui.kit.line_edit import LineEdit, PathEdit
from inspector.gui.kit.style import make_primary
from inspector.gui.kit.theme import scaled
from inspector.language import _, pgettext
from inspector.listening.proxy import DEFAULT_PORT, LOOPBACK

_HIGHEST_PORT = 65535
_WIDEST_PX = 720


def steps(address: str) -> str:
    """How to point SillyTavern to the listener, in plain steps.

    Args:
        address: what SillyTavern is pointed to.
    """
    return _(
        "1.  In SillyTavern open API Connections (the plug).\n"
        "2.  Chat completion: choose the source “Custom (OpenAI-compatible)”, and as “Custom "
        "Endpoint (Base URL)” this address; text completion: as your backend’s API URL:\n"
        "     {address}\n"
        "3.  Your key stays in SillyTavern. Press Connect, then write as always: each request "
        "appears here as it is sent, and goes on to your endpoint unchanged.\n"
        "4.  When you are done, put the old address back; with this window closed nothing listens."
    ).format(address=address)


def as_rows(wording: str) -> str:
    """Steps as HTML, in which a line that goes on stands below the words and not the number."""
    before, rows = list[str](), list[list[str]]()
    for line in wording.splitlines():
        number, point, words = line.partition(".  ")
        if point and number.isdecimal():
            rows.append([f"{number}.", escape(words)])
        elif rows:
            rows[-1][1] += f"<br/>{escape(line.strip())}"
        elif line:
            before.append(f"<p style='margin: 0 0 {scaled(8)}px 0'>{escape(line)}</p>")
    cells = (
        f"<tr><td style='padding-right: {scaled(6)}px'>{number}</td><td>{words}</td></tr>"
        for number, words in rows
    )
    return f"{''.join(before)}<table cellspacing='0' cellpadding='1'>{''.join(cells)}</table>"


class StartForm(QWidget):
    """The endpoint, the port, and where requests are kept.

    Signals:
        started: an address, a port, and a folder (`Path` or None).
    """

    started = Signal(str, int, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.endpoint, self.folder = LineEdit(self), PathEdit(self)
        self.port = QSpinBox(self)
        self.button = QPushButton(pgettext("a button", "Listen"))
        make_primary(self.button)
        self.refusal = plain_label(tone=Tone.ERROR)
        self.steps = plain_label("", 11.5, Tone.QUIET)
        self.steps.setTextFormat(Qt.TextFormat.RichText)
        self._lay_out()
        self.button.clicked.connect(self._start)
        self.endpoint.returnPressed.connect(self._start)
        self.port.valueChanged.connect(self._show_steps)
        self._show_steps()

    def show_last(self, endpoint: str, port: int | None) -> None:
        """Begin with what was listened for last; None for the usual port."""
        self.endpoint.setText(endpoint)
        if port is not None:
            self.port.setValue(port)

    def refuse(self, reason: str) -> None:
        """Say why listening cannot begin; empty for no reason."""
        self.refusal.setText(reason)
        self.refusal.setVisible(bool(reason))

    def _start(self) -> None:
        folder = self.folder.text().strip()
        self.refuse("")
        self.started.emit(
            self.endpoint.text().strip(), self.port.value(), Path(folder) if folder else None
        )

    def _show_steps(self) -> None:
        self.steps.setText(as_rows(steps(f"http://{LOOPBACK}:{self.port.value()}/v1")))

    def _choose(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, _("Keep requests in"), self.folder.text())
        if folder:
            self.folder.setText(folder)

    def _lay_out(self) -> None:
        self.endpoint.setPlaceholderText(
            _("https://openrouter.ai/api/v1, or http://127.0.0.1:5000/v1")
        )
        self.endpoint.setAccessibleName(_("Endpoint that SillyTavern asks now"))
        self.port.setRange(0, _HIGHEST_PORT)
        self.port.setValue(DEFAULT_PORT)
        self.port.setMinimumHeight(self.endpoint.sizeHint().height())
        self.port.setAccessibleName(_("Port to listen on; 0 for any that is free"))
        self.folder.setPlaceholderText(
            _("nowhere: requests stay in memory until the window closes")
        )
        self.folder.setAccessibleName(_("Folder in which requests are kept"))
        choose = QPushButton(_("Choose…"))
        choose.clicked.connect(self._choose)
        folder = hbox(None, (self.folder, 1), choose, spacing=6)
        form = QFormLayout()
        form.setLabelAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        form.setHorizontalSpacing(scaled(10))
        form.setVerticalSpacing(scaled(6))
        form.addRow(_("Your endpoint"), self.endpoint)
        form.addRow(_("Listen on port"), self.port)
        form.addRow(_("Keep requests in"), folder)
        row = hbox(None, self.button, (self.refusal, 4), 1)
        self.button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.button.setMinimumWidth(scaled(96))
        self.refusal.hide()
        inner = QWidget(self)
        inner.setMaximumWidth(scaled(_WIDEST_PX))
        column = vbox(inner, margins=(12, 10, 12, 10), spacing=8)
        words = plain_label(
            _(
                "See every request as SillyTavern sends it, checked against the prediction. It "
                "listens "
                "on this computer alone, keeps no key, and hands answers on unchanged."
            )
        )
        column.addWidget(words)
        nest(column, form)
        nest(column, row)
        column.addWidget(self.steps)
        column.addStretch(1)
        hbox(self, (inner, 1), margins=0)
