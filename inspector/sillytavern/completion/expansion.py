"""Macros in the texts of one request, whose variables go on from text to text."""

from collections.abc import Mapping
from dataclasses import replace

from inspector.sillytavern.completion.sourced import MAY_EXPAND, Sourced
from inspector.sillytavern.macros.context import MacroContext, Variables
from inspector.sillytavern.macros.expansion import expand


class Macros:
    """Expands the texts of one request, in the order in which it is given them.

    Args:
        context: what macros are expanded with.
    """

    def __init__(self, context: MacroContext) -> None:
        self.context: MacroContext = context

    def text(self, text: str, extra: Mapping[str, str] | None = None) -> str:
        """A text with its macros expanded.

        Args:
            text: as written.
            extra: macros of this place alone, such as `original`.
        """
        if not MAY_EXPAND.search(text):
            return text
        context = replace(self.context, extra={**self.context.extra, **extra}) if extra else None
        found = expand(text, context or self.context)
        self.go_on_with(found.variables)
        return found.text

    def go_on_with(self, variables: Variables) -> None:
        """Take over variables as another step has left them."""
        if variables is not self.context.variables:
            self.context = replace(self.context, variables=variables)

    def sourced(self, text: Sourced, extra: Mapping[str, str] | None = None) -> Sourced:
        """The same for a text that remembers its sources."""
        if not text.may_expand:
            return text
        before = self.context
        whole = self.text(text.text, extra)
        after, self.context = self.context, before
        found = text.become(whole, lambda part: self.text(part, extra))
        self.context = after
        return found

    def card_text(self, text: str, character: str | None = None) -> str:
        """A card's field as SillyTavern reads it: macros expanded, no carriage returns.

        Args:
            text: as the card has it.
            character: who is meant, where it is not the one who answers.
        """
        if not text:
            return ""
        own = self.context
        if character is not None:
            self.context = replace(own, character=character)
        found = self.text(text)
        if character is not None:
            self.context = replace(own, variables=self.context.variables)
        if own.power_user.get("collapse_newlines") is True:
            while "\n\n" in found:
                found = found.replace("\n\n", "\n")
        return found.replace("\r", "")
