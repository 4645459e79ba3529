"""What is loaded beside a chat, as the options say."""

import argparse
from dataclasses import replace

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


def with_beside(chat: OpenChat, sources: Sources) -> OpenChat:
    """The chat with what was loaded beside it."""
    document = with_sources(chat.document, sources)
    return replace(chat, document=document, saved=document)
