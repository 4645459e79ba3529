"""Requests that were recorded, as files. No key is ever among what is written."""

import contextlib
import json
import re
from pathlib import Path

from inspector.core.decoded import is_object
from inspector.core.errors import InspectorError
from inspector.language import _
from inspector.listening.exchange import RecordedRequest

_SECRET = re.compile(r"key|token$|secret|passw|auth|cookie|credential", re.IGNORECASE)
_HARMLESS = frozenset({"max_tokens", "stop_token", "eos_token", "bos_token", "custom_token_bans"})


def without_keys(body: bytes) -> bytes:
    """A request's body without members that could hold a key; the same bytes where none do."""
    try:
        value: object = json.loads(body)
    except (ValueError, RecursionError):
        return body
    if not is_object(value):
        return body
    kept = {name: one for name, one in value.items() if not _is_secret(name)}
    if len(kept) == len(value):
        return body
    return json.dumps(kept, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _is_secret(name: str) -> bool:
    return name not in _HARMLESS and _SECRET.search(name) is not None


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
        raise InspectorError(f"{folder}: {error.strerror or error}") from error


def save(request: RecordedRequest, folder: Path) -> Path:
    """Write a request's body into a folder; answers the file.

    Raises:
        InspectorError: it cannot be written; the text names the file.
    """
    stamp = request.when.strftime("%Y%m%d-%H%M%S")
    path = folder / f"request-{stamp}-{request.number:04d}.json"
    make_folder(folder)
    try:
        path.touch(mode=0o600)
        path.write_bytes(without_keys(request.body))
    except OSError as error:
        with contextlib.suppress(OSError):
            path.unlink()  # half a request is none
        raise InspectorError(f"{path}: {error.strerror or error}") from error
    return path
