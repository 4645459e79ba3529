"""What is loaded beside a chat for Scribe, as the options say."""

import argparse
from dataclasses import replace
from pathlib import Path

from inspector import files
from inspector.loading import OpenChat
from inspector.sillytavern.card import read_card
from inspector.systems.scribe.answers import read_any_lorebook
from inspector.systems.scribe.chronicle_file import read_chronicle
from inspector.systems.scribe.scores import present, read_scores
from inspector.systems.scribe.sources import ScribeSources, with_sources


def scribe_sources_of(options: argparse.Namespace) -> ScribeSources:
    """The lorebook, chronicle, scores, card and present that were named.

    Raises:
        InspectorError: one of them cannot be read; the text names the file.
    """

    def read(path: Path) -> tuple[bytes, str]:
        return files.read(path)[0], str(path)

    return ScribeSources(
        lorebook=read_any_lorebook(*read(options.lorebook)).lorebook if options.lorebook else None,
        chronicle=read_chronicle(*read(options.chronicle)).chronicle if options.chronicle else None,
        card=read_card(*read(options.card)) if options.card else None,
        scores=read_scores(*read(options.scores)) if options.scores else None,
        now=present(options.now) if options.now is not None else None,
    )


def with_scribe(chat: OpenChat, sources: ScribeSources) -> OpenChat:
    """The chat with what was loaded beside it."""
    document = with_sources(chat.document, sources)
    return replace(chat, document=document, saved=document)
