"""Checking a captured request against the likeliest of all ways in which it was made."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from inspector.core.chat import Chat
from inspector.core.decoded import members, text
from inspector.core.document import Document
from inspector.core.errors import InspectorError
from inspector.core.javascript import truthy
from inspector.core.sending import SendKind
from inspector.core.tokens import Tokenizer
from inspector.language import _
from inspector.proof.captured import Captured
from inspector.proof.checking import Check, check, expected_messages, found_messages
from inspector.proof.guessing import Guess, guesses
from inspector.sillytavern.host.facts import HostFacts
from inspector.sillytavern.send.chat_ends import ending
from inspector.sillytavern.send.predicting import Prediction, Predictor

Predict = Callable[[Guess], Prediction]
"""Predicts the request of one way of sending.

Raises:
    InspectorError: nothing would be sent in this way.
"""

_FEWEST_TRIED, _MOST_TRIED = 3, 40
_TRIED_CHARACTERS = 2_000_000
"""So much text is predicted at most: a large request is laid beside fewer ways of sending."""

_NEARLY = 0.8
_CLOSE = 0.1
_MOST_LIKELY = 8
_LARGE = 300_000


@dataclass(frozen=True)
class Proof:
    """A captured request beside the likeliest prediction.

    Attributes:
        guess: how it was probably made.
        check: what came of it.
    """

    guess: Guess
    check: Check


def prove(
    captured: Captured,
    chat: Chat,
    marks: Sequence[str],
    predict: Predict,
    tokenizer: Tokenizer,
) -> Proof:
    """Check a captured request against the way of sending that explains most of it.

    Args:
        captured: the request.
        chat: the chat as its file lies.
        marks: see `guesses`.
        predict: predicts a request.
        tokenizer: counts its parts.

    Raises:
        InspectorError: no request can be predicted at all; the text says why.
    """
    refusal: InspectorError | None = None
    found: list[tuple[float, Guess, Prediction]] = []
    checks: dict[Guess, Check] = {}
    length = sum(map(len, captured.contents))
    most = min(max(_TRIED_CHARACTERS // (length or 1), _FEWEST_TRIED), _MOST_TRIED)
    for guess in guesses(captured, chat, marks)[:most]:
        try:
            prediction = predict(guess)
        except InspectorError as error:
            refusal = refusal or error
            continue
        share = fit(captured, prediction, len(chat))
        if share >= _NEARLY and all(share > other for other, *_rest in found):
            checks[guess] = check(captured, prediction, chat, tokenizer)
            if checks[guess].explains_all:
                return Proof(guess, checks[guess])
        found.append((share, guess, prediction))
    if not found:
        raise refusal or InspectorError(_("No request of this chat can be predicted."))
    best = max(share for share, *_rest in found)
    # Of one kind, ways that explain as much have made the same request: one of them will do.
    likely: dict[tuple[float, SendKind, int | None], tuple[float, Guess, Prediction]] = {}
    for one in found:
        if one[0] >= best - _CLOSE:
            likely.setdefault((one[0], one[1].send.kind, one[1].at), one)
    proofs = [
        Proof(guess, checks.get(guess) or check(captured, prediction, chat, tokenizer))
        for _rest, guess, prediction in sorted(likely.values(), key=lambda one: -one[0])[
            : _MOST_LIKELY if length < _LARGE else 1
        ]
    ]
    return min(proofs, key=_strangeness)


def _strangeness(proof: Proof) -> tuple[int, int, bool, bool, int]:
    """How much of a request is not as it would be if it was made in one way."""
    whole, attributed = proof.check.coverage
    guess = proof.guess
    found = proof.check.differences
    length = sum(len(one.expected) + len(one.found) for one in found)
    unknown = whole - attributed
    return len(found), unknown, guess.at is not None, "\n" in guess.send.pending, length


@dataclass(frozen=True, eq=False)
class Predictions:
    """Predicts the requests of one chat, one for each way of sending.

    Attributes:
        predictor: what predictions are made with.
        document: the chat as its file lies.
        host: what lies around it.
    """

    predictor: Predictor
    document: Document
    host: HostFacts

    def __call__(self, guess: Guess) -> Prediction:
        """The request of one way of sending.

        Raises:
            InspectorError: nothing would be sent.
        """
        requested = self.predictor.requested
        moment = replace(
            requested,
            at=requested.at if guess.at is None else guess.at,
            user=requested.user if guess.user is None else guess.user,
            character=requested.character if guess.character is None else guess.character,
        )
        systems = [one for one in self.predictor.systems if one.name not in guess.without]
        predictor = replace(self.predictor, requested=moment, systems=systems)
        return predictor.predict(self.document, self.host, guess.send)

    @property
    def chat(self) -> Chat:
        """The chat as far as a person says that it goes; whole where nobody says so."""
        chat, at = self.document.chat, self.predictor.requested.at
        return chat if at is None else ending(chat, at + 1)

    @property
    def marks(self) -> tuple[str, ...]:
        """What can stand around a message where several share a text."""
        names = {*self.document.chat.speakers, text(self.host.settings.get("username"))}
        instruct = members(self.host.power_user.get("instruct"))
        sequences = [
            value.strip()
            for key, value in instruct.items()
            if key.endswith(("_sequence", "_suffix")) and isinstance(value, str)
        ]
        marks = [f"{name}:" for name in sorted(names) if name]
        if truthy(instruct.get("enabled")):
            marks += [one for one in sequences if one]
        return tuple(marks)


def fit(captured: Captured, prediction: Prediction, count: int) -> float:
    """How much of a captured request was predicted, by lines, from 0 to 1.

    Args:
        captured: the request.
        prediction: what was predicted.
        count: messages of the chat's file.
    """
    ours = Counter(
        (one.role, one.content) for one in expected_messages(prediction, count, captured)
    )
    theirs = Counter((one.role, one.content) for one in found_messages(captured))
    same = ours & theirs
    rest, remainder = _lines(ours - same), _lines(theirs - same)
    whole = _length(same)
    both = 2 * whole + _length(rest) + _length(remainder)
    return 2 * (whole + _length(rest & remainder)) / both if both else 1.0


_Texts = Counter[tuple[str, str]]


def _lines(messages: _Texts) -> _Texts:
    found: _Texts = Counter()
    for (role, content), number in messages.items():
        for line in content.split("\n"):
            found[role, line] += number
    return found


def _length(texts: _Texts) -> int:
    return sum(len(text) * number for (_, text), number in texts.items())
