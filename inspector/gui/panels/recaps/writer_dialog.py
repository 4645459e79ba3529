"""Has a model write a recap: of what, by which prompt, and what would change."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QSplitter, QVBoxLayout, QWidget
from typing_extensions import override

from inspector.analysis.differences import diff
from inspector.gui.kit.diff_rows import aligned
from inspector.gui.kit.diff_view import DiffView
from inspector.gui.kit.form_fields import Choices
from inspector.gui.kit.one_line import OneLine
from inspector.gui.kit.plain_text import PlainTextEdit
from inspector.gui.kit.text import counted
from inspector.gui.kit.theme import scaled
from inspector.gui.panels.recaps.transfer import now
from inspector.llm.recaps import PROMPTS, RecapPlan
from inspector.systems import recap_keeper

_HINT = "What the model writes stands here beside the current recap; nothing is kept by itself."


class RecapWriter(QDialog):
    """Asks for a recap and shows it as a word diff before it becomes a version.

    Signals:
        model_requested: a `RecapPlan` and the prompt to be sent with it.
        prompt_changed: the setting of a prompt, and its text; empty for the usual one.
        edit_requested: a `core.edits.Edit` that keeps what was written.
    """

    model_requested = Signal(object, str)
    prompt_changed = Signal(str, str)
    edit_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Write a recap with your model")
        self._plans: Sequence[RecapPlan] = ()
        self._prompts: dict[str, str] = {}
        self._written: tuple[RecapPlan, str] | None = None
        self.plan = Choices(self)
        self.plan.setAccessibleName("Which recap")
        self.setting = OneLine(self)
        self.prompt = PlainTextEdit(self)
        self.prompt.setAccessibleName("Prompt")
        self.reset_button = QPushButton("Usual prompt", self)
        self.ask_button = QPushButton("Ask the model", self)
        self.differences = DiffView(self)
        self.state = OneLine(self)
        self.keep_button = QPushButton("Keep it", self)
        self.close_button = QPushButton("Close", self)
        self._lay_out()
        self.plan.activated.connect(self._choose)
        self.reset_button.clicked.connect(self._reset)
        self.ask_button.clicked.connect(self._ask)
        self.keep_button.clicked.connect(self._keep)
        self.close_button.clicked.connect(self.reject)
        self.resize(scaled(880), scaled(600))

    def show_plans(self, plans: Sequence[RecapPlan], prompts: Mapping[str, str]) -> None:
        """Offer these recaps and come to the front.

        Args:
            plans: what can be asked for.
            prompts: the prompts that a person changed, by setting.
        """
        self._plans, self._prompts = plans, dict(prompts)
        self.plan.clear()
        self.plan.addItems([one.title for one in plans])
        self._show_plan()
        self.open()

    def show_text(self, plan: RecapPlan, text: str) -> None:
        """Show what was written, and what it changes."""
        self._written = plan, text
        before, after = plan.current, recap_keeper().readable(text) or text
        found = diff(before, after)
        if found.is_same:
            self.differences.say("It says the same as the current one.")
        else:
            self.differences.show_rows(aligned(found), is_inline=True)
        self.state.setText(
            f"Against the current one {counted(found.words_added, 'word')} added, "
            f"{found.words_removed:,} removed"
        )
        self.keep_button.setEnabled(True)

    def say(self, words: str) -> None:
        """Say how it goes, or why there is nothing."""
        self.state.setText(words)

    @property
    def _current(self) -> RecapPlan | None:
        place = self.plan.currentIndex()
        return self._plans[place] if 0 <= place < len(self._plans) else None

    def _choose(self) -> None:
        self._keep_prompt()
        self._show_plan()

    def _show_plan(self) -> None:
        plan = self._current
        self._written = None
        self.keep_button.setEnabled(False)
        self.ask_button.setEnabled(plan is not None)
        self.differences.say(_HINT)
        self.state.setText("" if plan is not None else "There is nothing yet to make a recap of.")
        name = "" if plan is None else plan.prompt
        self.setting.setText(name)
        self.prompt.load(self._prompts.get(name, PROMPTS.get(name, "")))

    def _reset(self) -> None:
        plan = self._current
        if plan is not None:
            self._prompts.pop(plan.prompt, None)
            self.prompt.load(PROMPTS[plan.prompt])
            self.prompt_changed.emit(plan.prompt, "")

    def _ask(self) -> None:
        plan, text = self._current, self.prompt.text
        if plan is None:
            return
        self._keep_prompt()
        self.say("Asking…")
        self.model_requested.emit(plan, text)

    def _keep_prompt(self) -> None:
        name, text = self.setting.text(), self.prompt.text
        if name not in PROMPTS:
            return
        changed = "" if text == PROMPTS[name] else text
        if changed != self._prompts.get(name, ""):
            self._prompts[name] = text
            self.prompt_changed.emit(name, changed)
        self.prompt.accept()

    @override
    def done(self, arg__1: int) -> None:
        self._keep_prompt()
        super().done(arg__1)

    def _keep(self) -> None:
        if self._written is not None:
            plan, text = self._written
            self.edit_requested.emit(plan.edit_with(text, now()))
            self.accept()

    def _lay_out(self) -> None:
        head, below = QHBoxLayout(), QHBoxLayout()
        head.addWidget(self.plan, 1)
        head.addWidget(self.ask_button)
        prompt = QWidget(self)
        writing = QVBoxLayout(prompt)
        writing.setContentsMargins(0, 0, 0, 0)
        title = QHBoxLayout()
        title.addWidget(self.setting, 1)
        title.addWidget(self.reset_button)
        writing.addLayout(title)
        writing.addWidget(self.prompt, 1)
        both = QSplitter(Qt.Orientation.Vertical, self)
        both.setChildrenCollapsible(False)
        both.addWidget(prompt)
        both.addWidget(self.differences)
        both.setSizes([scaled(220), scaled(280)])
        below.addWidget(self.keep_button)
        below.addWidget(self.state, 1)
        below.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(12), scaled(12), scaled(12), scaled(12))
        column.setSpacing(scaled(8))
        column.addLayout(head)
        column.addWidget(both, 1)
        column.addLayout(below)
