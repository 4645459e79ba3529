"""Expanding macros with the engine that the settings choose (specs/send-path.md §8)."""

from inspector.sillytavern.macros.context import Expansion, MacroContext


def expand(text: str, context: MacroContext) -> Expansion:
    """A text with its macros expanded, as SillyTavern does when it assembles a request.

    Nothing is kept: variables that the text writes stand in the answer. To expand several texts
    one after the other, hand on `replace(context, variables=expansion.variables)`.

    Args:
        text: any text.
        context: names, card, chat, settings, variables, clock and chance.

    Returns:
        the text, with the places of values that depend on clock, chance or screen.
    """
    if "{{" not in text and "<" not in text and "\\" not in text:
        return Expansion(text, (), context.variables)
    # Both compile patterns at their import, which no text without macros has to wait for.
    from inspector.sillytavern.macros.nested import expand_nested  # noqa: PLC0415
    from inspector.sillytavern.macros.patterns import expand_patterns  # noqa: PLC0415

    return (expand_nested if context.uses_nested_engine else expand_patterns)(text, context)
