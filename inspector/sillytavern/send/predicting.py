"""The next request of a chat, with every system's answer: what `request` and `inject --send` say.

Source: specs/send-path.md; DESIGN §8.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from inspector.core.document import Document
from inspector.core.injection import Derivation
from inspector.core.moment import Moment
from inspector.core.problems import Problem
from inspector.core.sending import Send, SendEvent, TokenizerFor
from inspector.core.system import MemorySystem, Ruleset
from inspector.core.tokens import Tokenizer
from inspector.language import _
from inspector.sillytavern.completion.request import Request
from inspector.sillytavern.completion.slots import Slot
from inspector.sillytavern.extension_settings import found_settings
from inspector.sillytavern.host.facts import HostFacts
from inspector.sillytavern.lore_scan.model import ScanOutput
from inspector.sillytavern.macros.context import MacroContext
from inspector.sillytavern.send.assembling import assembled_request, slots_of
from inspector.sillytavern.send.delivery import Delivery, delivery_of
from inspector.sillytavern.send.simulation import Simulation, simulate
from inspector.sillytavern.settings_file import HostSettings


@dataclass(frozen=True, eq=False)
class SentAnswer:
    """What one ruleset answers when the request is made.

    Attributes:
        ruleset: who answers.
        system: its system.
        document: the chat that it is asked about.
        moment: what it is asked.
        tokenizer: what counts.
        derivation: the answer; its slots are empty where the system stops with an error.
        problems: what a person should know about its settings.
        is_off: whether its extension is switched off, so that nothing of it is sent.
        macros: what the system's macros stand for, by macro.
    """

    ruleset: Ruleset
    system: MemorySystem
    document: Document
    moment: Moment
    tokenizer: Tokenizer
    derivation: Derivation
    problems: tuple[Problem, ...] = ()
    is_off: bool = False
    macros: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, eq=False)
class Prediction:
    """The next request of a chat.

    Attributes:
        simulation: what happens until the systems are asked.
        answers: by system, what each answers.
        request: what is sent.
        events: everything that is done before it, in order.
        lore: what the scan of lorebooks found; None where none is scanned.
    """

    simulation: Simulation
    answers: Mapping[str, SentAnswer]
    request: Request
    events: tuple[SendEvent, ...] = ()
    lore: ScanOutput | None = None

    def deliveries(self, system: str) -> list[Delivery]:
        """What becomes of each slot of a system, in its order."""
        answer = self.answers[system]
        return [
            delivery_of(one, self.request, is_off=answer.is_off)
            for one in answer.derivation.injections
        ]


@dataclass(frozen=True)
class Predictor:
    """What predictions are made with.

    Attributes:
        systems: every memory system that is known.
        tokenizer_for: gives token counters.
        chosen: rulesets that answer in place of the installed release of their system.
        encoding: how tokens of blocks are counted; None for each ruleset's own.
        requested: names and settings that a person gives; what is not given comes from the files.
        moved: by slot, another position and depth, as a what-if.
    """

    systems: Sequence[MemorySystem]
    tokenizer_for: TokenizerFor
    chosen: tuple[Ruleset, ...] = ()
    encoding: str | None = None
    requested: Moment = field(default_factory=Moment)
    moved: Mapping[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])

    def predict(self, document: Document, host: HostFacts, send: Send) -> Prediction:
        """The next request of a chat.

        Args:
            document: the chat as its file lies.
            host: what is known around it.
            send: what is pressed.

        Raises:
            InspectorError: nothing would be sent, or a setting is refused.
        """
        simulation = simulate(
            document,
            host,
            send,
            self.systems,
            self.tokenizer_for,
            self.requested,
            releases={
                system.name: one.name
                for one, system in self._chosen()
                if one.is_release and not system.assembles_request
            },
        )
        answers = dict(self._answers(simulation))
        slots = [self._placed(one) for one in _registered(answers.values())]
        macros = {k: v for one in answers.values() for k, v in one.macros.items()}
        macros |= self._idle_macros(simulation, answers)
        assembled = assembled_request(simulation, slots, macros, self.tokenizer_for)
        events = (*simulation.events, *assembled.events)
        return Prediction(simulation, answers, assembled.request, events, assembled.lore)

    def _idle_macros(self, simulation: Simulation, answers: Collection[str]) -> dict[str, str]:
        """Macros of systems that are there and keep nothing in the chat."""
        host = simulation.host
        found: dict[str, str] = {}
        for system in self.systems:
            if system.name not in answers:
                found |= system.idle_macros(host.extensions, host.disabled_extensions)
        return found

    def _placed(self, slot: Slot) -> Slot:
        if slot.key not in self.moved:
            return slot
        position, depth = self.moved[slot.key]
        return replace(slot, position=position, depth=depth)

    def _chosen(self) -> Iterable[tuple[Ruleset, MemorySystem]]:
        for ruleset in self.chosen:
            for system in self.systems:
                if ruleset in system.rulesets:
                    yield ruleset, system

    def _answers(self, simulation: Simulation) -> Iterable[tuple[str, SentAnswer]]:
        chosen = {system.name: ruleset for ruleset, system in self._chosen()}
        for system in self.systems:
            installed = simulation.releases.get(system.name)
            ruleset = chosen.get(system.name) or next(
                (one for one in system.rulesets if one.name == installed), None
            )
            if ruleset is not None:
                yield system.name, self._answer(ruleset, system, simulation)

    def _answer(self, ruleset: Ruleset, system: MemorySystem, simulation: Simulation) -> SentAnswer:
        requested = self.requested
        known = {spec.name for spec in ruleset.settings}
        released = {spec.name for one in system.rulesets if one.is_release for spec in one.settings}
        given = {name: value for name, value in requested.settings.items() if name in known}
        stored = simulation.host.settings
        settings = HostSettings(stored) if stored else None
        names = [spec.name for spec in ruleset.settings if spec.name in released]
        found = found_settings(ruleset, settings, system.extension_keys, names, tuple(given))
        moment = simulation.moment(system.name, requested)
        moment = replace(moment, settings={**found.values, **given})
        tokenizer = self.tokenizer_for(self.encoding or ruleset.encoding, ruleset.dialect)
        document = simulation.at_request.get(system.name, simulation.document)
        derivation = ruleset.inject(document, moment, tokenizer)
        off = system.name in simulation.off or system.assembles_request
        macros: Mapping[str, str] = {}
        if system.name in simulation.stopped:
            derivation = _silenced(derivation)
        elif not off and (not system.nested_macros_only or _nests(stored)):
            macros = system.macro_texts(ruleset, document, moment, tokenizer, derivation)
        problems = found.problems
        return SentAnswer(
            ruleset, system, document, moment, tokenizer, derivation, problems, off, macros
        )


def _nests(settings: Mapping[str, object]) -> bool:
    return MacroContext(settings=settings).uses_nested_engine


def _registered(answers: Iterable[SentAnswer]) -> Iterable[Slot]:
    """Slots in order of registration: those of opening first (specs/send-path.md §6.2)."""
    sent = [one for one in answers if not one.is_off]
    for late in (False, True):
        for one in sent:
            yield from (
                slot
                for slot in slots_of(one.derivation.injections)
                if (slot.key in one.system.late_slots) is late
            )


def _silenced(derivation: Derivation) -> Derivation:
    """An answer of which nothing goes out: the slots stay as they were, which is empty (§3)."""
    reason = _("The extension stops with an error before it retrieves anything.")
    return replace(
        derivation,
        injections=tuple(replace(one, sections=(), tokens=0) for one in derivation.injections),
        verdicts=tuple(
            replace(one, in_block=False, gate=one.gate or "formatter", reason=reason)
            for one in derivation.verdicts
        ),
        explain=None,
        budget=None if derivation.budget is None else replace(derivation.budget, used=0),
    )
