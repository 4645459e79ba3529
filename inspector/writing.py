"""Writing what was edited: one way for chats and what stands beside them."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol, TypeVar

from inspector import files
from inspector.core.errors import ChatFileError, InspectorError, UnforeseenError
from inspector.files.handing_over import hand_over
from inspector.jsonbytes.draft import Draft
from inspector.language import _
from inspector.preferences import load_preferences
from inspector.server.chats import ServerRoute

Value_contra = TypeVar("Value_contra", contravariant=True)


class Opened(Protocol[Value_contra]):
    """A file that was read, and how edits of it become bytes."""

    @property
    def path(self) -> Path:
        """The file's path as the person named it."""
        ...

    @property
    def on_disk(self) -> files.OnDisk:
        """What the file holds, as far as known here."""
        ...

    def draft(self, value: Value_contra, /) -> Draft:
        """The file as it shall be written."""
        ...


def rehearse(opened: Opened[Value_contra], value: Value_contra) -> None:
    """Make the bytes that `write` would write, and write nothing.

    Args:
        opened: as it was read.
        value: what was made of it.

    Raises:
        InspectorError: it could not be written.
    """
    with _whatever_happens(opened.path):
        opened.draft(value).verify()


def write(
    opened: Opened[Value_contra],
    value: Value_contra,
    target: Path | None = None,
    *,
    overwrite: bool = False,
    route: ServerRoute | None = None,
    copy: files.Copy | None = None,
) -> files.Saved:
    """Write a file.

    Args:
        opened: as it was read.
        value: what was made of it.
        target: another file to write; None for its own, whatever its own is called there.
        overwrite: write its own also if somebody else wrote it since it was read.
        route: have a running SillyTavern write its own; None to write it here.
        copy: of what its own holds, for the backup; None where there is none as yet.

    Raises:
        InspectorError: it cannot be written, for whatever reason; the file is as it was, or the
            text says what is known of it.
    """
    is_own = target is None or _is_same(target, opened.path)
    path = opened.path if target is None or is_own else target
    known = opened.on_disk if is_own and not overwrite else None
    with _whatever_happens(path):
        draft = opened.draft(value)
        limit = _backup_limit()
        if route is not None and known is not None:
            return _handed_over(known, draft, route, copy, limit)
        return files.save(
            path, draft.pieces, known, verify=draft.verify, copy=copy, backup_limit=limit
        )


@contextmanager
def _whatever_happens(path: Path) -> Generator[None]:
    """Whatever nobody foresaw is refused in words: it must not stop the program."""
    try:
        yield
    except InspectorError:
        raise
    except Exception as error:
        raise ChatFileError(
            str(path), _("{why}; the file is as it was").format(why=UnforeseenError(error))
        ) from error


def _handed_over(
    known: files.OnDisk, draft: Draft, route: ServerRoute, copy: files.Copy | None, limit: int
) -> files.Saved:
    def verify() -> None:
        draft.verify()
        changed = [(line.number, b"".join(line.after)) for line in draft.lines]
        route.refuse_unless_same(known.pieces, changed)

    return hand_over(
        known.path,
        draft.pieces,
        known,
        route.save,
        verify=verify,
        copy=copy,
        backup_limit=limit,
    )


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False


def _backup_limit() -> int:
    try:
        return load_preferences().backup_limit
    except Exception:  # noqa: BLE001 - no preference is a reason not to save
        return files.DEFAULT_LIMIT
