"""What several selected messages come to, and what can be done to all of them."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from inspector.core.edits import SetHidden
from inspector.gui.kit.clipboard import put_on_clipboard
from inspector.gui.kit.selection_bar import SelectionBar
from inspector.gui.kit.text import counted
from inspector.gui.panels.messages.model import MessagesModel
from inspector.gui.panels.messages.table import MessagesTable
from inspector.gui.tables.selected import selected_rows
from inspector.language import _
from inspector.tokenizer import load_tokenizer

_MOST_COUNTED = 300
"""More messages would keep the window from painting while their tokens are counted."""


class SelectedBar(SelectionBar):
    """Sums and actions of the selected messages.

    Signals:
        memory_requested: a memory is to be made from these messages (such as `12,14..16`).
        edit_requested: a `core.edits.Edit`.
    """

    memory_requested = Signal(str)
    edit_requested = Signal(object)

    def __init__(self, table: MessagesTable, model: MessagesModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._table, self._model = table, model
        self._messages: Sequence[int] = ()
        self.set_choices(
            _("New memory…"), self._make_memory, _("Make a memory with these as its sources.")
        )
        self._hide = self.set_choices(_("Hide"), self._toggle_hidden, "")
        self.set_choices(_("Copy"), self._copy, _("Copy their texts, one after the other."))
        table.selectionModel().selectionChanged.connect(self.refresh)
        model.modelReset.connect(self.refresh)

    def refresh(self) -> None:
        """Look again at what is selected."""
        rows = selected_rows(self._table.selectionModel())
        self._messages = sorted(map(self._model.message_at, rows))
        if len(self._messages) < 2:
            self.show_sums("")
            return
        chat, sources = self._model.document.chat, self._model.facts.sources
        hidden = sum(chat.hidden[one] for one in self._messages)
        self._hide.setText(_("Show") if hidden == len(self._messages) else _("Hide"))
        all_of_them = _("Put them back into") if self._is_hidden else _("Leave them out of")
        self._hide.setToolTip(
            _("{all_of_them} prompts, as SillyTavern does. One step to undo.").format(
                all_of_them=all_of_them
            )
        )
        words = counted(len(self._messages), "{n} message", "{n} messages")
        if len(self._messages) <= _MOST_COUNTED:
            count = load_tokenizer("o200k_base").count
            tokens = sum(count(chat.message(one).text) for one in self._messages)
            words += f", {counted(tokens, '{n} token', '{n} tokens')}"
        memories = sources.of_messages(np.array(self._messages, dtype=np.int64))
        named = counted(len(memories), "{n} memory", "{n} memories")
        self.show_sums(
            words, _("{hidden:,} hidden · sources of {named}").format(hidden=hidden, named=named)
        )

    @property
    def _is_hidden(self) -> bool:
        chat = self._model.document.chat
        return all(chat.hidden[one] for one in self._messages)

    def _make_memory(self) -> None:
        self.memory_requested.emit(ranges_of(self._messages))

    def _toggle_hidden(self) -> None:
        self.edit_requested.emit(SetHidden(tuple(self._messages), hidden=not self._is_hidden))

    def _copy(self) -> None:
        chat = self._model.document.chat
        found = [chat.message(one) for one in self._messages]
        put_on_clipboard("\n\n".join(f"{one.name}: {one.text}" for one in found))


def ranges_of(messages: Sequence[int]) -> str:
    """Messages as they are typed: `3,5..8`."""
    runs: list[tuple[int, int]] = []
    for one in messages:
        if runs and one == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], one)
        else:
            runs.append((one, one))
    return ",".join(str(one) if one == last else f"{one}..{last}" for one, last in runs)
