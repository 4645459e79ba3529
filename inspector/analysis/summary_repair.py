"""Repairs of a summary that change no word of what it tells: safe to make on many at once."""

import re

_CONTINUATIONS = {chr(byte): byte for byte in range(0x80, 0xC0)}
for _byte in range(0x80, 0xA0):
    try:
        _CONTINUATIONS[bytes([_byte]).decode("cp1252")] = _byte
    except UnicodeDecodeError:
        continue
_TAIL = "[" + "".join(map(re.escape, _CONTINUATIONS)) + "]"
_RUN = re.compile(f"[\u00c2\u00c3]{_TAIL}|[\u00e0-\u00ef]{_TAIL}{{2}}|[\u00f0-\u00f4]{_TAIL}{{3}}")
"""UTF-8 decoded as Windows-1252 or Latin-1. Of what two bytes spell, Latin-1's own letters only:
others look like a capital letter before a closing quote."""
_SUSPECT = re.compile("[\u00c2-\u00f4][\u0080-\u00bf\u0152-\u02dc\u2013-\u2122]|\ufffd")
_TWICE = 3

_META_VERBS = (
    r"establish(?:es|ed|ing)?|show(?:s|ed|ing)?|demonstrat(?:es|ed|ing)|indicat(?:es|ed|ing)"
    r"|highlight(?:s|ed|ing)?|reveal(?:s|ed|ing)?"
)
_META_OPENING = re.compile(
    r"\s*(?:(?:this|the)\s+(?:scene|passage|chapter|exchange|moment|memory|summary|event)\s+)?"
    rf"(?:{_META_VERBS})\s+that\s+(?=\S)",
    re.IGNORECASE,
)
_NAMED_OPENING = re.compile(r"\s*(?:summary|memory|event|note)\s*:\s*(?=\S)", re.IGNORECASE)
_BREAKS = re.compile(r"[ \t]*[\r\n\v\f\x85\u2028\u2029]+[ \t]*")


def is_mojibake(text: str) -> bool:
    """Whether UTF-8 text has been decoded as Windows-1252 or Latin-1 on its way."""
    if text.isascii() or not _SUSPECT.search(text):
        return False
    if "\ufffd" in text:
        return True
    for encoding in ("cp1252", "latin-1"):
        try:
            repaired = text.encode(encoding).decode("utf-8")
        except UnicodeError:
            continue
        return repaired != text
    return bool(re.search("â[\u0080-\u00bf\u20ac\u2039\u203a\u02dc]|Ã[\u0080-\u00bf]|ðŸ", text))


def without_mojibake(text: str) -> str | None:
    """The text as it was before it was wrongly decoded; None where some of it is lost."""
    if not is_mojibake(text):
        return text
    repaired = text
    for _ in range(_TWICE):
        again = _decoded(repaired)
        if again == repaired:
            break
        repaired = again
    return None if repaired == text or is_mojibake(repaired) else repaired


def without_meta_opening(text: str) -> str | None:
    """The text without the words that say that something is told; None where it has none."""
    opening = _META_OPENING.match(text) or _NAMED_OPENING.match(text)
    if opening is None:
        return None
    rest = text[opening.end() :]
    return rest[:1].upper() + rest[1:]


def on_one_line(text: str) -> str:
    """The text with every line break made a space."""
    return _BREAKS.sub(" ", text).strip() if _BREAKS.search(text) else text


def _decoded(text: str) -> str:
    for encoding in ("cp1252", "latin-1"):
        try:
            return text.encode(encoding).decode("utf-8")
        except UnicodeError:
            continue
    return _RUN.sub(_decoded_run, text)


def _decoded_run(run: re.Match[str]) -> str:
    first, *rest = run[0]
    try:
        return bytes([ord(first), *(_CONTINUATIONS[one] for one in rest)]).decode("utf-8")
    except UnicodeDecodeError:
        return run[0]
