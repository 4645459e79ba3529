"""The columns of the tables of rows: what a cell says, and what it is sorted by."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from inspector.gui.kit.gate_words import verdict_in_short
from inspector.gui.kit.text import one_line
from inspector.gui.panels.context.state import ContextState, Listed
from inspector.gui.panels.context.words import KIND_WORDS, age, amount, number, percent, reason

_EXCERPT = 300
ALWAYS = 9
"""The need of columns that never go."""

Key = float | str
Say = Callable[[Listed, ContextState], str]


class CellKind(Enum):
    """How a cell is painted."""

    PLAIN = "plain"
    WHAT = "what"
    SCORE = "score"
    KIND = "kind"
    ID = "id"
    VERDICT = "verdict"


@dataclass(frozen=True)
class Column:
    """One column.

    Attributes:
        title: what its header says.
        meaning: what it shows, in one sentence.
        say: what a cell says.
        key: what rows are sorted by.
        widest: a text that it should have room for; empty takes the room that is left.
        cell: how cells are painted.
        right: whether numbers stand at the right edge.
        need: columns with a smaller one go first where there is little room.
        lasts: whether what it says of a message stays the same with other budgets.
    """

    title: str
    meaning: str
    say: Say
    key: Callable[[Listed, ContextState], Key]
    widest: str = ""
    cell: CellKind = CellKind.PLAIN
    right: bool = False
    need: int = ALWAYS
    lasts: bool = True


def excerpt(listed: Listed, shown: ContextState) -> str:
    """The start of what a row says, on one line."""
    return one_line(shown.text_of(listed), _EXCERPT)


def _what(listed: Listed, _shown: ContextState) -> str:
    return one_line(listed.row.title, _EXCERPT)


def _tokens(listed: Listed, _shown: ContextState) -> str:
    return "" if listed.row.tokens is None else amount(listed.row.tokens)


def _tokens_key(listed: Listed, _shown: ContextState) -> Key:
    return -1 if listed.row.tokens is None else listed.row.tokens


def _share(listed: Listed, shown: ContextState) -> str:
    cost = listed.row.tokens
    return "" if cost is None or not listed.row.kept else percent(cost, shown.map.limit)


def _share_key(listed: Listed, _shown: ContextState) -> Key:
    return (listed.row.tokens or 0) if listed.row.kept else -1


def _verdict(listed: Listed, _shown: ContextState) -> str:
    return verdict_in_short(listed.row)


def _verdict_key(listed: Listed, _shown: ContextState) -> Key:
    return "" if listed.row.kept else verdict_in_short(listed.row)


def _id(listed: Listed, _shown: ContextState) -> str:
    return listed.row.id


def _kind(listed: Listed, _shown: ContextState) -> str:
    return "" if listed.item is None else KIND_WORDS[listed.item.kind]


def _score(listed: Listed, _shown: ContextState) -> str:
    return "" if listed.item is None else number(listed.item.score)


def _score_key(listed: Listed, _shown: ContextState) -> Key:
    return 0 if listed.item is None else listed.item.score


def _recency(listed: Listed, shown: ContextState) -> str:
    item = listed.item
    if item is None or item.recency is None:
        return ""
    return f"{age(item, shown.now)} · {item.recency:.2f}"


def _recency_key(listed: Listed, _shown: ContextState) -> Key:
    return 0 if listed.item is None else listed.item.recency or 0


def _composite(listed: Listed, _shown: ContextState) -> str:
    return "" if listed.item is None else number(listed.item.composite)


def _composite_key(listed: Listed, _shown: ContextState) -> Key:
    return 0 if listed.item is None else listed.item.composite


WHAT = Column("What", "What it is, and how it begins.", _what, _what, cell=CellKind.WHAT)
TOKENS = Column(
    "Tokens",
    "What it costs by the ruleset's own accounting; empty where it was not counted.",
    _tokens,
    _tokens_key,
    widest="300,000",
    right=True,
)
SHARE = Column(
    "Share",
    "Its share of the limit.",
    _share,
    _share_key,
    widest="100.0 %",
    right=True,
    need=3,
    lasts=False,
)
VERDICT = Column(
    "Verdict",
    "Whether it is in the context, and if not, why.",
    _verdict,
    _verdict_key,
    widest="not retrieved was in",
    cell=CellKind.VERDICT,
    lasts=False,
)
SCORE = Column(
    "Score",
    "How near it is to the query.",
    _score,
    _score_key,
    widest="00000 0.000 00",
    cell=CellKind.SCORE,
    right=True,
)

PLAIN_COLUMNS = (WHAT, TOKENS, SHARE, VERDICT)
"""Of parts whose rows are messages, slots or parts of the head."""

_ID = Column(
    "Id",
    "The item's id, as the command line names it.",
    _id,
    _id,
    "chronicle:00",
    CellKind.ID,
    need=2,
)
_KIND = Column(
    "Kind", "Which sort of item it is.", _kind, _kind, "00 older chat", CellKind.KIND, need=5
)
_RECENCY = Column(
    "Age · recency",
    "How old it is, and how fresh that counts.",
    _recency,
    _recency_key,
    "270 days · 0.10",
    right=True,
    need=4,
)
_COMPOSITE = Column(
    "Composite",
    "What it is ranked by: 0.6 × score + 0.25 × recency + 0.15 × (type − 1).",
    _composite,
    _composite_key,
    "0.000",
    right=True,
    need=6,
)

RANKED_COLUMNS = (_ID, WHAT, _KIND, SCORE, _RECENCY, _COMPOSITE, TOKENS, VERDICT)
"""Of items that are ranked by score, recency and type."""

SCORED_COLUMNS = (_ID, WHAT, _KIND, SCORE, TOKENS, SHARE, VERDICT)
"""Of items that are ranked by their score alone."""


def columns_of(shown: ContextState, place: int) -> tuple[Column, ...]:
    """The columns of a part's rows."""
    request = shown.request
    if request is None or not shown.holds_items(place):
        return PLAIN_COLUMNS
    is_ranked = bool(request.rag) and request.rag[0].recency is not None
    return RANKED_COLUMNS if is_ranked else SCORED_COLUMNS


def meaning(column: Column, shown: ContextState | None) -> str:
    """What a column shows; of scores also where they come from."""
    request = None if shown is None else shown.request
    if column.cell is not CellKind.SCORE or request is None:
        return column.meaning
    source = request.retriever or "no retriever"
    return f"{column.meaning}\nFrom: {source}. Edit one to pin it as a what-if."


def about(column: Column, listed: Listed, shown: ContextState) -> str:
    """More of a cell than it has room for, as lines of plain text."""
    row, item = listed.row, listed.item
    if column.cell is CellKind.VERDICT:
        gate = f" (gate: {row.gate})" if row.gate else ""
        return f"{reason(row)}{gate}"
    if column.cell is CellKind.WHAT:
        words = [f"{row.title} ({row.id})", excerpt(listed, shown)]
        if item is not None and item.item.keywords:
            words.insert(1, f"Keywords: {', '.join(item.item.keywords)[:_EXCERPT]}")
        return "\n".join(filter(None, words))
    if column.cell is CellKind.SCORE and item is not None and is_pinned(listed, shown):
        return "Set by hand as a what-if. Delete takes that back."
    return ""


def pin_of(listed: Listed, shown: ContextState) -> str | None:
    """The name under which a row's score is set by hand; None where it is not."""
    if listed.item is None:
        return None
    key = listed.item.item.key
    return key if key in shown.pinned else None


def is_pinned(listed: Listed, shown: ContextState) -> bool:
    """Whether a row's score is set by hand."""
    return pin_of(listed, shown) is not None
