"""Merging two later states of one chat file, message by message and value by value.

What was appended, what the extensions added, their counters and stamps are values that one side
alone changed, and all stay (`jsonbytes.three_way`).
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from inspector.core.same_ends import same_ends
from inspector.core.stored import Path
from inspector.jsonbytes.pieces import Piece, Pieces
from inspector.jsonbytes.spelling import spell
from inspector.jsonbytes.splice import Splicer
from inspector.jsonbytes.three_way import Difference, Resolution, Take, Typed, merge_value
from inspector.merging.alignment import aligned, same_in_both, same_start
from inspector.merging.line_edits import LinePieces, content, edited_lines
from inspector.merging.swipes import merge_message
from inspector.sillytavern.chat_file import ChatFile

_INTEGRITY = ("chat_metadata", "integrity")
_MANY = b",\n"


Key = tuple[int | None, bool, Path]
"""What tells one difference apart from all others of a merge: `ValueDifference.key`."""


@dataclass(frozen=True)
class ValueDifference:
    """A value of a file that mine changed, or both.

    Attributes:
        value: the three states of it.
        message: index of the message that holds it, in theirs where it is there; None for the
            header, and for files that hold no messages.
        is_message: whether it is whole messages: their lines in a JSON list, or `REMOVED`.
    """

    value: Difference
    message: int | None = None
    is_message: bool = False

    @property
    def key(self) -> Key:
        """What tells it apart from all others of one merge."""
        return self.message, self.is_message, self.value.path


@dataclass(frozen=True, slots=True)
class AsNew:
    """A message that theirs removed and mine changed stands as a new one at the chat's end.

    Attributes:
        send_date: when it counts as sent, so that nobody takes it for the removed one.
    """

    send_date: str


Decision = Resolution | AsNew

Resolutions = Mapping[Key, Decision]
"""Whose value stands where both changed one, by `ValueDifference.key`."""


@dataclass(frozen=True)
class Merged:
    """What a merge of files made.

    Attributes:
        pieces: the file: theirs, with what mine alone changed.
        accepted: what mine alone changed.
        conflicts: what both changed; what is kept twice stands once.
        resolved: keys of the conflicts that were given a resolution.
    """

    pieces: Pieces
    accepted: tuple[ValueDifference, ...] = ()
    conflicts: tuple[ValueDifference, ...] = ()
    resolved: frozenset[Key] = frozenset()

    @property
    def open_conflicts(self) -> tuple[ValueDifference, ...]:
        """Conflicts that nobody has settled; theirs stands for the time being."""
        return tuple(one for one in self.conflicts if one.key not in self.resolved)


def merge_chats(
    base: ChatFile,
    theirs: ChatFile,
    mine: ChatFile,
    resolutions: Resolutions | None = None,
    otherwise: Take = Take.THEIRS,
    only: Collection[Key] | None = None,
) -> Merged:
    """Merge two later states of one chat.

    Args:
        base: what both were made of.
        theirs: the state whose bytes stay wherever mine changed nothing.
        mine: the other state.
        resolutions: whose value stands where both changed one.
        otherwise: whose value stands for a conflict that is not among them.
        only: what of the values that mine alone changed is put in; None for all.

    Raises:
        ValueError: a line that has to be merged is no JSON.
    """
    if mine is base:
        return Merged(theirs.lines.pieces)
    gathered = _Gathered(resolutions or {}, otherwise, only)
    return _ChatMerge(base, theirs, mine, gathered).merged()


def differences(before: ChatFile, after: ChatFile) -> tuple[ValueDifference, ...]:
    """What is otherwise in a later state of a chat.

    Raises:
        ValueError: a line that differs is no JSON.
    """
    return merge_chats(before, before, after).accepted


def merge_json(
    base: bytes,
    theirs: bytes,
    mine: bytes,
    resolutions: Resolutions | None = None,
    otherwise: Take = Take.THEIRS,
) -> Merged:
    """Merge two later states of a file that is one JSON value, such as a lorebook.

    Raises:
        ValueError: one of them is no JSON.
    """
    gathered = _Gathered(resolutions or {}, otherwise)
    pieces = gathered.merge(None, base, theirs, mine)
    return gathered.merged(pieces)


@dataclass
class _Gathered:
    """What a merge found, and how its conflicts are settled."""

    resolutions: Resolutions
    otherwise: Take
    only: Collection[Key] | None = None
    accepted: list[ValueDifference] = field(default_factory=list[ValueDifference])
    conflicts: list[ValueDifference] = field(default_factory=list[ValueDifference])

    def merge(
        self, message: int | None, base: bytes | None, theirs: bytes, mine: bytes
    ) -> Sequence[bytes | memoryview]:
        def resolve(difference: Difference, original: Path | None = None, /) -> Resolution:
            decision = self.resolve(ValueDifference(difference, message), original)
            return Take.MINE if isinstance(decision, AsNew) else decision

        def accepts(difference: Difference, original: Path | None = None, /) -> bool:
            return self.accepts(ValueDifference(difference, message), original)

        merge = merge_value if message is None else merge_message
        merged = merge(base, theirs, mine, resolve, accepts)
        self.accepted += (ValueDifference(one, message) for one in merged.accepted)
        self.conflicts += (ValueDifference(one, message) for one in merged.conflicts)
        return merged.pieces

    def missing_header(
        self, base: bytes | None, theirs: bytes | None, mine: bytes | None
    ) -> bytes | None:
        """The header of mine, or a typed one, if it is put into theirs, which has none."""
        if theirs is not None or mine in (None, base):
            return None
        difference = ValueDifference(Difference((), base, None, mine))
        if base is None:
            if not self.accepts(difference):
                return None
            self.accepted.append(difference)
            return mine
        self.conflicts.append(difference)
        decision = self.resolve(difference)
        if isinstance(decision, Typed):
            return spell(decision.value).encode("utf-8")
        return None if decision is Take.THEIRS else mine

    def accepts(self, difference: ValueDifference, original: Path | None = None) -> bool:
        """Whether a value that mine alone changed is put in; a copy goes with its original."""
        return self.only is None or any(key in self.only for key in _keys(difference, original))

    def resolve(self, difference: ValueDifference, original: Path | None = None) -> Decision:
        if difference.message is None and difference.value.path == _INTEGRITY:
            return Take.THEIRS
        keys = [key for key in _keys(difference, original) if key in self.resolutions]
        return self.resolutions[keys[0]] if keys else self.otherwise

    def merged(self, pieces: Pieces) -> Merged:
        conflicts = [
            one for one in self.conflicts if (one.message, one.value.path) != (None, _INTEGRITY)
        ]
        resolved = frozenset(one.key for one in conflicts if one.key in self.resolutions)
        return Merged(pieces, tuple(self.accepted), tuple(conflicts), resolved)


def _keys(difference: ValueDifference, original: Path | None) -> Sequence[Key]:
    """The key of a value, and that of the one of which it is a copy."""
    message, is_message, _path = difference.key
    copied = () if original is None else ((message, is_message, original),)
    return (difference.key, *copied)


class _ChatMerge:
    """One merge of chats."""

    def __init__(
        self,
        base: ChatFile,
        theirs: ChatFile,
        mine: ChatFile,
        gathered: _Gathered,
    ) -> None:
        self._base, self._theirs, self._mine = base, theirs, mine
        self._gathered = gathered
        self._as_new: list[bytes] = []
        self._start = min(same_start(base, theirs), same_start(base, mine))
        self._to_theirs = aligned(base, theirs)
        self._to_mine = aligned(base, mine)
        self._from_theirs = {index: one for one, index in self._to_theirs.items()}
        self._from_mine = {index: one for one, index in self._to_mine.items()}
        new = range(len(theirs.message_lines)), range(len(mine.message_lines))
        self._added_by_both = same_in_both(
            theirs,
            [one for one in new[0] if one not in self._from_theirs],
            mine,
            [one for one in new[1] if one not in self._from_mine],
        )
        self._added_by_both_back = {mine: its for its, mine in self._added_by_both.items()}

    def merged(self) -> Merged:
        replaced = dict(self._header())
        header = self._gathered.missing_header(
            _header_of(self._base), _header_of(self._theirs), _header_of(self._mine)
        )
        replaced |= self._messages()
        inserted = self._inserted()
        return self._gathered.merged(list(self._pieces(header, replaced, inserted)))

    def _header(self) -> Iterator[tuple[int, LinePieces | None]]:
        line, theirs = self._theirs.header_line, _header_of(self._theirs)
        mine = _header_of(self._mine)
        if line is not None and theirs is not None and mine is not None:
            yield line, self._gathered.merge(None, _header_of(self._base), theirs, mine)

    def _messages(self) -> dict[int, LinePieces | None]:
        """What becomes of lines of theirs; None for one that goes."""
        replaced: dict[int, LinePieces | None] = {}
        lines = self._theirs.message_lines
        for index in range(self._start, len(lines)):
            line = lines[index]
            base = self._from_theirs.get(index)
            mine = self._mine_of(index, base)
            theirs = _line(self._theirs, index)
            former = None if base is None else _line(self._base, base)
            if mine is not None:
                mine_line = _line(self._mine, mine)
                if mine_line not in (theirs, former):
                    replaced[line] = self._gathered.merge(index, former, theirs, mine_line)
            elif former is not None and self._is_gone(index, former, theirs):
                replaced[line] = None
        return replaced

    def _mine_of(self, index: int, base: int | None) -> int | None:
        if base is not None:
            return self._to_mine.get(base)
        return self._added_by_both.get(index)

    def _is_gone(self, index: int, former: bytes, theirs: bytes) -> bool:
        """Whether a message that mine removed goes."""
        difference = ValueDifference(Difference((), former, theirs, None), index, is_message=True)
        if former == theirs:
            if not self._gathered.accepts(difference):
                return False
            self._gathered.accepted.append(difference)
            return True
        self._gathered.conflicts.append(difference)
        return self._gathered.resolve(difference) is Take.MINE

    def _inserted(self) -> dict[int, list[bytes]]:
        """Lines that only mine has, by the index of the message of theirs that they go before."""
        inserted: dict[int, list[bytes]] = {}
        at = self._start
        run: list[int] = []
        for index in range(self._start, len(self._mine.message_lines)):
            theirs = self._theirs_of(index)
            if theirs is None:
                run.append(index)
                continue
            self._insert(at, run, inserted)
            at, run = theirs + 1, []
        self._insert(at, run, inserted)
        if self._as_new:
            inserted.setdefault(len(self._theirs.message_lines), []).extend(self._as_new)
        return inserted

    def _theirs_of(self, index: int) -> int | None:
        base = self._from_mine.get(index)
        if base is not None:
            return self._to_theirs.get(base)
        return self._added_by_both_back.get(index)

    def _insert(self, at: int, run: Sequence[int], inserted: dict[int, list[bytes]]) -> None:
        kept = [line for index in run for line in self._kept_though_removed(at, index)]
        if kept:
            inserted.setdefault(at, []).extend(kept)
        added = [_line(self._mine, index) for index in run if index not in self._from_mine]
        if not added:
            return
        end = at
        while end < len(self._theirs.message_lines) and self._is_only_theirs(end):
            end += 1
        theirs = [_line(self._theirs, index) for index in range(at, end)]
        prefix, suffix = same_ends(theirs, added)
        added, theirs = (one[prefix : len(one) - suffix] for one in (added, theirs))
        if not added:
            return
        at, end = at + prefix, end - suffix
        difference = ValueDifference(
            Difference(("added",), None, _listed(theirs), _listed(added)), at, is_message=True
        )
        if not theirs:
            if not self._gathered.accepts(difference):
                return
            self._gathered.accepted.append(difference)
        else:
            self._gathered.conflicts.append(difference)
            resolution = self._gathered.resolve(difference)
            if resolution is not Take.MINE:
                return
        inserted.setdefault(end, []).extend(added)

    def _kept_though_removed(self, at: int, index: int) -> Iterator[bytes]:
        """A message that theirs removed and mine changed, if it is to stay."""
        base = self._from_mine.get(index)
        if base is None:
            return
        former, mine = _line(self._base, base), _line(self._mine, index)
        if former == mine:
            return
        path = ("removed", base)
        difference = ValueDifference(Difference(path, former, None, mine), at, is_message=True)
        self._gathered.conflicts.append(difference)
        decision = self._gathered.resolve(difference)
        if isinstance(decision, AsNew):
            new = Splicer(mine).splice([(("send_date",), decision.send_date)])
            self._as_new.append(b"".join(new))
        elif decision is Take.MINE:
            yield mine

    def _is_only_theirs(self, index: int) -> bool:
        return index not in self._from_theirs and index not in self._added_by_both

    def _pieces(
        self,
        header: bytes | None,
        replaced: Mapping[int, LinePieces | None],
        inserted: Mapping[int, Sequence[bytes]],
    ) -> Iterator[Piece]:
        numbers = self._theirs.message_lines
        of_header = self._theirs.header_line
        behind = (numbers[-1] if len(numbers) else -1 if of_header is None else of_header) + 1
        before = {
            numbers[index] if index < len(numbers) else behind: list(new)
            for index, new in inserted.items()
        }
        if header is not None:
            before[0] = [header, *before.get(0, ())]
        return edited_lines(self._theirs.lines, replaced, before)


def _header_of(chat: ChatFile) -> bytes | None:
    return None if chat.header_line is None else content(chat.lines, chat.header_line)


def _line(chat: ChatFile, index: int) -> bytes:
    return content(chat.lines, chat.message_lines[index])


def _listed(lines: Sequence[bytes]) -> bytes:
    return b"[" + _MANY.join(lines) + b"]"
