"""Answers of models, laid beside what is there now; without Qt."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from inspector.analysis.rewriting.answer import AnswerRow, AnswerState
from inspector.analysis.rewriting.checking import Rewording, rewording
from inspector.core.document import Document
from inspector.core.tokens import Tokenizer
from inspector.gui.kit.text import counted
from inspector.language import _
from inspector.llm.rewriting import Proposal


@dataclass(frozen=True, slots=True)
class PastedRow:
    """What an answer says to one memory.

    Attributes:
        memory: its index.
        answer: what was read.
        new: the new wording, looked at; None where there is none.
        requested: the summary that the request holds.
        own: a wording of the person's own that is no edit yet; empty for none.
        own_tokens: of that.
        choice: whether it was ticked by hand; None where nobody decided.
    """

    memory: int
    answer: AnswerRow
    new: Rewording | None
    requested: str = ""
    own: str = ""
    own_tokens: int = 0
    choice: bool | None = None

    @property
    def before(self) -> str:
        """What it would stand in place of."""
        return self.requested if self.new is None else self.own or self.new.before

    @property
    def after(self) -> str:
        """The new wording; empty where there is none."""
        return "" if self.new is None else self.new.after

    @property
    def saved(self) -> int:
        """Tokens that it saves; less than 0 where it costs more."""
        if self.new is None:
            return 0
        return self.own_tokens - self.new.tokens[1] if self.own else self.new.saved

    @property
    def is_edited(self) -> bool:
        """Whether the summary is another one by now than the request holds."""
        return self.new is not None and self.new.before != self.requested

    @property
    def is_usable(self) -> bool:
        """Whether there is anything to take."""
        is_same = self.answer.state is AnswerState.SAME or self.after == self.before
        return self.new is not None and not is_same

    @property
    def is_ticked(self) -> bool:
        """Whether it is to be taken: as was decided, else where nothing speaks against it."""
        if not self.is_usable:
            return False
        return self._is_sure if self.choice is None else self.choice

    @property
    def _is_sure(self) -> bool:
        is_found = self.answer.state is AnswerState.FOUND
        is_faultless = self.new is not None and not self.new.problems
        return is_found and is_faultless and not self.own and not self.is_edited

    @property
    def notes(self) -> str:
        """What a person should know of it."""
        words: list[str] = []
        if self.answer.state is not AnswerState.FOUND:
            number, state = self.answer.number, _(str(self.answer.state))
            words.append(_("number {number} {state}").format(number=number, state=state))
        if self.own and self.is_usable:
            words.append(_("It would replace your own wording."))
        if self.is_edited:
            words.append(_("The summary was edited after the request."))
        problems = () if self.new is None else self.new.problems
        return " · ".join([*words, *(one.brief or one.text for one in problems)])

    def renewed(
        self, document: Document, worded: Mapping[int, str], tokenizer: Tokenizer
    ) -> "PastedRow":
        """The row beside what is there now; what was ticked over something else is open again.

        Args:
            document: holds the memories.
            worded: wordings of the person's own that are no edits yet, by memory.
            tokenizer: counts.
        """
        new = self.new
        if new is None:
            return self
        summary = document.memories[self.memory].summary
        own = worded.get(self.memory, "")
        own = "" if own == summary else own
        if (own, summary) == (self.own, new.before):
            return self
        if summary != new.before:
            new = rewording(document, self.memory, new.after, tokenizer)
        own_tokens = tokenizer.count(own) if own else 0
        return replace(self, new=new, own=own, own_tokens=own_tokens, choice=None)


class RewritingRequest:
    """What a model was asked for, and how much of its answer has come.

    Args:
        document: holds the memories.
        memories: their indexes, in the order of the request.

    Attributes:
        is_done: whether no more of the answer comes.
    """

    def __init__(self, document: Document, memories: Sequence[int]) -> None:
        self.document = document
        self.memories = tuple(memories)
        self.is_done = False
        self._come = self._again = self._gone = 0

    def rows_of(self, proposals: Sequence[Proposal], places: Mapping[int, int]) -> list[PastedRow]:
        """Count what has come, and lay it beside the memories.

        Args:
            proposals: what has come now.
            places: where the memories stand by now, without those that went.
        """
        self._come += len(proposals)
        self._again += sum(one.is_second for one in proposals)
        self._gone += sum(one.memory not in places for one in proposals)
        return [self._row(one, places[one.memory]) for one in proposals if one.memory in places]

    def _row(self, proposal: Proposal, memory: int) -> PastedRow:
        new = proposal.rewording
        number = self.memories.index(proposal.memory) + 1
        return PastedRow(
            memory,
            AnswerRow(number, proposal.state, "" if new is None else new.after),
            None if new is None else replace(new, memory=memory),
            self.document.memories[proposal.memory].summary,
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """How much has come, each as a sentence."""
        left, notes = len(self.memories) - self._come, list[str]()
        if left > 0 and self.is_done:
            notes.append(counted(left, "{n} summary did not come.", "{n} summaries did not come."))
        elif left > 0:
            notes.append(
                counted(left, "{n} summary still to come.", "{n} summaries still to come.")
            )
        if self._again:
            notes.append(
                _("{summarys} came right at the second attempt.").format(
                    summarys=counted(self._again, "{n} summary", "{n} summaries")
                )
            )
        if self._gone:
            notes.append(
                counted(self._gone, "{n} of the memories is gone.", "{n} of the memories are gone.")
            )
        return tuple(notes)


@dataclass(eq=False)
class Answer:
    """An answer that nobody has decided on.

    Attributes:
        rows: what it says to each memory.
        notes: what a person should know of the whole, each as a sentence.
        request: what it answers, where a model was asked from here; None for one that was pasted.
    """

    rows: list[PastedRow] = field(default_factory=list[PastedRow])
    notes: tuple[str, ...] = ()
    request: RewritingRequest | None = None

    def renew(self, document: Document, worded: Mapping[int, str], tokenizer: Tokenizer) -> bool:
        """Lay it beside what is there now; whether that is anything else than before."""
        before = self.rows
        self.rows = [one.renewed(document, worded, tokenizer) for one in before]
        return any(now is not then for now, then in zip(self.rows, before, strict=True))

    def follow(self, places: Mapping[int, int]) -> None:
        """Follow the memories to where they stand now; what is of one that went, goes with it.

        Args:
            places: where memories stand now, by their former places.
        """
        self.rows = [
            replace(
                one,
                memory=places[one.memory],
                new=None if one.new is None else replace(one.new, memory=places[one.memory]),
            )
            for one in self.rows
            if one.memory in places
        ]
