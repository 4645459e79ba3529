"""Which messages and memories are there: one sentence for a number that names none."""

from inspector.core.errors import EditError
from inspector.language import _


def checked_message(message: int, length: int) -> int:
    """The index of a message that is there.

    Args:
        message: the index.
        length: how many messages the chat has.

    Raises:
        EditError: there is none.
    """
    if not 0 <= message < length:
        words = _("There is no message {message}; the chat has none.")
        if length:
            words = _("There is no message {message}; the chat has messages 0 to {last}.")
        raise EditError(words.format(message=message, last=length - 1))
    return message


def checked_memory(index: int, count: int) -> int:
    """The index of a memory that is there.

    Args:
        index: the index.
        count: how many memories the chat has.

    Raises:
        EditError: there is none.
    """
    if not 0 <= index < count:
        words = _("There is no memory #{index}; the chat has none.")
        if count:
            words = _("There is no memory #{index}; the chat has memories #0 to #{last}.")
        raise EditError(words.format(index=index, last=count - 1))
    return index
