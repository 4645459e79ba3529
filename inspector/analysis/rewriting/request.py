"""The request that a person gives to a model of theirs: rules, and numbered summaries."""

from collections.abc import Sequence

from inspector.analysis.lint import FEWEST_WORDS, META_WORDS, MOST_WORDS
from inspector.analysis.summary_repair import on_one_line

_RULES = f"""\
- {FEWEST_WORDS} to {MOST_WORDS} words each, on one line, in the past tense.
- Say what happened, to whom and with what outcome. Say it once, in plain words.
- Keep every name, number, place and time exactly as it is written. Add nothing that is not there.
- Keep the language of each summary.
- Do not comment on the story: no {", ".join(META_WORDS)}.
- Each summary stands alone: do not merge, split, drop or reorder any.
- Answer with the same numbers, one line each, such as "1. …", and with nothing else."""


def rewriting_request(summaries: Sequence[str]) -> str:
    """The request for some summaries, which are numbered from 1; `read_answer` reads the answer.

    Args:
        summaries: as they are.
    """
    many = len(summaries)
    whole = "this summary" if many == 1 else f"each of these {many} summaries"
    listed = numbered_summaries(summaries)
    return f"Rewrite {whole} of a roleplay story, shorter and clearer.\n\n{_RULES}\n\n{listed}\n"


def numbered_summaries(summaries: Sequence[str]) -> str:
    """A line a summary, numbered from 1."""
    lines = [f"{number}. {on_one_line(one)}" for number, one in enumerate(summaries, start=1)]
    return "\n".join(lines)
