"""`auto-recap/design`: seeds 002 and 003 as specs/as-designed.md §4 decides them."""

from collections.abc import Mapping
from dataclasses import dataclass

from typing_extensions import override

from inspector.core.decoded import is_number
from inspector.core.document import Document
from inspector.core.moment import Moment
from inspector.core.problems import Problem
from inspector.core.recap_keys import DESIGNED, OLDER, RELEASED
from inspector.core.settings import SettingSpec, checked_settings
from inspector.core.slot import Slot
from inspector.core.system import BudgetSetting
from inspector.core.tokens import Tokenizer
from inspector.language import N_, _
from inspector.systems.auto_recap.autohide import designed as designed_hiding
from inspector.systems.auto_recap.derivation import AutoRecapDerivation
from inspector.systems.auto_recap.explaining import ExplainsRecaps
from inspector.systems.auto_recap.inclusion import token_limit
from inspector.systems.auto_recap.inputs import Inputs
from inspector.systems.auto_recap.retrieval import (
    belongs_to_another_chat,
    chat_enabled,
    current_version,
    released_state,
)
from inspector.systems.auto_recap.scenes import history_count, scenes_of
from inspector.systems.auto_recap.settings import DESIGN_SETTINGS, MACRO
from inspector.systems.auto_recap.template import designed_text
from inspector.systems.auto_recap.verdicts import walked

KEYS = (DESIGNED, RELEASED, OLDER)
_PREFIX = "running_scene_recap_"


@dataclass(frozen=True)
class DesignedRuleset(ExplainsRecaps):
    """The design (implements `core.system.Ruleset`)."""

    name: str = "auto-recap/design"
    title: str = N_("Auto-Recap as designed")
    is_release: bool = False
    encoding: str = "o200k_base"
    dialect: str = "tiktoken"
    budget_settings: tuple[BudgetSetting, ...] = ()
    boundary_settings: tuple[str, ...] = ()
    settings: tuple[SettingSpec, ...] = DESIGN_SETTINGS
    slot_key: str = "auto_recap_scene"

    @override
    def check_settings(self, given: Mapping[str, object]) -> None:
        """See `Ruleset.check_settings`."""
        checked_settings(self.settings, given, self.name)

    def inject(
        self, document: Document, moment: Moment, tokenizer: Tokenizer
    ) -> AutoRecapDerivation:
        """See `Ruleset.inject`; a chat that is switched off still gets its verdicts."""
        settings = checked_settings(self.settings, moment.settings, self.name)
        inputs = Inputs(document, moment, settings.__getitem__, KEYS, tokenizer)
        slot, warnings = self._slot(inputs)
        walk = inputs.walk()
        verdicts, short_term = walked(walk, inputs.exclusion(), token_limit(inputs.setting))
        count = history_count(settings["scene_recap_history_count"])
        scenes = scenes_of(inputs.view, inputs.length, count)
        finished = [scene.end for scene in scenes if scene.visible]
        return AutoRecapDerivation(
            injections=(slot.injection(tokenizer),),
            warnings=(
                *warnings,
                *inputs.moved_back(),
                *inputs.unknown_group(),
                *_other_names(inputs),
                *walk.failures(),
            ),
            chat_length=inputs.length,
            messages=verdicts,
            scenes=scenes,
            auto_hide=designed_hiding(
                finished, inputs.length, _whole(settings["auto_hide_scene_count"])
            ),
            state=released_state(inputs.view.running, inputs.known),
            short_term=short_term,
        )

    def _slot(self, inputs: Inputs) -> tuple[Slot, tuple[Problem, ...]]:
        setting = inputs.setting
        if not chat_enabled(setting, inputs.chat_id):
            off = Problem("chat-disabled", _("Auto-Recap is switched off for this chat."))
            return Slot(self.slot_key, "", 0, 0, role=0, scan=False), (off,)
        text, warnings = _text(inputs)
        slot = Slot(
            self.slot_key,
            text,
            _whole(setting(f"{_PREFIX}position")),
            _whole(setting(f"{_PREFIX}depth")),
            _whole(setting(f"{_PREFIX}role")),
            scan=setting(f"{_PREFIX}scan") is True,
        )
        return slot, warnings


def _whole(value: object) -> int:
    return int(value) if is_number(value) else 0


def _text(inputs: Inputs) -> tuple[str, tuple[Problem, ...]]:
    running = inputs.running
    if running is None:
        return "", ()
    if belongs_to_another_chat(running, inputs.known):
        words = _(
            "The running recap belongs to another chat ({chat_id}), so it is left out."
        ).format(chat_id=running.chat_id)
        return "", (Problem("another-chat", words),)
    version = current_version(running)
    if version is None:
        return "", _no_current(len(running.versions))
    template = str(inputs.setting(f"{_PREFIX}template"))
    text = designed_text(template, version.content)
    if text and version.text not in text:
        words = _("The template lacks {macro}, so the recap itself is not in the text.").format(
            macro=MACRO
        )
        return text, (Problem("template-without-macro", words),)
    if not text and version.content not in ("", None):
        words = _("The current version's content is no text, so nothing is injected.")
        return text, (Problem("content-no-text", words),)
    return text, ()


def _no_current(versions: int) -> tuple[Problem, ...]:
    if not versions:
        return ()
    words = _("The current version of the running recap does not exist, so nothing is injected.")
    return (Problem("current-missing", words),)


def _other_names(inputs: Inputs) -> tuple[Problem, ...]:
    """Which other names data was read from."""
    running = inputs.view.running
    found = tuple(
        Problem(
            "data-under-other-name",
            (
                _("Data was read from extra.{key}, as older releases wrote it.")
                if key.older
                else _("Data was read from extra.{key}, as the releases write it.")
            ).format(key=key.message),
        )
        for key in (RELEASED, OLDER)
        if inputs.recaps.layers.get(key.message)
    )
    if running is None or not running.key.older:
        return found
    words = _("The running recap was read from chat_metadata.{key}.").format(
        key=running.key.running
    )
    return (*found, Problem("data-under-other-name", words))
