"""The text that keys are looked for in, and the looking (*Scan text* and *Keys*)."""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from inspector.core.decoded import is_number, items
from inspector.core.javascript import WHITE_SPACE, to_number, truthy
from inspector.sillytavern.js_regex import JsRegex, compiled
from inspector.sillytavern.lore_scan.books import ScanEntry
from inspector.sillytavern.lore_scan.model import MatchPlace, PassKind, ScanInput

_MARK = "\x01"
_JOINER = "\n\x01"
_MOST_MESSAGES = 1000
_LITERAL = re.compile(r"/([\s\S]+?)/([gimsuy]*)")
_BARE_SLASH = re.compile(r"(?:^|[^\\])/")
_SEVERAL = re.compile(f"[{WHITE_SPACE}]+")
_WORD = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")

_FIELDS = (
    ("matchPersonaDescription", "persona"),
    ("matchCharacterDescription", "description"),
    ("matchCharacterPersonality", "personality"),
    ("matchCharacterDepthPrompt", "depth_prompt"),
    ("matchScenario", "scenario"),
    ("matchCreatorNotes", "creator_notes"),
)


@dataclass(frozen=True, slots=True)
class _Piece:
    """One source's share of a scan text."""

    source: str
    message: int | None
    text: str


class ScanText:
    """A text in which keys are looked for, and where its pieces come from."""

    def __init__(self, pieces: Sequence[_Piece]) -> None:
        self._pieces = pieces
        self.text = _MARK + _JOINER.join(piece.text for piece in pieces) if pieces else ""
        self._lower: str | None = None

    @property
    def lower(self) -> str:
        """The text in lower case."""
        if self._lower is None:
            self._lower = self.text.lower()
        return self._lower

    def location(self, start: int, end: int) -> MatchPlace | None:
        """Which piece a match begins in; None where lower case has another length."""
        at = len(_MARK)
        for piece in self._pieces:
            stop = at + len(piece.text)
            if start <= stop:
                begin = max(start - at, 0)
                until = max(min(end - at, len(piece.text)), begin)
                matched = piece.text[begin:until]
                return MatchPlace(piece.source, piece.message, begin, until, matched)
            at = stop + len(_JOINER)
        return None


EMPTY = ScanText(())


class Buffer:
    """What there is to look into during a scan.

    Attributes:
        deeper: how many messages more than the settings say are scanned by default.
    """

    def __init__(self, given: ScanInput, expand: Callable[[str], str]) -> None:
        self._settings = given.settings
        self._fields = given.fields
        names = truthy(given.settings.get("world_info_include_names", True))
        written = [
            (one.index, f"{one.name}: {one.text}" if names else one.text)
            for one in reversed(given.messages[-_MOST_MESSAGES:])
        ]
        # Empty messages keep their place as holes of an array, which ends with the last that
        # is none.
        while written and not written[-1][1]:
            written.pop()
        self._messages = [
            _Piece("message", index, text.strip(WHITE_SPACE)) for index, text in written
        ]
        self._injected = [
            _Piece(f"slot:{one.key}", None, expand(one.text)) for one in given.injected
        ]
        self._injected = [piece for piece in self._injected if piece.text]
        self._recursion: list[_Piece] = []
        self.deeper = 0
        self._made: dict[tuple[object, ...], ScanText] = {}

    @property
    def depth(self) -> float:
        """How many messages are scanned by default."""
        depth = to_number(self._settings.get("world_info_depth", 2))
        return depth + self.deeper

    def deepen(self) -> None:
        """Scan one message more."""
        self.deeper += 1

    def recurse(self, text: str) -> None:
        """Scan a text of active entries too."""
        self._recursion.append(_Piece("recursion", None, text))
        self._made.clear()

    @property
    def has_recursion(self) -> bool:
        """Whether there is text of active entries."""
        return bool(self._recursion)

    def text_for(self, entry: ScanEntry, kind: PassKind) -> ScanText:
        """What an entry's keys are looked for in; nothing at all at depth 0."""
        depth = to_number(entry.given("scanDepth", self.depth))
        if math.isnan(depth) or depth <= 0:
            return EMPTY
        flags = tuple(entry.is_true(flag) for flag, _ in _FIELDS)
        count = int(min(depth, _MOST_MESSAGES))
        recursion = kind is not PassKind.MIN_ACTIVATIONS
        key = (count, flags, recursion)
        if key not in self._made:
            self._made[key] = self._text(count, flags, recursion=recursion)
        return self._made[key]

    def _text(self, count: int, flags: tuple[bool, ...], *, recursion: bool) -> ScanText:
        pieces = self._messages[:count] or [_Piece("message", None, "")]
        for (_, name), wanted in zip(_FIELDS, flags, strict=True):
            text = getattr(self._fields, name)
            if wanted and text:
                pieces = [*pieces, _Piece(name, None, text)]
        return ScanText([*pieces, *self._injected, *(self._recursion if recursion else [])])

    def find(self, text: ScanText, key: str, entry: ScanEntry) -> tuple[int, int] | None:
        """Where a key stands in a text.

        Args:
            text: the text.
            key: the key, trimmed.
            entry: whose key it is; it may have its own ideas of case and whole words.
        """
        pattern = _pattern(key)
        if pattern is not None:
            found = pattern.search(text.text)
            return None if found is None else (found.start, found.end)
        cased = truthy(entry.given("caseSensitive", self._flag("world_info_case_sensitive")))
        haystack, needle = (text.text, key) if cased else (text.lower, key.lower())
        whole = truthy(entry.given("matchWholeWords", self._flag("world_info_match_whole_words")))
        if whole and not _SEVERAL.search(needle):
            return _find_word(haystack, needle)
        start = haystack.find(needle)
        return None if start < 0 else (start, start + len(needle))

    def _flag(self, name: str) -> object:
        return self._settings.get(name, False)

    def score(self, entry: ScanEntry, kind: PassKind) -> int:
        """How many of an entry's keys are found, for inclusion groups; keys as they are stored."""
        text = self.text_for(entry, kind)
        primary = self._found(text, entry, "key")
        if not items(entry.value("key")):
            return 0
        secondary = self._found(text, entry, "keysecondary")
        logic = entry.value("selectiveLogic")
        match logic if is_number(logic) and items(entry.value("keysecondary")) else None:
            case 0:
                return primary + secondary
            case 3 if secondary == len(items(entry.value("keysecondary"))):
                return primary + secondary
            case _:
                return primary

    def _found(self, text: ScanText, entry: ScanEntry, name: str) -> int:
        keys = (key for key in items(entry.value(name)) if isinstance(key, str))
        return sum(self.find(text, key, entry) is not None for key in keys)


def _find_word(haystack: str, needle: str) -> tuple[int, int] | None:
    """A word between characters that are no ASCII letters, digits or underscores."""
    start = haystack.find(needle)
    while start >= 0:
        end = start + len(needle)
        before = start == 0 or haystack[start - 1] not in _WORD
        if before and (end == len(haystack) or haystack[end] not in _WORD):
            return start, end
        start = haystack.find(needle, start + 1)
    return None


def _pattern(key: str) -> JsRegex | None:
    """A key that is written `/…/flags`; None where it is plain text."""
    if not key.startswith("/"):
        return None
    written = _LITERAL.fullmatch(key)
    if written is None or _BARE_SLASH.search(written[1]):
        return None
    return compiled(written[1].replace("\\/", "/", 1), written[2])
