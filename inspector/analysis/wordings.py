"""How many tokens shorter a summary has to be."""

from inspector.core.change_kinds import ChangeKind
from inspector.core.edits import SetField
from inspector.core.suggestion import Adjustment, Draft, Trials


def shorter_summary(index: int, trials: Trials, *, own: bool = True) -> Draft | None:
    """The longest shortened summary of a memory that turns the verdict; None where none does.

    The text is only cut: it shows how short a person's own wording has to be.

    Args:
        index: the memory whose summary is shortened.
        trials: for the memory whose verdict is to turn.
        own: whether that is the same memory.
    """
    memory = trials.query.document.memories[index]
    summary = memory.summary.strip()
    counted = trials.query.tokenizer.count(summary)

    def cut(characters: int) -> Draft:
        text = summary[: len(summary) - characters].rstrip()
        tokens = trials.query.tokenizer.count(text)
        fewer = counted - tokens
        whose, which = "its summary", "a summary"
        if not own:
            whose = f"the summary of {memory.label}"
            which = f"a summary of {memory.label}"
        count = "1 token" if fewer == 1 else f"{fewer} tokens"
        return Draft(
            ChangeKind.SUMMARY if own else ChangeKind.ROOM,
            f"Shorten {whose} by {count}",
            f"With {which} of {tokens} instead of {counted} tokens",
            Adjustment(edits=(SetField((index,), "summary", text),)),
            needs_wording=True,
        )

    return trials.least(cut, 0, len(summary) - 1) if len(summary) > 1 else None
