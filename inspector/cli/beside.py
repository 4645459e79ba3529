"""What is loaded beside a chat, as the options say."""

import argparse
from dataclasses import replace
from pathlib import Path

from inspector.console import print_error
from inspector.core.errors import ChatFileError, InspectorError
from inspector.core.sources import ITEM_PREFIXES, Sources
from inspector.loading import OpenChat
from inspector.lore_files import Beside, OpenBeside, open_beside
from inspector.sillytavern.dates import present
from inspector.small_files import read_small
from inspector.systems import with_sources


def named_sources(options: argparse.Namespace) -> Sources:
    """What was named, as the rulesets take it; see `named_beside`."""
    return named_beside(options).sources


def named_beside(options: argparse.Namespace) -> OpenBeside:
    """The lorebook, chronicle, scores, card and present that were named.

    Raises:
        InspectorError: one of them cannot be read; the text names the file.
    """
    if options.scores is not None:
        check_file(options.scores, "scores")
    now = None if options.now is None else present(options.now)
    named = Beside(
        options.lorebook,
        options.chronicle,
        options.card,
        options.scores,
        Sources(now=now),
    )
    opened = open_beside(named)
    if opened.refused:
        raise _with_path(opened.refused[0], options)
    scored = () if opened.sources.scores is None else tuple(opened.sources.scores.values)
    if scored and not any(one.startswith(ITEM_PREFIXES) for one in scored):
        print_error(f"{options.scores}: no score is of an item such as lore:3 or chronicle:x")
    return opened


def _with_path(error: InspectorError, options: argparse.Namespace) -> InspectorError:
    """What a reader refused, with the path in the file that is at fault where there is one."""
    for name in ("lorebook", "chronicle", "card"):
        path: Path | None = getattr(options, name)
        if path is not None and str(error).startswith(str(path)):
            return with_path(error, _bytes_of(path), name)
    return error


def _bytes_of(path: Path) -> bytes:
    try:
        return read_small(path)
    except ChatFileError:
        return b""


def with_path(error: InspectorError, data: bytes, schema: str) -> InspectorError:
    """What a reader refused, with the path in the file that is at fault where there is one.

    Args:
        error: as the reader has it.
        data: what it read.
        schema: as `schema` names it.
    """
    from inspector.cli.schemas import SCHEMAS  # noqa: PLC0415 - quick start

    fault = SCHEMAS[schema].fault_in(data)
    return InspectorError(f"{error} ({fault})") if fault else error


def check_file(path: Path, schema: str) -> None:
    """Say at which path of a JSON file something else stands than its schema has there.

    Args:
        path: the file.
        schema: as `schema` names it.

    Raises:
        InspectorError: it is no such file.
    """
    from inspector.cli.schemas import inputs  # noqa: PLC0415 - quick start

    kinds = {"scores": inputs.Scores, "settings-file": inputs.SettingsFile}
    try:
        data = read_small(path)
    except ChatFileError:
        return  # Whoever reads it next says why it cannot be read.
    try:
        inputs.parsed(data, kinds[schema])
    except inputs.BadJsonError as error:
        raise InspectorError(f"{path}: {error}") from error


def with_beside(chat: OpenChat, sources: Sources) -> OpenChat:
    """The chat with what was loaded beside it."""
    document = with_sources(chat.document, sources)
    return replace(chat, document=document, saved=document)
