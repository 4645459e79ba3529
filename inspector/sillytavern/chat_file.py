"""A SillyTavern chat file that has been read, and how changes are written into it.

Writing changes the bytes of values in their lines and copies all other bytes (DESIGN §3).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from inspector.core.chat import Chat
from inspector.core.errors import EditError
from inspector.core.problems import Problem
from inspector.core.stored import Path, StoredChange
from inspector.jsonbytes.draft import ChangedLine, Draft
from inspector.jsonbytes.pieces import Piece, Pieces
from inspector.jsonbytes.splice import Splicer
from inspector.jsonbytes.verify import Former
from inspector.jsonbytes.wanted import SpliceError
from inspector.language import _
from inspector.sillytavern.lines import Lines


@dataclass(frozen=True, eq=False)
class ChatFile:
    """A chat file that has been read.

    Attributes:
        lines: all bytes, by line.
        header_line: 0-based line of the header, None without one.
        message_lines: 0-based line of each message.
        chat: the messages.
        metadata: `chat_metadata`, decoded on demand.
        problems: what is wrong with the file.
    """

    lines: Lines
    header_line: int | None
    message_lines: Sequence[int]
    chat: Chat
    metadata: Mapping[str, object]
    problems: tuple[Problem, ...] = ()

    def changed(self, changes: Iterable[StoredChange]) -> Pieces:
        """The file with changes, in pieces, read back and found to be what was meant.

        Raises:
            EditError: see `draft`, and `Draft.verify`.
        """
        draft = self.draft(changes)
        draft.verify()
        return draft.pieces

    def draft(self, changes: Iterable[StoredChange]) -> Draft:
        """The file with changes; untouched stretches are those that were read.

        Raises:
            EditError: a change of a message of a file that is only read, of the header where
                there is none, or of a line that cannot hold it.
        """
        by_line: dict[int, list[tuple[Path, object]]] = {}
        for change in changes:
            by_line.setdefault(self._line_of(change), []).append((change.path, change.value))
        pieces: list[Piece] = []
        lines: list[ChangedLine] = []
        at = 0
        for line in sorted(by_line):
            start, end = self.lines.span(line)
            spliced = self._spliced(line, by_line[line])
            pieces += *self.lines.between(at, start), *spliced
            former = self._former if line == self.header_line else Former(self.lines[line])
            lines.append(ChangedLine(line, former, spliced, by_line[line]))
            at = end
        return Draft((*pieces, *self.lines.between(at, self.lines.size)), tuple(lines))

    def _spliced(
        self, line: int, changes: list[tuple[Path, object]]
    ) -> Sequence[bytes | memoryview]:
        splicer = self._header if line == self.header_line else Splicer(self.lines[line])
        try:
            return splicer.splice(changes)
        except SpliceError as error:
            raise EditError(
                _("Line {line} cannot be changed: {error}.").format(line=line + 1, error=error)
            ) from error

    @cached_property
    def _header(self) -> Splicer:
        """Kept, since the header can be large and is written at every save."""
        return Splicer(self.lines[self._header_place])

    @cached_property
    def _former(self) -> Former:
        """The header again, for the same reason."""
        return Former(self.lines[self._header_place])

    def _line_of(self, change: StoredChange) -> int:
        if change.message is None:
            return self._header_place
        if change.message >= len(self.message_lines):
            raise EditError(_("This file is a saved answer, whose messages are only read."))
        return self.message_lines[change.message]

    @property
    def _header_place(self) -> int:
        if self.header_line is None:
            raise EditError(_("This file has no header line, in which the change would be kept."))
        return self.header_line
