"""Which chat of a data folder a captured request is of."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from inspector.jsonbytes.spelling import spell_text
from inspector.proof.captured import Captured
from inspector.sillytavern.data_root import CHATS, GROUP_CHATS

_TAIL = 14
_MOST_SAMPLES = 6
_LEAST_LENGTH = 12
_MOST_CHATS = 2000
_NAME = re.compile(r"[^\n:]{1,60}: ")


def chat_files(user: Path) -> list[Path]:
    """The chat files of a user folder, the last written first."""
    found: list[tuple[float, Path]] = []
    for folder in (user / CHATS, user / GROUP_CHATS):
        try:
            paths = list(folder.rglob("*.jsonl"))
        except OSError:
            continue
        for path in paths:
            try:
                found.append((path.stat().st_mtime, path))
            except OSError:
                continue
    return [path for _, path in sorted(found, key=lambda one: one[0], reverse=True)]


def matching_chats(captured: Captured, chats: Iterable[Path]) -> list[Path]:
    """The chats that hold most of a request's last messages; several where they fit equally.

    Args:
        captured: the request.
        chats: chat files; the first two thousand are looked into.
    """
    samples = list(_samples(captured))
    if not samples:
        return []
    best: list[Path] = []
    most = 0
    for _, path in zip(range(_MOST_CHATS), chats, strict=False):
        try:
            data = path.read_bytes()
        except OSError:
            continue
        held = sum(any(one in data for one in sample) for sample in samples)
        if held > most:
            best, most = [path], held
        elif held and held == most:
            best.append(path)
    return best


def _samples(captured: Captured) -> Iterator[tuple[bytes, ...]]:
    """The longest of the last messages, each as a chat file can spell it."""
    wording = sorted(dict.fromkeys(_last_texts(captured)), key=len, reverse=True)
    for one in wording[:_MOST_SAMPLES]:
        unnamed = _NAME.sub("", one, count=1)
        yield tuple(_spelled(text) for text in dict.fromkeys((one, unnamed)))


def _last_texts(captured: Captured) -> Iterator[str]:
    if captured.prompt is not None:
        lines = captured.prompt.splitlines()[-_TAIL * 3 :]
        yield from (line.strip() for line in lines if len(line.strip()) >= _LEAST_LENGTH)
        return
    for message in captured.messages[-_TAIL * 2 :]:
        if message.role in ("user", "assistant") and len(message.content) >= _LEAST_LENGTH:
            yield message.content.strip()


def _spelled(text: str) -> bytes:
    return spell_text(text)[1:-1].encode()
