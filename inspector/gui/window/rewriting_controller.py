"""Has the model word summaries of the rewriting queue and recaps; a person keeps what they like."""

from collections.abc import Sequence

from PySide6.QtCore import QObject

from inspector.core.recap_keys import DATA_KEYS
from inspector.gui.panels.recaps.panel import RecapsPanel
from inspector.gui.panels.rewrite.panel import RewritePanel
from inspector.gui.state.session import Session
from inspector.gui.state.workers import CancelToken
from inspector.gui.window.model_controller import ModelController, ModelTask
from inspector.llm.exchange import Model
from inspector.llm.recaps import RecapPlan, recap_plans, recapped
from inspector.llm.rewriting import Proposal, rewriting_asks, rewritten
from inspector.systems import recap_keeper
from inspector.tokenizer import load_tokenizer

EXCLUDED = "running_scene_recap_exclude_latest"
"""The setting that leaves the latest scenes out of a running recap made afresh."""


class RewritingController(QObject):
    """Joins the rewriting queue and the model; it changes nothing."""

    def __init__(self, models: ModelController, session: Session, panel: RewritePanel) -> None:
        super().__init__(models)
        self._models = models
        self._session = session
        self._panel = panel
        self._found: list[Proposal] = []
        panel.model_requested.connect(self.ask)

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
        self._panel.show_proposals(self._found, is_done=False)

    def _end(self) -> None:
        if self._found:
            self._panel.show_proposals(self._found, is_done=True)


class RecapWriting(QObject):
    """Joins the dialog that recaps are written in and the model; it changes nothing."""

    def __init__(self, models: ModelController, panel: RecapsPanel) -> None:
        super().__init__(models)
        self._models = models
        self._panel = panel
        panel.write.clicked.connect(self.show)
        panel.writer.model_requested.connect(self.ask)
        panel.writer.prompt_changed.connect(self._keep_prompt)

    def show(self) -> None:
        """Offer all recaps that can be written."""
        shown = self._panel.shown
        plans = recap_plans(
            shown.document,
            shown.recaps.seen(DATA_KEYS),
            shown.scenes,
            recap_keeper(),
            shown.settings.get(EXCLUDED, 0),
        )
        self._panel.writer.show_plans(plans, self._models.choice.prompts)

    def ask(self, plan: RecapPlan, prompt: str) -> None:
        """Ask for a recap by a prompt."""
        writer = self._panel.writer
        self._models.run(
            ModelTask(
                f"{plan.title}…",
                lambda _: plan.ask(prompt),
                lambda model, token: recapped(plan, prompt, model, recap_keeper(), token.check),
                done=lambda text: writer.show_text(plan, text),
                failed=writer.say,
            )
        )

    def _keep_prompt(self, name: str, text: str) -> None:
        others = {key: value for key, value in self._models.choice.prompts.items() if key != name}
        self._models.choosing.change(prompts={**others, name: text} if text else others)
