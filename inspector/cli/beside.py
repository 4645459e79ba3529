"""What is loaded beside a chat, as the options say."""

import argparse
from dataclasses import replace
from pathlib import Path

from inspector.core.errors import InspectorError
from inspector.core.sources import Sources
from inspector.loading import OpenChat
from inspector.lore_files import Beside, open_beside
from inspector.sillytavern.dates import present
from inspector.systems import with_sources


def named_sources(options: argparse.Namespace) -> Sources:
    """The lorebook, chronicle, scores, card and present that were named.

    Raises:
        InspectorError: one of them cannot be read; the text names the file.
    """
    if options.scores is not None:
        _check_scores(options.scores)
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
        raise opened.refused[0]
    return opened.sources


def _check_scores(path: Path) -> None:
    """Say at which path of a file of scores something else stands.

    Raises:
        InspectorError: it is no such file.
    """
    from inspector.cli.schemas.inputs import (  # noqa: PLC0415 - quick start
        BadJsonError,
        Scores,
        parsed,
    )

    try:
        data = path.read_bytes()
    except OSError:
        return  # Whoever reads it next says why it cannot be read.
    try:
        parsed(data, Scores)
    except BadJsonError as error:
        raise InspectorError(f"{path}: {error}") from error


def with_beside(chat: OpenChat, sources: Sources) -> OpenChat:
    """The chat with what was loaded beside it."""
    document = with_sources(chat.document, sources)
    return replace(chat, document=document, saved=document)
