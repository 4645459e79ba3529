"""Which messages are hidden or shown before the next request and are not so in the file."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from inspector.core.chat import Chat
from inspector.core.sending import changed_flags, runs
from inspector.language import _
from inspector.sillytavern.send.predicting import Prediction
from inspector.systems import SYSTEMS


@dataclass(frozen=True, slots=True)
class Ahead:
    """A run of messages whose flag would be another.

    Attributes:
        first: the first of them.
        end: the first behind them.
        hides: whether they would be hidden; else they would be shown.
        by: who does it.
        unchanged: how many among them stay as they are, where several runs are drawn as one.
    """

    first: int
    end: int
    hides: bool
    by: str
    unchanged: int = 0

    def is_like(self, other: "Ahead") -> bool:
        """Whether the same is done by the same."""
        return (self.hides, self.by) == (other.hides, other.by)

    @property
    def count(self) -> int:
        """How many messages' flags would be another."""
        return self.end - self.first - self.unchanged

    @property
    def words(self) -> tuple[str, ...]:
        """What is said of it, the longest first."""
        count = self.count
        if self.hides:
            words = _("{by} hides {count:,} before sending"), _("{by} hides {count:,}"), _("hides")
        else:
            words = _("{by} shows {count:,} before sending"), _("{by} shows {count:,}"), _("shows")
        return tuple(one.format(by=self.by, count=count) for one in words)


def ahead_of(chat: Chat, prediction: Prediction | None) -> tuple[Ahead, ...]:
    """What the next request changes of hidden flags, in order; nothing for the file as it lies.

    Args:
        chat: the messages as the file has them.
        prediction: the request; None for the file as it lies.
    """
    if prediction is None:
        return ()
    after = prediction.simulation.document.chat.hidden
    after = after[: len(chat)] + chat.hidden[len(after) :]
    titles = {one.name: one.title for one in SYSTEMS}
    found: list[Ahead] = []
    for indexes, hides in zip(changed_flags(chat, after), (True, False), strict=True):
        whose = _owners(indexes, prediction, hides=hides)
        for name in dict.fromkeys(whose):
            own = [one for one, owner in zip(indexes, whose, strict=True) if owner == name]
            by = titles.get(name, "SillyTavern")
            found += [Ahead(first, last + 1, hides, by) for first, last in runs(own)]
    return tuple(sorted(found, key=lambda one: one.first))


def _owners(indexes: Sequence[int], prediction: Prediction, *, hides: bool) -> list[str]:
    """Who hides or shows each of these, in the end."""
    kind = "hide" if hides else "unhide"
    owner: dict[int, str] = {}
    for event in prediction.events:
        if event.kind == kind:
            for first, last in event.messages:
                owner.update(dict.fromkeys(range(first, last + 1), event.system))
    return [owner.get(one, "") for one in indexes]


def pieces(
    first: int, end: int, ahead: Sequence[Ahead], gap: float = 0
) -> list[tuple[int, int, Ahead | None]]:
    """A run of messages cut where something would change, with what would; None for nothing.

    Args:
        first: the first message of the run.
        end: the first behind it.
        ahead: what would change, in order.
        gap: how many messages are too few to be seen: changes of one kind that lie no further
            apart are one.
    """
    groups: list[list[Ahead]] = []
    for one in ahead:
        if max(one.first, first) >= min(one.end, end):
            continue
        last = groups[-1][-1] if groups else None
        if last is not None and one.first - last.end <= gap and last.is_like(one):
            groups[-1].append(one)
        else:
            groups.append([one])
    found: list[tuple[int, int, Ahead | None]] = []
    at = first
    for group in groups:
        start, stop = max(group[0].first, first), min(group[-1].end, end)
        if start > at:
            found.append((at, start, None))
        found.append((start, stop, _as_one(group)))
        at = stop
    return [*found, (at, end, None)] if at < end else found


def _as_one(group: Sequence[Ahead]) -> Ahead:
    if len(group) == 1:
        return group[0]
    whole = replace(group[0], end=group[-1].end)
    return replace(whole, unchanged=whole.count - sum(one.count for one in group))
