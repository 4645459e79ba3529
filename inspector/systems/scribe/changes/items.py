"""What else may get an item in: its score, its own fields, limits, and room made by another."""

import math
from collections.abc import Iterator, Sequence

from inspector.core.change_kinds import ChangeKind
from inspector.core.decoded import is_number
from inspector.core.items import Item
from inspector.core.lore import (
    CONSTANT,
    CONTENT,
    ENABLED,
    SUMMARY,
    ChronicleEvent,
    LorebookEntry,
    LoreField,
    LoreKind,
    SetLoreField,
)
from inspector.core.request import ItemRow
from inspector.core.suggestion import Adjustment, Draft
from inspector.language import _, ngettext
from inspector.systems.scribe.changes.target import TargetTrials
from inspector.systems.scribe.explaining import LIMITS
from inspector.systems.scribe.settings import (
    CHRONICLE_LIMIT,
    LOREBOOK_LIMIT,
    THRESHOLD,
    whole,
)

_STEPS = 100
"""Scores and thresholds are offered in hundredths."""


def _up_to(setting: str, n: int) -> str:
    if setting == LOREBOOK_LIMIT:
        words = ngettext("Retrieve up to {n:,} entry", "Retrieve up to {n:,} entries", n)
    elif setting == CHRONICLE_LIMIT:
        words = ngettext("Retrieve up to {n:,} event", "Retrieve up to {n:,} events", n)
    else:
        words = ngettext(
            "Retrieve up to {n:,} piece of the chat", "Retrieve up to {n:,} pieces of the chat", n
        )
    return words.format(n=n)


def enable(trials: TargetTrials) -> Iterator[Draft]:
    """Enable a disabled entry."""
    yield from _flag(trials, ENABLED, ChangeKind.ENABLED, _("Enable it"), _("Enabled"))


def make_constant(trials: TargetTrials) -> Iterator[Draft]:
    """Make an entry constant."""
    row = trials.item
    if row is not None and not row.item.is_constant:
        yield from _flag(
            trials, CONSTANT, ChangeKind.CONSTANT, _("Make it constant"), _("Constant")
        )


def _flag(
    trials: TargetTrials, spec: LoreField, kind: ChangeKind, title: str, clause: str
) -> Iterator[Draft]:
    row = trials.item
    edit = None if row is None else _edit_of(trials, row.item, spec, value=True)
    if edit is not None:
        yield Draft(kind, title, clause, edit)


def _edit_of(trials: TargetTrials, item: Item, spec: LoreField, value: object) -> Adjustment | None:
    """The edit of an item's file; None where the item has none, or it stores no such field."""
    document, source = trials.query.document, item.source
    if isinstance(source, LorebookEntry) and document.lorebook is not None:
        lore, kind = document.lorebook, LoreKind.LOREBOOK
    elif isinstance(source, ChronicleEvent) and document.chronicle is not None:
        lore, kind = document.chronicle, LoreKind.CHRONICLE
    else:
        return None
    edit = SetLoreField((source.index,), spec.key, value, kind)
    # Fields are compared by name: a form may store one in a way of its own.
    return Adjustment(edits=(edit,)) if any(one.key == spec.key for one in lore.fields) else None


def greater_limit(trials: TargetTrials) -> Iterator[Draft]:
    """The fewest items more that are retrieved."""
    row = trials.item
    if row is None:
        return
    setting = LIMITS[row.kind]
    same = sum(LIMITS[one.kind] == setting for one in trials.answer.rag)
    present = whole({one.name: one.default for one in trials.query.ruleset.settings}, setting)
    held = trials.query.moment.settings.get(setting, present)
    limit = int(held) if is_number(held) else present

    def draft(count: int) -> Draft:
        return Draft(
            ChangeKind.LIMIT,
            _up_to(setting, count),
            _("With {setting} instead of {held:,}").format(
                setting=f"{setting}={count}", held=limit
            ),
            Adjustment(settings={setting: count}),
        )

    found = trials.least(draft, limit, max(limit, same))
    if found is not None:
        yield found


def lower_threshold(trials: TargetTrials) -> Iterator[Draft]:
    """The greatest threshold that lets an item pass, in hundredths; 0 is none at all."""
    row = trials.item
    held = trials.query.moment.settings.get(THRESHOLD)
    if row is None or not is_number(held):
        return
    present = math.ceil(held * _STEPS)

    def draft(fewer: int) -> Draft:
        value = max(0, present - fewer) / _STEPS
        title = _("Turn the threshold off")
        if value:
            title = _("Lower the threshold to {value:g}").format(value=value)
        return Draft(
            ChangeKind.THRESHOLD,
            title,
            _("With {setting} instead of {held}").format(
                setting=f"{THRESHOLD}={value:g}", held=f"{held:g}"
            ),
            Adjustment(settings={THRESHOLD: value}),
        )

    found = trials.least(draft, 0, present, present - math.floor(row.score * _STEPS))
    if found is not None:
        yield found


def pinned_score(trials: TargetTrials) -> Iterator[Draft]:
    """The lowest score, in hundredths, with which an item is in."""
    row = trials.item
    if row is None:
        return
    key, held = row.item.key, row.score

    def draft(hundredths: int) -> Draft:
        score = hundredths / _STEPS
        return Draft(
            ChangeKind.SCORE,
            _("Pin its score at {score:g}").format(score=score),
            _("With a score of {score:g} instead of {held:.4g}").format(score=score, held=held),
            Adjustment(scores={key: score}),
            is_what_if=True,
        )

    found = trials.least(draft, max(0, math.floor(held * _STEPS)), _STEPS)
    if found is not None:
        yield found


def shorter_text(trials: TargetTrials) -> Iterator[Draft]:
    """The longest shortened text with which an item fits.

    The text is only cut: it shows how short a person's own wording has to be.
    """
    row = trials.item
    if row is None or not isinstance(row.item.source, LorebookEntry | ChronicleEvent):
        return
    item, tokenizer = row.item, trials.query.tokenizer
    is_entry = isinstance(item.source, LorebookEntry)
    spec = CONTENT if is_entry else SUMMARY
    whole_text = item.text.strip()
    counted = tokenizer.count(whole_text) if whole_text else 0

    def draft(characters: int) -> Draft:
        text = whole_text[: len(whole_text) - characters].rstrip()
        tokens = tokenizer.count(text) if text else 0
        fewer = counted - tokens
        if is_entry:
            title = ngettext(
                "Shorten its text by {n:,} token", "Shorten its text by {n:,} tokens", fewer
            )
            clause = _("With a text of {tokens:,} instead of {counted:,} tokens")
        else:
            title = ngettext(
                "Shorten its summary by {n:,} token", "Shorten its summary by {n:,} tokens", fewer
            )
            clause = _("With a summary of {tokens:,} instead of {counted:,} tokens")
        return Draft(
            ChangeKind.TEXT,
            title.format(n=fewer),
            clause.format(tokens=tokens, counted=counted),
            _edit_of(trials, item, spec, text) or Adjustment(),
            needs_wording=True,
        )

    found = trials.least(draft, 0, len(whole_text) - 1) if len(whole_text) > 1 else None
    if found is not None:
        yield found


def make_room(trials: TargetTrials) -> Iterator[Draft]:
    """Disable an entry that stands before the item: the nearest before it that is enough."""
    row, answer = trials.item, trials.answer
    if row is None:
        return
    ahead = list(_ahead_of(row, answer.rag))
    for other in reversed(ahead[-_MOST_TRIED:]):
        edit = _edit_of(trials, other.item, ENABLED, value=False)
        if edit is None:
            continue
        title = _("Disable {id}").format(id=other.id)
        yield Draft(ChangeKind.ROOM, title, _("With {id} disabled").format(id=other.id), edit)


_MOST_TRIED = 8
"""So many of the items before one are tried for making room."""


def _ahead_of(row: ItemRow, rows: Sequence[ItemRow]) -> Iterator[ItemRow]:
    for one in rows:
        if one is row:
            return
        if one.gate in (None, "rag budget", "truncated"):
            yield one
