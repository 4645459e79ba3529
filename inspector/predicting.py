"""Predicting the requests of a chat on disk; reading one that went by, and finding its chat."""

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from inspector.core.document import Document
from inspector.core.moment import Moment
from inspector.core.system import Ruleset
from inspector.language import _
from inspector.listening.bodies import must_ask_a_model
from inspector.listening.exchange import RecordedRequest
from inspector.loading import OpenChat
from inspector.proof.captured import Captured, NotARequestError, read_captured
from inspector.proof.causes import with_causes
from inspector.proof.matching import chat_files, matching_chats
from inspector.proof.proving import Predictions, Proof, prove
from inspector.sillytavern.data_root import find_user_folders, user_folders
from inspector.sillytavern.host.facts import HostFacts
from inspector.sillytavern.host.reading import read_host
from inspector.sillytavern.send.predicting import Predictor
from inspector.systems import SYSTEMS
from inspector.tokenizer import load_tokenizer

ENCODING = "o200k_base"
"""How the parts of a request are counted where nobody says."""


def predictions_for(
    chat: OpenChat,
    document: Document,
    *,
    rulesets: Sequence[Ruleset] = (),
    moment: Moment | None = None,
    encoding: str | None = None,
    host: HostFacts | None = None,
) -> Predictions:
    """What predicts the requests of a chat.

    Args:
        chat: the chat's file.
        document: what it holds, edits included.
        rulesets: who answers in place of the installed releases.
        moment: names and settings that a person gives; what is not given comes from the files.
        encoding: how tokens of blocks are counted; None for each ruleset's own.
        host: what the requests depend on; None to read it from the data folder.
    """
    host = read_host(chat.path, chat.file.metadata) if host is None else host
    predictor = Predictor(SYSTEMS, load_tokenizer, tuple(rulesets), encoding, moment or Moment())
    return Predictions(predictor, document, host)


def proved(
    captured: Captured,
    predictions: Predictions,
    encoding: str | None = None,
    before_edits: Predictions | None = None,
) -> Proof:
    """Check a captured request, with the causes of what differs.

    Args:
        captured: the request.
        predictions: predicts the chat's requests.
        encoding: how its parts are counted; None for the usual one.
        before_edits: predicts the requests of the chat as its file lies, where it is edited.

    Raises:
        InspectorError: no request can be predicted at all; the text says why.
    """
    if captured.tools:
        # What extensions register is in no file; the request shows it.
        predictions = replace(predictions, host=replace(predictions.host, tools=captured.tools))
    chat = predictions.chat
    tokenizer = load_tokenizer(encoding or ENCODING)
    proof = prove(captured, chat, predictions.marks, predictions, tokenizer)
    return Proof(proof.guess, with_causes(proof.check, proof.guess, predictions, before_edits))


def captured_in(recorded: RecordedRequest) -> tuple[Captured | None, str]:
    """What a request that went by asks of a model, and why that cannot be read.

    Args:
        recorded: as it went by.

    Returns:
        the request, or None; then why, or an empty text where it was sent for something else.
    """
    must_be_one = recorded.method == "POST" and must_ask_a_model(recorded.path)
    if recorded.problem or not (recorded.body or must_be_one):
        return None, recorded.problem
    name = str(recorded.number)
    try:
        captured = read_captured(recorded.body, name)
    except NotARequestError as error:
        return None, str(error).removeprefix(f"{name}: ") if must_be_one else ""
    if captured.form == "prompt":
        return None, _("this is no JSON object, so no request.") if must_be_one else ""
    return captured, ""


def chats_of(captured: Captured, location: Path | None = None) -> list[Path]:
    """The chats that a request can be of; several where they fit equally.

    Args:
        captured: the request.
        location: a data folder, or a folder of chats; None to look where SillyTavern usually lies.
    """
    users = (
        find_user_folders(Path.home(), os.environ) if location is None else user_folders(location)
    )
    chats = [path for user in users for path in chat_files(user)]
    if not chats and location is not None:
        chats = sorted(location.glob("*.jsonl"))
    return matching_chats(captured, chats)
