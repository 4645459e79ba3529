"""The scenes: a table, and the recap of one of them with its versions and stages."""

from collections.abc import Callable

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QWidget,
)
from typing_extensions import override

from inspector.core.chat import Chat
from inspector.core.readings import message_place
from inspector.core.recap import Scene
from inspector.core.recap_edits import RenameScene, SetSceneRecap, UseSceneVersion
from inspector.gui.kit.layouts import split, vbox
from inspector.gui.kit.theme import Themed, font, scaled
from inspector.gui.panels.recaps.counting import Counting
from inspector.gui.panels.recaps.reading import Reading
from inspector.gui.panels.recaps.scene_text import (
    READABLE,
    current_version,
    editable,
    forms,
    versions,
)
from inspector.gui.panels.recaps.scenes_model import Location, ScenesModel
from inspector.gui.panels.recaps.state import RecapsState
from inspector.gui.tables.view import Table
from inspector.language import _
from inspector.systems import recap_keeper

_LEAST_FORM_PX = 110


class ScenesPage(Themed, QWidget):
    """Shows finished scenes and asks for edits of them.

    Attributes:
        can_edit: asked before anybody types; says why where nobody may.

    Signals:
        edit_requested: a `core.edits.Edit`.
        message_requested: a scene's break is to be shown among the messages (int index).
    """

    edit_requested = Signal(object)
    message_requested = Signal(int)

    def __init__(self, counting: Counting, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._displayed = RecapsState()
        self._scene: Scene | None = None
        self._is_editing = False
        self._edited: int | None = None
        self.can_edit: Callable[[], bool] = lambda: True
        self.model = ScenesModel(counting.tokens, self._rename, self)
        self.table = Table(self.model, _("Scenes"), "recap_scenes", self)
        self.table.setSelectionMode(self.table.SelectionMode.SingleSelection)
        self.heading = QLabel(self)
        self.version = QComboBox(self)
        self.form = QComboBox(self)
        self.edit = QPushButton(_("Edit"), self)
        self.keep = QPushButton(_("Keep"), self)
        self.cancel = QPushButton(_("Cancel"), self)
        self.go = QPushButton(_("Go to its break"), self)
        self.reading = Reading(self)
        self._lay_out()
        self._connect()
        self._refresh()

    @override
    def restyle(self) -> None:
        self.model.refresh()

    def show_recaps(self, displayed: RecapsState) -> None:
        """Show the scenes; the chosen one stays chosen, and what is typed stays typed."""
        before, self._displayed = self._displayed, displayed
        self._move(before.document.chat, displayed.document.chat)
        row = self.table.currentIndex().row()
        self.model.show_rows(tuple(enumerate(displayed.scenes, start=1)))
        if not 0 <= row < self.model.rowCount():
            row = self.model.rowCount() - 1
        if row >= 0 and self.table.currentIndex().row() != row:
            self.table.setCurrentIndex(self.model.index(row, Location.NAME))
        self._choose()

    def _move(self, before: Chat, after: Chat) -> None:
        """Follow the scene that is worded anew to where it ends in another reading of the chat."""
        if self._edited is not None and before is not after:
            self._edited = message_place(before, self._edited, after)
            self.reading.edit.target = _target(self._edited)

    def show_scene(self, end: int) -> None:
        """Choose the scene that ends at a message."""
        for row, scene in enumerate(self._displayed.scenes):
            if scene.end == end:
                self.table.setCurrentIndex(self.model.index(row, Location.NAME))

    def commit(self) -> None:
        """Take over what is typed and not yet asked for."""
        self.table.finish_editing(keep=True)
        if self._is_editing and self.reading.edit.is_modified:
            self._keep_edit()

    def _rename(self, message: int, name: str) -> None:
        self.edit_requested.emit(RenameScene(message, name))

    def _choose(self) -> None:
        scene = self._scene = self.model.at(self.table.currentIndex().row())
        is_other = scene is not None and scene.end != self._edited
        if self._is_editing and is_other and not self.reading.edit.is_modified:
            self.end_editing()
        else:
            self._refresh()

    def _refresh(self) -> None:
        scene, editing = self._scene, self._is_editing
        blockers = [QSignalBlocker(self.version), QSignalBlocker(self.form)]
        self._show_versions(scene)
        chosen = self.form.currentData() or READABLE
        held = _held(scene)
        found = forms(held) if held is not None else {}
        self.form.clear()
        for name in found:
            self.form.addItem(name, name)
        self.form.setCurrentIndex(max(0, self.form.findData(chosen)))
        for blocker in blockers:
            blocker.unblock()
        for part in (self.version, self.form, self.edit, self.go):
            part.setVisible(not editing)
            part.setEnabled(scene is not None)
        self.edit.setEnabled(held is not None)
        self.heading.setText(self._heading() if editing else _("Recap"))
        self.keep.setVisible(editing)
        self.keep.setEnabled(self._edited is not None)
        self.cancel.setVisible(editing)
        if not editing:
            words = found.get(self.form.currentData(), "")
            self.reading.show_text(words or self._why_empty())

    def _why_empty(self) -> str:
        if self._scene is None:
            return _("No scene is finished yet.") if self._displayed.is_open else ""
        return _("This scene has no recap.")

    def _heading(self) -> str:
        """Of which scene what is typed is: another one may be chosen meanwhile."""
        ends = [scene.end for scene in self._displayed.scenes]
        if self._edited not in ends:
            return _("Recap of a scene that is gone")
        return _("Recap of scene {number:,}").format(number=ends.index(self._edited) + 1)

    def _show_versions(self, scene: Scene | None) -> None:
        self.version.clear()
        if scene is not None:
            count = len(versions(scene.recap))
            self.version.addItems(
                [
                    _("Version {number} of {count}").format(number=number + 1, count=count)
                    for number in range(count)
                ]
            )
            self.version.setCurrentIndex(min(current_version(scene.recap), count - 1))

    def _use_version(self, number: int) -> None:
        if self._scene is not None:
            self.edit_requested.emit(UseSceneVersion(self._scene.end, number))

    def _start_editing(self) -> None:
        if self._scene is not None and self.can_edit():
            self._edit(self._scene.end, None)
            self.reading.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def edit_again(self, edit: object) -> None:
        """Let a person go on with a recap that was refused; what they typed stays."""
        if isinstance(edit, SetSceneRecap):
            self._edit(edit.message, editable(edit.text))

    def _edit(self, end: int, typed: str | None) -> None:
        self._is_editing, self._edited = True, end
        scene = next((one for one in self._displayed.scenes if one.end == end), None)
        self.reading.start_editing(editable(_held(scene)), typed)
        self.reading.edit.target = _target(end)
        self._refresh()

    def _keep_edit(self) -> None:
        end, words, modified = self._edited, self.reading.edit.text, self.reading.edit.is_modified
        if end is None:
            return  # it cannot be kept, and is not to be lost
        self.end_editing()
        if modified:
            self.edit_requested.emit(SetSceneRecap(end, recap_keeper().compacted(words)))

    def end_editing(self) -> None:
        """Go back to reading; what was typed is gone."""
        self._is_editing, self._edited = False, None
        self.reading.end_editing()
        self._refresh()

    def _go(self) -> None:
        if self._scene is not None:
            self.message_requested.emit(self._scene.end)

    def _connect(self) -> None:
        self.table.selectionModel().currentRowChanged.connect(self._choose)
        self.version.activated.connect(self._use_version)
        self.form.activated.connect(self._refresh)
        self.edit.clicked.connect(self._start_editing)
        self.keep.clicked.connect(self._keep_edit)
        self.cancel.clicked.connect(self.end_editing)
        self.reading.edit.committed.connect(self._keep_edit)
        self.reading.edit.reverted.connect(self.end_editing)
        self.go.clicked.connect(self._go)

    def _lay_out(self) -> None:
        self.version.setAccessibleName(_("Version of the scene's recap that is in use"))
        self.form.setAccessibleName(_("Form in which the scene's recap is shown"))
        self.form.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.form.setMinimumWidth(scaled(_LEAST_FORM_PX))
        self.reading.edit.setAccessibleName(_("Recap of the scene"))
        bar = QHBoxLayout()
        bar.setContentsMargins(10, 5, 10, 5)
        bar.setSpacing(6)
        self.heading.setFont(font(11, bold=True))
        for part in (self.heading, self.version, self.form):
            bar.addWidget(part)
        bar.addStretch(1)
        for part in (self.edit, self.keep, self.cancel, self.go):
            bar.addWidget(part)
        lower = QWidget(self)
        vbox(lower, bar, (self.reading, 1), margins=0, spacing=0)
        whole = split("recap_scenes", self.table, lower, vertical=True, handle=3, stretches=(1, 2))
        vbox(self, whole, margins=0)


def _held(scene: Scene | None) -> object:
    """A scene's recap in the version that is in use."""
    saved = () if scene is None else versions(scene.recap)
    if scene is None or not saved:
        return None
    return saved[min(current_version(scene.recap), len(saved) - 1)]


def _target(end: int | None) -> tuple[str, ...]:
    """What a recap is of, as `files.unsaved.Draft` names it.

    Args:
        end: the last message of its scene; None for one that is gone.
    """
    return () if end is None else ("scene", str(end))
