"""Text on the clipboard."""

import re

from PySide6.QtGui import QGuiApplication

_HALF = re.compile("[\ud800-\udfff]")


def copyable(text: str) -> str:
    """The text as a clipboard can carry it: half a character pair becomes U+FFFD."""
    return _HALF.sub("\ufffd", text)


def put_on_clipboard(text: str) -> None:
    """Plain text, with the line breaks that it has."""
    QGuiApplication.clipboard().setText(copyable(text))
