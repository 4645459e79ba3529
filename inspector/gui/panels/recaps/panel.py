"""The recaps panel: versions of the running recap, scenes, and the template."""

from collections.abc import Callable
from functools import cached_property, partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QTabBar, QWidget
from typing_extensions import override

from inspector.core.document import Document
from inspector.core.edits import Edit
from inspector.core.javascript import UNDEFINED, printed
from inspector.core.recap import RecapVersion
from inspector.core.recap_edits import AdoptRunningRecap, DeleteVersion
from inspector.core.recap_state import StoreState
from inspector.core.settings import SetSetting
from inspector.gui.kit.labels import OneLine, Tone
from inspector.gui.kit.layouts import Stack, hbox, vbox
from inspector.gui.kit.panel import Area, Panel, Worker
from inspector.gui.kit.theme import font
from inspector.gui.kit.writer_dialog import WriterDialog
from inspector.gui.panels.recaps.counting import Counting
from inspector.gui.panels.recaps.scenes_page import ScenesPage
from inspector.gui.panels.recaps.state import RecapsState
from inspector.gui.panels.recaps.template_page import TemplatePage
from inspector.gui.panels.recaps.versions_page import VersionsPage
from inspector.gui.state.question_edits import QuestionEdit, ResetSettings, is_of_chat
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.language import _, ngettext
from inspector.systems import recap_keeper

_WORDS = {
    StoreState.OK: _("The running recap belongs to this chat."),
    StoreState.NONE: _("This chat has no running recap."),
    StoreState.RESET: _("The release would empty it as soon as it reads it."),
    StoreState.BRANCH: _("The release would adopt it: this chat is a branch."),
    StoreState.IMPORT: _("The release would adopt it: it takes the chat for an imported one."),
    StoreState.UNKNOWN: _(
        "The release would adopt it or empty it: the worlds folder is not at hand, so it cannot "
        "be told."
    ),
}


def state_words(displayed: RecapsState) -> tuple[str, bool]:
    """A sentence about the running recap, and whether it is a warning."""
    running = displayed.running
    if running is None:
        return _WORDS[StoreState.NONE], False
    state = recap_keeper().state_of(displayed.recaps)
    words = _WORDS[state]
    if recap_keeper().is_of_another_chat(displayed.recaps):
        owner = printed(running.chat_id)
        return _("▲ Belongs to another chat ({owner}). {words}").format(
            owner=owner, words=words
        ), True
    if running.chat_id is UNDEFINED and state is not StoreState.OK:
        return _("▲ It names no chat. {words}").format(words=words), True
    count = len(running.versions)
    versions = ngettext("{count:,} version", "{count:,} versions", count).format(count=count)
    if count and running.current_place is None:
        missing = printed(running.current_version)
        return _("▲ {versions}; the current one, {missing}, does not exist.").format(
            versions=versions, missing=missing
        ), True
    use = displayed.derivation.in_words
    use = f" {use[:1].upper()}{use[1:]}." if use else ""
    return f"✓ {versions}. {words}{use}", False


def adoption(displayed: RecapsState) -> AdoptRunningRecap | None:
    """The edit that makes the running recap this chat's; None where it is already."""
    can_be = recap_keeper().can_be_adopted(displayed.recaps)
    return AdoptRunningRecap() if can_be else None


_VERSIONS, _SCENES, _TEMPLATE = range(3)
_NOTHING = _(
    "This chat holds no data of Auto-Recap. Choose an auto-recap ruleset to start a running recap."
)
_VIEW_KEYS = (
    ("F2", _("Edit as a new version")),
    ("Del", _("Delete the version")),
    (_("Return"), _("Use the version")),
    ("N", _("Next change")),
    ("P", _("Previous change")),
)


def _nothing_label(parent: QWidget) -> QLabel:
    """What is shown of a chat without recaps."""
    label = QLabel(_NOTHING, parent)
    label.setWordWrap(True)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    label.setContentsMargins(24, 24, 24, 24)
    return label


class _Deletion:
    """Which version the last step deleted: only as long as it is the last can it be restored.

    Attributes:
        name: of the version; None where nothing can be restored, or its answer is not there yet.
    """

    def __init__(self) -> None:
        self.name: str | None = None
        self._expected: str | None = None
        self._is_requesting = False

    def request(self, name: str, request: Callable[[], None]) -> None:
        """Have a version deleted.

        Args:
            name: of the version.
            request: asks for it; its step is on the stack when it returns, or it was refused.
        """
        self._expected, self._is_requesting = name, True
        try:
            request()
        finally:
            self._is_requesting = False

    def refuse(self) -> None:
        """Nothing is deleted."""
        self._expected = None

    def answer(self) -> None:
        """Another document is shown, which lacks what was just deleted."""
        self.name, self._expected = self._expected, None

    def end(self) -> None:
        """Another step was made, unless it is the one that is just being asked for."""
        self.name = None
        if not self._is_requesting:
            self._expected = None


class RecapsPanel(Panel):
    """Shows all that Auto-Recap keeps about a chat as a whole; it changes nothing itself.

    Args:
        counting: counts what is shown, for others as well; None for the panel's own.
        parent: as for any widget.

    Signals:
        restore_requested: the deletion that was just made is to be undone.
        answered: recaps may be made of something else than before.
    """

    name = "recaps"
    title = _("Recaps")
    has_surface = True
    view_keys = _VIEW_KEYS
    shows_kept = True
    area = Area.TABLES
    folds_below = True

    restore_requested = Signal()
    answered = Signal()

    def __init__(self, counting: Counting | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._displayed = RecapsState()
        self._deletion = _Deletion()
        self.counting = counting or Counting(self)
        self.tabs = QTabBar(self)
        self.state = OneLine(self, Tone.QUIET, 11)
        self.adopt = QPushButton(_("Say that it belongs to this chat"), self)
        self.restore = QPushButton(_("Restore"), self)
        self.write = QPushButton(_("Write with your model…"), self)
        self.versions = VersionsPage(self.counting, self)
        self.scenes = ScenesPage(self.counting, self)
        self.template = TemplatePage(self)
        self.nothing = _nothing_label(self)
        self._pages = Stack(self)
        self._lay_out()
        self._connect()
        self.clear()

    @classmethod
    @override
    def count_in(cls, view: View) -> int | None:
        return None if view.answer is None else len(RecapsState.of(view.answer).rows)

    @override
    def show_view(self, view: View, changes: ViewChanges) -> None:
        if Part.CHAT in changes:
            self.set_document(view.document)
        if Part.ANSWER in changes and view.answer is not None:
            self.show_recaps(RecapsState.of(view.answer))
            self.answered.emit()
        if Part.CHAT in changes or Part.ANSWER in changes:
            self.count_changed.emit(self.count_in(view))

    @property
    @override
    def workers(self) -> tuple[Worker, ...]:
        return (self.versions.comparison.worker,)

    @cached_property
    def writer(self) -> WriterDialog:
        """Where a recap is written; made when that is first asked for."""
        return WriterDialog(_("Write a recap"), _("There is nothing yet to make a recap of."), self)

    @property
    def displayed(self) -> RecapsState:
        """What is shown."""
        return self._displayed

    def clear(self) -> None:
        """Show that no chat is open."""
        self.show_recaps(RecapsState())

    def set_document(self, document: Document) -> None:
        """Another chat is open; what it holds comes with the first answer."""
        self._deletion = _Deletion()
        self.versions.end_editing()
        self.scenes.end_editing()
        self.show_recaps(RecapsState(document, is_open=True))

    def show_recaps(self, displayed: RecapsState) -> None:
        """Show what a ruleset answered."""
        if displayed.document is not self._displayed.document:
            self._deletion.answer()
        self._displayed = displayed
        has_any = displayed.ruleset is not None
        self._pages.setCurrentIndex(self.tabs.currentIndex() if has_any else 3)
        self.tabs.setVisible(has_any)
        displayed.count(self.counting)
        for page in (self.versions, self.scenes, self.template):
            page.show_recaps(displayed)
        n = len(displayed.scenes)
        self.tabs.setTabText(_SCENES, _("Scenes  {n:,}").format(n=n) if n else _("Scenes"))
        self._show_state()

    @override
    def show_refusal(self, edit: Edit | QuestionEdit, reason: str) -> None:
        if is_of_chat(edit):
            self._deletion.refuse()
            self.announced.emit(reason)
            self.versions.edit_again(edit)
            self.scenes.edit_again(edit)

    def show_versions(self, version: RecapVersion | None = None) -> None:
        """Bring the versions of the running recap to the front, and one of them if it is there."""
        self.tabs.setCurrentIndex(_VERSIONS)
        if version is not None:
            self.versions.show_version(version)

    def show_scene(self, end: int) -> None:
        """Bring a scene to the front."""
        self.tabs.setCurrentIndex(_SCENES)
        self.scenes.show_scene(end)

    @override
    def commit(self) -> None:
        """Take over what is typed and not yet asked for."""
        self.versions.commit()
        self.scenes.commit()

    def take_step(self) -> None:
        """Hear that a step was made, undone or redone: only the last one can be restored."""
        self._deletion.end()
        self._show_state()

    def _show_state(self) -> None:
        displayed = self._displayed
        words, is_warning = state_words(displayed) if displayed.ruleset else ("", False)
        if self._deletion.name is not None:
            words = _("{deleted} is deleted.").format(deleted=self._deletion.name)
        self.state.setText(words)
        self.state.setToolTip("")
        self.state.setAccessibleName(words)
        self.state.set_tone(Tone.WARNING if is_warning else Tone.QUIET)
        self.adopt.setVisible(displayed.ruleset is not None and adoption(displayed) is not None)
        self.restore.setVisible(self._deletion.name is not None)
        self.write.setVisible(displayed.ruleset is not None)

    def _ask(self, edit: object) -> None:
        if isinstance(edit, DeleteVersion):
            name = self._displayed.rows[edit.location].name
            self._deletion.request(name, partial(self.edit_requested.emit, edit))
        else:
            self.edit_requested.emit(edit)

    def _adopt(self) -> None:
        edit = adoption(self._displayed)
        if edit is not None:
            self.edit_requested.emit(edit)

    def _restore(self) -> None:
        self.take_step()
        self.restore_requested.emit()

    def _change_setting(self, name: str, value: object) -> None:
        if self._displayed.ruleset is not None:
            self.edit_requested.emit(SetSetting(self._displayed.ruleset.name, name, value))

    def _reset_setting(self, name: str) -> None:
        if self._displayed.ruleset is not None:
            self.edit_requested.emit(ResetSettings(self._displayed.ruleset.name, (name,)))

    def _refresh_tokens(self) -> None:
        self.versions.refresh_tokens()
        self.scenes.model.refresh()

    def _connect(self) -> None:
        self.versions.can_edit = self.can_edit
        self.scenes.can_edit = self.scenes.table.cells.can_edit = self.can_edit
        self.tabs.currentChanged.connect(self._pages.setCurrentIndex)
        self.counting.counted.connect(self._refresh_tokens)
        self.versions.edit_requested.connect(self._ask)
        self.versions.announced.connect(self.announced)
        self.scenes.edit_requested.connect(self._ask)
        self.scenes.message_requested.connect(self.message_activated)
        self.template.setting_changed.connect(self._change_setting)
        self.template.setting_reset.connect(self._reset_setting)
        self.adopt.clicked.connect(self._adopt)
        self.restore.clicked.connect(self._restore)

    def _lay_out(self) -> None:
        self.setAccessibleName(_("Recaps"))
        for title in (_("Versions"), _("Scenes"), _("Template")):
            self.tabs.addTab(title)
        self.tabs.setAccessibleName(_("Parts of the recaps"))
        self.tabs.setExpanding(False)
        self.tabs.setDocumentMode(True)
        self.tabs.setFont(font(11))
        self.state.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        for button in (self.adopt, self.restore, self.write):
            button.setFont(font(11))
        for page in (self.versions, self.scenes, self.template, self.nothing):
            self._pages.addWidget(page)
        buttons = (self.adopt, self.restore, self.write)
        head = hbox(None, self.tabs, (self.state, 1), *buttons, margins=(2, 0, 10, 0), spacing=8)
        vbox(self, head, (self._pages, 1), margins=0, spacing=0)
