"""Proposals as rows of a table, and the messages that are their evidence."""

from dataclasses import dataclass

from PySide6.QtGui import QColor

from inspector.core.document import Document
from inspector.gui.kit.text import one_line, tooltip
from inspector.gui.kit.theme import Theme
from inspector.gui.tables.column import Column, quiet
from inspector.language import _
from inspector.llm.enrichment.accepting import Pending, effect_in_words, is_outdated
from inspector.llm.enrichment.proposals import Proposal, ProposalKind


@dataclass(frozen=True)
class Row:
    """One proposal as it is listed.

    Attributes:
        pending: the proposal, looked at.
        state: `pending`, `taken` or `left`.
        is_outdated: whether it would replace what was edited after it was proposed.
    """

    pending: Pending
    state: str
    is_outdated: bool = False

    @property
    def proposal(self) -> Proposal:
        """What was proposed."""
        return self.pending.proposal


def _next_request(row: Row) -> str:
    if row.pending.refusal:
        return f"▲ {row.pending.refusal}"
    if row.is_outdated and row.state != "taken":
        return _("▲ the entry was edited since; it would be replaced")
    if row.proposal.double:
        return _("▲ says again: {double}").format(double=one_line(row.proposal.double, 80))
    return "" if row.pending.effect is None else effect_in_words(row.pending.effect)


def _state_colour(row: Row, theme: Theme) -> QColor:
    return {"taken": theme.verdict_in, "left": theme.text_3}.get(row.state, theme.text)


def _words(row: Row) -> str:
    return one_line(row.proposal.content, 400)


def _messages(row: Row) -> str:
    places = row.proposal.messages
    return f"{places[0]}–{places[-1]}" if len(places) > 1 else "".join(map(str, places))


_KINDS = {
    ProposalKind.EVENT: _("event"),
    ProposalKind.ENTRY: _("entry"),
    ProposalKind.UPDATE: _("update"),
}
_SIGNS = {"pending": _("◌ pending"), "taken": _("✓ taken"), "left": _("○ left")}

COLUMNS = (
    Column[Row](
        _("State"), _("What was decided."), lambda row: _SIGNS[row.state], _("◌ pending"),
        colour=_state_colour,
    ),
    Column[Row](_("Makes"), _("An event, an entry, or another text for one."),
                lambda row: _KINDS[row.proposal.kind], _("update"), colour=quiet),
    Column[Row](
        _("Text"), _("The event's summary, or the entry's content."), _words, None, least=120,
        tooltip=lambda row: tooltip(row.proposal.content), is_bold=True,
    ),
    Column[Row](_("Messages"), _("Its evidence."), _messages, "1200–1204", need=4, colour=quiet),
    Column[Row](
        _("Next request"), _("Whether it would be retrieved, at which rank, and what it pushes "
                             "out."),
        _next_request, 210, tooltip=lambda row: tooltip(_next_request(row)), need=5,
    ),
)  # fmt: skip


def evidence_text(document: Document, proposal: Proposal) -> str:
    """A proposal whole, what it would take the place of, and the messages that it is made of."""
    chat, lorebook = document.chat, document.lorebook
    head = [
        proposal.title,
        proposal.content,
        _("Keywords: {keywords}").format(keywords=", ".join(proposal.keywords)),
    ]
    head += [_("When: {time}").format(time=proposal.time)] if proposal.time else []
    if proposal.target and lorebook is not None:
        old = [one.content for one in lorebook.items if one.uid == proposal.target]
        head += [_("As it is: {text}").format(text=text) for text in old]
        if is_outdated(proposal, document):
            head.append(_("As it was read: {text}").format(text=proposal.before))
    mentioned = [
        f"{index}  {chat.message(index).name}\n{chat.message(index).text}"
        for index in proposal.messages
        if index < len(chat)
    ]
    return "\n\n".join(["\n".join(head), *mentioned])
