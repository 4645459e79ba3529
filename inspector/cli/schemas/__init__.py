"""Every JSON value that the command line prints or reads, by the name that `schema` takes.

Nothing of pydantic is loaded before a schema is asked for: a verb starts as quickly as without.
"""

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import TypeAdapter


@dataclass(frozen=True, slots=True)
class Schema:
    """One value.

    Attributes:
        models: names of the models, one of which a value is.
        summary: what it is, in half a line.
        listed: whether it is a list of such values.
    """

    models: tuple[str, ...]
    summary: str
    listed: bool = False

    def fault_in(self, data: bytes) -> str:
        """At which path JSON is no such value; empty where it is one, or no JSON at all."""
        from inspector.cli.schemas.inputs import fault_in  # noqa: PLC0415 - quick start

        return fault_in(data, self.adapter())

    def adapter(self) -> "TypeAdapter[Any]":
        """What checks values, and describes them as JSON Schema."""
        from pydantic import TypeAdapter  # noqa: PLC0415 - quick start

        modules = [
            import_module(f"{__name__}.{name}")
            for name in ("answers", "compared", "edits", "inputs")
        ]
        kind: Any = None
        for name in self.models:
            model = next(getattr(one, name) for one in modules if hasattr(one, name))
            kind = model if kind is None else kind | model
        whole: Any = list.__class_getitem__(kind) if self.listed else kind
        return TypeAdapter(whole)


SCHEMAS: dict[str, Schema] = {
    "inject": Schema(("Inject",), "what goes into the prompt"),
    "request": Schema(("Request",), "the request that is sent next"),
    "why": Schema(("Why",), "why a memory, message or item is in or out"),
    "memories": Schema(("Memory",), "the memories of a chat", listed=True),
    "compare": Schema(("Compared", "Costs"), "two blocks side by side; all systems"),
    "messages": Schema(("MessageRow",), "the messages of a chat", listed=True),
    "scenes": Schema(("Scenes",), "scenes, and what auto-hide would do"),
    "recap": Schema(
        ("RecapList", "RecapText", "RecapDiff", "RecapChanged"),
        "recap list; show; diff; use, add, edit and delete",
    ),
    "set": Schema(("SetOne", "SetWhere", "SetKept"), "what was changed"),
    "new": Schema(("Made",), "the memory that was made"),
    "split": Schema(("Made",), "the memories that one became"),
    "merge-memories": Schema(("Made",), "the memory that several became"),
    "delete": Schema(("Made",), "the memories that were taken out"),
    "enrich": Schema(
        ("Enriched", "ModelRequest"), "what the enrichment agent proposed, or would ask"
    ),
    "sum-up": Schema(
        ("SummedUp", "ModelRequest"), "a paragraph for established history, tried; its request"
    ),
    "merge": Schema(("Merged",), "what a merge of files took"),
    "lint": Schema(("Lint", "LintFixed"), "what was found, or put right"),
    "rulesets": Schema(("Ruleset",), "the rulesets", listed=True),
    "settings": Schema(("Setting",), "the settings of a ruleset", listed=True),
    "check": Schema(("Check",), "a captured request beside what is predicted"),
    "listen": Schema(("Listening", "ListenRequest", "ListenAnswer"), "what is forwarded"),
    "stability": Schema(("Turn",), "what a prompt cache can keep", listed=True),
    "tokens": Schema(("Tokens",), "a count of tokens"),
    "format": Schema(("Formatted",), "a result of the formatter"),
    "activate": Schema(("Activated", "CaseError"), "a result of the lorebook scan"),
    "format-case": Schema(("FormatCase",), "a case that format reads"),
    "activate-case": Schema(("ActivateCase",), "a case that activate reads"),
    "baseline": Schema(("Baseline",), "the file of lint --baseline"),
    "settings-file": Schema(("SettingsFile",), "the file of --settings"),
    "scores": Schema(("Scores",), "the file of --scores"),
    "request-file": Schema(("RequestFile",), "the captured request that check reads"),
    "lorebook": Schema(("LorebookFile",), "the file of --lorebook"),
    "chronicle": Schema(("ChronicleFile",), "the file of --chronicle"),
    "card": Schema(("CardFile",), "the file of --card, or what its picture holds"),
    "enrich-log": Schema(("EnrichLog",), "the file of enrich --log"),
    "query-vector": Schema(("QueryVector",), "the file of --query-vector"),
}
