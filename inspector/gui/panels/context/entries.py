"""What the legend says of each part and of the whole."""

from dataclasses import dataclass

from inspector.analysis.context_map import ContextMap
from inspector.gui.panels.context.segments import FREE, Segment, segments_of
from inspector.gui.panels.context.state import ContextState, key_of
from inspector.gui.panels.context.words import WHAT_IF, amount, change, counts, percent, tokens
from inspector.language import _


@dataclass(frozen=True)
class Entry:
    """One part in words.

    Attributes:
        segment: the part as a whole.
        title: what it is called.
        tokens: what it takes.
        delta: tokens more than what holds, while something is tried out; empty without.
        below: its share and how many of its rows are in.
        below_delta: rows more than what holds; empty without.
        tooltip: all of it as lines of plain text.
    """

    segment: Segment
    title: str
    tokens: str
    delta: str
    below: str
    below_delta: str
    tooltip: str


@dataclass(frozen=True)
class Total:
    """The whole in words.

    Attributes:
        used: what all parts take.
        of_: of how many tokens.
        below: what is free or too much.
        widest: the widest that `below` may become while something is tried out.
        is_over: whether it is too much.
        is_what_if: whether it is only tried out.
    """

    used: str
    of_: str
    below: str
    widest: str
    is_over: bool
    is_what_if: bool

    @classmethod
    def of(cls, displayed: ContextMap, before: ContextMap | None) -> "Total":
        """The total of a map; `before` is what holds while another is only tried out."""
        share = f" · {percent(displayed.free, displayed.limit)}"
        if displayed.is_endless:
            rest, share = _("size not known"), ""
        elif displayed.over:
            rest, share = _("✕ {amount} too much").format(amount=amount(displayed.over)), ""
        else:
            rest = _("{amount} free").format(amount=amount(displayed.free))
        below = f"{rest}{share}" if before is None else f"{WHAT_IF} · {rest}"
        used = amount(displayed.used)
        limit = (
            "" if displayed.is_endless else _("of {tokens}").format(tokens=tokens(displayed.limit))
        )
        widest = _("{WHAT_IF} · {amount} too much").format(
            WHAT_IF=WHAT_IF, amount=amount(max(displayed.free, displayed.over))
        )
        return cls(used, limit, below, widest, displayed.over > 0, before is not None)


def entries_of(displayed: ContextState, before: ContextState | None) -> list[Entry]:
    """An entry for each part."""
    wholes: dict[int, Segment] = {}
    kinds: dict[int, list[Segment]] = {}
    for one in segments_of(displayed):
        whole = wholes.setdefault(one.location, one._replace(kind=None))
        if one.kind is not None:
            kinds.setdefault(one.location, []).append(one)
            part = displayed.map.parts[one.location]
            wholes[one.location] = whole._replace(title=part.title, tokens=part.tokens)
    return [
        _of_part(displayed, whole, kinds.get(location, []), before)
        for location, whole in wholes.items()
        if location != FREE
    ]


def _of_part(
    displayed: ContextState, whole: Segment, kinds: list[Segment], before: ContextState | None
) -> Entry:
    limit = displayed.map.limit
    part = displayed.map.parts[whole.location]
    was = None
    if before is not None:
        was = next((one for one in before.map.parts if key_of(one) == key_of(part)), None)
    more = 0 if was is None else part.tokens - was.tokens
    rows = "" if was is None or was.kept == part.kept else change(part.kept - was.kept)
    lines = [f"{part.title}: {tokens(part.tokens)}, {percent(part.tokens, limit)}", counts(part)]
    lines += [
        _("{title}: {rows:,} in, {tokens}").format(
            title=one.title, rows=one.rows, tokens=tokens(one.tokens)
        )
        for one in kinds
    ]
    return Entry(
        whole,
        part.title,
        amount(part.tokens),
        f" {change(more)}" if more else "",
        # What changes says by how much instead of its share, and so takes no more room.
        counts(part) if rows else f"{percent(part.tokens, limit)} · {counts(part)}",
        f" {rows}" if rows else "",
        "\n".join([*lines, _("Click to see the rows.")]),
    )
