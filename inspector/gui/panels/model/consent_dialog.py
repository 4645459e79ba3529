"""What would be sent to a model, word for word, before the first time."""

from collections.abc import Callable

from PySide6.QtWidgets import QDialog, QWidget
from typing_extensions import override

from inspector.gui.kit.consent import Consent
from inspector.gui.kit.layouts import vbox
from inspector.gui.kit.text import counted
from inspector.gui.kit.text_view import TextView
from inspector.gui.kit.theme import scaled
from inspector.language import _


class ConsentDialog(QDialog):
    """Shows a request and asks; closing it sends nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("Send this to your model?"))
        self.text = TextView(self)
        self.text.setAccessibleName(_("What would be sent"))
        self.consent = Consent(self)
        vbox(self, (self.text, 1), self.consent, margins=(12, 12, 12, 12), spacing=8)
        self.consent.keep_button.clicked.connect(self.reject)
        self.consent.send_button.clicked.connect(self.accept)
        self.resize(scaled(720), scaled(520))

    def ask(self, text: str, tokens: int, address: str, act: Callable[[], None]) -> None:
        """Ask, and act on agreement.

        Args:
            text: all that would be sent first.
            tokens: of it, estimated.
            address: where to.
            act: sends it.
        """
        self.text.show_text(text)
        self.consent.ask(
            _(
                "This text, about {tokens}, will be sent to {address}, and to no "
                "other address. What you ask of your model from now on goes there without asking "
                "again; each call is listed in Model."
            ).format(tokens=counted(tokens, "{n} token", "{n} tokens"), address=address),
            act,
        )
        self.open()

    @override
    def reject(self) -> None:
        self.consent.withdraw()
        super().reject()
