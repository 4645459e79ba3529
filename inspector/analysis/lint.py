"""What can be said against the memories of a document (specs/as-designed.md §3, last part)."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from inspector.analysis.leaks import leaks
from inspector.analysis.secrets import loose_secrets
from inspector.analysis.summary_repair import (
    is_mojibake,
    on_one_line,
    without_meta_opening,
    without_mojibake,
)
from inspector.core.deadline import Deadline
from inspector.core.decoded import is_list, is_number
from inspector.core.document import Document
from inspector.core.edits import SetField
from inspector.core.memory import Memory, by_id, titles_of
from inspector.core.problems import Problem, Severity
from inspector.core.query import FindsFaults, Query
from inspector.language import _, ngettext
from inspector.systems import SYSTEMS

FEWEST_WORDS, MOST_WORDS = 8, 18

META_WORDS = (
    "establishing",
    "showing",
    "demonstrating",
    "indicating",
    "highlighting",
    "revealing that",
)
"""Words with which a summary comments on itself (specs/as-designed.md §3)."""

_META = re.compile(
    rf"\b({'|'.join(META_WORDS)})\b".replace(" ", r"\s+"),
    re.IGNORECASE,
)
_MEMO = "lint"
_AT_A_TIME = 200


def word_count(summary: str) -> int:
    """Words of a summary, parted by white space."""
    return len(summary.split())


def meta_places(summary: str) -> list[tuple[int, int]]:
    """Where a summary comments on itself, in code points (start, end)."""
    return [one.span() for one in _META.finditer(summary)]


def lint(
    document: Document,
    loaded: Document | None = None,
    query: Query | None = None,
    deadline: Deadline | None = None,
) -> tuple[Problem, ...]:
    """Every finding about a document's memories, in list order; what loading found comes first.

    Findings about one memory alone are remembered with it, so that asking again after an
    edit is quick.

    Args:
        document: as it is now.
        loaded: as it was read, to tell what an edit has made stale.
        query: one about it; what its block gives away, and what a release does wrong
            there, comes last.
        deadline: how long to look; what was found until it ends is told.
    """
    until = deadline or Deadline()
    found = list(document.problems)
    for system in SYSTEMS:
        found += system.check(document)
    if loaded is not None:
        found += _stale(document, loaded)
    ids = by_id(document.memories)
    wordings = Counter(wording_of(memory) for memory in document.memories)
    for memory in document.memories:
        if not memory.index % _AT_A_TIME and until.is_over:
            break
        found += memory_problems(memory)
        found += _findings_among(memory, document, ids, wordings)
    found += loose_secrets(document, until)
    if query is not None:
        found += block_problems(query, until)
    return tuple(found)


def block_problems(query: Query, deadline: Deadline | None = None) -> tuple[Problem, ...]:
    """What can be said against a block: what a release does wrong, and what it gives away.

    Args:
        query: whose block it is.
        deadline: how long fixes are tried; a problem is told without one where it ends.
    """
    return (*faults_of(query, deadline), *leaks(query, deadline))


def faults_of(query: Query, deadline: Deadline | None = None) -> tuple[Problem, ...]:
    """What a release does wrong on a chat; nothing where its ruleset tells of no faults."""
    ruleset = query.ruleset
    return ruleset.faults(query, deadline or Deadline()) if isinstance(ruleset, FindsFaults) else ()


def memory_problems(memory: Memory) -> tuple[Problem, ...]:
    """What can be said against one memory by itself."""
    held = memory.memo.get(_MEMO)
    if held is None:
        held = (*_structure(memory), *_style(memory))
        memory.memo[_MEMO] = held
    return cast("tuple[Problem, ...]", held)


def _stale(document: Document, loaded: Document) -> Iterator[Problem]:
    """What OpenVault computed from a summary that an edit has since changed (DESIGN §3)."""
    former = {memory.location: memory for memory in loaded.memories}
    pairs = ((former.get(one.location, one), one) for one in document.memories)
    edited = [
        after for before, after in pairs if before is not after and before.summary != after.summary
    ]
    for memory in edited:
        if memory.record.get("tokens"):
            yield _of(
                memory,
                "tokens-stale",
                _(
                    "The stored search words of {label} are those of its former summary; "
                    "OpenVault keeps them as they are."
                ).format(label=memory.label),
                Severity.HINT,
            )
    if edited and any("idf_cache" in kept for kept in document.stores.values()):
        yield Problem(
            "idf-stale",
            _(
                "OpenVault's word statistics were made before summaries changed; it renews them "
                "when it next scores memories."
            ),
            Severity.HINT,
        )


def wording_of(memory: Memory) -> str:
    """The summary as two are compared: in small letters, its words one space apart."""
    held = memory.memo.get("wording")
    if not isinstance(held, str):
        held = " ".join(memory.summary.casefold().split())
        memory.memo["wording"] = held
    return held


def _structure(memory: Memory) -> Iterator[Problem]:
    """Fields whose values are not what OpenVault writes."""
    record, name = memory.record, memory.label
    if not isinstance(record.get("summary"), str):
        yield _of(
            memory,
            "summary-missing",
            _("{name} has no summary, so its line is empty.").format(name=name),
        )
    elif not memory.summary.strip():
        yield _of(
            memory,
            "summary-empty",
            _("The summary of {name} is empty.").format(name=name),
            brief=_("It is empty."),
        )
    importance = record.get("importance")
    if importance is not None and not is_number(importance):
        yield _of(
            memory,
            "importance-no-number",
            _(
                "The importance of {name} is {importance!r} and no number; a design takes it for 3."
            ).format(name=name, importance=importance),
        )
    elif is_number(importance) and importance != memory.importance:
        yield _of(
            memory,
            "importance-out-of-range",
            _(
                "The importance of {name} is {importance:g}; a design takes it for {stars}, a "
                "release shows as many stars as it says."
            ).format(name=name, importance=importance, stars=memory.importance),
        )
    for key in ("witnesses", "characters_involved", "message_ids"):
        if record.get(key) is not None and not is_list(record[key]):
            yield _of(
                memory,
                "no-list",
                _("{key} of {name} is no list, so it counts as empty.").format(key=key, name=name),
            )
    if not memory.id:
        yield _of(
            memory,
            "id-missing",
            _("{name} has no id, so nobody can be told of it.").format(name=name),
        )
    if not memory.sources and not memory.is_reflection:
        yield _of(
            memory, "no-source", _("{name} names no message that it came from.").format(name=name)
        )


def _style(memory: Memory) -> Iterator[Problem]:
    """How the summary is written."""
    summary, name = memory.summary, memory.label
    if not summary.strip():
        return
    words = word_count(summary)
    if not FEWEST_WORDS <= words <= MOST_WORDS:
        much = "short" if words < FEWEST_WORDS else "long"
        long = ngettext(
            "The summary of {name} has {words:,} word; {fewest} to {most} read best.",
            "The summary of {name} has {words:,} words; {fewest} to {most} read best.",
            words,
        )
        brief = ngettext(
            "It has {words:,} word; {fewest} to {most} read best.",
            "It has {words:,} words; {fewest} to {most} read best.",
            words,
        )
        figures = {"words": words, "fewest": FEWEST_WORDS, "most": MOST_WORDS}
        yield _of(
            memory,
            f"too-{much}",
            long.format(name=name, **figures),
            Severity.HINT,
            brief=brief.format(**figures),
        )
    meta = _META.search(summary)
    if meta:
        yield _of(
            memory,
            "meta-commentary",
            _("The summary of {name} comments on itself: “{words}”. Say what happened.").format(
                name=name, words=meta[0]
            ),
            Severity.HINT,
            _rewording(memory, without_meta_opening(summary), _("Strip the opening")),
            _("It comments on itself: “{words}”. Say what happened.").format(words=meta[0]),
        )
    if is_mojibake(summary):
        yield _of(
            memory,
            "mojibake",
            _(
                "The summary of {name} holds wrongly decoded characters, such as “â˜…” for “★”."
            ).format(name=name),
            repair=_rewording(memory, without_mojibake(summary), _("Repair the characters")),
            brief=_("It holds wrongly decoded characters, such as “â˜…” for “★”."),
        )
    if on_one_line(summary) != summary:
        yield _of(
            memory,
            "line-break",
            _(
                "The summary of {name} has a line break, so that its line in the block is several."
            ).format(name=name),
            Severity.HINT,
            _rewording(memory, on_one_line(summary), _("Put it on one line")),
            _("It has a line break, so that its line in the block is several."),
        )


def _rewording(memory: Memory, wording: str | None, title: str) -> tuple[SetField, str] | None:
    """A new summary as a fix; None where there is none that is safe."""
    if wording is None or not wording.strip() or wording == memory.summary:
        return None
    return SetField((memory.index,), "summary", wording), title


def _findings_among(
    memory: Memory, document: Document, ids: Mapping[str, Sequence[Memory]], wordings: Counter[str]
) -> Iterator[Problem]:
    """What shows only beside the other memories and the messages."""
    same = ids.get(memory.id, ())
    if len(same) > 1:
        rest = (one for one in same if one is not memory)
        yield _of(
            memory,
            "id-twice",
            _(
                "{label} has the same id as {memories}; a release keeps or drops them together."
            ).format(label=memory.label, memories=titles_of(rest, len(same) - 1)),
        )
    wording = wording_of(memory)
    if wording and wordings[wording] > 1:
        yield _of(
            memory,
            "same-summary",
            _("{label} says the same as another memory.").format(label=memory.label),
        )
    length = len(document.chat)
    span = memory.span
    if span is not None and (span[0] < 0 or span[1] >= length):
        yield _of(
            memory,
            "source-out-of-range",
            _("{label} names message {message}, but the chat has messages 0 to {last}.").format(
                label=memory.label,
                message=span[1] if span[1] >= length else span[0],
                last=length - 1,
            )
            if length
            else _("{label} names message {message}, but the chat has no messages.").format(
                label=memory.label, message=span[1]
            ),
            repair=_living_sources(memory, length),
        )


def _living_sources(memory: Memory, length: int) -> tuple[SetField, str] | None:
    """The sources that are there as a fix; None where none would be left."""
    living = [one for one in memory.sources if isinstance(one, int) and 0 <= one < length]
    if not living:
        return None
    return SetField((memory.index,), "message_ids", living), _("Drop messages that are not there")


def _of(
    memory: Memory,
    code: str,
    text: str,
    severity: Severity = Severity.WARNING,
    repair: tuple[SetField, str] | None = None,
    brief: str = "",
) -> Problem:
    is_low = text.startswith("memory") or (not memory.id and text.startswith(memory.label))
    sentence = text[:1].upper() + text[1:] if is_low else text
    fix, title = repair or (None, "")
    return Problem(
        code, sentence, severity, memory=memory.index, fix=fix, fix_title=title, brief=brief
    )
