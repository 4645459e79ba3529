"""The bar that holds the whole question: ruleset, point of view, end, budget and tokens."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import cast

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QMenu,
    QPushButton,
    QSpinBox,
    QToolBar,
    QToolButton,
    QWidget,
)
from typing_extensions import override

from inspector.core.decoded import is_number
from inspector.core.document import Document
from inspector.core.settings import SettingSpec
from inspector.gui.kit.form_fields import Choices
from inspector.gui.kit.line_edit import LineEdit
from inspector.gui.kit.theme import scaled
from inspector.gui.state.question_edits import SetQuestion
from inspector.gui.state.session import Question
from inspector.gui.window.ruleset_picker import RulesetPicker
from inspector.gui.window.send_chooser import AS_WAS, SendChooser
from inspector.language import _
from inspector.systems import ruleset_named, system_of
from inspector.tokenizer import ENCODINGS

SOLO = _("Solo chat")
_MOST_NAMES = 2
_LONGEST = 24


class GroupButton(QPushButton):
    """Shows the members of a group and asks for others; a chat without any is solo.

    Signals:
        members_requested: the names of all who shall be members (tuple of str).
    """

    members_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._members: tuple[str, ...] = ()
        self._names: Sequence[str] = ()
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill)
        self.setMenu(self._menu)
        self.setAccessibleName(_("Group"))
        self._write()

    @property
    def members(self) -> tuple[str, ...]:
        """Who is in the group; nobody in a solo chat."""
        return self._members

    def show_members(self, members: tuple[str, ...], document: Document) -> None:
        """Show who is in the group, and offer everybody whom the chat knows."""
        self._members = members
        self._names = tuple(dict.fromkeys((*members, *document.names)))
        self._write()

    def _write(self) -> None:
        count = len(self._members)
        displayed = [name[:_LONGEST] for name in self._members[:_MOST_NAMES]]
        more = f" +{count - _MOST_NAMES}" if count > _MOST_NAMES else ""
        # An ampersand would underline the next letter.
        text = (", ".join(displayed) + more).replace("&", "&&")
        self.setText(text or SOLO)
        self.setAccessibleDescription(", ".join(self._members) or SOLO)

    def _fill(self) -> None:
        self._menu.clear()
        solo = self._menu.addAction(SOLO)
        solo.setCheckable(True)
        solo.setChecked(not self._members)
        solo.triggered.connect(partial(self.members_requested.emit, ()))
        self._menu.addSeparator()
        for name in self._names:
            action = self._menu.addAction(name.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(name in self._members)
            action.triggered.connect(partial(self._toggle, name))

    def _toggle(self, name: str) -> None:
        if name in self._members:
            members = tuple(other for other in self._members if other != name)
        else:
            members = (*self._members, name)
        self.members_requested.emit(members)


_TOOL_TIP = Qt.ItemDataRole.ToolTipRole
_GREATEST_BUDGET = 2**31 - 1
"""The greatest number that fits such a field."""
_SPACING = 6
_SHORT_PENDING, _NARROW_PENDING_PX, _UNLIMITED = 90, 150, 16_777_215
_WIDE_NAME_PX, _NARROW_NAME_PX = 240, 150
"""A chat with one long name must not push out all else; the list shows the names whole."""
_LEAST_NUMBER_PX, _ARROWS_PX, _HEIGHT_PX = 76, 36, 24
_SHORT_SWITCH_PX, _SHORT_LONG_SWITCH_PX, _ROOMY = 1080, 1300, 1250
"""A narrower bar has no room for the switch's full words; for all of a short pending message."""


class ContextBar(QToolBar):
    """Pickers for the question; shows one and asks for another.

    Attributes:
        rest: opens what the bar has no room for.

    Signals:
        edit_requested: a `SetQuestion`.
        ruleset_requested: another ruleset shall answer (its name).
    """

    edit_requested = Signal(object)
    ruleset_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_("Question"), parent)
        self.setObjectName("context_bar")
        self.setMovable(False)
        self._question = Question()
        self._names: tuple[str, ...] = ()
        self._labels: list[QAction] = []
        self.ruleset = RulesetPicker()
        self.ruleset.activated.connect(self._ask_ruleset)
        self._add(_("Ruleset"), _("Whose rules make the block"), self.ruleset)
        self.send = SendChooser()
        self.send.edit_requested.connect(self.edit_requested)
        self.send.offered.connect(self._fit)
        self.addWidget(self.send)
        self.character = self._picker(
            _("Point of view"), _("The character who is about to answer"), self._ask_character
        )
        self.character.setMinimumContentsLength(12)
        self.end = self._number(
            _("Chat ends after"), _("The last message that counts"), self._ask_end
        )
        self.budget = self._number(_("Budget"), "", self._ask_budget)
        self.budget.setRange(0, _GREATEST_BUDGET)
        self.budget.setGroupSeparatorShown(True)
        self.encoding = self._picker(_("Tokens"), _("How tokens are counted"), self._ask_encoding)
        self.encoding.addItem(_("as the ruleset"), None)
        for name, meaning in ENCODINGS.items():
            self.encoding.addItem(name, name)
            self.encoding.setItemData(self.encoding.count() - 1, _(meaning), _TOOL_TIP)
        self.group = GroupButton()
        self.group.members_requested.connect(self._ask_group)
        self.group.setToolTip(_("Who is in the group; nobody in a solo chat"))
        self.addWidget(self.group)
        self.pending = LineEdit()
        self.pending.setPlaceholderText(_("Pending message"))
        self.pending.setAccessibleName(_("Pending message"))
        self.pending.setToolTip(
            _("Your message that is about to be sent; releases look for memories with it")
        )
        self.pending.setMinimumWidth(60)
        self.pending.editingFinished.connect(self._ask_pending)
        self.addWidget(self.pending)
        # Qt's own picture of it is black in every theme.
        self.rest = cast("QToolButton", self.findChild(QToolButton, "qt_toolbar_ext_button"))
        self.rest.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.rest.setText("»")
        self.rest.setAccessibleName(_("More of the question"))
        self.rest.setToolTip(_("What of the question has no room here"))

    def show_question(self, question: Question, document: Document) -> None:
        """Show a question about a document, without asking anything."""
        self._question = question
        widgets = (self.ruleset, self.character, self.end, self.budget, self.encoding, self.pending)
        blockers = [QSignalBlocker(widget) for widget in widgets]
        writer = system_of(question.ruleset).written_by(document)
        self.ruleset.choose(question.ruleset, writer)
        self.send.show_question(question)
        self._show_characters(question, document)
        last = max(0, len(document.chat) - 1)
        self.end.setRange(0, last)
        self.end.setValue(last if question.moment.at is None else question.moment.at)
        self.end.setEnabled(last > 0)
        _fit_numbers(self.end)
        self._show_budget(question)
        self.group.show_members(question.moment.group, document)
        if not self.pending.isModified():
            self.pending.setText(question.moment.pending or "")
        self.encoding.setCurrentIndex(max(0, self.encoding.findData(question.encoding)))
        self.encoding.setItemText(
            0, _("{name} (its own)").format(name=ruleset_named(question.ruleset).encoding)
        )
        for blocker in blockers:
            blocker.unblock()

    @property
    def _is_narrow(self) -> bool:
        return not self._labels[0].isVisible()

    def _fit(self) -> None:
        """Where there is no room for the labels, let the numbers say themselves what they are."""
        self.ruleset.fit(self.width())
        room = self.sizeHint().width()
        if self._is_narrow:
            labels = (self.widgetForAction(one).sizeHint() for one in self._labels)
            room += sum(label.width() + _SPACING for label in labels)
        has_past = AS_WAS in self.send.switch.buttons
        least = _SHORT_LONG_SWITCH_PX if has_past else _SHORT_SWITCH_PX
        self.send.set_short(short=self.width() < scaled(least))
        narrow = room > self.width()
        self.character.setMaximumWidth(scaled(_NARROW_NAME_PX if narrow else _WIDE_NAME_PX))
        _fit_numbers(self.budget)
        tight = _SHORT_PENDING if self.width() < scaled(_ROOMY) else _NARROW_PENDING_PX
        self.pending.setMaximumWidth(scaled(tight) if narrow else _UNLIMITED)
        if narrow is self._is_narrow:
            return
        for label in self._labels:
            label.setVisible(not narrow)
        self.end.setPrefix(_before_number(_("ends {number}")) if narrow else "")
        self.budget.setPrefix(_before_number(_("budget {number}")) if narrow else "")
        _fit_numbers(self.end, self.budget)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _show_characters(self, question: Question, document: Document) -> None:
        if document.names != self._names:
            self._names = document.names
            self.character.clear()
            self.character.addItem("", None)
            for name in document.names:
                self.character.addItem(name, name)
        usual = document.chat.newest_speaker(user_side=False, until=question.moment.at)
        self.character.setItemText(
            0, _("{name} (spoke last)").format(name=usual) if usual else _("nobody yet")
        )
        chosen = question.moment.character
        if chosen is not None and self.character.findData(chosen) < 0:
            self.character.addItem(chosen, chosen)
        self.character.setCurrentIndex(max(0, self.character.findData(chosen)))

    def _show_budget(self, question: Question) -> None:
        spec = _budget_spec(question)
        self.budget.setEnabled(spec is not None)
        self.budget.setSpecialValueText(_("no budget") if spec is None else "")
        name, default = ("", 0) if spec is None else (spec.name, spec.default)
        value = question.moment.settings.get(name, default)
        value = default if value is None else value
        displayed = min(value, _GREATEST_BUDGET) if is_number(value) and value > 0 else 0
        self.budget.setValue(int(displayed))
        budgets = ruleset_named(question.ruleset).budget_settings
        self.budget.setSingleStep(budgets[0].step if budgets else 1)
        self.budget.setToolTip(
            _(budgets[0].meaning) if budgets else _("This ruleset has no budget")
        )
        self.budget.setSuffix(_budget_suffix(question))
        _fit_numbers(self.budget)

    def _picker(self, title: str, meaning: str, requested: Callable[[], None]) -> QComboBox:
        picker = Choices()
        picker.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        picker.activated.connect(requested)
        self._add(title, meaning, picker)
        return picker

    def _number(self, title: str, meaning: str, requested: Callable[[], None]) -> QSpinBox:
        number = QSpinBox()
        number.setKeyboardTracking(False)
        number.setFixedWidth(scaled(_LEAST_NUMBER_PX))
        number.setMinimumHeight(scaled(_HEIGHT_PX))
        number.valueChanged.connect(requested)
        self._add(title, meaning, number)
        return number

    def _add(self, title: str, meaning: str, widget: QWidget) -> None:
        label = QLabel(title)
        label.setContentsMargins(8, 0, 2, 0)
        label.setBuddy(widget)
        widget.setAccessibleName(title)
        widget.setToolTip(meaning)
        self._labels.append(self.addWidget(label))
        self.addWidget(widget)

    def _ask_ruleset(self) -> None:
        self.ruleset_requested.emit(self.ruleset.currentData())

    def _ask_character(self) -> None:
        name: str | None = self.character.currentData()
        question = self._question.with_moment(replace(self._question.moment, character=name))
        self.edit_requested.emit(
            SetQuestion(question, _("Point of view {name}").format(name=name or _("from the chat")))
        )

    def _ask_end(self) -> None:
        value = self.end.value()
        at = None if value == self.end.maximum() else value
        question = self._question.with_moment(replace(self._question.moment, at=at))
        self.edit_requested.emit(
            SetQuestion(question, _("Chat ends after {value}").format(value=value), "end")
        )

    def _ask_budget(self) -> None:
        spec = _budget_spec(self._question)
        if spec is None:
            return
        question = self._question.with_setting(spec.name, self.budget.value())
        self.edit_requested.emit(
            SetQuestion(question, _("Budget {value:,}").format(value=self.budget.value()), "budget")
        )

    def _ask_group(self, members: tuple[str, ...]) -> None:
        question = self._question.with_moment(replace(self._question.moment, group=members))
        text = _("Group {members}").format(members=", ".join(members) or _("none"))
        self.edit_requested.emit(SetQuestion(question, text, "group"))

    def _ask_pending(self) -> None:
        pending = self.pending.text() or None
        self.pending.setModified(False)
        if pending != self._question.moment.pending:
            question = self._question.with_moment(replace(self._question.moment, pending=pending))
            self.edit_requested.emit(SetQuestion(question, _("Pending message"), "pending"))

    def _ask_encoding(self) -> None:
        encoding: str | None = self.encoding.currentData()
        question = replace(self._question, encoding=encoding)
        self.edit_requested.emit(
            SetQuestion(question, _("Tokens {name}").format(name=self.encoding.currentText()))
        )


def _before_number(words: str) -> str:
    return words.partition("{number}")[0]


def _budget_spec(question: Question) -> SettingSpec | None:
    ruleset = ruleset_named(question.ruleset)
    name = ruleset.budget_settings[0].name if ruleset.budget_settings else ""
    return next((spec for spec in ruleset.settings if spec.name == name), None)


def _budget_suffix(question: Question) -> str:
    """The unit of the budget's number where that is not tokens."""
    ruleset = ruleset_named(question.ruleset)
    unit = ruleset.budget_settings[0].unit if ruleset.budget_settings else ""
    usual = next((spec.default for spec in ruleset.settings if spec.name == unit), "")
    return " %" if question.moment.settings.get(unit, usual) == "percent" else ""


def _fit_numbers(*numbers: QSpinBox) -> None:
    """Never cut a number: what is left of it would be another one."""
    for number in numbers:
        words = number.fontMetrics().horizontalAdvance(number.text())
        number.setFixedWidth(max(scaled(_LEAST_NUMBER_PX), words + scaled(_ARROWS_PX)))
