"""Where the lines of a text field break, so that no text takes seconds to lay out."""

import re
from collections.abc import Iterable

from PySide6.QtGui import QTextDocument, QTextOption

_LONGEST_RUN_CHARS = 5000
_RUN = re.compile(rf"\S{{{_LONGEST_RUN_CHARS}}}")


def set_wrap_mode(document: QTextDocument, texts: Iterable[str]) -> None:
    """Break lines at words; anywhere where a text has no words to break it at.

    Qt looks for the end of a word from each of its rows anew, which takes seconds in a run of
    300,000 letters.

    Args:
        document: what a text field shows.
        texts: what it is about to show.
    """
    modes = QTextOption.WrapMode
    long = [text for text in texts if len(text) >= _LONGEST_RUN_CHARS]
    has_run = any(_RUN.search(text) for text in long)
    mode = modes.WrapAnywhere if has_run else modes.WrapAtWordBoundaryOrAnywhere
    option = document.defaultTextOption()
    if option.wrapMode() is not mode:
        option.setWrapMode(mode)
        document.setDefaultTextOption(option)
