"""Why a slot was not sent as predicted: every cause is tried on our own model."""

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from inspector.core.chat import Chat
from inspector.core.decoded import members, text
from inspector.core.errors import InspectorError
from inspector.language import N_, _
from inspector.proof.checking import Check, SlotCheck
from inspector.proof.guessing import Guess
from inspector.proof.proving import Predictions, fit
from inspector.sillytavern.send.predicting import Prediction

_BETTER = 0.002
_MOST_NAMES = 6
_EDITED = N_("it was edited here after the request was sent: the file still says what was sent")
UNEXPLAINED = N_("nothing that was tried on our own model explains it")


@dataclass(frozen=True, slots=True)
class _Variation:
    """Another way in which the request can have been made.

    Attributes:
        words: what would then be the cause.
        guess: the way.
    """

    words: str
    guess: Guess


def with_causes(
    found: Check, guess: Guess, predictions: Predictions, before_edits: Predictions | None = None
) -> Check:
    """The check with a cause for each slot that differs or is absent.

    Args:
        found: a check.
        guess: how its request was probably made.
        predictions: predicts requests that were made in other ways.
        before_edits: the same for the chat as its file lies; None where nothing is edited.
    """
    if all(slot.is_fine for slot in found.slots):
        return found
    chat = predictions.chat
    tried = [*_before(guess, before_edits), *_tried(found, guess, predictions)]
    slots = tuple(
        slot if slot.is_fine or slot.cause else _explained(slot, found, tried, chat)
        for slot in found.slots
    )
    return replace(found, slots=slots)


def _explained(
    slot: SlotCheck,
    found: Check,
    tried: Sequence[tuple[_Variation, Prediction]],
    chat: Chat,
) -> SlotCheck:
    """The slot with what explains it, and what does not."""
    cause = _cause(slot, found, tried, chat)
    kinds = [variation.words.partition(":")[0] for variation, _ in tried]
    ruled_out = [words for words in kinds if words != cause.partition(":")[0]]
    return replace(slot, cause=cause or UNEXPLAINED, ruled_out=tuple(dict.fromkeys(ruled_out)))


def _before(
    guess: Guess, before_edits: Predictions | None
) -> Iterator[tuple[_Variation, Prediction]]:
    if before_edits is not None:
        with contextlib.suppress(InspectorError):
            yield _Variation(_EDITED, guess), before_edits(guess)


def _tried(
    found: Check, guess: Guess, predictions: Predictions
) -> Iterator[tuple[_Variation, Prediction]]:
    systems = {slot.system for slot in found.slots if not slot.is_fine}
    for variation in _variations(guess, systems, predictions):
        try:
            yield variation, predictions(variation.guess)
        except InspectorError:
            continue


def _variations(guess: Guess, systems: set[str], predictions: Predictions) -> Iterator[_Variation]:
    for system in sorted(systems):
        off = replace(guess, without=frozenset({system}))
        title = next(
            (one.title for one in predictions.predictor.systems if one.name == system), system
        )
        yield _Variation(_("the extension of {title} was off").format(title=title), off)
    opened = replace(guess.send, opened=not guess.send.opened)
    words = _("the tab was open since long: other messages were hidden")
    if guess.send.opened:
        words = _("the chat had been opened anew: other messages were hidden")
    yield _Variation(words, replace(guess, send=opened))
    host, chat = predictions.host, predictions.chat
    personas = members(host.power_user.get("personas")).values()
    users = {name for name in (*personas, text(host.settings.get("username"))) if name}
    for name in sorted(map(str, users))[:_MOST_NAMES]:
        yield _Variation(_("the persona was {name}").format(name=name), replace(guess, user=name))
    group = () if host.group is None else tuple(one.name for one in host.group.members)
    for name in group[:_MOST_NAMES]:
        words = _("the texts were made for {name}").format(name=name)
        yield _Variation(words, replace(guess, character=name))
    yield from _earlier(guess, chat)


def _earlier(guess: Guess, chat: Chat) -> Iterator[_Variation]:
    last = len(chat) - 1 if guess.at is None else guess.at
    for back in (1, 2, 3, 4):
        if last - back >= 0:
            words = _("the chat was saved since: it ended with message {last} then").format(
                last=last - back
            )
            yield _Variation(words, replace(guess, at=last - back))
    if guess.at is not None:
        yield _Variation(_("the chat had more messages then"), replace(guess, at=None))


def _cause(
    slot: SlotCheck,
    found: Check,
    tried: Sequence[tuple[_Variation, Prediction]],
    chat: Chat,
) -> str:
    if slot.delivered == "absent":
        return _cause_of_absence(slot, found, tried, chat)
    wanted = _found_text(slot, found)
    if _slot_text(found.prediction, slot.key) == wanted:
        return ""  # only white space around it differs, and no variation makes it
    for variation, prediction in tried:
        if _slot_text(prediction, slot.key) == wanted:
            return variation.words
    return ""


def _cause_of_absence(
    slot: SlotCheck,
    found: Check,
    tried: Sequence[tuple[_Variation, Prediction]],
    chat: Chat,
) -> str:
    """The variation that leaves the slot out and explains most of the request."""
    least = fit(found.captured, found.prediction, len(chat)) + _BETTER
    best = ""
    for variation, prediction in tried:
        if _slot_text(prediction, slot.key):
            continue
        share = fit(found.captured, prediction, len(chat))
        if share >= least:
            least, best = share + _BETTER, variation.words
    return best


def _found_text(slot: SlotCheck, found: Check) -> str:
    contents = found.captured.contents
    source = f"slot:{slot.key}"
    return "".join(
        contents[part.message][part.start : part.end]
        for part in found.parts
        if part.source == source
    ).strip()


def _slot_text(prediction: Prediction, key: str) -> str:
    """A slot's text as it stands in a predicted request; empty where it is not in it."""
    source = f"slot:{key}"
    return "".join(
        piece.text
        for content in prediction.request.texts
        for piece in content.pieces
        if piece.source == source
    ).strip()
