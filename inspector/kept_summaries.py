"""The paragraphs that a person kept for established history, in the inspector's own folder.

A line of JSON each, appended; of several that were made of the same memories the last one counts.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path

from inspector.core.bucket_summary import BucketSummary
from inspector.core.decoded import is_number, is_object, items, text
from inspector.core.errors import InspectorError
from inspector.folders import data_folder
from inspector.small_files import why


def kept_summaries() -> tuple[BucketSummary, ...]:
    """All that were kept, the oldest first; none where the file cannot be read."""
    try:
        lines = _path().read_bytes().splitlines()
    except OSError:
        return ()
    found: dict[str, BucketSummary] = {}
    for one in _read(lines):
        found.pop(one.key, None)
        found[one.key] = one
    return tuple(found.values())


def keep_summary(summary: BucketSummary) -> None:
    """Keep a paragraph.

    Raises:
        InspectorError: the file cannot be written.
    """
    stored = {"text": summary.text, "made": summary.made, "marks": sorted(summary.marks)}
    line = json.dumps(stored).encode() + b"\n"
    path = _path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as file:
            # One that was cut off by a full disk must not swallow this one.
            file.write(b"\n" + line if file.tell() else line)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise InspectorError(f"{path}: {why(error)}") from error


def _path() -> Path:
    return data_folder() / "bucket-summaries.jsonl"


def _read(lines: list[bytes]) -> Iterator[BucketSummary]:
    for line in lines:
        try:
            stored: object = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if not is_object(stored):
            continue
        marks = frozenset(text(one) for one in items(stored.get("marks")) if text(one))
        words, made = text(stored.get("text")).strip(), stored.get("made")
        if words and marks:
            yield BucketSummary(words, marks, int(made) if is_number(made) else 0)
