"""Settings of SillyTavern's own Summarize (specs/summarize.md §5)."""

from collections.abc import Mapping
from typing import Final

from inspector.core.javascript import UNDEFINED, to_number, to_string, truthy
from inspector.core.release_settings import ReleaseSettings
from inspector.core.settings import SettingKind, SettingSpec
from inspector.language import N_

NAME: Final = "summarize"
KEY: Final = "memory"
"""Its name in `extra` and in `extension_settings`."""

SLOT: Final = "1_memory"
MACRO: Final = "summary"
MACROS: Final = "experimental_macro_engine"
TEMPLATE: Final = "[Summary: {{summary}}]"

_ROLES = (0, 1, 2)


def _number(name: str, default: float, meaning: str, unit: str = "") -> SettingSpec:
    return SettingSpec(name, SettingKind.NUMBER, default, meaning, unit, least=0)


SETTINGS = (
    SettingSpec(
        "template",
        SettingKind.TEXT,
        TEMPLATE,
        N_("The text around the summary; {{summary}} stands for it. Empty: `Summary: ` before it."),
    ),
    SettingSpec(
        "position",
        SettingKind.WHOLE,
        0,
        N_(
            "Where the summary goes: -1 nowhere, 0 after the main prompt, 1 among the "
            "messages, 2 before the main prompt."
        ),
        least=-1,
        greatest=2,
    ),
    _number(
        "depth", 2, N_("How many messages stay below; counts at position 1 only."), N_("messages")
    ),
    SettingSpec(
        "role",
        SettingKind.WHOLE,
        0,
        N_("Who speaks the summary: 0 system, 1 user, 2 assistant."),
        least=0,
        greatest=2,
    ),
    SettingSpec(
        "scan",
        SettingKind.FLAG,
        default=False,
        meaning=N_("Whether lorebook keys are looked for in the summary."),
    ),
    SettingSpec(
        "source",
        SettingKind.CHOICE,
        "extras",
        N_("Who makes summaries: the main model, a server of the past, or one in the browser."),
        choices=("main", "extras", "webllm"),
    ),
    SettingSpec(
        "memoryFrozen",
        SettingKind.FLAG,
        default=False,
        meaning=N_("Whether no more summaries are made; what there is goes on being injected."),
    ),
    SettingSpec(
        "SkipWIAN",
        SettingKind.FLAG,
        default=False,
        meaning=N_("Whether lorebooks and the author's note are left out while summarising."),
    ),
    _number(
        "promptInterval",
        10,
        N_("How many messages make a summary due; 0 is never."),
        N_("messages"),
    ),
    _number("promptForceWords", 0, N_("How many words make one due; 0 is off."), N_("words")),
    _number("promptWords", 200, N_("How long a summary is to be."), N_("words")),
    _number(
        "overrideResponseLength", 0, N_("How long the answer may be; 0 is as usual."), N_("tokens")
    ),
    _number(
        "maxMessagesPerRequest", 0, N_("How many messages go into one; 0 is any."), N_("messages")
    ),
    SettingSpec(
        "prompt_builder",
        SettingKind.WHOLE,
        0,
        N_("How it is asked for: 0 classic, 1 raw and blocking, 2 raw."),
        least=0,
        greatest=2,
    ),
    SettingSpec(
        MACROS,
        SettingKind.FLAG,
        default=True,
        meaning=N_("Which of SillyTavern's engines expands macros; its own setting."),
    ),
)


def in_the_form(stored: Mapping[str, object]) -> dict[str, object]:
    """The settings after SillyTavern's form took them: gaps filled, odd values normalised."""
    unusable = ReleaseSettings(stored, SETTINGS).unusable
    stored = {name: value for name, value in stored.items() if name not in unusable}
    given = {spec.name: stored.get(spec.name, spec.default) for spec in SETTINGS}
    template = stored.get("template", TEMPLATE)
    depth, role = to_number(_text(given["depth"])), to_number(_text(given["role"]))
    return {
        **stored,
        **given,
        "template": "" if template is None else template,
        "depth": depth if depth == depth else 0,  # noqa: PLR0124 - not a number
        "role": role if role in _ROLES else 0,
        "scan": truthy(given["scan"]),
        "position": to_number(given["position"]),
    }


def _text(value: object) -> str:
    return "" if value is None or value is UNDEFINED else to_string(value)
