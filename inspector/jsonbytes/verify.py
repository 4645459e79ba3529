"""Whether a changed line is what was meant: read back by another parser than wrote it."""

import json
from collections.abc import Mapping
from typing import NoReturn

import msgspec

from inspector.core.stored import REMOVED, Path
from inspector.jsonbytes.scan import Outline, decoded
from inspector.jsonbytes.splice import Changes, Splicer
from inspector.jsonbytes.wanted import SpliceError, Wanted, same, wanted_of
from inspector.language import _

_Spelled = bytes | msgspec.Raw
_Members = Mapping[str | int, _Spelled]

_objects = msgspec.json.Decoder(dict[str, msgspec.Raw])
_lists = msgspec.json.Decoder(list[msgspec.Raw])
_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


def splice(line: bytes, changes: Changes) -> bytes:
    """A line with some values changed, and verified; see `Splicer.splice`.

    Raises:
        SpliceError: it cannot be changed so.
    """
    after = b"".join(Splicer(line).splice(changes))
    verify(Former(line), after, changes)
    return after


class Former:
    """A line as it was; its members are read once, however often the line is changed.

    Attributes:
        line: its bytes.
    """

    def __init__(self, line: bytes) -> None:
        self.line = line
        self._known: dict[Path, _Members | None] = {}

    def members(self, path: Path, spelled: _Spelled) -> _Members | None:
        """The members of the value at a path, which is spelled so; None if it has none."""
        if path not in self._known:
            self._known[path] = _members(spelled)
        return self._known[path]


def verify(before: Former, after: bytes, changes: Changes) -> None:
    """Read a changed line back.

    Args:
        before: the line as it was.
        after: the line as it shall be written.
        changes: what was meant.

    Raises:
        SpliceError: it is no JSON, a value is not as meant, or another one differs too.
    """
    if before.line != after:
        _compare(before, before.line, after, wanted_of(changes), ())


def _compare(former: Former, before: _Spelled, after: _Spelled, wanted: Wanted, path: Path) -> None:
    old, new = former.members(path, before), _members(after)
    if new is None or (old is None and bytes(before).strip() != b"null"):
        raise SpliceError(_("{named} would be no object or list").format(named=_named(path)))
    old = old or {}
    listed = isinstance(new, _Items)
    gone = {key for key, one in wanted.below.items() if one.value is REMOVED}
    stays = [key for key in old if key not in gone]
    added = [key for key, one in wanted.below.items() if key not in old and one.adds_anything]
    expected = [*stays, *added]
    if len(expected) != len(new) or (not listed and expected != list(new)):
        raise SpliceError(
            _("{named} would have other members than meant").format(named=_named(path))
        )
    for key, found in zip(expected, new.values(), strict=True):
        _compare_member(former, old.get(key), found, wanted.below.get(key), (*path, key))


def _named(path: Path) -> str:
    return f"`{'.'.join(map(str, path))}`" if path else _("it")


def _compare_member(
    former: Former, before: _Spelled | None, after: _Spelled, wanted: Wanted | None, path: Path
) -> None:
    if wanted is None:
        if before is None or bytes(before) != bytes(after):
            raise SpliceError(
                _("{named} would change and is not meant to").format(named=_named(path))
            )
    elif wanted.below and before is not None:
        _compare(former, before, after, wanted, path)
    elif not same(_value(after), wanted.as_value):
        raise SpliceError(_("{named} would be another value than meant").format(named=_named(path)))


class _Items(dict[str | int, _Spelled]):
    """The items of a list by their places."""


def _members(spelled: _Spelled) -> _Members | None:
    """The members of an object, or the items of a list; None for another value.

    Raises:
        SpliceError: it is no JSON.
    """
    opening = bytes(memoryview(spelled)[:64]).lstrip()[:1]
    if opening not in (b"{", b"["):
        return None
    try:
        if opening == b"{":
            return {**_objects.decode(spelled)}
        return _Items(enumerate(_lists.decode(spelled)))
    except _UNREADABLE:
        return _members_slowly(bytes(spelled), opening)


def _members_slowly(spelled: bytes, opening: bytes) -> _Members:
    """The same where `msgspec` refuses what JavaScript reads, such as bytes that are no UTF-8."""
    try:
        json.loads(spelled.decode("utf-8", "replace"), parse_constant=_refuse, parse_int=float)
        outline = Outline(spelled)
        found = outline.members(outline.start)
    except (ValueError, RecursionError) as error:
        raise SpliceError(_("it would be no JSON: {error}").format(error=error)) from error
    members = {one.key: spelled[one.start : one.end] for one in found}
    return members if opening == b"{" else _Items(members)


def _value(spelled: _Spelled) -> object:
    try:
        return decoded(bytes(spelled))
    except (ValueError, RecursionError) as error:
        raise SpliceError(_("it would be no JSON: {error}").format(error=error)) from error


def _refuse(name: str) -> NoReturn:
    raise ValueError(_("it holds {name}").format(name=name))
