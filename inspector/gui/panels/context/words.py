"""The words of the context map."""

from collections.abc import Callable, Mapping

from inspector import language
from inspector.analysis.context_map import ContextMap, MapPart, MapRow, Share
from inspector.core.items import ItemKind
from inspector.core.request import ItemRow, RequestDerivation
from inspector.gui.kit.gate_words import gate_in_words
from inspector.gui.kit.text import counted, plain
from inspector.gui.panels.context.scale import FARTHEST
from inspector.gui.panels.context.segments import FREE, Segment
from inspector.language import _, ngettext, numeral
from inspector.sillytavern.server_times import days_between

COUNTING = _("Counting the chat's tokens for the first time…")
WHAT_IF = _("◌ not kept yet")

KIND_WORDS: Mapping[ItemKind, str] = {
    ItemKind.CONSTANT: _("constant"),
    ItemKind.LOREBOOK: _("entry"),
    ItemKind.CHRONICLE: _("event"),
    ItemKind.CHAT: _("older chat"),
}
"""What one item of a kind is called."""

_ROWS: Mapping[Share, Callable[[int], str]] = {
    Share.HEAD: lambda n: counted(n, "{n} part", "{n} parts"),
    Share.ITEMS: lambda n: counted(n, "{n} item", "{n} items"),
    Share.INJECTIONS: lambda n: counted(n, "{n} slot", "{n} slots"),
    Share.HISTORY: lambda n: counted(n, "{n} message", "{n} messages"),
    Share.CURRENT: lambda n: counted(n, "{n} message", "{n} messages"),
}


def percent(tokens: float, limit: float) -> str:
    """A share of the limit: `37.1 %`, `<0.1 %`; a dash without a limit."""
    if limit <= 0:
        return "–"
    share = tokens / limit
    return f"<{language.percent(0.001, 1)}" if 0 < share < 0.0005 else language.percent(share, 1)


def counts(part: MapPart) -> str:
    """How many of a part's rows are in: `612 of 640 messages`, `3 parts`."""
    total = len(part.rows)
    rows = _ROWS[part.share](total)
    if part.kept == total:
        return rows
    return _("{kept} of {counted}").format(kept=plain(part.kept), counted=rows)


def reason(row: MapRow) -> str:
    """Whether a row is in, and why not, as a sentence."""
    if row.kept:
        return _("It is in the context.")
    why = gate_in_words(row.gate)
    return _("It is left out: {why}.").format(why=why) if why else _("It is left out.")


def age(row: ItemRow, now: float | None) -> str:
    """How old an item is: `today`, `12 days`; entries of a lorebook have no age."""
    if row.kind in (ItemKind.CONSTANT, ItemKind.LOREBOOK):
        return _("no age")
    if row.item.created is None or now is None:
        return _("no date")
    days = days_between(row.item.created, now)
    return counted(days, "{n} day", "{n} days") if days else _("today")


def number(value: float | None) -> str:
    """A score as it is shown: up to three places after the point."""
    return "" if value is None else numeral(value, ".3f")


def amount(number: int) -> str:
    """A budget with its thousands parted; one beyond all contexts by its size alone."""
    return numeral(number, "," if number <= FARTHEST else ".2e")


def change(number: int) -> str:
    """`+34`, `−14`, `±0`."""
    return f"{'+' if number > 0 else '−' if number < 0 else '±'}{amount(abs(number))}"


def tokens(count: int) -> str:
    """`1 token`, `1,420 tokens`."""
    return f"{amount(count)} {_('token') if count == 1 else _('tokens')}"


def piece_in_words(segment: Segment, displayed: ContextMap) -> list[str]:
    """What a piece of the bar is, a line for each fact."""
    cost = _("{tokens}, {percent} of the limit").format(
        tokens=tokens(segment.tokens), percent=percent(segment.tokens, displayed.limit)
    )
    if segment.location == FREE:
        return [_("Free: {cost}").format(cost=cost)]
    part = displayed.parts[segment.location]
    lines = [f"{part.title}: {tokens(part.tokens)}, {percent(part.tokens, displayed.limit)}"]
    lines.append(_("{rows} in").format(rows=counts(part)))
    if segment.kind is not None:
        lines.append(
            _("{title}: {rows:,} in, {cost}").format(
                title=segment.title, rows=segment.rows, cost=cost
            )
        )
    return lines


def refusal(displayed: ContextMap, request: RequestDerivation | None) -> str:
    """Why nothing is sent, by how much, and what would help; empty if it is sent."""
    if displayed.error is None:
        return ""
    if request is None:
        return _("Nothing is sent: {rstrip}.").format(rstrip=displayed.error.rstrip("."))
    parts, tail, name = request.parts, request.kept_tail, request.limit_name
    found = _("Nothing is sent: {tokens} are {over} above the {name} of {amount}.").format(
        tokens=tokens(displayed.used),
        over=plain(displayed.over),
        name=name,
        amount=amount(displayed.limit),
    )
    alone = parts.head + parts.current
    if alone > parts.limit:
        both = _("head and the current message alone cost")
        what = both if parts.current else _("head alone costs")
        return _("{found} The {what} {alone}, and nothing of that is ever cut.").format(
            found=found, what=what, alone=plain(alone)
        )
    if parts.history and tail:
        latest = ngettext("message is", "{tail} messages are", tail).format(tail=plain(tail))
        return _(
            "{found} The newest {latest} kept whatever they cost; a shorter tail frees room."
        ).format(found=found, latest=latest)
    return found
