"""The command line's one table of verbs: help, manual and completion are made from it."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import cast

from inspector.arguments import Parser


@dataclass(frozen=True)
class Verb:
    """One verb of the command line.

    Its module is loaded when it is used, and offers `NAME_parser()` and `run_NAME(arguments)`,
    the name's dashes being underscores.

    Attributes:
        name: as typed.
        arguments: what follows it, as a line of help shows it.
        summary: what it does, in half a line.
        module: where it is.
    """

    name: str
    arguments: str
    summary: str
    module: str

    @property
    def usage(self) -> str:
        """The verb and what follows it."""
        return f"{self.name} {self.arguments}".rstrip()

    def parser(self) -> Parser:
        """What it understands."""
        return cast("Parser", self._member(f"{self._stem}_parser")())

    def run(self, arguments: Sequence[str]) -> int:
        """Run it; answers the exit status (DESIGN §4).

        Raises:
            InspectorError: the input or the arguments are refused.
        """
        return cast("int", self._member(f"run_{self._stem}")(arguments))

    @property
    def _stem(self) -> str:
        return self.name.replace("-", "_")

    def _member(self, name: str):  # noqa: ANN202 - a function whose type the caller knows
        return getattr(import_module(f"inspector.cli.{self.module}"), name)


VERBS: dict[str, Verb] = {
    verb.name: verb
    for verb in (
        Verb("inject", "CHAT …", "print what goes into the prompt", "inject"),
        Verb("request", "CHAT …", "print the request that is sent next", "sending"),
        Verb("format", "[FILE|-]", "run a formatter alone on JSON cases", "format"),
        Verb("why", "CHAT [ID …]", "say why memories and items are in or out", "why"),
        Verb("compare", "CHAT …", "lay two blocks side by side, tokens by cause", "compare"),
        Verb("memories", "CHAT …", "list the memories, and which are in the block", "memories"),
        Verb("messages", "CHAT …", "list the messages, and why a recap is in or not", "messages"),
        Verb("scenes", "CHAT …", "list the scenes, and what auto-hide would do", "scenes"),
        Verb("recap", "CHAT VERB …", "list, show, diff, use, add, edit, delete recaps", "recap"),
        Verb("set", "CHAT ID FIELD=VALUE …", "change a memory, with a backup", "edit"),
        Verb("merge", "BASE THEIRS MINE", "merge two later states of a file", "merge"),
        Verb("new", "CHAT --messages A..B …", "make a memory from messages", "make"),
        Verb("split", "CHAT ID --at N", "part a memory in two or more", "make"),
        Verb("merge-memories", "CHAT ID ID …", "make one memory of several", "make"),
        Verb("delete", "CHAT ID …", "take memories out of a chat", "make"),
        Verb("lint", "CHAT …", "check chats and summaries", "lint"),
        Verb("schema", "[NAME]", "print the JSON Schema of what verbs print and read", "schema"),
        Verb("rulesets", "", "list the rulesets", "rulesets"),
        Verb("settings", "RULESET", "list the settings of a ruleset", "rulesets"),
        Verb("sample", "[FOLDER]", "copy the sample story, to try things on", "sample"),
        Verb("check", "CHAT REQUEST", "lay a captured request beside what is predicted", "check"),
        Verb("listen", "--to URL", "forward requests to an endpoint and check each", "listen"),
        Verb("stability", "CHAT …", "say what a prompt cache can keep of requests", "stability"),
        Verb("enrich", "CHAT …", "let a model of yours propose events and entries", "enrich"),
        Verb("sum-up", "CHAT", "try a paragraph for established history", "sum_up"),
        Verb("activate", "[FILE|-]", "run the lorebook scan alone on JSON cases", "activate"),
        Verb("tokens", "[FILE|-]", "count tokens", "tokens"),
    )
}
