"""Has a model write something: of what, by which prompt, and what would change."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton, QSplitter, QWidget
from typing_extensions import override

from inspector.analysis.differences import Diff, diff
from inspector.core.document import Document
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
from inspector.gui.kit.writer_plans import WriterPlans
from inspector.language import _
from inspector.llm.exchange import Reply
from inspector.llm.writing import Writing, Written

_COPIED = _("Copied: give it to your model, copy its whole answer, and paste it here.")
_ASKING = _("Asking…")
_NOTHING_YET = _("What comes back stands here, against the current one; nothing is kept by itself.")
_EDITED = _("The chat was edited after the request.")


class _Head(QWidget):
    """What is written, and the buttons that have it written; the dialog hears them."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.is_asking = False
        self.plan = Choices(self)
        self.plan.setAccessibleName(_("What is written"))
        self.ask_button = QPushButton(_("Ask the model"), self)
        self.copy_button = QPushButton(_("Copy the request"), self)
        self.paste_button = QPushButton(_("Paste the answer"), self)
        buttons = (self.ask_button, self.copy_button, self.paste_button)
        hbox(self, (self.plan, 1), *buttons, margins=0)

    def list_titles(self, titles: Sequence[str], chosen: int | None) -> None:
        """List what can be written.

        Args:
            titles: in order.
            chosen: which one is chosen; None for the one that stands where the former did.
        """
        index = self.plan.currentIndex() if chosen is None else chosen
        self.plan.clear()
        self.plan.addItems(list(titles))
        self.plan.setCurrentIndex(min(max(index, 0), len(titles) - 1))

    def enable_asking(self, *, is_possible: bool) -> None:
        """Say whether a request can be made; a model that is asked already can be stopped."""
        self.plan.setEnabled(not self.is_asking)
        self.ask_button.setText(_("Stop asking") if self.is_asking else _("Ask the model"))
        self.ask_button.setEnabled(self.is_asking or is_possible)
        self.copy_button.setEnabled(is_possible)


class _Prompt(QWidget):
    """The prompt of a plan, as a person keeps it.

    Signals:
        changed: the setting of a prompt, and its text; empty for the usual one.
    """

    changed = Signal(str, str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._plan: Writing | None = None
        self._changed: dict[str, str] = {}
        self.setting = OneLine(self)
        self.reset_button = QPushButton(_("Usual prompt"), self)
        self.edit = PlainTextEdit(self)
        self.edit.setAccessibleName(_("Prompt"))
        self.reset_button.clicked.connect(self._reset)
        vbox(self, hbox(None, (self.setting, 1), self.reset_button), (self.edit, 1), margins=0)

    def hold(self, prompts: Mapping[str, str]) -> None:
        """Take over the prompts that a person changed, by setting."""
        self._plan, self._changed = None, dict(prompts)

    def show_plan(self, plan: Writing | None) -> None:
        """Show the prompt of a plan; what is typed there by now is kept before."""
        self.keep()
        self._plan = plan
        self.reset_button.setEnabled(plan is not None)
        self.setting.setText("" if plan is None else plan.prompt)
        text = "" if plan is None else self._changed.get(plan.prompt, plan.usual)
        if text != self.edit.text:
            self.edit.load(text)

    def keep(self) -> None:
        """Keep what is typed."""
        plan, text = self._plan, self.edit.text
        if plan is None:
            return
        changed = "" if text == plan.usual else text
        if changed != self._changed.get(plan.prompt, ""):
            self._changed[plan.prompt] = text
            self.changed.emit(plan.prompt, changed)
        self.edit.accept()

    def _reset(self) -> None:
        plan = self._plan
        if plan is not None:
            self._changed.pop(plan.prompt, None)
            self.edit.load(plan.usual)
            self.changed.emit(plan.prompt, "")


class _AnswerView(QWidget):
    """What was written, as a word diff, and what a person should know of it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.differences = DiffView(self)
        self.notes = plain_label()
        vbox(self, (self.differences, 1), self.notes, margins=0, spacing=8)
        self.show_nothing()

    def show_nothing(self) -> None:
        """Say that nothing is written yet."""
        self._note(())
        self.differences.say(_NOTHING_YET)

    def show_written(self, plan: Writing, written: Written, *, is_edited: bool) -> str:
        """Show what was written; answers in words how much it changes.

        Args:
            plan: what was asked for.
            written: the answer.
            is_edited: whether something else would be asked for by now.
        """
        found = diff(plan.current, plan.readable(written))
        if found.is_same:
            self.differences.say(_("It says the same as the current one."))
        else:
            self.differences.show_rows(aligned(found), is_inline=True)
        self._note((*((_EDITED,) if is_edited else ()), *plan.notes(written)))
        return _change(plan, found)

    def _note(self, notes: Sequence[str]) -> None:
        self.notes.setText("\n".join(notes))
        self.notes.setVisible(bool(notes))


class _Foot(QWidget):
    """What becomes of an answer, and how it goes; the dialog hears the buttons."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.keep_button = QPushButton(_("Keep it"), self)
        # Else Enter in a field would press the first of all buttons.
        self.keep_button.setDefault(True)
        self.state = OneLine(self)
        self.drop_button = QPushButton(_("Drop it"), self)
        self.close_button = QPushButton(_("Close"), self)
        hbox(
            self, self.keep_button, (self.state, 1), self.drop_button, self.close_button, margins=0
        )

    def enable_deciding(self, *, is_possible: bool) -> None:
        """Say whether there is an answer to be kept or dropped."""
        self.keep_button.setEnabled(is_possible)
        self.drop_button.setEnabled(is_possible)


class WriterDialog(EditDialog):
    """Asks for a text and shows it as a word diff before it is kept.

    An answer stays, be it seen or not, until it is kept, or another one takes its place.

    Args:
        title: what is written.
        nothing: what is said where there is nothing to be written.
        parent: above which it stands.

    Attributes:
        plans: what can be asked for, and what was written and is not kept.

    Signals:
        model_requested: a `Writing` and the prompt to be sent with it.
        stop_requested: the model shall answer no more.
        outdated: the chat was edited; until `renew_plans`, nothing can be asked for.
        prompt_changed: the setting of a prompt, and its text; empty for the usual one.
        keep_requested: a `Writing` and what was written (`Written`).
    """

    model_requested = Signal(object, str)
    stop_requested = Signal()
    outdated = Signal()
    prompt_changed = Signal(str, str)
    keep_requested = Signal(object, object)

    def __init__(self, title: str, nothing: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self._nothing = nothing
        self.plans = WriterPlans(self)
        self._head = _Head(self)
        self.plan, self.ask_button = self._head.plan, self._head.ask_button
        self.copy_button, self.paste_button = self._head.copy_button, self._head.paste_button
        self._prompt = _Prompt(self)
        self.prompt, self.reset_button = self._prompt.edit, self._prompt.reset_button
        self._answer_view = _AnswerView(self)
        self.differences, self.notes = self._answer_view.differences, self._answer_view.notes
        self._foot = _Foot(self)
        self.state, self.keep_button = self._foot.state, self._foot.keep_button
        self.drop_button = self._foot.drop_button
        self._lay_out()
        self.plan.activated.connect(self._show_plan)
        self._prompt.changed.connect(self.prompt_changed)
        self.ask_button.clicked.connect(self._ask_or_stop)
        self.copy_button.clicked.connect(self._copy)
        self.paste_button.clicked.connect(self._paste)
        self.keep_button.clicked.connect(self._keep)
        self.drop_button.clicked.connect(self._drop)
        self._foot.close_button.clicked.connect(self.reject)
        self.resize(scaled(880), scaled(620))

    def show_plans(self, plans: Sequence[Writing], prompts: Mapping[str, str]) -> None:
        """Offer these and come to the front, with the last answer that is not kept.

        Args:
            plans: what can be asked for.
            prompts: the prompts that a person changed, by setting.
        """
        self._prompt.hold(prompts)
        self.plans.replace(plans)
        self._list(self.plans.last_answered)
        self.open()

    def renew_plans(self, plans: Sequence[Writing]) -> None:
        """Offer these of an edited chat; what is chosen, typed, asked for or written stays."""
        former, words, trouble = self._current, self.state.text(), self.trouble.text()
        self.plans.replace(plans)
        self._list("" if former is None else former.key)
        if former is not None:
            self.say(words)
            self.show_trouble(trouble)

    @override
    def leave_chat(self) -> None:
        super().leave_chat()
        self.plans.forget()

    @override
    def follow(self, document: Document) -> None:
        self._head.enable_asking(is_possible=False)
        self.outdated.emit()

    def take_answer(self, plan: Writing, written: Written) -> None:
        """Show what a model wrote, with the plan that it was asked for."""
        self._end_asking()
        self.plans.hold(plan, written)
        self._list(plan.key)

    def refuse(self, why: str) -> None:
        """Say why the model gives no answer."""
        self._end_asking()
        self.say(why)

    def show_written(self, plan: Writing, written: Written) -> None:
        """Show what was written, and what it changes."""
        self.plans.hold(plan, written)
        is_edited = not self.plans.is_offered(plan)
        self.say(self._answer_view.show_written(plan, written, is_edited=is_edited))
        self._foot.enable_deciding(is_possible=True)

    def say(self, words: str) -> None:
        """Say how it goes, or why there is nothing."""
        self.state.setText(words)

    @property
    def _current(self) -> Writing | None:
        index, plans = self.plan.currentIndex(), self.plans.all
        return plans[index] if 0 <= index < len(plans) else None

    @property
    def _answer(self) -> tuple[Writing, Written] | None:
        return None if self._current is None else self.plans.answer_to(self._current)

    def _list(self, key: str) -> None:
        """List all plans and show the one of that key, else the one where the former stood."""
        plans = self.plans.all
        chosen = next((index for index, one in enumerate(plans) if one.key == key), None)
        self._head.list_titles([one.title for one in plans], chosen)
        self._show_plan()

    def _show_plan(self) -> None:
        plan = self._current
        self.show_trouble("")
        self._foot.enable_deciding(is_possible=False)
        self.paste_button.setEnabled(plan is not None)
        self._enable_asking()
        nothing = "" if plan is not None else self._nothing
        self.say(_ASKING if self._head.is_asking else nothing)
        self._prompt.show_plan(plan)
        if answer := self._answer:
            self.show_written(*answer)
        else:
            self._answer_view.show_nothing()

    def _enable_asking(self) -> None:
        self._head.enable_asking(is_possible=self.plans.is_offered(self._current))

    def _end_asking(self) -> None:
        self._head.is_asking = False
        self._enable_asking()

    def _ask_or_stop(self) -> None:
        plan, text = self._current, self.prompt.text
        if self._head.is_asking:
            self.stop_requested.emit()
        elif plan is not None:
            self._prompt.keep()
            self._head.is_asking = True
            self._enable_asking()
            self.say(_ASKING)
            self.model_requested.emit(plan, text)

    def _copy(self) -> None:
        plan, text = self._current, self.prompt.text
        if plan is not None:
            self._prompt.keep()
            self.plans.copy(plan)
            put_on_clipboard("\n\n".join(turn.content for turn in plan.ask(text).turns))
            self.say(_COPIED)

    def _paste(self) -> None:
        if self._current is None:
            return
        plan = self.plans.requested(self._current)
        try:
            self.show_written(plan, plan.read(Reply(QGuiApplication.clipboard().text())))
        except InspectorError as error:
            self.say(str(error))

    @override
    def done(self, arg__1: int) -> None:
        self._prompt.keep()
        super().done(arg__1)

    def _keep(self) -> None:
        if answer := self._answer:
            self.finish(lambda: self.keep_requested.emit(*answer))
            if not self.trouble.text():
                self.plans.drop(answer[0])

    def _drop(self) -> None:
        """Be done with the answer that is shown."""
        if answer := self._answer:
            self.plans.drop(answer[0])
            self._list(answer[0].key)

    def _lay_out(self) -> None:
        both = QSplitter(Qt.Orientation.Vertical, self)
        both.setChildrenCollapsible(False)
        both.addWidget(self._prompt)
        both.addWidget(self._answer_view)
        both.setSizes([scaled(220), scaled(280)])
        parts = (self._head, (both, 1), self.trouble, self._foot)
        vbox(self, *parts, margins=(12, 12, 12, 12), spacing=8)


def _change(plan: Writing, found: Diff) -> str:
    """How much differs from what is there, in words."""
    words = counted(found.words_added, "{n} word", "{n} words")
    if not plan.current:
        return _("{words}, where none was before").format(words=words)
    return _("Against the current one {words} added, {words_removed:,} removed").format(
        words=words, words_removed=found.words_removed
    )
