"""Has the model write wordings, recaps and the paragraph of established history."""

from collections.abc import Callable, Sequence
from functools import cached_property, partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from inspector.analysis.summed_history import (
    memories_of_history,
    summary_of,
    summing_ruleset,
    sums_up,
)
from inspector.core.bucket_summary import OLD_SUMMARY, ON
from inspector.core.errors import InspectorError
from inspector.core.recap_edits import SetSceneRecap
from inspector.core.recap_keys import DATA_KEYS
from inspector.core.settings import SetSetting
from inspector.gui.files.drafts import Drafts
from inspector.gui.kit.writer_dialog import WriterDialog
from inspector.gui.panels.recaps.panel import RecapsPanel
from inspector.gui.panels.recaps.transfer import now
from inspector.gui.panels.rewrite.answers import RewritingRequest
from inspector.gui.panels.rewrite.panel import RewritePanel
from inspector.gui.state.commands import Commands
from inspector.gui.state.query import query_of
from inspector.gui.state.session import Session
from inspector.gui.state.workers import CancelToken
from inspector.gui.window.model_controller import ModelController, ModelTask
from inspector.gui.window.panels import Panels
from inspector.gui.window.status import Status
from inspector.kept_summaries import keep_summary
from inspector.language import _, ngettext
from inspector.llm.exchange import Model
from inspector.llm.histories import HistoryPlan
from inspector.llm.recaps import RecapPlan, recap_plans
from inspector.llm.rewriting import rewriting_asks, rewritten
from inspector.llm.writing import Writing, Written, written
from inspector.source_edits import KeepSummary
from inspector.systems import recap_keeper, ruleset_named
from inspector.tokenizer import load_tokenizer


class RewritingController(QObject):
    """Joins the rewriting queue and the model; it changes nothing."""

    def __init__(self, models: ModelController, session: Session, panels: Panels) -> None:
        super().__init__(models)
        self._models = models
        self._session = session
        self._panels = panels
        panels.when_made(RewritePanel, self._hear)

    def _hear(self, panel: RewritePanel) -> None:
        panel.exchange.model_requested.connect(self.ask)
        panel.exchange.stop_requested.connect(self._models.cancel)

    def ask(self, memories: Sequence[int]) -> None:
        """Ask for other summaries of these memories."""
        document, encoding = self._session.document, self._session.question.encoding
        request, exchange = RewritingRequest(document, memories), self._panels.rewrite.exchange
        exchange.begin(request)

        def work(model: Model, token: CancelToken) -> None:
            tokenizer = load_tokenizer(encoding or "o200k_base")
            for batch in rewritten(document, memories, model, tokenizer, token.check):
                token.part(batch)

        self._models.run(
            ModelTask(
                ngettext(
                    "Rewriting {n:,} summary…", "Rewriting {n:,} summaries…", len(memories)
                ).format(n=len(memories)),
                lambda _: rewriting_asks(document, memories)[0],
                work,
                done=lambda _: exchange.finish(request),
                part=partial(exchange.add, request),
                failed=lambda _: exchange.finish(request),
            )
        )


EXCLUDED = "running_scene_recap_exclude_latest"
"""The setting that leaves the latest scenes out of a running recap made afresh."""

_EDITED = _(
    "The recap of that scene was edited meanwhile, and would be replaced: see what differs, and "
    "keep it again to have it so."
)
_KEPT = _("Established history stands as one paragraph")


class WriterController(QObject):
    """Joins a dialog in which something is written and the model; it changes nothing.

    Args:
        models: who is asked.
        dialog: where a person asks, and decides on what is written.
        drafts: know of answers on which nobody has decided.
    """

    def __init__(self, models: ModelController, dialog: WriterDialog, drafts: Drafts) -> None:
        super().__init__(models)
        self._models = models
        self._dialog = dialog
        drafts.hear(dialog.plans)
        dialog.model_requested.connect(self.ask)
        dialog.stop_requested.connect(models.cancel)
        dialog.prompt_changed.connect(self._keep_prompt)

    def show_plans(self, plans: Sequence[Writing]) -> None:
        """Offer what can be written."""
        self._dialog.show_plans(plans, self._models.choice.prompts)

    def ask(self, plan: Writing, prompt: str) -> None:
        """Ask for something by a prompt."""
        self._models.run(
            ModelTask(
                f"{plan.title}…",
                lambda _: plan.ask(prompt),
                lambda model, token: written(plan, prompt, model, token.check),
                # The dialog may be closed by then, and shows it once it is open again.
                done=partial(self._dialog.take_answer, plan),
                failed=self._dialog.refuse,
            )
        )

    def _keep_prompt(self, name: str, text: str) -> None:
        rest = {key: value for key, value in self._models.choice.prompts.items() if key != name}
        self._models.choosing.change(prompts={**rest, name: text} if text else rest)


class RecapWriting(QObject):
    """Writes recaps.

    Args:
        models: who is asked.
        commands: the only writer of the chat.
        panels: the one of recaps offers it.
        take_entities: gets what an answer names for the lorebook, once it is kept.
        drafts: know of recaps on which nobody has decided.
    """

    def __init__(
        self,
        models: ModelController,
        commands: Commands,
        panels: Panels,
        take_entities: Callable[[Written], None],
        drafts: Drafts,
    ) -> None:
        super().__init__(models)
        self._models = models
        self._commands = commands
        self._panels = panels
        self._take_entities = take_entities
        self._drafts = drafts
        panels.when_made(RecapsPanel, lambda panel: panel.write.clicked.connect(self.show))

    @cached_property
    def _writer(self) -> WriterController:
        dialog = self._panels.recaps.writer
        self._commands.refused.connect(dialog.take_refusal)
        dialog.keep_requested.connect(self._keep)
        self._panels.recaps.answered.connect(self._renew)
        return WriterController(self._models, dialog, self._drafts)

    def show(self) -> None:
        """Offer all recaps that can be written."""
        self._writer.show_plans(self._plans)

    def _renew(self) -> None:
        """Offer those of a chat that was edited while the dialog is open."""
        if self._panels.recaps.writer.isVisible():
            self._panels.recaps.writer.renew_plans(self._plans)

    @property
    def _plans(self) -> Sequence[RecapPlan]:
        displayed = self._panels.recaps.displayed
        return recap_plans(
            displayed.document,
            displayed.recaps.seen(DATA_KEYS),
            displayed.scenes,
            recap_keeper(),
            displayed.settings.get(EXCLUDED, 0),
        )

    def _keep(self, plan: RecapPlan, found: Written) -> None:
        dialog = self._panels.recaps.writer
        try:
            placed = plan.placed_in(self._commands.history.state.document)
        except InspectorError as error:
            dialog.show_trouble(str(error))
            return
        if isinstance(placed.edit, SetSceneRecap) and placed.current != plan.current:
            dialog.show_written(placed, found)
            dialog.show_trouble(_EDITED)
            return
        if self._commands.submit(placed.edit_with(found.text, now())) and found.entities:
            self._take_entities(found)


class HistoryWriting(QObject):
    """Writes the paragraph that stands in the place of established history's memories."""

    def __init__(
        self,
        window: QWidget,
        models: ModelController,
        session: Session,
        commands: Commands,
        status: Status,
        drafts: Drafts,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._models = models
        self._session = session
        self._commands = commands
        self._status = status
        self._drafts = drafts
        self._plan: HistoryPlan | None = None

    @cached_property
    def dialog(self) -> WriterDialog:
        """Where it is written; made when that is first asked for."""
        nothing = _("Established history has no memories yet.")
        dialog = WriterDialog(_("Sum up established history"), nothing, self._window)
        self._commands.refused.connect(dialog.take_refusal)
        dialog.keep_requested.connect(self._keep)
        dialog.outdated.connect(lambda: dialog.renew_plans(self._plans))
        return dialog

    @cached_property
    def _writer(self) -> WriterController:
        return WriterController(self._models, self.dialog, self._drafts)

    def show(self) -> None:
        """Offer the paragraph of the chat that is open."""
        self._writer.show_plans(self._plans)

    @property
    def _plans(self) -> Sequence[HistoryPlan]:
        question = self._session.question
        is_requested = sums_up(ruleset_named(question.ruleset))
        name = question.ruleset if is_requested else summing_ruleset().name
        query = query_of(self._session.state, name)
        memories, former = memories_of_history(query), self._plan
        if former is None or not former.is_of(query, memories):
            self._plan = HistoryPlan(query, memories)
        return [self._plan] if self._plan is not None and memories else []

    def _keep(self, plan: HistoryPlan, found: Written) -> None:
        kept = summary_of(plan.query.document, plan.memories, found.text, now())
        try:
            keep_summary(kept)
        except InspectorError as error:
            # It would stand in the block until the window closes, and be gone then.
            self.dialog.show_trouble(_("It is not kept. {reason}").format(reason=error))
            return
        name = plan.query.ruleset.name
        edits = (KeepSummary(kept), SetSetting(name, OLD_SUMMARY, ON))
        if self._commands.submit_all(edits, _KEPT):
            self._status.say(_("{KEPT} in the block of {name}.").format(KEPT=_KEPT, name=name))
