"""The columns of the tables of rows: what a cell says, and what it is sorted by."""

from PySide6.QtGui import QColor

from inspector.gui.kit.gate_words import verdict_in_short
from inspector.gui.kit.text import tooltip
from inspector.gui.kit.theme import Theme
from inspector.gui.panels.context.cells import (
    paint_id,
    paint_kind,
    paint_score,
    paint_verdict,
    paint_what,
)
from inspector.gui.panels.context.part_row import PartRow
from inspector.gui.panels.context.state import ContextState
from inspector.gui.panels.context.words import KIND_WORDS, age, amount, number, percent, reason
from inspector.gui.tables.column import Column
from inspector.gui.tables.rows import Key
from inspector.language import _, numeral
from inspector.sillytavern.completion.ledger import WRAPPING

_KEYWORDS_CHARS = 300


def _colour(row: PartRow, theme: Theme) -> QColor:
    return theme.text if row.row.kept else theme.text_3


def _what_tooltip(row: PartRow) -> str:
    words = [f"{row.row.title} ({row.row.id})", row.excerpt]
    if row.item is not None and row.item.item.keywords:
        words.insert(
            1,
            _("Keywords: {keywords}").format(
                keywords=", ".join(row.item.item.keywords)[:_KEYWORDS_CHARS]
            ),
        )
    return tooltip("\n".join(filter(None, words)))


def _tokens(row: PartRow) -> str:
    return "" if row.row.tokens is None else amount(row.row.tokens)


def _tokens_key(row: PartRow) -> Key:
    return (-1 if row.row.tokens is None else row.row.tokens,)


def _share(row: PartRow) -> str:
    cost = row.row.tokens
    return "" if cost is None or not row.row.kept else percent(cost, row.state.map.limit)


def _share_key(row: PartRow) -> Key:
    return ((row.row.tokens or 0) if row.row.kept else -1,)


def _verdict(row: PartRow) -> str:
    return verdict_in_short(row.row)


def _verdict_key(row: PartRow) -> Key:
    return ("" if row.row.kept else verdict_in_short(row.row),)


def _verdict_tooltip(row: PartRow) -> str:
    words = reason(row.row)
    if row.row.gate:
        words = _("{reason} (gate: {gate})").format(reason=words, gate=row.row.gate)
    return tooltip(words)


def _verdict_spoken(row: PartRow) -> str:
    words = verdict_in_short(row.row)
    return (
        _("{words}, was {words2}").format(words=words, words2=_("in") if row.was_kept else _("out"))
        if row.is_changed
        else words
    )


def _kind(row: PartRow) -> str:
    return "" if row.item is None else KIND_WORDS[row.item.kind]


def _score(row: PartRow) -> str:
    return "" if row.item is None else number(row.item.score)


def _score_key(row: PartRow) -> Key:
    return (0 if row.item is None else row.item.score,)


def _score_tooltip(row: PartRow) -> str:
    return (
        "" if row.pin is None else tooltip(_("Set by hand as a what-if. Delete takes that back."))
    )


def _recency(row: PartRow) -> str:
    item = row.item
    if item is None or item.recency is None:
        return ""
    return f"{age(item, row.state.now)} · {numeral(item.recency, '.2f')}"


def _recency_key(row: PartRow) -> Key:
    return (0 if row.item is None else row.item.recency or 0,)


def _composite(row: PartRow) -> str:
    return "" if row.item is None else number(row.item.composite)


def _composite_key(row: PartRow) -> Key:
    return (0 if row.item is None else row.item.composite,)


_column = Column[PartRow]

WHAT = _column(
    _("What"), _("What it is, and how it begins."), lambda row: row.title, least=150,
    key=lambda row: (row.title,), paint=paint_what, tooltip=_what_tooltip,
)  # fmt: skip
TOKENS = _column(
    _("Tokens"),
    _("What it costs by the ruleset's own accounting; empty where it was not counted."),
    _tokens, "300,000", key=_tokens_key, colour=_colour, is_number=True,
)  # fmt: skip
SHARE = _column(
    _("Share"), _("Its share of the limit."), _share, "100.0 %", key=_share_key, colour=_colour,
    is_number=True, need=3,
)  # fmt: skip
VERDICT = _column(
    _("Verdict"), _("Whether it is in the context, and if not, why."), _verdict,
    _("not retrieved was in"), key=_verdict_key, paint=paint_verdict, tooltip=_verdict_tooltip,
    spoken=_verdict_spoken,
)  # fmt: skip
SCORE = _column(
    _("Score"), _("How near it is to the query."), _score, "00000 0.000 00", key=_score_key,
    paint=paint_score, edit=lambda row: None if row.item is None else row.item.score,
    tooltip=_score_tooltip, is_number=True,
    spoken=lambda row: _score(row) if row.pin is None else _("{score}, set by "
                                                             "hand").format(score=_score(row)),
)  # fmt: skip
_ID = _column(
    _("Id"), _("The item's id, as the command line names it."), lambda row: row.row.id,
    "chronicle:00", key=lambda row: (row.row.id,), paint=paint_id, need=2,
)  # fmt: skip
_KIND = _column(
    _("Kind"), _("Which sort of item it is."), _kind, _("00 older chat"),
    key=lambda row: (_kind(row),),
    paint=paint_kind, need=5,
)  # fmt: skip
_RECENCY = _column(
    _("Age · recency"), _("How old it is, and how fresh that counts."), _recency,
    _("270 days · 0.10"),
    key=_recency_key, colour=_colour, is_number=True, need=4,
)  # fmt: skip
_COMPOSITE = _column(
    _("Composite"), _("What it is ranked by: 0.6 × score + 0.25 × recency + 0.15 × (type − 1)."),
    _composite, "0.000", key=_composite_key, colour=_colour, is_number=True, need=6,
)  # fmt: skip

PLAIN_COLUMNS = (WHAT, TOKENS, SHARE, VERDICT)
"""Of parts whose rows are messages, slots or parts of the head."""

RANKED_COLUMNS = (_ID, WHAT, _KIND, SCORE, _RECENCY, _COMPOSITE, TOKENS, VERDICT)
"""Of items that are ranked by score, recency and type."""

SCORED_COLUMNS = (_ID, WHAT, _KIND, SCORE, TOKENS, SHARE, VERDICT)
"""Of items that are ranked by their score alone."""

OF_BUDGETS = (SHARE, VERDICT)
"""What these say of a message changes with other budgets."""


def columns_of(state: ContextState, location: int) -> tuple[Column[PartRow], ...]:
    """The columns of a part's rows."""
    request = state.request
    if request is None or not state.holds_items(location):
        return PLAIN_COLUMNS
    is_ranked = bool(request.rag) and request.rag[0].recency is not None
    return RANKED_COLUMNS if is_ranked else SCORED_COLUMNS


def meaning(column: Column[PartRow], state: ContextState | None) -> str:
    """What a column shows; of scores also where they come from."""
    request = None if state is None else state.request
    if column is TOKENS and state is not None and state.map.encoding:
        return _(
            "What it takes of the request, counted by {encoding}: in a list of messages each costs "
            "{wrapping} more than its text. The preview counts the block as its extension does."
        ).format(encoding=state.map.encoding, wrapping=WRAPPING)
    if column is not SCORE or request is None:
        return column.meaning
    source = request.retriever or _("no retriever")
    return _("{meaning}\nFrom: {source}. Edit one to pin it as a what-if.").format(
        meaning=column.meaning, source=source
    )
