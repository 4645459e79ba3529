"""Has a model write something: of what, by which prompt, and what would change."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton, QSplitter, QWidget
from typing_extensions import override

from inspector.analysis.differences import Diff, diff
from inspector.core.errors import InspectorError
from inspector.gui.kit.clipboard import put_on_clipboard
from inspector.gui.kit.diff_rows import aligned
from inspector.gui.kit.diff_view import DiffView
from inspector.gui.kit.edit_dialog import EditDialog
from inspector.gui.kit.form_fields import Choices
from inspector.gui.kit.labels import OneLine, plain_label
from inspector.gui.kit.layouts import hbox, vbox
from inspector.gui.kit.plain_text import PlainTextEdit
from inspector.gui.kit.text import counted
from inspector.gui.kit.theme import scaled
from inspector.language import _
from inspector.llm.exchange import Reply
from inspector.llm.writing import Writing, Written

_COPIED = _("Copied: give it to your model, copy its whole answer, and paste it here.")


class WriterDialog(EditDialog):
    """Asks for a text and shows it as a word diff before it is kept.

    Args:
        title: what is written.
        nothing: what is said where there is nothing to be written.
        parent: above which it stands.

    Signals:
        model_requested: a `Writing` and the prompt to be sent with it.
        prompt_changed: the setting of a prompt, and its text; empty for the usual one.
        keep_requested: a `Writing` and what was written (`Written`).
    """

    model_requested = Signal(object, str)
    prompt_changed = Signal(str, str)
    keep_requested = Signal(object, object)

    def __init__(self, title: str, nothing: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self._nothing = nothing
        self._plans: Sequence[Writing] = ()
        self._prompts: dict[str, str] = {}
        self._displayed: Writing | None = None
        self._written: tuple[Writing, Written] | None = None
        self.plan = Choices(self)
        self.plan.setAccessibleName(_("What is written"))
        self.setting = OneLine(self)
        self.prompt = PlainTextEdit(self)
        self.prompt.setAccessibleName(_("Prompt"))
        self.reset_button = QPushButton(_("Usual prompt"), self)
        self.ask_button = QPushButton(_("Ask the model"), self)
        self.copy_button = QPushButton(_("Copy the request"), self)
        self.paste_button = QPushButton(_("Paste the answer"), self)
        self.differences = DiffView(self)
        self.notes = plain_label()
        self.state = OneLine(self)
        self.keep_button = QPushButton(_("Keep it"), self)
        # Else Enter in a field would press the first of all buttons.
        self.keep_button.setDefault(True)
        self.close_button = QPushButton(_("Close"), self)
        self._lay_out()
        self.plan.activated.connect(self._choose)
        self.reset_button.clicked.connect(self._reset)
        self.ask_button.clicked.connect(self._ask)
        self.copy_button.clicked.connect(self._copy)
        self.paste_button.clicked.connect(self._paste)
        self.keep_button.clicked.connect(self._keep)
        self.close_button.clicked.connect(self.reject)
        self.resize(scaled(880), scaled(620))

    def show_plans(self, plans: Sequence[Writing], prompts: Mapping[str, str]) -> None:
        """Offer these and come to the front.

        Args:
            plans: what can be asked for.
            prompts: the prompts that a person changed, by setting.
        """
        self._plans, self._prompts = plans, dict(prompts)
        self.plan.setEnabled(True)
        self.plan.clear()
        self.plan.addItems([one.title for one in plans])
        self._show_plan()
        self.open()

    def take_answer(self, plan: Writing, written: Written) -> None:
        """Show what a model wrote, with the plan that it was asked for."""
        self.plan.setEnabled(True)
        if plan not in self._plans:
            self.say(_("An answer to an earlier request came; it is left out."))
            return
        if plan != self._displayed:
            self.plan.setCurrentIndex(self._plans.index(plan))
            self._choose()
        self.show_written(plan, written)

    def refuse(self, why: str) -> None:
        """Say why the model gives no answer."""
        self.plan.setEnabled(True)
        self.say(why)

    def show_written(self, plan: Writing, written: Written) -> None:
        """Show what was written, and what it changes."""
        self._written = plan, written
        found = diff(plan.current, plan.readable(written))
        if found.is_same:
            self.differences.say(_("It says the same as the current one."))
        else:
            self.differences.show_rows(aligned(found), is_inline=True)
        self._note(plan.notes(written))
        self.say(_change(plan, found))
        self.keep_button.setEnabled(True)

    def say(self, words: str) -> None:
        """Say how it goes, or why there is nothing."""
        self.state.setText(words)

    @property
    def _current(self) -> Writing | None:
        index = self.plan.currentIndex()
        return self._plans[index] if 0 <= index < len(self._plans) else None

    def _choose(self) -> None:
        self._keep_prompt(self._displayed)
        self._show_plan()

    def _show_plan(self) -> None:
        plan = self._displayed = self._current
        self._written = None
        self.show_trouble("")
        self.keep_button.setEnabled(False)
        for button in (self.ask_button, self.copy_button, self.paste_button, self.reset_button):
            button.setEnabled(plan is not None)
        self._note(())
        self.state.setText("" if plan is not None else self._nothing)
        self.setting.setText("" if plan is None else plan.prompt)
        usual = "" if plan is None else self._prompts.get(plan.prompt, plan.usual)
        self.prompt.load(usual)
        self.differences.say(
            _("What comes back stands here, against the current one; nothing is kept by itself.")
        )

    def _note(self, notes: Sequence[str]) -> None:
        self.notes.setText("\n".join(notes))
        self.notes.setVisible(bool(notes))

    def _reset(self) -> None:
        plan = self._current
        if plan is not None:
            self._prompts.pop(plan.prompt, None)
            self.prompt.load(plan.usual)
            self.prompt_changed.emit(plan.prompt, "")

    def _ask(self) -> None:
        plan, text = self._current, self.prompt.text
        if plan is None:
            return
        self._keep_prompt(plan)
        self.say(_("Asking…"))
        self.plan.setEnabled(False)
        self.model_requested.emit(plan, text)

    def _copy(self) -> None:
        plan, text = self._current, self.prompt.text
        if plan is not None:
            self._keep_prompt(plan)
            put_on_clipboard("\n\n".join(turn.content for turn in plan.ask(text).turns))
            self.say(_COPIED)

    def _paste(self) -> None:
        plan = self._current
        if plan is None:
            return
        try:
            self.show_written(plan, plan.read(Reply(QGuiApplication.clipboard().text())))
        except InspectorError as error:
            self.say(str(error))

    def _keep_prompt(self, plan: Writing | None) -> None:
        if plan is None:
            return
        text = self.prompt.text
        changed = "" if text == plan.usual else text
        if changed != self._prompts.get(plan.prompt, ""):
            self._prompts[plan.prompt] = text
            self.prompt_changed.emit(plan.prompt, changed)
        self.prompt.accept()

    @override
    def done(self, arg__1: int) -> None:
        self._keep_prompt(self._current)
        super().done(arg__1)

    def _keep(self) -> None:
        written = self._written
        if written is not None:
            self.finish(lambda: self.keep_requested.emit(*written))

    def _lay_out(self) -> None:
        buttons = (self.ask_button, self.copy_button, self.paste_button)
        prompt = QWidget(self)
        title = hbox(None, (self.setting, 1), self.reset_button)
        vbox(prompt, title, (self.prompt, 1), margins=0)
        both = QSplitter(Qt.Orientation.Vertical, self)
        both.setChildrenCollapsible(False)
        both.addWidget(prompt)
        both.addWidget(self.differences)
        both.setSizes([scaled(220), scaled(280)])
        head = hbox(None, (self.plan, 1), *buttons)
        below = hbox(None, self.keep_button, (self.state, 1), self.close_button)
        parts = (head, (both, 1), self.notes, self.trouble, below)
        vbox(self, *parts, margins=(12, 12, 12, 12), spacing=8)


def _change(plan: Writing, found: Diff) -> str:
    """How much differs from what is there, in words."""
    words = counted(found.words_added, "{n} word", "{n} words")
    if not plan.current:
        return _("{words}, where none was before").format(words=words)
    return _("Against the current one {words} added, {words_removed:,} removed").format(
        words=words, words_removed=found.words_removed
    )
