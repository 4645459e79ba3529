"""How many tokens shorter a summary has to be."""

from inspector.analysis.changes import Kind
from inspector.analysis.trial import Draft, Trials
from inspector.core.edits import SetField


def shorter_summary(trials: Trials, index: int) -> Draft | None:
    """The longest shortened summary of a memory that turns the verdict; None where none does.

    The text is only cut: it shows how short a person's own wording has to be.

    Args:
        trials: of the memory whose verdict is asked about.
        index: the memory whose summary is shortened, that one or another.
    """
    memory = trials.asked.document.memories[index]
    summary = memory.summary.strip()
    counted = trials.asked.tokenizer.count(summary)
    own = index == trials.index

    def cut(characters: int) -> Draft:
        text = summary[: len(summary) - characters].rstrip()
        tokens = trials.asked.tokenizer.count(text)
        fewer = counted - tokens
        whose, which = "its summary", "a summary"
        if not own:
            whose = f"the summary of {memory.label}"
            which = f"a summary of {memory.label}"
        count = "1 token" if fewer == 1 else f"{fewer} tokens"
        return Draft(
            Kind.SUMMARY if own else Kind.ROOM,
            f"Shorten {whose} by {count}",
            f"With {which} of {tokens} instead of {counted} tokens",
            (SetField((index,), "summary", text),),
            needs_wording=True,
        )

    return trials.least(cut, 0, len(summary) - 1) if len(summary) > 1 else None
