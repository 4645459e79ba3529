"""What the agent did, step by step, to be read and copied."""

import json
from collections.abc import Sequence

from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from inspector.gui.kit.clipboard import put_on_clipboard
from inspector.gui.kit.layouts import hbox, vbox
from inspector.gui.kit.text_view import TextView
from inspector.gui.kit.theme import fixed_font, scaled
from inspector.language import _
from inspector.llm.enrichment.agent import Outcome


class LogDialog(QDialog):
    """Shows the runs of the agent, the last one last."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runs: tuple[Outcome, ...] = ()
        self.setWindowTitle(_("What the agent did"))
        self.text = TextView(self)
        self.text.setFont(fixed_font())
        self.text.setAccessibleName(_("Steps of the agent"))
        self.copy_button = QPushButton(_("Copy as JSON"), self)
        self.copy_button.setToolTip(_("With the model's answers: enrich --log runs it again"))
        self.close_button = QPushButton(_("Close"), self)
        buttons = hbox(None, self.copy_button, 1, self.close_button)
        vbox(self, (self.text, 1), buttons, margins=(12, 12, 12, 12), spacing=8)
        self.copy_button.clicked.connect(self._copy)
        self.close_button.clicked.connect(self.accept)
        self.resize(scaled(720), scaled(480))

    def show_runs(self, runs: Sequence[Outcome]) -> None:
        """Show these runs and come to the front."""
        self._runs = tuple(runs)
        self.text.show_text("\n\n".join(log_text(one) for one in runs))
        self.open()

    def _copy(self) -> None:
        put_on_clipboard(json.dumps({"exchanges": [one.as_json for one in self._runs]}, indent=1))


def log_text(run: Outcome) -> str:
    """The steps of a run, a line each."""
    return "\n".join(f"{step.kind:>9}  {step.words}" for step in run.log.steps)
