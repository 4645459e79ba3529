"""What stands below the editor: what all new wordings do to the block, and what keeps them."""

from PySide6.QtWidgets import QPushButton, QWidget

from inspector.core.injection import Derivation
from inspector.gui.kit.labels import OneLine
from inspector.gui.kit.layouts import hbox
from inspector.gui.kit.text import signed
from inspector.language import _


class Foot(QWidget):
    """The effect on the block while one types, and the buttons for all of the queue."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.effect = OneLine(self, tabular=True)
        self.keep_button = QPushButton(_("Keep all as one step"), self)
        self.keep_button.setToolTip(_("All new wordings as one step: Ctrl+Z takes it back."))
        self.drop_button = QPushButton(_("Drop all"), self)
        self.restore_button = QPushButton(_("Restore what was dropped"), self)
        self.restore_button.hide()
        hbox(
            self,
            self.keep_button,
            self.drop_button,
            self.restore_button,
            (self.effect, 1),
            margins=(10, 4, 10, 4),
            spacing=8,
        )

    def show_drafts(self, many: int) -> None:
        """Show how many new wordings there are to keep."""
        for button in (self.keep_button, self.drop_button):
            button.setEnabled(many > 0)
        self.drop_button.setText(
            _("Drop all {many:,}").format(many=many) if many > 1 else _("Drop all")
        )

    def show_effect(
        self, memory: int | None, before: Derivation | None, after: Derivation | None
    ) -> None:
        """Show what the block becomes.

        Args:
            memory: the one that is worded; None for none.
            before: what holds; None before the first answer.
            after: what would hold with all wordings, kept or typed; None where none differs.
        """
        if before is None:
            self.effect.setText("")
            return
        words = [] if memory is None else _of_line(memory, before, after)
        whole = [sum(one.tokens for one in each.injections) for each in (before, after or before)]
        block = _("block {whole:,} tokens").format(whole=whole[0])
        if after is not None:
            block = _("block {whole:,} → {whole2:,} tokens, {whole3}").format(
                whole=whole[0], whole2=whole[1], whole3=signed(whole[1] - whole[0])
            )
        self.effect.setText(" · ".join([*words, block]))


def _of_line(memory: int, before: Derivation, after: Derivation | None) -> list[str]:
    """What the memory's own lines cost."""
    if before.verdict_for(memory) is None:
        return [_("it does not exist yet where the chat ends")]
    old = _cost(memory, before)
    new = old if after is None else _cost(memory, after)
    if old is None or new is None:
        return (
            [_("it is not in the block")]
            if old is new
            else [_("it comes in") if new else _("it drops out")]
        )
    return [
        _("its line {old:,} tokens").format(old=old)
        if new == old
        else _("its line {old:,} → {new:,} tokens").format(old=old, new=new)
    ]


def _cost(memory: int, derivation: Derivation) -> int | None:
    """Tokens of a memory's lines; None where it has none."""
    lines = [line for one in derivation.injections for line in one.lines if line.memory == memory]
    return sum(line.tokens for line in lines) if lines else None
