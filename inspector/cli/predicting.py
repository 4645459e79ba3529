"""Predicting a chat's requests, for the verbs that lay them beside others."""

import argparse
from pathlib import Path

from inspector.arguments import add_json, add_question
from inspector.cli.beside import named_sources, with_beside
from inspector.cli.requesting import Inquiry, moment_in
from inspector.cli.several import open_named
from inspector.loading import OpenChat
from inspector.predicting import predictions_for
from inspector.proof.proving import Predictions


def add_predicting(parser: argparse.ArgumentParser) -> None:
    """The options of verbs that predict requests."""
    add_question(parser)
    add_json(parser)


def opened_chat(path: Path, options: argparse.Namespace) -> OpenChat:
    """A chat with what the options load beside it.

    Raises:
        InspectorError: it, or a file that was named, cannot be read.
    """
    return with_beside(open_named(path), named_sources(options))


def predictions_of(chat: OpenChat, inquiry: Inquiry, options: argparse.Namespace) -> Predictions:
    """What predicts the requests of a chat.

    Args:
        chat: the chat.
        inquiry: the question that the options put.
        options: name the card.

    Raises:
        InspectorError: a file that was named cannot be read, or `--at` is out of range.
    """
    moment_in(chat.document, inquiry.moment)
    return predictions_for(
        chat,
        chat.document,
        rulesets=inquiry.rulesets,
        moment=inquiry.moment,
        encoding=inquiry.encoding,
        host=inquiry.host(chat, options.card),
    )
