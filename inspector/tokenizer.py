"""Token counters behind `core.tokens.Tokenizer`: two vocabularies and four estimators.

Vocabularies ship with the program; nothing is ever fetched. tiktoken and a vocabulary are loaded
when an encoding that needs them is asked for.
"""

import hashlib
import math
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, pairwise
from threading import RLock
from typing import TYPE_CHECKING, Final

from typing_extensions import override

from inspector.core.errors import InspectorError, ReleaseThrowsError, UnknownEncodingError
from inspector.core.tokens import Tokenizer, tokens_by_utf16
from inspector.language import N_, _
from inspector.shipped import shipped

if TYPE_CHECKING:
    import tiktoken

ENCODINGS: Final = {
    "o200k_base": N_("OpenAI's vocabulary of GPT-4o and later"),
    "cl100k_base": N_("OpenAI's vocabulary of GPT-4 and GPT-3.5"),
    "chars/3.5": N_("an estimate: 3.5 UTF-16 units a token, rounded up"),
    "chars/4": N_("an estimate: 4 UTF-16 units a token, rounded up"),
    "bytes/4": N_("an estimate: 4 bytes of UTF-8 a token, rounded down"),
    "bytes/3.35": N_("an estimate: 3.35 bytes of UTF-8 a token, rounded up"),
}
"""Every encoding, with what it is (DESIGN §4)."""

DIALECTS: Final = ("tiktoken", "gpt-tokenizer")

_MOST_COUNTS = 1 << 18
_LONGEST_KEPT = 1 << 14
# tiktoken panics at some 700,000 white-space characters in a row; everything else it can bear.
_LONGEST_SPACE = 1 << 18
# Counting one run of 100 million stars, which a release could make, would take minutes.
_LONGEST_LINE = 1 << 22
_LONG_SPACE = re.compile(rf"\s{{{_LONGEST_SPACE},}}")

_CL100K_SPLIT = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+"
    r"| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
)
_O200K_SPLIT = (
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
# Rust's white space with U+FEFF and without U+0085 is JavaScript's (specs/openvault.md §5).
_JS_SPACE = r"[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]"
_JS_OTHER = _JS_SPACE.replace("[", "[^", 1)
_JS_NO_WORD = r"[^\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff\p{L}\p{N}]"
_BYTE_ORDER_MARK = "\ufeff"
# Only these two characters are read differently by the two dialects.
_DIALECT_DIFFERS = re.compile("[\ufeff\u0085]")
_CONTINUES = "/\ufeff"
"""What can belong to the same token as a line break before it, beside white space."""

_DISALLOWED = re.compile(
    r"<\|(?:endoftext|endofprompt|im_start|im_end|im_sep|fim_prefix|fim_middle|fim_suffix)\|>"
)


@dataclass(frozen=True, slots=True)
class _Vocabulary:
    """A vocabulary that ships.

    Attributes:
        name: the encoding's.
        sha256: of the unpacked file.
        split: how a text is parted before its bytes are merged.
        size: how many tokens there are.
    """

    name: str
    sha256: str
    split: str
    size: int


_VOCABULARIES: Final = {
    "o200k_base": _Vocabulary(
        "o200k_base",
        "440741350e7cfa1c0f4869ce742d1b043550adbda5187adcac9e787edac6fba9",
        _O200K_SPLIT,
        199_998,
    ),
    "cl100k_base": _Vocabulary(
        "cl100k_base",
        "18288f996f452d44e0e65996176591a4b712a3eb1b42afd6f0511e735c099480",
        _CL100K_SPLIT,
        100_256,
    ),
}

_loading = RLock()
_encodings: dict[tuple[str, str], "tiktoken.Encoding"] = {}
_tokenizers: dict[tuple[str, str], Tokenizer] = {}


def load_tokenizer(encoding: str, dialect: str = "tiktoken") -> Tokenizer:
    """The counter of an encoding; the same object each time.

    Args:
        encoding: one of `ENCODINGS`.
        dialect: `gpt-tokenizer` counts as the npm package of that name does, which
            `openvault/26` uses: it refuses special tokens, and its white space is
            JavaScript's. Estimators know no dialects.

    Raises:
        UnknownEncodingError: there is no such encoding or dialect.
    """
    if encoding not in ENCODINGS:
        raise UnknownEncodingError(
            _("There is no encoding {encoding!r}; there are {encodings}.").format(
                encoding=encoding, encodings=", ".join(ENCODINGS)
            )
        )
    if dialect not in DIALECTS:
        raise UnknownEncodingError(
            _("No counter is called {dialect!r}; try {dialects}.").format(
                dialect=dialect, dialects=" or ".join(DIALECTS)
            )
        )
    key = (encoding, dialect if encoding in _VOCABULARIES else "")
    with _loading:
        if key not in _tokenizers:
            _tokenizers[key] = _new_tokenizer(*key)
        return _tokenizers[key]


def _new_tokenizer(encoding: str, dialect: str) -> Tokenizer:
    vocabulary = _VOCABULARIES.get(encoding)
    if vocabulary is None:
        return _Estimator(encoding, _ESTIMATES[encoding])
    loaded = _encoding(vocabulary, "tiktoken")
    if dialect == "gpt-tokenizer":
        return _GptTokenizer(vocabulary, loaded)
    return _VocabularyTokenizer(vocabulary, loaded)


def _byte_length(text: str) -> int:
    """Length in UTF-8; half of a character pair counts as the U+FFFD that is written for it."""
    try:
        return len(text.encode())
    except UnicodeEncodeError:
        return len(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode())


_ESTIMATES: Final[dict[str, Callable[[str], int]]] = {
    "chars/3.5": lambda text: tokens_by_utf16(text, 3.5),
    "chars/4": lambda text: tokens_by_utf16(text, 4),
    "bytes/4": lambda text: _byte_length(text) // 4,
    "bytes/3.35": lambda text: math.ceil(_byte_length(text) / 3.35),
}


@dataclass(frozen=True, eq=False)
class _Estimator:
    encoding: str
    estimate: Callable[[str], int]

    def count(self, text: str) -> int:
        """See `Tokenizer.count`."""
        return self.estimate(text)

    def count_lines(self, lines: Sequence[str]) -> int:
        """See `Tokenizer.count_lines`."""
        return self.count("\n".join(lines))


@dataclass(frozen=True, eq=False)
class _VocabularyTokenizer:
    """Counts with a vocabulary and remembers the counts of lines."""

    vocabulary: _Vocabulary
    loaded: "tiktoken.Encoding"
    counts: dict[str, int] = field(default_factory=dict[str, int])
    of_lines: dict[str, int] = field(default_factory=dict[str, int])
    """Counts of lines with the line break behind them; the text has none."""

    @property
    def encoding(self) -> str:
        """See `Tokenizer.encoding`."""
        return self.vocabulary.name

    def count(self, text: str) -> int:
        """See `Tokenizer.count`."""
        known = self.counts.get(text)
        if known is not None:
            return known
        if text.find("\n", 0, -1) < 0:
            return self._count_anew(text)
        parts = _independent_parts(text)
        counts = [*map(self.counts.get, parts)]
        found = sum(filter(None, counts))
        if None not in counts:
            return found
        unknown = Counter(part for part, count in zip(parts, counts, strict=True) if count is None)
        return found + sum(times * self._count_anew(part) for part, times in unknown.items())

    def count_lines(self, lines: Sequence[str]) -> int:
        """See `Tokenizer.count_lines`."""
        if not lines:
            return 0
        *parts, last = _joined(lines)
        # A block mostly holds the very texts of the one before, whose hashes are known.
        counts = [*map(self.of_lines.get, parts)]
        if None in counts:
            counts = [*map(self._count_line, parts)]
        return sum(filter(None, counts)) + self.count(last)

    def _count_line(self, line: str) -> int:
        counted = self.of_lines.get(line)
        if counted is None:
            counted = self.count(f"{line}\n")
            if len(line) < _LONGEST_KEPT:
                if len(self.of_lines) >= _MOST_COUNTS:
                    self.of_lines.clear()
                self.of_lines[line] = counted
        return counted

    def _count_anew(self, text: str) -> int:
        counted = self._count_part(text)
        if len(text) <= _LONGEST_KEPT:
            if len(self.counts) >= _MOST_COUNTS:
                self.counts.clear()
            self.counts[text] = counted
        return counted

    def _count_part(self, text: str) -> int:
        return _counted(self.loaded, text)


@dataclass(frozen=True, eq=False)
class _GptTokenizer(_VocabularyTokenizer):
    """The npm package gpt-tokenizer, release 3.4.0 (specs/openvault.md §5)."""

    @cached_property
    def _javascript(self) -> "tiktoken.Encoding":
        """A vocabulary apart, needed only for text that the two dialects split differently."""
        return _encoding(self.vocabulary, "gpt-tokenizer")

    @override
    def count(self, text: str) -> int:
        """See `Tokenizer.count`.

        Raises:
            ReleaseThrowsError: the text holds what looks like a special token.
        """
        special = _DISALLOWED.search(text) if "<|" in text else None
        if special:
            raise ReleaseThrowsError(f"Error: Disallowed special token found: {special[0]}")
        return super().count(text)

    @override
    def _count_part(self, text: str) -> int:
        return _counted(self._javascript if _DIALECT_DIFFERS.search(text) else self.loaded, text)


def _independent_parts(text: str) -> list[str]:
    """Split a text where no token can reach across, so that the parts' counts add up.

    That is after a line break whose next line begins with neither white space nor a slash: no
    alternative of either split pattern continues past a line break with anything else.
    """
    *parts, last = _joined(text.split("\n"))
    return [*[f"{part}\n" for part in parts], last]


def _joined(lines: Sequence[str]) -> list[str]:
    """Lines, those together between which a token can reach across."""
    firsts = [line[:1] for line in lines]
    joining = {one for one in {*firsts} if not one or one in _CONTINUES or one.isspace()}
    parts: list[str] = []
    start = 0
    for number, first in enumerate(firsts) if joining else ():
        if number and first in joining:
            parts += lines[start:number]
            parts[-1] = f"{parts[-1]}\n{lines[number]}"
            start = number + 1
    return [*parts, *lines[start:]]


def _counted(encoding: "tiktoken.Encoding", text: str) -> int:
    """Count a text that may be far longer than any text should be.

    tiktoken counts half of a character pair as U+FFFD, as a browser's TextEncoder writes it.
    Exact but for runs of white space above `_LONGEST_SPACE` and single lines above
    `_LONGEST_LINE`: those are counted in pieces and may be off by a token a piece.
    """
    if len(text) < _LONGEST_SPACE:
        return len(encoding.encode_ordinary(text))
    counts: dict[str, int] = {}
    total = 0
    for piece in _bearable_pieces(text):
        if piece not in counts:
            counts[piece] = len(encoding.encode_ordinary(piece))
        total += counts[piece]
    return total


def _bearable_pieces(text: str) -> Iterator[str]:
    if len(text) > _LONGEST_LINE:
        for start in range(0, len(text), _LONGEST_SPACE):
            yield text[start : start + _LONGEST_SPACE]
        return
    start = 0
    for run in _LONG_SPACE.finditer(text):
        for cut in range(run.start() + _LONGEST_SPACE, run.end(), _LONGEST_SPACE):
            yield text[start:cut]
            start = cut
    yield text[start:]


def _encoding(vocabulary: _Vocabulary, dialect: str) -> "tiktoken.Encoding":
    """A loaded encoding, shared by all that count with it."""
    key = (vocabulary.name, dialect)
    with _loading:
        if key not in _encodings:
            _encodings[key] = _built(vocabulary, javascript=dialect == "gpt-tokenizer")
        return _encodings[key]


def _built(vocabulary: _Vocabulary, *, javascript: bool) -> "tiktoken.Encoding":
    # Deferred: an estimator needs neither this module nor its 3 MB of compiled code.
    import tiktoken  # noqa: PLC0415

    ranks = _ranks(vocabulary)
    split = vocabulary.split
    if javascript:
        mark = _BYTE_ORDER_MARK.encode()
        ranks = {token: rank for token, rank in ranks.items() if not token.startswith(mark)}
        split = _javascript_split(split)
    return tiktoken.Encoding(
        vocabulary.name, pat_str=split, mergeable_ranks=ranks, special_tokens={}
    )


def _javascript_split(split: str) -> str:
    negated = split.replace(r"[^\s\p{L}\p{N}]", _JS_NO_WORD)
    return negated.replace(r"\S", _JS_OTHER).replace(r"\s", _JS_SPACE)


def _ranks(vocabulary: _Vocabulary) -> dict[bytes, int]:
    """Read a vocabulary: a byte for each token's length, then all tokens, both by rank.

    Raises:
        InspectorError: the file is missing, or is not the one that was packed.
    """
    location = shipped().joinpath("tokenizers", f"{vocabulary.name}.zlib")
    try:
        content = zlib.decompress(location.read_bytes())
    except (OSError, zlib.error) as error:
        raise InspectorError(
            _("The vocabulary {name} cannot be read: {error}. Install the program again.").format(
                name=vocabulary.name, error=error
            )
        ) from error
    if hashlib.sha256(content).hexdigest() != vocabulary.sha256:
        raise InspectorError(
            _("The vocabulary {name} is damaged. Install the program again.").format(
                name=vocabulary.name
            )
        )
    ends = [*accumulate(content[: vocabulary.size], initial=vocabulary.size)]
    return {content[start:end]: rank for rank, (start, end) in enumerate(pairwise(ends))}
