"""Established history as one paragraph: of which memories, what it saves, and what it loses."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from inspector.core.bucket_summary import OFF, OLD_SUMMARY, ON, BucketSummary, mark_of
from inspector.core.document import Document
from inspector.core.query import Query
from inspector.core.system import Ruleset
from inspector.systems import RULESETS

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_WITHIN = re.compile(r"(?<=[\w,;)’'-] )[^\W\d_]\w+")
"""A word within a sentence."""

_MOST_CAPITALS = 0.25
"""Where more words begin with a capital, as nouns do in German, that says nothing of names."""

_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]")


@dataclass(frozen=True, slots=True)
class Loss:
    """What a paragraph does not say of one memory.

    Attributes:
        memory: its index.
        names: that stand in its summary and not in the paragraph.
        numbers: likewise, as they are written.
    """

    memory: int
    names: tuple[str, ...]
    numbers: tuple[str, ...]

    @property
    def in_words(self) -> str:
        """All of it, parted by commas."""
        return ", ".join((*self.names, *self.numbers))


@dataclass(frozen=True)
class SummedHistory:
    """What a paragraph in the place of memories would do.

    Attributes:
        text: the paragraph.
        memories: indexes of those that it stands for, oldest first.
        tokens: of the whole block, with the memories and with the paragraph.
        losses: the memories of which names or numbers are not found in it.
        unjudged: how many name nothing that could be looked for.
        returned: indexes of memories that come into the block by the room that is saved.
    """

    text: str
    memories: tuple[int, ...]
    tokens: tuple[int, int]
    losses: tuple[Loss, ...]
    unjudged: int
    returned: tuple[int, ...] = ()

    @property
    def saved(self) -> int:
        """Tokens that it saves; less than 0 where it costs more."""
        return self.tokens[0] - self.tokens[1]


def summing_ruleset() -> Ruleset:
    """The first ruleset that can have a paragraph in the place of established history."""
    return next(one for one in RULESETS.values() if sums_up(one))


def sums_up(ruleset: Ruleset) -> bool:
    """Whether a ruleset can have a paragraph in the place of established history."""
    return any(spec.name == OLD_SUMMARY for spec in ruleset.settings)


def memories_of_history(query: Query) -> tuple[int, ...]:
    """Indexes of the memories of established history that are considered, oldest first.

    Those for which the budget has no room are among them.
    """
    document = query.document
    found = [
        one.memory
        for one in query.derivation.verdicts
        if one.bucket == "old" and one.gate in (None, "budget", "summary")
    ]
    return tuple(
        sorted(
            found,
            key=lambda at: (document.memories[at].position, document.memories[at].sequence, at),
        )
    )


def summary_of(document: Document, memories: Sequence[int], text: str, made: int) -> BucketSummary:
    """A paragraph as it is kept.

    Args:
        document: holds the memories.
        memories: indexes of those that it was made of.
        text: the paragraph; it is put on one line.
        made: when, in milliseconds since 1970.
    """
    return BucketSummary(" ".join(text.split()), marks_of(document, memories), made)


def marks_of(document: Document, memories: Sequence[int]) -> frozenset[str]:
    """What memories are known by in a paragraph that was made of them."""
    return frozenset(mark_of(document.memories[one].summary) for one in memories)


def summed_history(query: Query, text: str) -> SummedHistory:
    """Try a paragraph in the place of the memories of established history.

    Args:
        query: the question to a ruleset that sums up; whether it does now does not matter.
        text: the paragraph.
    """
    plain = _with(query, OFF)
    memories = memories_of_history(plain)
    kept = summary_of(query.document, memories, text, 0)
    document = replace(query.document, summaries=(kept,))
    tried = Query(query.ruleset, document, _with(query, ON).moment, query.tokenizer)
    losses, unjudged = losses_of(query.document, memories, kept.text)
    before, after = (one.derivation.injections[0].tokens for one in (plain, tried))
    returned = tried.derivation.in_block - plain.derivation.in_block
    return SummedHistory(
        kept.text, memories, (before, after), losses, unjudged, tuple(sorted(returned))
    )


def losses_of(
    document: Document, memories: Sequence[int], text: str
) -> tuple[tuple[Loss, ...], int]:
    """The memories of which names or numbers are not found in a text.

    Returns:
        They, and how many memories name nothing that could be looked for.
    """
    found: list[Loss] = []
    unjudged = 0
    numbers = frozenset(_NUMBER.findall(text))
    by_case = _tells_names_by_case(document, memories)
    for memory in memories:
        summary = document.memories[memory].summary
        names = list(_names_in(summary, document.names, by_case=by_case))
        wanted = _NUMBER.findall(summary)
        unjudged += not names and not wanted
        lost_names = tuple(name for name in names if not _says(text, name))
        lost_numbers = tuple(dict.fromkeys(one for one in wanted if one not in numbers))
        if lost_names or lost_numbers:
            found.append(Loss(memory, lost_names, lost_numbers))
    return tuple(found), unjudged


def _names_in(text: str, known: Sequence[str], *, by_case: bool) -> Iterator[str]:
    """Known names, and runs of words within sentences that are written as names are."""
    found = [name for name in known if _says(text, name)]
    yield from found
    parts = {part for name in found for part in name.split()}
    runs: list[list[str]] = []
    end = -2
    for match in _WITHIN.finditer(text) if by_case else ():
        word = match[0]
        if word[0].isupper() and word not in parts:
            if match.start() == end + 1:
                runs[-1].append(word)
            else:
                runs.append([word])
            end = match.end()
    yield from dict.fromkeys(" ".join(run) for run in runs)


def _tells_names_by_case(document: Document, memories: Sequence[int]) -> bool:
    names = {part for name in document.names for part in name.split()}
    words = [
        word
        for memory in memories
        for word in _WITHIN.findall(document.memories[memory].summary)
        if word not in names
    ]
    return sum(word[0].isupper() for word in words) <= _MOST_CAPITALS * len(words)


def _says(text: str, name: str) -> bool:
    if _UNSPACED.search(name):
        return name in text
    wanted = re.escape(name.strip())
    return re.search(rf"(?<!\w){wanted}(?!\w)", text, re.IGNORECASE) is not None


def _with(query: Query, value: str) -> Query:
    settings = {**query.moment.settings, OLD_SUMMARY: value}
    return query.at(replace(query.moment, settings=settings))
