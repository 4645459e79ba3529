"""A message as its swipes, in the bytes that they have in its line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from inspector.core.decoded import is_list
from inspector.jsonbytes.cuts import Cut, pieces_of, removals
from inspector.jsonbytes.scan import Outline, decoded

MIRRORED = ("send_date", "gen_started", "gen_finished", "extra")
"""What a message has of its selected swipe beside the text (specs/sillytavern.md §1.3)."""


@dataclass(frozen=True, slots=True)
class Swipe:
    """One swipe.

    Attributes:
        mes: its text as it is spelled.
        info: what `swipe_info` holds of it, likewise; None where that ends before it.
    """

    mes: bytes
    info: bytes | None = None

    @property
    def values(self) -> Mapping[str, bytes] | None:
        """Members of what `swipe_info` holds; None where that is no object."""
        return None if self.info is None or self.info[:1] != b"{" else members_of(self.info)

    @property
    def spelled(self) -> bytes:
        """Both as members of one object, which `read` reads."""
        info = b"" if self.info is None else b',"info":' + self.info
        return b'{"mes":' + self.mes + info + b"}"

    @classmethod
    def read(cls, spelled: bytes) -> Self:
        """What `spelled` spells."""
        values = members_of(spelled)
        return cls(values["mes"], values.get("info"))


@dataclass(frozen=True)
class SwipedMessage:
    """A message as its swipes.

    Attributes:
        line: its JSON.
        values: its members as they are spelled.
        swipes: in order; one without `swipes` has its text as the only one.
        selected: which of them is in the message itself.
        has_swipes: whether its line lists them.
    """

    line: bytes
    values: Mapping[str, bytes]
    swipes: Sequence[Swipe]
    selected: int
    has_swipes: bool

    @classmethod
    def read(cls, line: bytes) -> Self | None:
        """A message in whose line everything is where SillyTavern looks for it; None for others.

        Raises:
            ValueError: the line is no JSON object.
        """
        values = members_of(line)
        mes = decoded(values.get("mes", b"null"))
        if not isinstance(mes, str):
            return None
        if "swipes" not in values:
            info = _object({key: values[key] for key in MIRRORED if key in values})
            return cls(line, values, [Swipe(values["mes"], info)], 0, has_swipes=False)
        texts, infos = _items(values["swipes"]), _items(values.get("swipe_info", b"[]"))
        selected = decoded(values.get("swipe_id", b"null"))
        if texts is None or infos is None or len(infos) > len(texts):
            return None
        if any(text[:1] != b'"' for text in texts) or type(selected) is not int:
            return None
        if not 0 <= selected < len(texts) or decoded(texts[selected]) != mes:
            return None
        missing = [None] * (len(texts) - len(infos))
        swipes = [Swipe(*one) for one in zip(texts, [*infos, *missing], strict=True)]
        return cls(line, values, swipes, selected, has_swipes=True)

    @cached_property
    def texts(self) -> Sequence[object]:
        """What its swipes say."""
        return [decoded(one.mes) for one in self.swipes]

    @property
    def has_infos(self) -> bool:
        """Whether its line says when each swipe was generated."""
        return self.has_swipes and "swipe_info" in self.values

    def without_infos(self) -> Self:
        """The same as where no swipe says when it was generated."""
        return replace(self, swipes=[Swipe(one.mes) for one in self.swipes])

    def put_into_swipe(self) -> Swipe:
        """The selected swipe with what the message itself has of it, as before another one is."""
        swipe = self.swipes[self.selected]
        if swipe.values is None:
            return replace(swipe, mes=self.values["mes"])
        info = with_members(swipe.info or b"", {key: self.values.get(key) for key in MIRRORED})
        return Swipe(self.values["mes"], info)


def members_of(spelled: bytes) -> dict[str, bytes]:
    """Members of an object as they are spelled; the last of those with one key.

    Raises:
        ValueError: it is no JSON object.
    """
    outline = Outline(spelled)
    if spelled[outline.start : outline.start + 1] != b"{":
        raise ValueError("no object")
    members = outline.members(outline.start)
    return {str(one.key): spelled[one.start : one.end] for one in members}


def with_members(spelled: bytes, values: Mapping[str, bytes | None]) -> bytes:
    """An object with other members; those that are new stand at its end.

    Args:
        spelled: the object.
        values: what members become, as it is spelled; None for one that goes.
    """
    outline = Outline(spelled)
    members = outline.members(outline.start)
    known = {str(one.key): one for one in members}
    gone = {key for key, value in values.items() if value is None}
    cuts = removals(members, gone)
    added: list[bytes] = []
    for key, value in values.items():
        if value is None:
            continue
        if key in known:
            cuts.append(Cut(known[key].start, known[key].end, value))
        else:
            added.append(b'"%b":%b' % (key.encode(), value))
    if added:
        behind = members[-1].end if members else outline.start + 1
        comma = b"" if all(one.key in gone for one in members) else b","
        cuts.append(Cut(behind, behind, comma + b",".join(added)))
    return b"".join(pieces_of(spelled, cuts))


def as_list(items: Sequence[bytes], former: bytes | None) -> bytes:
    """A list as it was spelled before, if it holds the same items; else without spaces."""
    if former is not None and _items(former) == list(items):
        return former
    return b"[" + b",".join(items) + b"]"


def _object(values: Mapping[str, bytes]) -> bytes:
    return b"{" + b",".join(b'"%b":%b' % (key.encode(), one) for key, one in values.items()) + b"}"


def _items(spelled: bytes) -> list[bytes] | None:
    """Items of a list as they are spelled; None for anything else."""
    outline = Outline(spelled)
    if spelled[outline.start : outline.start + 1] != b"[" or not is_list(decoded(spelled)):
        return None
    return [spelled[one.start : one.end] for one in outline.members(outline.start)]
