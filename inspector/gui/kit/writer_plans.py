"""What can be written, and what was written and is not kept yet."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from inspector.files.unsaved import Draft
from inspector.language import _
from inspector.llm.writing import Writing, Written


class WriterPlans(QObject):
    """Plans by their keys, each with the last answer to it that nobody has kept.

    A plan that is offered no more, as its scene is gone, stays as long as it has such an answer.

    Signals:
        drafts_changed: there is another answer that is not kept, or one less.
    """

    drafts_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._offered: Sequence[Writing] = ()
        self._copied: dict[str, Writing] = {}
        self._answers: dict[str, tuple[Writing, Written]] = {}

    def replace(self, plans: Sequence[Writing]) -> None:
        """Take over what can be asked for now."""
        self._offered = plans

    def copy(self, plan: Writing) -> None:
        """Know that the request of a plan was copied, to which an answer may be pasted."""
        self._copied[plan.key] = plan

    def requested(self, plan: Writing) -> Writing:
        """What a pasted answer answers: the plan as it was copied, if it was."""
        return self._copied.get(plan.key, plan)

    def hold(self, plan: Writing, written: Written) -> None:
        """Take over an answer, which is the last one now."""
        self._answers.pop(plan.key, None)
        self._answers[plan.key] = plan, written
        self.drafts_changed.emit()

    def drop(self, plan: Writing) -> None:
        """Be done with the answer to a plan, which is kept by now or not wanted."""
        self._answers.pop(plan.key, None)
        self._copied.pop(plan.key, None)
        self.drafts_changed.emit()

    def forget(self) -> None:
        """Be done with all of a chat that is left."""
        self._offered, self._copied, self._answers = (), {}, {}
        self.drafts_changed.emit()

    @property
    def all(self) -> Sequence[Writing]:
        """What can be asked for, and then what was and has an answer."""
        keys = {one.key for one in self._offered}
        answered = (plan for plan, _written in self._answers.values() if plan.key not in keys)
        return [*self._offered, *answered]

    def unkept(self) -> tuple[Draft, ...]:
        """The answers on which nobody has decided: nothing else holds them."""
        return tuple(
            Draft(_("Written: {title}").format(title=plan.title), plan.readable(written))
            for plan, written in self._answers.values()
        )

    @property
    def last_answered(self) -> str:
        """The key of the plan whose answer came last; empty without any."""
        return next(reversed(self._answers), "")

    def answer_to(self, plan: Writing) -> tuple[Writing, Written] | None:
        """The answer to a plan, with what was asked for; None without one."""
        return self._answers.get(plan.key)

    def is_offered(self, plan: Writing | None) -> bool:
        """Whether that very thing would be asked for now: nothing of it was edited."""
        return plan in self._offered
