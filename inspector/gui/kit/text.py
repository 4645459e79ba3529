"""Numbers, names and other people's words as short text of the window."""

import html
from collections.abc import Callable, Sequence

from inspector.language import _, ngettext, plain


def signed(number: float, spelled: Callable[[float], str] = plain) -> str:
    """A difference with its sign: `+34`, `−14`, `±0`."""
    return f"{'+' if number > 0 else '−' if number < 0 else '±'}{spelled(abs(number))}"


def estimated(number: float) -> str:
    """A number that is not counted but estimated: `~1,420`."""
    return f"~{plain(number)}"


def spelling(*, is_estimate: bool) -> Callable[[float], str]:
    """What writes numbers of tokens, which are estimated or counted."""
    return estimated if is_estimate else plain


def counted(number: float, one: str, many: str, spelled: Callable[[float], str] = plain) -> str:
    """A number of things in the language in use: `1 item`, `1,904 items`.

    Args:
        number: how many; of half a thing there are many.
        one: such as `{n} item`.
        many: such as `{n} items`.
        spelled: writes the number.
    """
    n = int(number) if number == int(number) else 2
    return ngettext(one, many, n).format(n=spelled(number))


def join_names(names: Sequence[str]) -> str:
    """`Mara`, `Mara and Wren`, `Mara, Wren and Ada`."""
    if len(names) <= 1:
        return "".join(names)
    return _("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])


def one_line(text: str, most: int | None = None) -> str:
    """A text for one row of a table.

    Args:
        text: may have line breaks, which become spaces.
        most: how many characters of it to take, before anything measures it; None for all.
    """
    if most is not None:
        return " ".join(text[:most].split())
    return " ".join(text.split()) if "\n" in text or "\r" in text else text


def shortened(text: str, most: int) -> str:
    """A text in one line of at most so many characters, which ends in … where it is cut."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


def tooltip(*paragraphs: str) -> str:
    """A tooltip that shows these texts as they are and wraps; empty without any.

    Qt would take a text with tags in it for HTML, so that a chat could style our window.
    """
    displayed = [html.escape(paragraph) for paragraph in paragraphs if paragraph]
    if not displayed:
        return ""
    return "<qt>" + "<br/>".join(line.replace("\n", "<br/>") for line in displayed) + "</qt>"
