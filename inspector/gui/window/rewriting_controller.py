"""Has the model word summaries of the rewriting queue; a person keeps what they like."""

from collections.abc import Sequence

from PySide6.QtCore import QObject

from inspector.gui.panels.rewrite.exchange import Exchange
from inspector.gui.state.session import Session
from inspector.gui.state.workers import CancelToken
from inspector.gui.window.model_controller import ModelController, ModelTask
from inspector.llm.exchange import Model
from inspector.llm.rewriting import Proposal, rewriting_asks, rewritten
from inspector.tokenizer import load_tokenizer


class RewritingController(QObject):
    """Joins the rewriting queue and the model; it changes nothing."""

    def __init__(self, models: ModelController, session: Session, exchange: Exchange) -> None:
        super().__init__(models)
        self._models = models
        self._session = session
        self._exchange = exchange
        self._found: list[Proposal] = []
        exchange.model_requested.connect(self.ask)

    def ask(self, memories: Sequence[int]) -> None:
        """Ask for other summaries of these memories."""
        document, encoding = self._session.document, self._session.question.encoding
        self._found = []

        def work(model: Model, token: CancelToken) -> None:
            tokenizer = load_tokenizer(encoding or "o200k_base")
            for batch in rewritten(document, memories, model, tokenizer, token.check):
                token.part(batch)

        self._models.run(
            ModelTask(
                f"Rewriting {len(memories)} summaries…",
                lambda _: rewriting_asks(document, memories)[0],
                work,
                done=lambda _: self._end(),
                part=self._take,
                failed=lambda _: self._end(),
            )
        )

    def _take(self, batch: Sequence[Proposal]) -> None:
        self._found += batch
        self._exchange.show_proposals(self._found, is_done=False)

    def _end(self) -> None:
        if self._found:
            self._exchange.show_proposals(self._found, is_done=True)
