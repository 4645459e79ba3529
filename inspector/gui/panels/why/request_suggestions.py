"""Changes that get a message or an item into a Scribe request, each with everything it costs."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from inspector.analysis.smallest_change import changes_for, request_of
from inspector.core.cached import cached_property
from inspector.core.deadline import Deadline
from inspector.core.explanation import MESSAGE
from inspector.core.items import numbered
from inspector.core.query import Query
from inspector.core.request import ItemRow, MessageRow, RequestDerivation
from inspector.core.suggestion import SuggestedChange as RequestChange
from inspector.gui.kit.text import counted, signed
from inspector.gui.panels.why.request_explanation import id_of
from inspector.gui.panels.why.suggestions import MOST_ROWS, Effect, Suggestion
from inspector.gui.state.request_rows import RequestSubject, row_of, short_id
from inspector.language import _, numeral


def suggestions_for_request(
    requested: Query, subject: RequestSubject, deadline: Deadline
) -> Iterator[Suggestion]:
    """The cheapest changes that get a message or an item in, one after the other.

    None for what is sent, and none for what the request knows nothing of.
    """
    derivation = request_of(requested)
    row = row_of(derivation, subject)
    if row is None:
        return
    name = _name_of(derivation, row)
    for change in changes_for(requested, id_of(row), deadline):
        yield Suggestion(change, effects_of_request(requested, change, name), is_of_request=True)


def _name_of(derivation: RequestDerivation, row: MessageRow | ItemRow) -> str:
    """What a change calls a row among what comes and goes with it."""
    if isinstance(row, MessageRow):
        return id_of(row)
    seen: Counter[str] = Counter()
    names = ((numbered(one.item.key, seen), one) for one in derivation.rag)
    return next(name for name, one in names if one is row)


def effects_of_request(requested: Query, change: RequestChange, name: str) -> tuple[Effect, ...]:
    """What a change does, worked out on the real rules.

    Args:
        requested: the question with its answer.
        change: what would be done.
        name: what comes in, as the change names what comes with it.
    """
    before, after = request_of(requested), request_of(change.applied(requested))
    came, went = _Rows(after), _Rows(before)
    own = Effect(
        _("{called} gets in").format(called=came.called([name])),
        signed(came.cost([name])),
        is_named=True,
    )
    moving = [
        *_moves(change.ids_entering, came, _("gets in as well"), _("get in as well"), 1),
        *_moves(change.ids_leaving, went, _("drops out instead"), _("drop out instead"), -1),
    ]
    old, new = before.parts, after.parts
    was = numeral(old.total) if before.error is None else _("nothing")
    whole = Effect(
        _("Request, of {limit:,} tokens").format(limit=new.limit), f"{was} → {numeral(new.total)}"
    )
    return (own, *_shortened(moving), whole)


class _Move(NamedTuple):
    """Who comes in or drops out, as one row, and by how many tokens the request grows."""

    words: str
    tokens: int

    @property
    def effect(self) -> Effect:
        return Effect(self.words, signed(self.tokens), is_named=True)


def _moves(names: Sequence[str], rows: "_Rows", one: str, many: str, sign: int) -> list[_Move]:
    """A row for all messages together, and one for each item."""
    messages = [name for name in names if name.startswith(MESSAGE)]
    groups = [messages] if messages else []
    groups += [[name] for name in names if not name.startswith(MESSAGE)]
    return [
        _Move(f"{rows.called(group)} {one if len(group) == 1 else many}", sign * rows.cost(group))
        for group in groups
    ]


def _shortened(moves: Sequence[_Move]) -> Iterator[Effect]:
    """As many rows as there is room for; what comes in stands before what drops out for it."""
    if len(moves) <= MOST_ROWS:
        yield from (move.effect for move in moves)
        return
    entering = [move for move in moves if move.tokens >= 0]
    leaving = [move for move in moves if move.tokens < 0]
    least = min(len(leaving), MOST_ROWS // 2)
    displayed = entering[: MOST_ROWS - 1 - least]
    displayed += leaving[: MOST_ROWS - 1 - len(displayed)]
    yield from (move.effect for move in displayed)
    rest = sum(move.tokens for move in moves) - sum(move.tokens for move in displayed)
    more = len(moves) - len(displayed)
    words = counted(more, "{n} more item comes or goes", "{n} more items come or go")
    yield Effect(words, signed(rest))


@dataclass(frozen=True, eq=False)
class _Rows:
    """What messages and items are called and cost, by the names that a change gives them."""

    derivation: RequestDerivation

    def cost(self, names: Sequence[str]) -> int:
        """The tokens of all of them."""
        return sum(self._cost(name) for name in names)

    def called(self, names: Sequence[str]) -> str:
        """`lore:3 (Kettle Bridge)`, `Message 12`, `Messages 3–14`, else `12 messages`."""
        if not names[0].startswith(MESSAGE):
            return self._called(names[0])
        numbers = sorted(map(_index, names))
        first, last = numbers[0], numbers[-1]
        if len(numbers) == 1:
            return _("Message {first}").format(first=first)
        if last - first == len(numbers) - 1:
            return _("Messages {first}–{last}").format(first=first, last=last)
        return _("{n:,} messages").format(n=len(numbers))

    def _cost(self, name: str) -> int:
        if name.startswith(MESSAGE):
            return self.derivation.messages[_index(name)].tokens
        row = self._items.get(name)
        return 0 if row is None else row.tokens

    def _called(self, name: str) -> str:
        row = self._items.get(name)
        title = "" if row is None else " ".join(row.item.title.split())
        return f"{short_id(name)} ({title})" if title else short_id(name)

    @cached_property
    def _items(self) -> Mapping[str, ItemRow]:
        seen: Counter[str] = Counter()
        return {numbered(row.item.key, seen): row for row in self.derivation.rag}


def _index(name: str) -> int:
    return int(name.removeprefix(MESSAGE))
