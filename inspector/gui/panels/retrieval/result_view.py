"""Which scores are in use, how many items have one, the best of them, and what is amiss."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from inspector.core.request import RequestDerivation
from inspector.core.sources import Scores
from inspector.gui.kit.labels import StatusLabel, Tone
from inspector.gui.kit.layouts import hbox, vbox
from inspector.gui.kit.text import counted
from inspector.gui.panels.retrieval.best_items import BestItems, best_rows
from inspector.gui.panels.retrieval.request import Inspection
from inspector.gui.panels.retrieval.words import (
    ASK_SCRIBE,
    NO_ITEMS,
    NO_QUERY,
    changed_since,
    in_short,
    needing_none,
    without_score,
)
from inspector.language import _, ngettext
from inspector.retrieval.scoring import RetrievedScores


class ResultView(QWidget):
    """Shows the scores in use.

    Signals:
        again_requested: the items are to be scored again.
    """

    again_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._derivation: RequestDerivation | None = None
        self._scores: Scores | None = None
        self.retriever = StatusLabel(self, bold=True)
        self.counts = StatusLabel(self)
        self.query = StatusLabel(self, Tone.QUIET)
        self.changed = StatusLabel(self, Tone.WARNING)
        self.again_button = QPushButton(_("Score again"), self)
        self.best = BestItems(self)
        self.problems = StatusLabel(self, Tone.WARNING)
        self._lay_out()
        self.again_button.clicked.connect(self.again_requested)
        self.clear("")

    def clear(self, words: str) -> None:
        """Show that there are no scores, and why."""
        self._derivation, self._scores = None, None
        self.retriever.say("")
        self.counts.say(words)
        for one in (self.query, self.changed, self.problems):
            one.say("")
        self.again_button.hide()
        self.best.show_rows(())

    def show_scores(self, derivation: RequestDerivation | None, scores: Scores | None) -> None:
        """Show the scores of an answer; what is amiss with them comes with the next look.

        Args:
            derivation: what Scribe answered; None where it was not asked.
            scores: those that were given; None where BM25 made them.
        """
        self._derivation, self._scores = derivation, scores
        name = "BM25" if scores is None else _(scores.retriever)
        self.retriever.say(_("In use: {name}").format(name=name))
        self.best.show_rows(() if derivation is None else best_rows(derivation))

    def show_inspection(self, inspection: Inspection) -> None:
        """Say how many items have a score, and what is amiss."""
        if not inspection.sought.items:
            self.clear(NO_ITEMS)
            return
        if inspection.scored is None:
            self.counts.say(self._matching(inspection))
        else:
            total = len(inspection.sought.items)
            self.counts.say(
                _("{scored:,} of {items} have a score.").format(
                    scored=inspection.scored, items=counted(total, "{n} item", "{n} items")
                )
            )
        query = inspection.sought.query
        self.query.say(
            _("Query: {in_short}").format(in_short=in_short(query)) if query.strip() else NO_QUERY
        )
        self.changed.say(changed_since(inspection.since))
        self.again_button.setVisible(bool(inspection.since))
        wording = [without_score(inspection.without)] if inspection.without else []
        if isinstance(self._scores, RetrievedScores):
            wording += self._scores.problems
        self.problems.say(" ".join(wording))

    def _matching(self, inspection: Inspection) -> str:
        items = [item for item in inspection.sought.items if not item.is_constant]
        if self._derivation is None:
            return _("BM25 scores {items}. {ASK_SCRIBE}").format(
                items=counted(len(items), "{n} item", "{n} items"), ASK_SCRIBE=ASK_SCRIBE
            )
        found = {row.item.key for row in self._derivation.rag if row.score > 0}
        matching = sum(item.key in found for item in items)
        wording = ngettext(
            "{matching:,} of {n:,} item matches the query.",
            "{matching:,} of {n:,} items match the query.",
            len(items),
        ).format(matching=matching, n=len(items))
        constant = len(inspection.sought.items) - len(items)
        return f"{wording} {needing_none(constant)}" if constant else wording

    def _lay_out(self) -> None:
        again = hbox(None, (self.changed, 1), self.again_button, spacing=8)
        vbox(
            self,
            self.retriever,
            again,
            self.counts,
            self.query,
            self.best,
            self.problems,
            margins=0,
            spacing=6,
        )
