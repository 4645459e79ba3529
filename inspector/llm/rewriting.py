"""Shorter summaries from a model: proposed, looked at, asked for once more where that is needed.

The request and the reading of the answer are those of copying and pasting (`analysis.rewriting`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from inspector.analysis.rewriting.answer import AnswerState, read_answer
from inspector.analysis.rewriting.checking import Rewording, rewording
from inspector.analysis.rewriting.request import rewriting_request
from inspector.core.document import Document
from inspector.core.tokens import Tokenizer
from inspector.language import N_, _
from inspector.llm.exchange import Ask, Check, Model, Turn

BATCH = 12
_TOKENS_A_SUMMARY = 60
_PURPOSE, _AGAIN = N_("rewrite summaries"), N_("rewrite summaries again")


@dataclass(frozen=True)
class Proposal:
    """What a model made of one summary.

    Attributes:
        memory: its index.
        rewording: the new summary and what is against it; None where there is none.
        state: what became of it in the answer.
        is_second: whether it was asked for once more.
    """

    memory: int
    rewording: Rewording | None
    state: AnswerState
    is_second: bool = False


def rewriting_asks(document: Document, memories: Sequence[int], batch: int = BATCH) -> list[Ask]:
    """The requests for some memories, as they will be sent first."""
    return [_ask(document, memories[at : at + batch]) for at in range(0, len(memories), batch)]


def rewritten(
    document: Document,
    memories: Sequence[int],
    model: Model,
    tokenizer: Tokenizer,
    check: Check | None = None,
    batch: int = BATCH,
) -> Iterator[list[Proposal]]:
    """Proposals for some memories, a list a batch.

    Args:
        document: holds the memories.
        memories: their indexes.
        model: who is asked.
        tokenizer: counts old and new.
        check: called while an answer is awaited; raises to break off.
        batch: how many summaries one request has.

    Raises:
        ModelError: the model does not answer; batches that came before are done.
    """
    for at in range(0, len(memories), batch):
        yield _batch(document, memories[at : at + batch], model, tokenizer, check)


def _ask(document: Document, memories: Sequence[int]) -> Ask:
    text = rewriting_request([document.memories[one].summary for one in memories])
    return Ask(
        (Turn("user", text),), _(_PURPOSE), most_tokens=_TOKENS_A_SUMMARY * len(memories) + 200
    )


def _batch(
    document: Document,
    memories: Sequence[int],
    model: Model,
    tokenizer: Tokenizer,
    check: Check | None,
) -> list[Proposal]:
    ask = _ask(document, memories)
    reply = model.answer(ask, check=check)
    found = _read(document, memories, reply.text, tokenizer)
    wrong = [one for one in found if _is_wrong(one)]
    if not wrong:
        return found
    again = [one.memory for one in wrong]
    turns = (
        *_ask(document, again).turns,
        Turn("assistant", _numbered(wrong)),
        Turn("user", _complaints(wrong)),
    )
    second = model.answer(Ask(turns, _(_AGAIN), most_tokens=ask.most_tokens), check=check)
    better = {one.memory: one for one in _read(document, again, second.text, tokenizer)}
    return [_better(one, better.get(one.memory)) for one in found]


def _read(
    document: Document, memories: Sequence[int], text: str, tokenizer: Tokenizer
) -> list[Proposal]:
    answer = read_answer(text, [document.memories[one].summary for one in memories])
    return [
        Proposal(
            memory,
            rewording(document, memory, row.text, tokenizer) if row.text else None,
            row.state,
        )
        for memory, row in zip(memories, answer.rows, strict=True)
    ]


def _is_wrong(one: Proposal) -> bool:
    return one.rewording is None or bool(one.rewording.problems)


def _better(first: Proposal, second: Proposal | None) -> Proposal:
    """The second proposal where it has less against it."""
    if second is None or second.rewording is None:
        return first
    fewer = first.rewording is None or len(second.rewording.problems) < len(
        first.rewording.problems
    )
    if not fewer:
        return first
    return Proposal(second.memory, second.rewording, second.state, is_second=True)


def _numbered(wrong: Sequence[Proposal]) -> str:
    texts = ("" if one.rewording is None else one.rewording.after for one in wrong)
    return "\n".join(f"{number}. {text}" for number, text in enumerate(texts, start=1))


def _complaints(wrong: Sequence[Proposal]) -> str:
    """What is to be put right, number by number."""
    lines = ["Some of these are not right yet. Write all of them again, with the same numbers:"]
    for number, one in enumerate(wrong, start=1):
        if one.rewording is None:
            lines.append(f"{number}. was missing, or stood twice.")
        else:
            lines.append(f"{number}. {' '.join(each.text for each in one.rewording.problems)}")
    return "\n".join(lines)
