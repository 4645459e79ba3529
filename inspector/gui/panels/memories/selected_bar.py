"""What several selected memories come to, and what can be done to all of them."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from inspector.core.injection import Derivation, Verdict
from inspector.core.memory import Memory
from inspector.gui.kit.memory_words import verdict_word
from inspector.gui.kit.selection_bar import SelectionBar
from inspector.gui.panels.memories.edit_controller import EditController
from inspector.gui.panels.memories.making import Making
from inspector.language import _, ngettext

_UNDO = _("One step to undo.")


class SelectedBar(SelectionBar):
    """Sums and actions of the selection.

    Args:
        controller: knows what is selected.
        making: merges and deletes.
        fill_menu: fills the menu of all that can be done.
        parent: as for any widget.

    Attributes:
        derivation: what is said of the memories; None before the first answer.

    Signals:
        change_requested: a change of all of them is to be asked for.
        rewrite_requested: all of them are to be worded anew.
    """

    change_requested = Signal()
    rewrite_requested = Signal()

    def __init__(
        self,
        controller: EditController,
        making: Making,
        fill_menu: Callable[[QMenu], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self.derivation: Derivation | None = None
        self._change = self.set_choices(
            _("Change…"),
            self.change_requested.emit,
            _("Set, raise, replace in all. {UNDO}").format(UNDO=_UNDO),
        )
        self.set_choices(
            _("Rewrite"), self.rewrite_requested.emit, _("Word them anew, one after the other.")
        )
        merge = self.set_choices(
            _("Merge"), making.merge, f"{_('Make one memory of them.')} {_UNDO}"
        )
        more = self.set_choices(_("More"), lambda: None, _("All that can be done to them."))
        self._of_selection = (merge, more)
        menu = QMenu(more)
        menu.aboutToShow.connect(lambda: fill_menu(menu))
        more.setMenu(menu)

    def refresh(self, matches: Sequence[Memory] = ()) -> None:
        """Look again at what is selected.

        Args:
            matches: what a filter finds, which counts where not several are selected.
        """
        selected = self._controller.memories()
        are_selected = len(selected) > 1
        memories = selected if are_selected else matches
        for button in self._of_selection:
            button.setVisible(are_selected)
        if not memories:
            self.show_sums("")
            return
        found = self.derivation
        verdicts = [] if found is None else [found.verdict_for(one.index) for one in memories]
        count = len(memories)
        words = _("Change {n:,}…") if are_selected else _("Change all {n:,}…")
        self._change.setText(words.format(n=count))
        self.show_sums(*sums_of(memories, [one for one in verdicts if one is not None]))


def sums_of(memories: Sequence[Memory], verdicts: Sequence[Verdict]) -> tuple[str, str]:
    """How many they are and what they cost; and what is said of all of them.

    Args:
        memories: those that are selected.
        verdicts: what is said of them; none before the first answer.
    """
    count = ngettext("{n:,} memory", "{n:,} memories", len(memories)).format(n=len(memories))
    if not verdicts:
        return count, ""
    inside = [one for one in verdicts if one.in_block]
    tokens, whole = sum(one.tokens for one in inside), sum(one.tokens for one in verdicts)
    if not inside:
        sums = _("{count}, {whole:,} tokens if they were in").format(count=count, whole=whole)
    elif len(inside) == len(memories):
        sums = _("{count}, {tokens:,} tokens").format(count=count, tokens=tokens)
    else:
        sums = _("{count}, {n:,} in with {tokens:,} tokens, {whole:,} with all").format(
            count=count, n=len(inside), tokens=tokens, whole=whole
        )
    words = {verdict_word(one) for one in verdicts}
    if len(words) != 1 or len(verdicts) != len(memories):
        return sums, ""
    if len(memories) == 1:
        return sums, words.pop()
    return sums, _("All {n:,}: {pop}").format(n=len(memories), pop=words.pop())
