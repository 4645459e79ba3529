"""Duplicates, splits, merges and deletes the selected memories, by asking for edits."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from inspector.core.document import Document
from inspector.core.errors import InspectorError
from inspector.core.memory_edits import MakesMemories, ReviseMemories
from inspector.gui.panels.memories.edit_controller import EditController
from inspector.gui.panels.memories.split_dialog import SplitDialog
from inspector.language import _
from inspector.stamping import stamp_now
from inspector.systems import memory_maker


class Making(QObject):
    """What becomes of the selection is the memory system's to say; this asks for it.

    Signals:
        edit_requested: a `core.edits.Edit`.
        change_requested: many shall be changed at once.
        refused: a sentence that says why nothing can be made.
        edit_refused: what was asked for was refused: the edit if there is one, and why.
    """

    edit_requested = Signal(object)
    change_requested = Signal()
    refused = Signal(str)
    edit_refused = Signal(object, str)

    def __init__(
        self, controller: EditController, can_edit: Callable[[], bool], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._can_edit = can_edit
        self._widget = parent

    def change_many(self) -> None:
        """Ask what shall be changed of many at once."""
        self.change_requested.emit()

    def duplicate(self) -> None:
        """Make a copy of each selected memory."""
        chosen = self._controller.targets()
        self._request(lambda maker, of: maker.duplicates(of, chosen, stamp_now()))

    def merge(self) -> None:
        """Make one memory of those selected, the first of the list; archive the others."""
        chosen = sorted(self._controller.targets())
        self._request(lambda maker, of: maker.merged(of, chosen))

    def delete(self) -> None:
        """Take the selected memories out of the chat."""
        chosen = self._controller.targets()
        self._request(lambda maker, of: maker.deleted(of, chosen))

    def split(self) -> None:
        """Open the dialog that parts the one selected memory."""
        chosen = self._controller.memories()
        if len(chosen) != 1:
            self.refused.emit(_("One memory is split at a time."))
            return
        if not self._can_edit():
            return
        dialog = SplitDialog(self._controller.document, chosen[0].index, self._widget)

        def part(memory: int, cuts: list[int]) -> None:
            self._make(lambda maker, of: maker.split(of, memory, cuts, stamp_now()))

        dialog.split_requested.connect(part)
        self.edit_refused.connect(dialog.take_refusal)
        dialog.open()

    def _request(self, make: Callable[[MakesMemories, Document], ReviseMemories]) -> None:
        if self._controller.targets():
            self._make(make)

    def _make(self, make: Callable[[MakesMemories, Document], ReviseMemories]) -> None:
        document = self._controller.document
        try:
            edit = make(memory_maker(document), document)
        except InspectorError as error:
            self.refused.emit(str(error))
            self.edit_refused.emit(None, str(error))
            return
        self.edit_requested.emit(edit)
