"""From text to keywords, as the releases split, filter and stem it (specs/openvault.md §6)."""

import re
from functools import lru_cache
from threading import Lock
from typing import Protocol, cast

from snowballstemmer.english_stemmer import EnglishStemmer
from snowballstemmer.russian_stemmer import RussianStemmer

from inspector.core.javascript import WHITE_SPACE
from inspector.core.tokens import utf16_length
from inspector.systems.openvault.retrieval.words import STOP_WORDS_14X, STOP_WORDS_26

_RUN = re.compile(r"\w+")
_WHITE_SPACES = re.compile(f"[{WHITE_SPACE}]+")
_PUNCTUATION = re.compile(r"[^\w ]|_")
_CYRILLIC = re.compile("[\u0400-\u04ff]")
_KEPT = frozenset("0123456789_")
_SHORTEST = 3
_MOST_WORDS = 1 << 17


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str:  # noqa: N802 - the library's name
        """The word's stem."""
        ...


# The classes, not `snowballstemmer.stemmer()`: that one silently uses PyStemmer, whose newer
# algorithm differs. They hold state while they work, hence the lock.
_ENGLISH = cast("_Stemmer", EnglishStemmer())
_RUSSIAN = cast("_Stemmer", RussianStemmer())
_stemming = Lock()


def words_of(text: str, *, underscore: bool = True) -> list[str]:
    r"""Runs of letters and ASCII digits, `[\p{L}0-9_]+`.

    Args:
        text: any text; its case is kept.
        underscore: whether `_` belongs to a word.
    """
    found: list[str] = []
    for run in _RUN.findall(text if underscore else text.replace("_", " ")):
        if run.isascii() or run.isalpha():
            found.append(run)
        else:
            found += "".join(
                letter if letter.isalpha() or letter in _KEPT else " " for letter in run
            ).split()
    return found


def plain(text: str) -> str:
    """A text as phrases are looked for in it: lower case, single spaces, no punctuation (R9)."""
    return _PUNCTUATION.sub("", _WHITE_SPACES.sub(" ", text.lower())).strip(" ")


def keywords_14x(text: str) -> list[str]:
    """Keywords of releases 1.41 and 1.44: longer than 2, no stop words, not stemmed (§6.2)."""
    return [
        word
        for word in words_of(text.lower())
        if (len(word) >= _SHORTEST or utf16_length(word) >= _SHORTEST)
        and word not in STOP_WORDS_14X
    ]


def keywords_26(text: str) -> list[str]:
    """Keywords of release 26: longer than 2, no stop words, stemmed, longer than 2 (§6.3)."""
    stems = map(_keyword_26, words_of(text.lower()))
    return [stem for stem in stems if stem]


def name_stems_26(text: str) -> list[str]:
    """Stems by which release 26 finds names in text: no stop words are left out (§8.2)."""
    stems = map(_long_stem, words_of(text.lower(), underscore=False))
    return [stem for stem in stems if stem]


@lru_cache(maxsize=_MOST_WORDS)
def _keyword_26(word: str) -> str:
    return "" if word in STOP_WORDS_26 else _long_stem(word)


@lru_cache(maxsize=_MOST_WORDS)
def _long_stem(word: str) -> str:
    """The stem, or nothing where the word or its stem is too short."""
    if utf16_length(word) < _SHORTEST:
        return ""
    stem = stem_26(word)
    return stem if utf16_length(stem) >= _SHORTEST else ""


def stem_26(word: str) -> str:
    """Snowball's stem in the script's language, with release 26's guard for Russian (§6.3).

    A Russian stem that would lose more than three letters, or leave fewer than three, is the
    word without its last letter instead.
    """
    with _stemming:
        if not _CYRILLIC.search(word):
            return _ENGLISH.stemWord(word)
        stem = _RUSSIAN.stemWord(word)
    if len(stem) >= max(_SHORTEST, len(word) - 3):
        return stem
    return word[:-1] if len(word) - 1 >= _SHORTEST else word
