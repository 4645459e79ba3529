"""`tokens`: how many tokens a text has."""

from collections.abc import Sequence

from inspector.arguments import Parser, add_input, add_json
from inspector.cli.input_bytes import bytes_of, text_in
from inspector.console import print_json, print_text
from inspector.tokenizer import ENCODINGS, load_tokenizer


def tokens_parser() -> Parser:
    """What `tokens` understands."""
    parser = Parser(
        "tokens",
        "Count the tokens of a text.",
        "encodings: " + ", ".join(ENCODINGS),
    )
    add_input(parser)
    parser.add_argument("--encoding", default="o200k_base", metavar="E")
    add_json(parser)
    return parser


def run_tokens(arguments: Sequence[str]) -> int:
    """Print how many tokens a text has."""
    options = tokens_parser().parse(arguments)
    tokenizer = load_tokenizer(options.encoding)
    text = text_in(bytes_of(options.file), options.file, "utf-8")
    tokens = tokenizer.count(text)
    if options.json:
        print_json({"tokens": tokens, "encoding": tokenizer.encoding, "characters": len(text)})
    else:
        print_text(str(tokens))
    return 0
