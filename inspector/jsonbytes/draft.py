"""A file as it shall be written, and the lines of it that have to be read back first."""

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.core.errors import EditError
from inspector.jsonbytes.pieces import Pieces
from inspector.jsonbytes.splice import Changes
from inspector.jsonbytes.verify import Former, verify
from inspector.jsonbytes.wanted import SpliceError
from inspector.language import _


@dataclass(frozen=True, eq=False)
class ChangedLine:
    """One line before and after its changes.

    Attributes:
        number: 0-based.
        before: as the file was read.
        after: as it shall be written, in pieces.
        changes: what was meant.
    """

    number: int
    before: Former
    after: Sequence[bytes | memoryview]
    changes: Changes


@dataclass(frozen=True, eq=False)
class Draft:
    """A file as it shall be written.

    Attributes:
        pieces: its bytes.
        lines: those that differ from what was read.
    """

    pieces: Pieces
    lines: tuple[ChangedLine, ...] = ()

    def verify(self) -> None:
        """Read the lines that differ back and compare them with what was meant.

        Raises:
            EditError: one is no JSON, or something else than meant.
        """
        for line in self.lines:
            try:
                verify(line.before, b"".join(line.after), line.changes)
            except SpliceError as error:
                raise EditError(
                    _(
                        "Line {number} would not become what was meant ({error}), so "
                        "nothing was written."
                    ).format(number=line.number + 1, error=error)
                ) from error
