"""Requests that were recorded, as files. No key is ever among what is written."""

import contextlib
import re
from codecs import BOM_UTF8
from pathlib import Path

from inspector.core.decoded import is_list, is_object
from inspector.core.errors import InspectorError
from inspector.core.stored import REMOVED
from inspector.jsonbytes.scan import Outline
from inspector.jsonbytes.splice import Splicer
from inspector.language import _
from inspector.listening.exchange import RecordedRequest
from inspector.small_files import why

_SECRET = re.compile(r"key|token$|secret|passw|auth|cookie|credential", re.IGNORECASE)
_HARMLESS = frozenset({"max_tokens", "stop_token", "eos_token", "bos_token", "custom_token_bans"})


def without_keys(body: bytes) -> bytes:
    """A request's body without members that could hold a key; all else keeps its bytes.

    The same bytes where none does.

    Raises:
        InspectorError: it is no whole JSON, so that nobody knows where in it a key stands.
    """
    mark = BOM_UTF8 if body.startswith(BOM_UTF8) else b""
    stored = body.removeprefix(mark)
    outline = Outline(stored)
    try:
        secret = [
            (str(one.key),)
            for one in outline.members(outline.start)
            if _is_secret(one.key) and _can_hold_a_key(outline.value(one))
        ]
        if not secret:
            return body
        return b"".join([mark, *Splicer(stored).splice([(path, REMOVED) for path in secret])])
    except (ValueError, RecursionError) as error:
        raise InspectorError(
            _("it holds no whole JSON object, so a key in it could not be left out")
        ) from error


def _is_secret(name: str | int) -> bool:
    return isinstance(name, str) and name not in _HARMLESS and _SECRET.search(name) is not None


def _can_hold_a_key(value: object) -> bool:
    """Whether it is a text, or can have one in it: a switch such as `add_bos_token` does not."""
    return bool(value) and (isinstance(value, str) or is_object(value) or is_list(value))


def make_folder(folder: Path) -> None:
    """Make the folder, so that one that cannot be is refused before anything is recorded.

    Raises:
        InspectorError: it cannot be made; the text names it.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise InspectorError(
            _("{folder}: this is a file and no folder").format(folder=folder)
        ) from error
    except OSError as error:
        raise InspectorError(f"{folder}: {why(error)}") from error


def save(request: RecordedRequest, folder: Path) -> Path:
    """Write a request's body into a folder; answers the file.

    Raises:
        InspectorError: it cannot be written, and the text names the file; or it could hold a key.
    """
    kept = without_keys(request.body)
    stamp = request.when.strftime("%Y%m%d-%H%M%S")
    path = folder / f"request-{stamp}-{request.number:04d}.json"
    make_folder(folder)
    try:
        path.touch(mode=0o600)
        path.write_bytes(kept)
    except OSError as error:
        with contextlib.suppress(OSError):
            path.unlink()  # half a request is none
        raise InspectorError(f"{path}: {why(error)}") from error
    return path
