"""The foot of the settings: what those that a person changed do to the block."""

from dataclasses import dataclass, replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from inspector.gui.kit.labels import OneLine, Tone
from inspector.gui.kit.layouts import hbox
from inspector.gui.kit.text import counted, signed, tooltip
from inspector.gui.kit.visibility import WhenSeen
from inspector.gui.state.derivation import Answer, derive
from inspector.gui.state.workers import CancelToken, LatestWorker
from inspector.language import _, ngettext


@dataclass(frozen=True)
class Effect:
    """What a block comes to, beside what it would with the usual settings.

    Attributes:
        changed: how many settings a person changed.
        tokens: of all its slots.
        usual_tokens: of all slots with the usual settings; None where that is not known yet.
        memories: how many are in; None where the ruleset judges none.
        entered: how many of them are in only with these settings.
        left: how many would be in with the usual ones.
    """

    changed: int
    tokens: int
    usual_tokens: int | None = None
    memories: int | None = None
    entered: int = 0
    left: int = 0

    @property
    def words(self) -> str:
        """It in one line."""
        known = self.usual_tokens is not None
        tokens = counted(self.tokens, "{n} token", "{n} tokens")
        if self.usual_tokens is not None:
            difference = self.tokens - self.usual_tokens
            tokens = (
                _("{tokens} ({difference})").format(tokens=tokens, difference=signed(difference))
                if difference
                else _("{tokens} as usual").format(tokens=tokens)
            )
        memories = "" if self.memories is None else self._memories_in_words(known=known)
        effect = ", ".join(filter(None, (memories, tokens)))
        if not self.changed:
            return _("As usual: {effect}").format(effect=effect)
        return ngettext(
            "With this one: {effect}", "With these {n:,}: {effect}", self.changed
        ).format(n=self.changed, effect=effect)

    def _memories_in_words(self, *, known: bool) -> str:
        count = self.memories or 0
        moved = [signed(one) for one in (self.entered, -self.left) if one]
        if known and not moved:
            return counted(count, "the same {n} memory", "the same {n} memories")
        memories = counted(count, "{n} memory", "{n} memories")
        return f"{memories} ({' '.join(moved)})" if moved else memories


def effect_of(answer: Answer, usual: Answer | None = None) -> Effect:
    """What an answer's settings do.

    Args:
        answer: with the settings as they are.
        usual: with the usual ones; None where it is not known yet.
    """
    changed = len(answer.state.question.changed_settings)
    judged = len(answer.of_memories.verdicts) > 0
    inside = answer.of_memories.in_block
    effect = Effect(changed, _tokens(answer), memories=len(inside) if judged else None)
    if usual is None:
        return effect
    before = usual.of_memories.in_block
    entered, left = len(inside - before), len(before - inside)
    return replace(effect, usual_tokens=_tokens(usual), entered=entered, left=left)


def _tokens(answer: Answer) -> int:
    return sum(one.tokens for one in answer.derivation.injections)


class SettingsFoot(QWidget):
    """Says what the changed settings do, worked out while somebody looks, and where they are from.

    Attributes:
        worker: puts the question with the usual settings.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.effect = OneLine(self, Tone.QUIET, 11, tabular=True)
        self.source = OneLine(self, Tone.QUIET, 11)
        self.worker = LatestWorker(self)
        self.worker.answered.connect(self._take)
        self._answer: Answer | None = None
        self._seen = WhenSeen(self, self._ask)
        self.effect.setAccessibleName(_("What the settings do"))
        self.source.setAccessibleName(_("Where the settings come from"))
        self.source.setAlignment(Qt.AlignmentFlag.AlignRight)
        hbox(self, (self.effect, 3), (self.source, 2), margins=(12, 3, 12, 3), spacing=16)

    def show_source(self, words: str) -> None:
        """Say which file the settings were taken from; empty if there is none."""
        self.source.setText(words)
        self.source.setToolTip(tooltip(words))
        self.source.setVisible(bool(words))

    def show_answer(self, answer: Answer | None) -> None:
        """Say what the block comes to, and then what the changed settings do to it."""
        self.worker.cancel()
        self._answer = answer
        self._show(None if answer is None else effect_of(answer))
        if self._seen.is_now():
            self._ask()

    def _ask(self) -> None:
        answer = self._answer
        if answer is not None and answer.state.question.changed_settings:
            self.worker.ask(lambda token: effect_of(answer, _usual(answer, token)))

    def _take(self, effect: Effect) -> None:
        self._show(effect)

    def _show(self, effect: Effect | None) -> None:
        self.effect.setText("" if effect is None else effect.words)
        self.effect.setAccessibleDescription(self.effect.text())


def _usual(answer: Answer, token: CancelToken) -> Answer:
    """The same question with the usual settings."""
    question = answer.state.question
    usual = question.with_settings(question.usual_settings)

    def check(_done: int, _total: int) -> None:
        token.check()

    return derive(replace(answer.state, question=usual), progress=check)
