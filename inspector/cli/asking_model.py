"""A language model of the person's own, as the options of the verbs that ask one say."""

import argparse
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

from inspector.arguments import STANDARD_INPUT, UsageError, whole_number
from inspector.cli.input_bytes import bytes_of, text_in
from inspector.console import print_error, print_json, print_text
from inspector.core.errors import InspectorError
from inspector.llm.endpoint import ChatEndpoint
from inspector.llm.exchange import Ask, Call, Ledger, ModelError
from inspector.predicting import ENCODING
from inspector.retrieval.addresses import checked_address, is_local
from inspector.retrieval.embedding_cache import usual_cache
from inspector.retrieval.endpoint import EmbeddingsEndpoint
from inspector.retrieval.keys import key_for
from inspector.small_files import read_small
from inspector.tokenizer import load_tokenizer


def add_model(parser: argparse.ArgumentParser) -> None:
    """Who is asked; nothing is sent without `--agree`."""
    group = parser.add_argument_group("the model")
    group.add_argument("--address", metavar="URL", help="where OpenAI's chat completions begin")
    group.add_argument(
        "--model", default="default", metavar="NAME", help="as the endpoint names it"
    )
    group.add_argument("--agree", action="store_true", help="send, without asking")
    group.add_argument(
        "--most-tokens",
        type=whole_number("number of tokens", least=1),
        metavar="N",
        help="end once this many tokens were used",
    )


def endpoint_of(options: argparse.Namespace, ledger: Ledger) -> ChatEndpoint | None:
    """Who is asked; None where a person has not agreed yet.

    Raises:
        InspectorError: no address is named, or it is none.
    """
    if options.address is None:
        raise UsageError("name --address, where a model of yours answers; see --help")
    host = checked_address(options.address).hostname or ""
    if not options.agree:
        return None
    key = "" if is_local(host) else key_for(options.address)
    return ChatEndpoint(options.address, options.model, load_tokenizer(ENCODING), ledger, key)


def add_embeddings(parser: argparse.ArgumentParser) -> None:
    """Who makes vectors, where words shall not decide what is found."""
    group = parser.add_argument_group("what is found")
    group.add_argument(
        "--embeddings",
        metavar="URL",
        help="where an OpenAI-compatible embeddings API begins: what is known, and what is "
        "proposed, is found by its vectors (default: by shared words)",
    )
    group.add_argument("--embedding-model", default="default", metavar="NAME")


def embedder_of(options: argparse.Namespace) -> EmbeddingsEndpoint | None:
    """Who makes vectors; None where words decide.

    Raises:
        InspectorError: the address is none, or nobody has agreed to send.
    """
    address = options.embeddings
    if address is None:
        return None
    host = checked_address(address).hostname or ""
    if not options.agree:
        raise UsageError(
            f"give --agree to send what is looked for, and what is known, to {address}"
        )
    key = "" if is_local(host) else key_for(address)
    return EmbeddingsEndpoint(address, options.embedding_model, key, cache=usual_cache())


def print_request(text: str, *, as_json: bool) -> int:
    """Print a request for a model; answers its tokens."""
    tokens = load_tokenizer(ENCODING).count(text)
    if as_json:
        print_json({"request": text, "tokens": tokens})
    else:
        print_text(text)
    return tokens


def show_request(ask: Ask, options: argparse.Namespace) -> None:
    """Print what would be sent, and say that nothing was."""
    tokens, address = print_request(ask.text, as_json=options.json), options.address
    print_error(
        f"about {tokens:,} tokens would go to {address}; nothing was sent. "
        "Give --agree to send this and what follows from it."
    )


def calls_json(calls: Sequence[Call]) -> list[dict[str, object]]:
    """Every call that was made, for scripts."""
    return [
        {
            "purpose": call.purpose,
            "tokens": list(call.tokens),
            "seconds": round(call.seconds, 3),
            "outcome": call.outcome,
        }
        for call in calls
    ]


def text_of(path: Path) -> str:
    """The text of a file, or of a pipe that a shell names like one.

    Raises:
        ChatFileError: it cannot be read, or is no UTF-8 text.
    """
    return text_in(read_small(path, takes_pipes=True), str(path))


@contextmanager
def pasted_answer(path: Path) -> Generator[str]:
    """What a model answered by hand; what is found wrong with it meanwhile names its file.

    Args:
        path: a file, or `-` for standard input.

    Raises:
        InspectorError: it cannot be read, or is no answer.
    """
    try:
        is_piped = str(path) == STANDARD_INPUT
        yield text_in(bytes_of(STANDARD_INPUT), STANDARD_INPUT) if is_piped else text_of(path)
    except ModelError as error:
        raise InspectorError(f"{path}: {error}") from error
