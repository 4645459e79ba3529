"""What the agent did, step by step, as a person reads it and a test repeats it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from inspector.core.decoded import is_list, is_number, items, members, text
from inspector.llm.exchange import Ask, Check, Hear, ModelError, Reply, ToolCall

_PARTS_OF_A_CALL = 3
_COUNTS = 2


@dataclass(frozen=True, slots=True)
class Step:
    """One step.

    Attributes:
        kind: `saw`, `looked up`, `judged`, `proposed`, `refused`, `ended` or `parted`.
        words: what it was, in a sentence.
        detail: its arguments and its result.
    """

    kind: str
    words: str
    detail: Mapping[str, object] = field(default_factory=dict[str, object])


@dataclass
class Log:
    """All steps of one run, and the model's answers from which they follow."""

    steps: list[Step] = field(default_factory=list[Step])
    replies: list[Reply] = field(default_factory=list[Reply])

    def add(self, kind: str, words: str, **detail: object) -> None:
        """Note a step."""
        self.steps.append(Step(kind, words, detail))

    @property
    def as_json(self) -> dict[str, object]:
        """For scripts, and to run it again; see `Recorded`."""
        return {
            "steps": [{"kind": one.kind, "words": one.words, **one.detail} for one in self.steps],
            "replies": [
                {
                    "text": reply.text,
                    "calls": [[call.id, call.name, call.arguments] for call in reply.calls],
                    "finish": reply.finish,
                    "tokens": list(reply.tokens),
                }
                for reply in self.replies
            ],
        }


class Recorded:
    """A model that gives the answers of a log again, in their order (implements `Model`)."""

    name = "recorded"

    def __init__(self, replies: Sequence[Reply]) -> None:
        self._replies = list(replies)

    @classmethod
    def of(cls, stored: Sequence[Mapping[str, object]]) -> "Recorded":
        """From what `Log.as_json` calls `replies`."""
        found: list[Reply] = []
        for one in stored:
            calls = [
                ToolCall(*(text(part) for part in call))
                for call in items(one.get("calls"))
                if is_list(call) and len(call) == _PARTS_OF_A_CALL
            ]
            finish = text(one.get("finish")) or "stop"
            counts = [int(each) for each in items(one.get("tokens")) if is_number(each)]
            tokens = (counts[0], counts[1]) if len(counts) == _COUNTS else (0, 0)
            found.append(Reply(text(one.get("text")), tuple(calls), finish, tokens))
        return cls(found)

    @classmethod
    def of_output(cls, stored: object, name: str) -> "Recorded":
        """From what `enrich --json` printed.

        Args:
            stored: the decoded output.
            name: what errors call it.

        Raises:
            ModelError: it holds no answers.
        """
        runs = [members(one) for one in items(members(stored).get("exchanges"))]
        replies = [members(one) for run in runs for one in items(run.get("replies"))]
        if not replies:
            raise ModelError(f"{name}: this is no output of enrich --json.")
        return cls.of(replies)

    def answer(self, ask: Ask, hear: Hear | None = None, check: Check | None = None) -> Reply:
        """See `Model.answer`."""
        if not self._replies:
            raise ModelError("The log holds no further answer.")
        return self._replies.pop(0)
