"""What can be said against a new wording, before it is kept."""

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, replace

from inspector.analysis.lint import memory_problems, wording_of
from inspector.core.document import Document
from inspector.core.edits import SetField
from inspector.core.memory import Memory
from inspector.core.problems import Problem, Severity
from inspector.core.tokens import Tokenizer
from inspector.language import _

_NUMBER = re.compile(r"\d+")
_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK", "CJK", "HIRAGANA", "KATAKANA", "HANGUL", "ARABIC",
            "HEBREW", "THAI", "DEVANAGARI")  # fmt: skip
_ONE = {"HIRAGANA": "CJK", "KATAKANA": "CJK"}


@dataclass(frozen=True, slots=True)
class Rewording:
    """A new summary of a memory beside the one that it has.

    Attributes:
        memory: its index.
        before: the summary as it is.
        after: the new one.
        tokens: of both.
        problems: what is new against it: its style, a double, and what it lost.
    """

    memory: int
    before: str
    after: str
    tokens: tuple[int, int]
    problems: tuple[Problem, ...] = ()

    @property
    def saved(self) -> int:
        """Tokens that it saves; less than 0 where it costs more."""
        return self.tokens[0] - self.tokens[1]

    @property
    def edit(self) -> SetField:
        """What keeps it."""
        return SetField((self.memory,), "summary", self.after)


def rewording(document: Document, index: int, after: str, tokenizer: Tokenizer) -> Rewording:
    """A new summary, counted and looked at.

    Args:
        document: as it is.
        index: of the memory.
        after: the new summary.
        tokenizer: counts both.
    """
    memory = document.memories[index]
    tokens = (tokenizer.count(memory.summary), tokenizer.count(after))
    problems = reworded_problems(document, memory, after)
    return Rewording(index, memory.summary, after, tokens, problems)


def reworded_problems(document: Document, memory: Memory, after: str) -> tuple[Problem, ...]:
    """What can be said against a new summary: lint, a double, and what it lost of the old one."""
    new = Memory(memory.index, {**memory.record, "summary": after})
    found = [one for one in memory_problems(new) if one.code in _OF_WORDING]
    wording = wording_of(new)
    rest = (one for one in document.memories if one.index != memory.index)
    double = next((one for one in rest if wording and wording_of(one) == wording), None)
    if double is not None:
        words = _("{title} says the same.").format(title=double.title)
        brief = _("#{index} says the same.").format(index=double.index)
        found.append(replace(_hint(new, "same-summary", words), brief=brief))
    if lost := _lost_names(document, memory.summary, after):
        words = ", ".join(lost[:3])
        found.append(_hint(new, "name-lost", _("It no longer names {words}.").format(words=words)))
    if added := _lost_names(document, after, memory.summary):
        found.append(
            _hint(new, "name-added", _("It names {added} anew.").format(added=", ".join(added[:3])))
        )
    if lost := (Counter(_NUMBER.findall(memory.summary)) - Counter(_NUMBER.findall(after))):
        found.append(
            _hint(new, "number-lost", _("It no longer says {lost}.").format(lost=", ".join(lost)))
        )
    before_script, after_script = _script(memory.summary), _script(after)
    if before_script and after_script and before_script != after_script:
        found.append(_hint(new, "other-language", _("It is written in another script.")))
    return tuple(found)


_OF_WORDING = frozenset({
    "summary-empty", "too-short", "too-long", "meta-commentary", "mojibake", "line-break",
})  # fmt: skip


def _hint(memory: Memory, code: str, text: str) -> Problem:
    return Problem(code, text, Severity.HINT, memory=memory.index)


def _lost_names(document: Document, before: str, after: str) -> list[str]:
    old, new = before.casefold(), after.casefold()
    return [
        name for name in document.names if name.casefold() in old and name.casefold() not in new
    ]


def _script(text: str) -> str:
    """The script that most of a text's letters are of; empty without letters."""
    counts: Counter[str] = Counter()
    for letter in text:
        if letter.isalpha():
            name = unicodedata.name(letter, "")
            found = next((one for one in _SCRIPTS if name.startswith(one)), "")
            counts[_ONE.get(found, found)] += 1
    return counts.most_common(1)[0][0] if counts else ""
