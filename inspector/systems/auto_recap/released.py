"""`auto-recap/1` and `auto-recap/2.0`: the releases, faults included (specs/auto-recap.md)."""

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.core.document import Document
from inspector.core.errors import ReleaseThrowsError
from inspector.core.javascript import to_number, truthy
from inspector.core.moment import Moment
from inspector.core.problems import Problem
from inspector.core.recap_keys import RELEASED
from inspector.core.recap_state import StoreState
from inspector.core.release_settings import ReleaseSettings
from inspector.core.settings import SettingSpec
from inspector.core.slot import Slot
from inspector.core.system import BudgetSetting
from inspector.core.tokens import Tokenizer
from inspector.language import _
from inspector.systems.auto_recap.autohide import released as released_hiding
from inspector.systems.auto_recap.autohide import shown_breaks
from inspector.systems.auto_recap.derivation import AutoRecapDerivation
from inspector.systems.auto_recap.explaining import ExplainsRecaps
from inspector.systems.auto_recap.inclusion import Setting, token_limit
from inspector.systems.auto_recap.inputs import Inputs
from inspector.systems.auto_recap.retrieval import (
    chat_enabled,
    found_by_release,
    released_state,
    reset_warning,
)
from inspector.systems.auto_recap.scenes import history_count, scenes_of
from inspector.systems.auto_recap.settings import MACRO
from inspector.systems.auto_recap.template import dollar_patterns, released_text
from inspector.systems.auto_recap.verdicts import stored_flags, walked

_PREFIX = "running_scene_recap_"
NO_ROLE = -1
"""Stands for a role that SillyTavern does not have: at position 1 such a text goes nowhere."""


@dataclass(frozen=True)
class ReleasedRuleset(ExplainsRecaps):
    """One release (implements `core.system.Ruleset`).

    Attributes:
        computes_inclusion: whether it still works out which message recaps are in.
        skips_bookmarks: whether a scene break without a recap starts no scene as shown.
        adopts: whether it keeps another chat's running recap in a branch and after an import.
    """

    name: str
    title: str
    settings: tuple[SettingSpec, ...]
    computes_inclusion: bool
    skips_bookmarks: bool
    adopts: bool
    is_release: bool = True
    encoding: str = "o200k_base"
    dialect: str = "tiktoken"
    budget_settings: tuple[BudgetSetting, ...] = ()
    boundary_settings: tuple[str, ...] = ()
    slot_key: str = "auto_recap_memory_scene"

    def inject(
        self, document: Document, moment: Moment, tokenizer: Tokenizer
    ) -> AutoRecapDerivation:
        """See `Ruleset.inject`; auto-hide is worked out even where the chat is switched off."""
        self.check_settings(moment.settings)
        settings = ReleaseSettings(moment.settings, self.settings)
        setting = settings.get
        inputs = Inputs(document, moment, setting, (RELEASED,), tokenizer)
        slot, warnings = self._slot(inputs)
        length = inputs.length
        count = history_count(setting("scene_recap_history_count"))
        walk = inputs.walk(show_prefill=truthy(setting("show_prefill")))
        messages, short_term = (
            walked(walk, inputs.exclusion(), token_limit(setting))
            if self.computes_inclusion
            else (stored_flags(walk), None)
        )
        return AutoRecapDerivation(
            injections=(slot.injection(tokenizer),),
            warnings=(
                *warnings,
                *inputs.moved_back(),
                *(inputs.unknown_group() if self.computes_inclusion else ()),
                *inputs.unseen_data(self.title),
                *walk.failures(),
                *_unusable(settings.unusable),
            ),
            chat_length=length,
            messages=messages,
            scenes=scenes_of(inputs.view, length, count, skips_bookmarks=self.skips_bookmarks),
            auto_hide=released_hiding(
                shown_breaks(inputs.view, length), length, setting("auto_hide_scene_count")
            ),
            state=self._state(inputs),
            short_term=short_term,
        )

    def _slot(self, inputs: Inputs) -> tuple[Slot, tuple[Problem, ...]]:
        if not chat_enabled(inputs.setting, inputs.chat_id):
            off = Problem("chat-disabled", _("Auto-Recap is switched off for this chat."))
            return Slot(self.slot_key, "", 0, 0, role=0, scan=False), (off,)
        try:
            text, warnings = _text(inputs, self._state(inputs))
        except ReleaseThrowsError as error:
            words = _("{title} stops with an error here and injects nothing: {error}").format(
                title=self.title, error=error
            )
            return self._placed(inputs.setting, ""), (Problem("release-throws", words),)
        return self._placed(inputs.setting, text), (*warnings, *_odd_places(inputs.setting))

    def _state(self, inputs: Inputs) -> StoreState:
        return released_state(inputs.view.running, inputs.known, adopts=self.adopts)

    def _placed(self, setting: Setting, text: str) -> Slot:
        role = _registered(setting(f"{_PREFIX}role"))
        return Slot(
            self.slot_key,
            text,
            _registered(setting(f"{_PREFIX}position")),
            _registered(setting(f"{_PREFIX}depth")),
            NO_ROLE if role is None else role,
            scan=truthy(setting(f"{_PREFIX}scan")),
        )


def _unusable(names: Sequence[str]) -> tuple[Problem, ...]:
    return tuple(
        Problem(
            "setting-no-value",
            _(
                "{name} is an object that JavaScript converts to nothing; its default stands in."
            ).format(name=name),
        )
        for name in names
    )


def _registered(value: object) -> int | None:
    """`Number(value)` as SillyTavern registers it; None for what matches no place at all."""
    number = to_number(value)
    return int(number) if float(number).is_integer() else None


def _odd_places(setting: Setting) -> tuple[Problem, ...]:
    names = (f"{_PREFIX}position", f"{_PREFIX}depth", f"{_PREFIX}role")
    return tuple(
        Problem(
            "place-no-number",
            _("{name} is {setting!r}, which SillyTavern finds nowhere in a prompt.").format(
                name=name, setting=setting(name)
            ),
        )
        for name in names
        if _registered(setting(name)) is None
    )


def _text(inputs: Inputs, state: StoreState) -> tuple[str, tuple[Problem, ...]]:
    """The text and what to say of it: `get_running_recap_injection` (§5.3)."""
    mentioned = _mentioned(inputs, state)
    if inputs.running is None or not state.keeps_versions:
        return "", mentioned
    version = found_by_release(inputs.running)
    if version is None:
        return "", (*mentioned, *_no_current(len(inputs.running.versions)))
    template = inputs.setting(f"{_PREFIX}template")
    text = released_text(template, version.content)
    return text, (*mentioned, *_about_template(template, version.content, text))


def _no_current(versions: int) -> tuple[Problem, ...]:
    if not versions:
        return ()
    words = _("The current version of the running recap does not exist, so nothing is injected.")
    return (Problem("current-missing", words),)


def _about_template(template: object, content: object, text: str) -> tuple[Problem, ...]:
    found: list[Problem] = []
    if text and isinstance(template, str) and template.strip() and MACRO not in template:
        words = _("The template lacks {macro}, so the recap itself is not in the text.").format(
            macro=MACRO
        )
        found.append(Problem("template-without-macro", words))
    if text and not isinstance(content, str):
        words = _("The current version's content is no text; JavaScript prints it as it can.")
        found.append(Problem("content-no-text", words))
    patterns = dollar_patterns(content) if isinstance(content, str) else ()
    if patterns and text != content:
        listed = " ".join(patterns)
        words = _(
            "The recap holds {patterns}, which the release does not print but replaces."
        ).format(patterns=listed)
        found.append(Problem("dollar-pattern", words))
    return tuple(found)


def _mentioned(inputs: Inputs, state: StoreState) -> tuple[Problem, ...]:
    """What the release would do to the stored running recap, which is not done here."""
    running, known = inputs.view.running, inputs.known
    if running is None or known is None:
        return ()
    match state:
        case StoreState.RESET:
            words = _("The release would empty the running recap: {why}").format(
                why=reset_warning(running, known)
            )
            return (Problem("would-reset", words),)
        case StoreState.UNKNOWN:
            words = _(
                "The running recap names another chat. Whether the release would adopt "
                "it after an import or empty it cannot be told without the worlds "
                "folder; shown is the latter."
            )
            return (Problem("would-reset-or-import", words),)
        case StoreState.BRANCH:
            words = _("The release would adopt the running recap: this chat is a branch.")
            return (Problem("would-adopt-branch", words),)
        case StoreState.IMPORT:
            words = _(
                "The release would adopt the running recap: the chat's lorebook does "
                "not exist, so it takes the chat for an imported one."
            )
            return (Problem("would-adopt-import", words),)
        case _:
            return ()
