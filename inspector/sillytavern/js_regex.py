r"""JavaScript's regular expressions, run by the library `regex`.

What both spell alike means different things: `$`, `.`, `\w`, `\s`, `\b`, references to groups
that took no part, `[]`. Texts are UTF-16 units to JavaScript unless the flag `u` is set. Every
run is bounded in time, for a pattern can be anybody's.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import regex

TIME_LIMIT_S = 0.5
"""Seconds that one pattern may take on one text."""

_BREAKS = r"\n\r\u2028\u2029"
_WORD = "A-Za-z0-9_"
_SPACE = r"\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_CLASSES = {"d": "0-9", "w": _WORD, "s": _SPACE}
_EDGE = rf"(?<=[{_WORD}])(?![{_WORD}])|(?<![{_WORD}])(?=[{_WORD}])"
_NO_EDGE = rf"(?<=[{_WORD}])(?=[{_WORD}])|(?<![{_WORD}])(?![{_WORD}])"
_CONTROLS = {"n": r"\n", "r": r"\r", "t": r"\t", "v": r"\v", "f": r"\f"}
_QUANTIFIER = re.compile(r"\{[0-9]+(?:,[0-9]*)?\}")
_GROUP_NAME = re.compile(r"\?<([A-Za-z_$][\w$]*)>")
_SPECIAL_GROUP = re.compile(r"\?(?:[:=!]|<[=!]|[ims]*(?:-[ims]+)?:)")
_HEX = re.compile(r"x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})")
_POINT = re.compile(r"u\{([0-9a-fA-F]{1,6})\}")
_PROPERTY = re.compile(r"([pP])\{(\^?[\w=]+)\}")
_NUMBER = re.compile(r"[1-9][0-9]*")
_OCTAL = re.compile(r"[0-3]?[0-7]{1,2}")
_NAMED = re.compile(r"k<([A-Za-z_$][\w$]*)>")


class BadPatternError(ValueError):
    """JavaScript would not compile it either."""


@dataclass(frozen=True)
class Found:
    """One match.

    Attributes:
        start: where it begins, in code points.
        end: where it ends.
        groups: the whole match, then every group; None for one that took no part.
        named: the groups that have names.
    """

    start: int
    end: int
    groups: tuple[str | None, ...]
    named: dict[str, str | None]


class JsRegex:
    """A compiled `RegExp`.

    Args:
        source: the pattern.
        flags: its flags.

    Raises:
        BadPatternError: the pattern or the flags are not valid.
    """

    def __init__(self, source: str, flags: str = "") -> None:
        if len(set(flags)) != len(flags) or set(flags) - set("dgimsuy"):
            raise BadPatternError(f"no such flags: {flags}")
        self.replaces_all = "g" in flags
        self._sticky = "y" in flags
        self._units = "u" not in flags
        python = _Translator(source, flags).translated()
        options = regex.VERSION0 | (regex.IGNORECASE if "i" in flags else 0)
        self._plain = _compiled(python, options)
        self._astral: regex.Pattern[str] | None = None
        self._source, self._flags, self._options = source, flags, options

    def test(self, text: str) -> bool:
        """`pattern.test(text)`, from the beginning."""
        return self.search(text) is not None

    def search(self, text: str) -> Found | None:
        """The first match, or none."""
        return next(self._found(text), None)

    def sub(self, text: str, replaced: Callable[[Found], str]) -> str:
        """`text.replace(pattern, replaced)`: the first match, all of them under the flag `g`."""
        parts: list[str] = []
        cursor = 0
        for found in self._found(text):
            parts += [text[cursor : found.start], replaced(found)]
            cursor = found.end
            if not self.replaces_all:
                break
        return "".join(parts) + text[cursor:] if parts else text

    def _found(self, text: str) -> Iterator[Found]:
        """Matches in order; none where the time is up."""
        pattern, searched = self._plain, text
        splits = self._units and any(unit > "\uffff" for unit in text)
        if splits:
            pattern, searched = self._unit_pattern(), _units(text)
        try:
            if self._sticky:
                first = pattern.match(searched, timeout=TIME_LIMIT_S)
                matches = [] if first is None else [first]
            else:
                matches = pattern.finditer(searched, timeout=TIME_LIMIT_S)
            for one in matches:
                yield _whole(one, searched) if splits else _match(one)
        except TimeoutError:
            return

    def _unit_pattern(self) -> "regex.Pattern[str]":
        if self._astral is None:
            python = _Translator(_units(self._source), self._flags).translated()
            self._astral = _compiled(python, self._options)
        return self._astral


@lru_cache(maxsize=4096)
def compiled(source: str, flags: str = "") -> JsRegex | None:
    """A pattern, or None where JavaScript would not compile it."""
    try:
        return JsRegex(source, flags)
    except BadPatternError:
        return None


def _compiled(python: str, options: int) -> "regex.Pattern[str]":
    try:
        return regex.compile(python, options)
    except (regex.error, OverflowError, RecursionError, MemoryError) as error:
        raise BadPatternError(str(error)) from error


def _units(text: str) -> str:
    """A text with a character for each UTF-16 unit."""
    data = memoryview(text.encode("utf-16-le", "surrogatepass")).cast("H")
    return "".join(map(chr, data))


def _characters(units: str) -> str:
    return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _match(one: "regex.Match[str]") -> Found:
    return Found(one.start(), one.end(), (one[0], *one.groups()), one.groupdict())


def _whole(one: "regex.Match[str]", units: str) -> Found:
    def text(group: str | None) -> str | None:
        return None if group is None else _characters(group)

    start = len(_characters(units[: one.start()]))
    end = len(_characters(units[: one.end()]))
    named = {name: text(group) for name, group in one.groupdict().items()}
    return Found(start, end, (text(one[0]), *map(text, one.groups())), named)


class _Translator:
    """Spells one pattern as the library does."""

    def __init__(self, source: str, flags: str) -> None:
        self._source = source
        self._unicode = "u" in flags
        many = "m" in flags
        self._signs = {
            "^": rf"(?:\A|(?<=[{_BREAKS}]))" if many else r"\A",
            "$": rf"(?:\Z|(?=[{_BREAKS}]))" if many else r"\Z",
            ".": r"[\s\S]" if "s" in flags else f"[^{_BREAKS}]",
            ")": ")",
            "|": "|",
        }
        self._location = 0
        self._groups = _count_groups(source)

    def translated(self) -> str:
        """The pattern."""
        parts: list[str] = []
        while self._location < len(self._source):
            parts.append(self._next())
        return "".join(parts)

    def _next(self) -> str:
        char = self._source[self._location]
        self._location += 1
        match char:
            case "\\":
                return self._escape()
            case "[":
                return self._set()
            case "(":
                return self._opening()
            case "{" | "*" | "+" | "?":
                return self._quantifier(char)
            case _:
                return self._signs.get(char) or _literal(char)

    def _quantifier(self, char: str) -> str:
        if char == "{":
            found = _QUANTIFIER.match(self._source, self._location - 1)
            if found is None:
                if self._unicode:
                    raise BadPatternError("lone brace")
                return r"\{"
            self._location = found.end()
            char = found[0]
        lazy = self._source.startswith("?", self._location)
        self._location += lazy
        if self._source.startswith(("+", "*", "?"), self._location):
            raise BadPatternError("nothing to repeat")
        return char + ("?" if lazy else "")

    def _opening(self) -> str:
        if not self._source.startswith("?", self._location):
            return "("
        named = _GROUP_NAME.match(self._source, self._location)
        if named is not None:
            self._location = named.end()
            return f"(?P<{named[1].replace('$', '_')}>"
        special = _SPECIAL_GROUP.match(self._source, self._location)
        if special is None:
            raise BadPatternError("invalid group")
        self._location = special.end()
        return f"({special[0]}"

    def _escape(self) -> str:
        if self._location >= len(self._source):
            raise BadPatternError("\\ at end of pattern")
        char = self._source[self._location]
        if char in "bB":
            self._location += 1
            return f"(?:{_EDGE if char == 'b' else _NO_EDGE})"
        if char.lower() in _CLASSES:
            self._location += 1
            return f"[{'^' if char.isupper() else ''}{_CLASSES[char.lower()]}]"
        return self._reference() or self._character(in_set=False)

    def _reference(self) -> str | None:
        named = _NAMED.match(self._source, self._location)
        if named is not None:
            self._location = named.end()
            name = named[1].replace("$", "_")
            return f"(?({name})(?P={name}))"
        number = _NUMBER.match(self._source, self._location)
        if number is None or int(number[0]) > self._groups:
            return None
        self._location = number.end()
        # A group that took no part matches nothing in JavaScript, and fails elsewhere.
        return f"(?({number[0]})\\{number[0]})"

    def _character(self, *, in_set: bool) -> str:
        """One escaped character; the place stands on it."""
        by_number = self._by_number()
        if by_number is not None:
            return by_number
        source, start = self._source, self._location
        char = source[start]
        self._location = start + 1
        if char in _CONTROLS:
            return _CONTROLS[char]
        if char == "c" and source[start + 1 : start + 2].isalpha():
            self._location = start + 2
            return _literal(chr(ord(source[start + 1]) % 32))
        if char.isdigit():
            return self._digits(start)
        if in_set and char == "b":
            return r"\x08"
        if self._unicode and char.isalnum():
            raise BadPatternError("invalid escape")
        return _literal(char)

    def _by_number(self) -> str | None:
        """A character by its number, or the characters of a property."""
        for pattern in (_HEX, *([_POINT] if self._unicode else [])):
            found = pattern.match(self._source, self._location)
            if found is not None:
                self._location = found.end()
                point = int(found[found.lastindex or 1], 16)
                if point > 0x10FFFF:
                    raise BadPatternError("no such character")
                return _literal(chr(point))
        found = _PROPERTY.match(self._source, self._location) if self._unicode else None
        if found is None:
            return None
        self._location = found.end()
        return f"\\{found[1]}{{{found[2]}}}"

    def _digits(self, start: int) -> str:
        octal = _OCTAL.match(self._source, start)
        if self._unicode and self._source[start] != "0":
            raise BadPatternError("invalid escape")
        if octal is None:
            return _literal(self._source[start])
        self._location = octal.end()
        return _literal(chr(int(octal[0], 8)))

    def _set(self) -> str:
        negated = self._source.startswith("^", self._location)
        self._location += negated
        parts: list[str] = []
        while True:
            if self._location >= len(self._source):
                raise BadPatternError("unterminated character class")
            char = self._source[self._location]
            self._location += 1
            if char == "]":
                break
            parts.append(self._in_set(char))
        if not parts:
            return r"[\s\S]" if negated else r"(?!)"
        return f"[{'^' if negated else ''}{''.join(parts)}]"

    def _in_set(self, char: str) -> str:
        if char == "-":
            return "-" if self._is_range() else r"\-"
        if char != "\\":
            return _literal(char)
        if self._location >= len(self._source):
            raise BadPatternError("\\ at end of pattern")
        following = self._source[self._location]
        if following in _CLASSES:
            self._location += 1
            return _CLASSES[following]
        if following.lower() in _CLASSES:
            self._location += 1
            return {"D": r"\x00-/:-\U0010ffff", "W": _NOT_WORD, "S": r"\S"}[following]
        return self._character(in_set=True)

    def _is_range(self) -> bool:
        """Whether the dash before the place stands between two ends of a range."""
        before = self._source[: self._location - 1]
        opened = before.endswith(("[", "[^")) and not before.endswith("\\[")
        is_class = len(before) > 1 and before[-2] == "\\" and before[-1] in "dwsDWS"
        rest = self._source[self._location : self._location + 2]
        return not (opened or is_class or rest[:1] in ("]", "") or rest in _CLASS_ESCAPES)


_NOT_WORD = r"\x00-/:-@\[-\^`\{-\U0010ffff"
_CLASS_ESCAPES = tuple(f"\\{letter}" for letter in "dwsDWS")


def _literal(char: str) -> str:
    if char.isalnum() or char in "_ ":
        return char
    point = ord(char)
    if point > 0x7F:
        return f"\\U{point:08x}"
    return f"\\{char}" if char.isprintable() else f"\\x{point:02x}"


def _count_groups(source: str) -> int:
    count = 0
    in_set = escaped = False
    for index, char in enumerate(source):
        if escaped:
            escaped = False
        elif char == "\\":
            escaped = True
        elif char == "[":
            in_set = True
        elif char == "]":
            in_set = False
        elif char == "(" and not in_set:
            after = source[index + 1 : index + 4]
            count += not after.startswith("?") or (
                after.startswith("?<") and not after.startswith(("?<=", "?<!"))
            )
    return count
