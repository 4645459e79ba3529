"""Printing: UTF-8 whatever the terminal's locale, and no character that would make it fail."""

import json
import re
import sys

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def print_text(text: str) -> None:
    """Print text and a line break; half of a surrogate pair becomes U+FFFD."""
    _write(_LONE_SURROGATE.sub("\ufffd", text))


def print_json(value: object) -> None:
    """Print a value as one line of JSON; half of a surrogate pair becomes an escape."""
    spelled = json.dumps(value, ensure_ascii=False)
    _write(_LONE_SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", spelled))


def _write(text: str) -> None:
    sys.stdout.buffer.write(text.encode("utf-8") + b"\n")
    sys.stdout.buffer.flush()


def print_error(text: str) -> None:
    """Print one line on standard error."""
    line = " ".join(_LONE_SURROGATE.sub("\ufffd", text).split())
    sys.stderr.buffer.write(f"memory-inspector: {line}\n".encode())
    sys.stderr.buffer.flush()
