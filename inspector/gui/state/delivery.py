"""What becomes of slots and of their memories in the next request, without Qt."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from typing_extensions import override

from inspector.core.gates import GateWords
from inspector.core.injection import Derivation, GateStep, Injection, Verdict
from inspector.core.on_demand import LazySequence
from inspector.language import _
from inspector.proof.source_words import source_in_words
from inspector.sillytavern.prompt import NOWHERE
from inspector.sillytavern.send.delivery import Delivery
from inspector.sillytavern.send.predicting import Prediction

DELIVERED, UNDELIVERED = "✓", "○"

DELIVERY = "delivery"
"""The gate of a memory whose block does not go out."""

DELIVERY_WORDS = GateWords(
    DELIVERY,
    check=_("delivery"),
    short=_("not sent"),
    word=_("not sent"),
    reason=_("its block is not sent"),
    failed=_("Not sent"),
)

_MOST_BESIDE = 2


@dataclass(frozen=True)
class Outcome:
    """What becomes of a slot.

    Attributes:
        is_sent: whether its text goes out.
        words: that as a person reads it.
        why: why a text does not go out; empty where it does, and where there is none.
    """

    is_sent: bool
    words: str
    why: str = ""

    @property
    def sentence(self) -> str:
        """The same without its sign."""
        words = self.words.removeprefix(DELIVERED).removeprefix(UNDELIVERED).strip()
        return f"{words[:1].upper()}{words[1:]}."


def outcomes_of(prediction: Prediction | None) -> Mapping[str, Outcome]:
    """What becomes of every slot of the next request; empty for the file as it lies."""
    if prediction is None:
        return {}
    return {
        delivery.key: _outcome(delivery, injection, system, prediction)
        for system, sent in prediction.answers.items()
        for delivery, injection in zip(
            prediction.deliveries(system), sent.derivation.injections, strict=True
        )
    }


def as_delivered(derivation: Derivation, prediction: Prediction | None) -> Derivation:
    """A derivation in which memories of blocks that do not go out are not in.

    Args:
        derivation: what the ruleset says.
        prediction: the next request; None for the file as it lies.
    """
    outcomes = outcomes_of(prediction)
    unsent = {
        one.key: outcomes[one.key].sentence
        for one in derivation.injections
        if one.key in outcomes and not outcomes[one.key].is_sent and not _is_in(one, prediction)
    }
    found = {
        line.memory: unsent[injection.key]
        for injection in derivation.injections
        for line in injection.lines
        if line.memory is not None and injection.key in unsent
    }
    keys = frozenset(unsent)
    without = replace(derivation, unsent=keys)
    lost = {memory: why for memory, why in found.items() if memory not in without.in_block}
    if not lost:
        return derivation

    def explain(index: int) -> tuple[GateStep, ...]:
        memory = derivation.existing[index]
        steps = derivation.steps_for(memory)
        why = lost.get(memory)
        return steps if why is None else (*steps, GateStep(DELIVERY, passed=False, detail=why))

    verdicts = _DeliveredVerdicts(derivation.verdicts, lost)
    judged = derivation.existing
    return replace(derivation, unsent=keys, verdicts=verdicts, judged=judged, explain=explain)


class _DeliveredVerdicts(LazySequence[Verdict]):
    """Verdicts, made when somebody looks at them, with those that are lost on the way."""

    def __init__(self, verdicts: Sequence[Verdict], lost: Mapping[int, str]) -> None:
        self._verdicts = verdicts
        self._lost = lost

    @override
    def __len__(self) -> int:
        return len(self._verdicts)

    @override
    def _at(self, index: int) -> Verdict:
        verdict = self._verdicts[index]
        why = self._lost.get(verdict.memory)
        if why is None:
            return verdict
        return replace(verdict, in_block=False, gate=DELIVERY, reason=why)


def _outcome(
    delivery: Delivery, injection: Injection, system: str, prediction: Prediction
) -> Outcome:
    match delivery.delivered:
        case "exact":
            return Outcome(
                is_sent=True,
                words=_("{DELIVERED} delivered as message {message}").format(
                    DELIVERED=DELIVERED, message=delivery.message
                ),
            )
        case "inside":
            beside = _beside(delivery, prediction)
            if prediction.request.prompt is not None:
                return Outcome(
                    is_sent=True,
                    words=_("{DELIVERED} delivered inside the prompt").format(DELIVERED=DELIVERED),
                )
            inside = (
                _("{DELIVERED} delivered inside message {message}, with {beside}")
                if beside
                else _("{DELIVERED} delivered inside message {message}")
            )
            words = inside.format(DELIVERED=DELIVERED, message=delivery.message, beside=beside)
            return Outcome(is_sent=True, words=words)
        case "dropped":
            lacks = delivery.lacks
            if lacks is None:
                return _undelivered(_("it does not fit the context"))
            why = _("it does not fit the context, needs {lacks:,} more tokens")
            return _undelivered(why.format(lacks=lacks))
        case "off":
            return _undelivered(_why_off(injection, system, prediction))


def _undelivered(why: str) -> Outcome:
    words = _("{UNDELIVERED} not sent: {why}")
    words = words.format(UNDELIVERED=UNDELIVERED, why=why or _("it is empty"))
    return Outcome(is_sent=False, words=words, why=why)


def _beside(delivery: Delivery, prediction: Prediction) -> str:
    """What else stands in the message."""
    if delivery.message is None:
        return ""
    own = f"slot:{delivery.key}"
    pieces = prediction.request.texts[delivery.message].pieces
    names = [*dict.fromkeys(source_in_words(one.source) for one in pieces if one.source != own)]
    if len(names) > _MOST_BESIDE:
        return _("{names} and more").format(names=", ".join(names[:_MOST_BESIDE]))
    *rest, last = names or [""]
    return _("{names} and {last}").format(names=", ".join(rest), last=last) if rest else last


def _why_off(injection: Injection, system: str, prediction: Prediction) -> str:
    """Why a slot does not go out that SillyTavern is not given; empty where it has no text."""
    answer = prediction.answers[system]
    if system in prediction.simulation.stopped:
        return _("the extension stops with an error before it retrieves anything")
    if answer.is_off:
        return _("its extension is switched off")
    if not injection.text:
        return ""
    if injection.position in (None, NOWHERE):
        return _("its position sends nothing by itself")
    return _("its position is none of SillyTavern's")


def _is_in(injection: Injection, prediction: Prediction | None) -> bool:
    """Whether a slot's text goes out all the same: through a macro that stands for it."""
    if prediction is None or not injection.text:
        return False
    return any(injection.text in one.text for one in prediction.request.texts)
