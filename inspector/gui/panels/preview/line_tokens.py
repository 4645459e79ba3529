"""What one line of a slot takes, in words: by itself, and of the whole text."""

from inspector.core.errors import ReleaseThrowsError
from inspector.core.injection import Injection
from inspector.core.tokens import Tokenizer
from inspector.gui.kit.text import counted, spelling
from inspector.gui.state.page import LEFT_OUT, Ghost
from inspector.language import _


def line_in_words(
    number: int, injection: Injection, tokenizer: Tokenizer | None, *, is_estimate: bool
) -> str:
    """What a line takes by itself, and what the text has without it.

    The two differ where a count is rounded up, and where a line break is part of the token
    before it: each line is counted by itself, the text as a whole.

    Args:
        number: the line's, from 0.
        injection: the slot as its system counts it.
        tokenizer: what counted it; None where that is not known.
        is_estimate: whether its tokens are estimated.
    """
    spelled = spelling(is_estimate=is_estimate)
    alone = counted(injection.lines[number].tokens, "{n} token", "{n} tokens", spelled)
    words = _("Line {number}: {tokens} by itself.").format(number=number + 1, tokens=alone)
    without = None if tokenizer is None else tokens_without(number, injection, tokenizer)
    if without is None:
        return words
    rest = _("Without it the text has {tokens}, {fewer} fewer.").format(
        tokens=counted(without, "{n} token", "{n} tokens", spelled),
        fewer=spelled(injection.tokens - without),
    )
    return f"{words} {rest}"


def tokens_without(number: int, injection: Injection, tokenizer: Tokenizer) -> int | None:
    """Tokens of a slot's text without one line; None where this is not what counted the text."""
    texts = [line.text for line in injection.lines]
    try:
        if tokenizer.count(injection.text) != injection.tokens:
            return None
        return tokenizer.count("\n".join(texts[:number] + texts[number + 1 :]))
    except ReleaseThrowsError:
        return None


def ghost_in_words(ghost: Ghost, *, is_estimate: bool) -> str:
    """What the line of a memory that has none here took, or would take."""
    tokens = counted(ghost.tokens, "{n} token", "{n} tokens", spelling(is_estimate=is_estimate))
    words = (
        _("Left out; its line would take {tokens} by itself.")
        if ghost.mark == LEFT_OUT
        else _("Leaves; its line took {tokens} by itself.")
    )
    return words.format(tokens=tokens)
