"""Settings of the Auto-Recap rulesets, under the extension's own names (specs/auto-recap.md §2)."""

from typing import Final

from inspector.core.settings import SettingKind, SettingSpec
from inspector.language import N_

MODULE_KEYS: Final = ("auto_recap_memory", "auto_recap")
"""Under which keys of `extension_settings` the settings stand, the real one first."""

REFRESH_DELAY_MS: Final = 1000
"""How long the extension waits after a burst of typing in its settings (§7)."""

MACRO: Final = "{{running_recap}}"

DESIGN_TEMPLATE: Final = (
    "# Story Memory\n\nThe following is a cumulative memory of key scenes and developments from "
    f"the roleplay so far.\n\n{MACRO}"
)
RELEASE_TEMPLATE: Final = (
    "<ROLEPLAY_RECAP>\n<!--\nSummary of prior events no longer in context.\n\n"
    "- DEV: What happened. Established history.\n"
    "- PEND: Unresolved threads. Available for callbacks.\n-->\n\n"
    f"{MACRO}\n</ROLEPLAY_RECAP>"
)
OLD_TEMPLATE: Final = (
    "<!--Roleplay memory containing current state and key facts from all previous scenes, "
    "combined into a cohesive narrative.\n"
    "The information below takes priority over character and setting definitions. -->\n\n"
    f"<roleplay_memory>\n{MACRO}\n</roleplay_memory>"
)

_FLAG, _WHOLE, _JSON = SettingKind.FLAG, SettingKind.WHOLE, SettingKind.JSON


def _slot(template: str) -> tuple[SettingSpec, ...]:
    return (
        SettingSpec(
            "running_scene_recap_template",
            SettingKind.TEXT,
            template,
            N_(
                "The text around the running recap; {{running_recap}} stands for it. Blank: the "
                "recap alone."
            ),
        ),
        SettingSpec(
            "running_scene_recap_position",
            _WHOLE,
            2,
            N_(
                "Where the recap goes: -1 nowhere, 0 after the main prompt, 1 among the "
                "messages, 2 before the main prompt."
            ),
            least=-1,
            greatest=2,
        ),
        SettingSpec(
            "running_scene_recap_depth",
            _WHOLE,
            2,
            N_("How many messages stay below the recap; counts at position 1 only."),
            unit=N_("messages"),
            least=0,
            greatest=10_000,
        ),
        SettingSpec(
            "running_scene_recap_role",
            _WHOLE,
            0,
            N_("Who speaks the recap: 0 system, 1 user, 2 assistant."),
            least=0,
            greatest=2,
        ),
        SettingSpec(
            "running_scene_recap_scan",
            _FLAG,
            default=False,
            meaning=N_("Whether lorebook keys are looked for in the recap."),
        ),
    )


def _scenes(kept: int) -> tuple[SettingSpec, ...]:
    return (
        SettingSpec(
            "auto_hide_scene_count",
            _WHOLE,
            kept,
            N_("How many finished scenes stay visible before older messages are hidden."),
            unit=N_("scenes"),
        ),
        SettingSpec(
            "scene_recap_history_count",
            _WHOLE,
            1,
            N_("How many scenes back a new scene recap is made from."),
            unit=N_("scenes"),
            least=1,
        ),
        SettingSpec(
            "running_scene_recap_exclude_latest",
            _WHOLE,
            1,
            N_("How many of the latest scenes stay out of a running recap that is made afresh."),
            unit=N_("scenes"),
            least=0,
        ),
    )


_CHATS = (
    SettingSpec(
        "default_chat_enabled",
        _FLAG,
        default=True,
        meaning=N_("Whether the recap is injected in chats that say nothing of their own."),
    ),
    SettingSpec(
        "use_global_toggle_state",
        _FLAG,
        default=False,
        meaning=N_("Whether one switch holds for all chats."),
    ),
)


def _switches(*, toggle: bool | None) -> tuple[SettingSpec, ...]:
    return (
        *_CHATS,
        SettingSpec(
            "global_toggle_state",
            _FLAG,
            toggle,
            N_("The one switch for all chats."),
            optional=toggle is None,
        ),
        SettingSpec("chats_enabled", _JSON, {}, N_("Which chats have a switch of their own.")),
    )


_INCLUSION = (
    SettingSpec(
        "include_user_messages",
        _FLAG,
        default=True,
        meaning=N_("Whether recaps of the user's messages count."),
    ),
    SettingSpec(
        "include_system_messages",
        _FLAG,
        default=True,
        meaning=N_("Whether recaps of hidden messages count."),
    ),
    SettingSpec(
        "include_narrator_messages",
        _FLAG,
        default=True,
        meaning=N_("Whether recaps of a narrator's messages count."),
    ),
    SettingSpec(
        "message_length_threshold",
        SettingKind.NUMBER,
        0,
        N_("A message shorter than this is left out."),
        unit=N_("tokens"),
        least=0,
    ),
    SettingSpec(
        "disabled_group_characters",
        _JSON,
        {},
        N_("Which members of which group are left out, by their card's file name."),
    ),
)


def _limit(limit: object, kind: object) -> tuple[SettingSpec, ...]:
    return (
        SettingSpec(
            "message_recap_context_limit",
            SettingKind.NUMBER,
            limit,
            N_("How much all message recaps together may take, in percent or tokens."),
            least=0,
            optional=limit is None,
        ),
        SettingSpec(
            "message_recap_context_type",
            SettingKind.CHOICE,
            kind,
            N_("Whether the limit is a share of the context or a number of tokens."),
            choices=("percent", "absolute"),
            optional=kind is None,
        ),
        SettingSpec(
            "context_size",
            _WHOLE,
            8192,
            N_("The greatest context less the response, of which a percentage is taken."),
            unit=N_("tokens"),
            least=0,
        ),
    )


_PREFILL = SettingSpec(
    "show_prefill",
    _FLAG,
    None,
    N_("Whether a recap's prefill counts as part of it."),
    optional=True,
)

DESIGN_SETTINGS = (
    *_slot(DESIGN_TEMPLATE),
    *_limit(10, "percent"),
    *_INCLUSION,
    *_scenes(2),
    *_switches(toggle=True),
)
OLD_SETTINGS = (
    *_slot(OLD_TEMPLATE),
    *_limit(None, None),
    *_INCLUSION,
    *_scenes(2),
    *_switches(toggle=None),
    _PREFILL,
)
RELEASE_SETTINGS = (
    *_slot(RELEASE_TEMPLATE),
    *_scenes(1),
    *_switches(toggle=None),
    _PREFILL,
)
