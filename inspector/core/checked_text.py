"""The texts that an edit may store."""

from inspector.core.errors import EditError
from inspector.language import _


def checked_text(wording: str, title: str = "") -> str:
    """A text as it can be stored: as UTF-8, which has no lone surrogates.

    JSON could hold one as an escape. Nothing that sends or shows the text could, and whoever reads
    the file next makes another character of it.

    Args:
        wording: the text.
        title: what it is, in the language in use; empty for just a text.

    Raises:
        EditError: it holds a lone surrogate.
    """
    try:
        wording.encode()
    except UnicodeEncodeError as error:
        sentence = _(
            "{title} holds a lone surrogate, half of a character, which UTF-8 cannot hold."
        )
        raise EditError(sentence.format(title=title or _("The text"))) from error
    return wording
