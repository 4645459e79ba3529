"""The next request of the open chat, as the session's question asks for it (DESIGN §8)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from inspector.core.document import Document, sources_of
from inspector.core.injection import Derivation
from inspector.core.memory import Memory
from inspector.gui.state.session import State
from inspector.sillytavern.host.facts import Character, HostFacts
from inspector.sillytavern.send.predicting import Prediction, Predictor
from inspector.systems import SYSTEMS, ruleset_named, system_of
from inspector.tokenizer import load_tokenizer


def predicted(state: State) -> Prediction:
    """What would be sent now; nothing of it is written.

    Args:
        state: the document, and a question that asks for the next request.

    Raises:
        InspectorError: nothing would be sent, or a setting or the encoding is refused.
    """
    send = replace(state.question.send, pending=state.question.moment.pending or "")
    return predictor_of(state).predict(state.document, facts_of(state), send)


def predictor_of(state: State) -> Predictor:
    """What predicts the chat's requests as the question asks for them."""
    question = state.question
    names = dict.fromkeys((question.ruleset, *_others_requested(state)))
    given: dict[str, object] = {}
    for name in reversed(names):
        usual = question.host_settings.settings(name)
        settings = question.settings_of(name).items()
        given |= {key: value for key, value in settings if key not in usual or usual[key] != value}
    moment = replace(question.moment, pending=None, settings=given)
    rulesets = tuple(ruleset_named(name) for name in names)
    return Predictor(SYSTEMS, load_tokenizer, rulesets, question.encoding, moment)


def facts_of(state: State) -> HostFacts:
    """What is known around the chat, with the context that a person tries out.

    Raises:
        InspectorError: a settings file that was named cannot be read.
    """
    source = state.question.host_settings.facts_source
    facts = HostFacts() if source is None else source.facts
    card = sources_of(state.document).card
    if card is not None and facts.character is None and facts.group is None:
        facts = replace(facts, character=Character(f"{card.name}.png", card))
    size = state.question.context_size
    return facts if size is None else facts.with_context_size(size)


def derivations_of(
    prediction: Prediction, document: Document, requested: str
) -> Mapping[str, Derivation]:
    """By ruleset what each system answers when the request is made, on the file's own memories.

    Systems of which the chat carries nothing and nothing is sent are left out.

    Args:
        prediction: the request.
        document: the chat as its file lies.
        requested: the ruleset that is asked, which is never left out.
    """
    own = [one.location for one in document.memories]
    simulated = prediction.simulation.document.memories
    is_same = len(simulated) == len(own)
    places = () if is_same else _places(simulated, own)
    usual = [] if is_same else [one.position for one in document.memories]
    return {
        answer.ruleset.name: (
            answer.derivation if is_same else _moved(answer.derivation, places, usual)
        )
        for name, answer in prediction.answers.items()
        if name in document.carried
        or answer.ruleset.name == requested
        or any(one.text for one in answer.derivation.injections)
    }


def _others_requested(state: State) -> list[str]:
    """Rulesets of further systems of the chat that a person asked before."""
    question, own = state.question, system_of(state.question.ruleset)
    carried = (one for one in SYSTEMS if one is not own and one.name in state.document.carried)
    requested = (question.former_beside(one.name) for one in carried)
    return [
        name for name in requested if name is not None and not system_of(name).assembles_request
    ]


def _places(simulated: Sequence[Memory], own: Sequence[int]) -> Sequence[int]:
    by_place = {location: index for index, location in enumerate(own)}
    return [by_place.get(one.location, one.index) for one in simulated]


def _moved(derivation: Derivation, places: Sequence[int], usual: Sequence[float]) -> Derivation:
    """A derivation with other indexes of memories: opening a chat may take some away.

    Args:
        derivation: what is said of those that are left.
        places: the index of each of these among all.
        usual: positions of all, which hold for what was taken away.
    """
    injections = tuple(
        replace(
            injection,
            sections=tuple(
                replace(
                    section,
                    lines=tuple(
                        line if line.memory is None else replace(line, memory=places[line.memory])
                        for line in section.lines
                    ),
                )
                for section in injection.sections
            ),
        )
        for injection in derivation.injections
    )
    judged, positions = derivation.judged, derivation.positions
    return replace(
        derivation,
        injections=injections,
        verdicts=tuple(replace(one, memory=places[one.memory]) for one in derivation.verdicts),
        judged=None if judged is None else [places[one] for one in judged],
        positions=None if positions is None else lambda: _spread(positions(), places, usual),
    )


def _spread(
    positions: Sequence[float], places: Sequence[int], usual: Sequence[float]
) -> Sequence[float]:
    found = [*usual]
    for index, position in zip(places, positions, strict=True):
        found[index] = position
    return found
