"""Which proposals there are, and what was decided on each; without Qt."""

from collections.abc import Iterable, Sequence

from inspector.core.document import Document
from inspector.gui.panels.lore.proposed_rows import Row
from inspector.llm.enrichment.accepting import (
    Pending,
    has_holder,
    holder_of,
    is_held,
    is_outdated,
)
from inspector.llm.enrichment.proposals import Proposal


class ProposedList:
    """All proposals of a chat beside what its files hold."""

    def __init__(self) -> None:
        self._document = Document()
        self._found: list[Pending] = []
        self._left: set[Proposal] = set()
        self._made: dict[Proposal, str] = {}

    def hold(self, document: Document) -> None:
        """Take over an edit: what was taken, and what was taken back."""
        self._document = document
        self._note_made()

    def add(self, proposals: Iterable[Proposal]) -> None:
        """Have more of them; one that is there already is open again where it was left."""
        found = dict.fromkeys(proposals)
        self._left -= found.keys()
        known = {one.proposal for one in self._found}
        self._found += [Pending(one) for one in found if one not in known]
        self._note_made()

    def leave(self, proposals: Iterable[Proposal]) -> None:
        """Know that a person does not want these."""
        self._left |= set(proposals)

    def look_at(self, looked_at: Sequence[Pending]) -> None:
        """Know what the next request would make of some."""
        known = {one.proposal: one for one in looked_at}
        self._found = [known.get(one.proposal, one) for one in self._found]

    @property
    def rows(self) -> list[Row]:
        """All of them as they are listed."""
        return [
            Row(one, self._state_of(one.proposal), is_outdated(one.proposal, self._document))
            for one in self._found
        ]

    def score_of(self, proposal: Proposal) -> float | None:
        """How near a proposal's vector is to the query's; None where words decide."""
        return next((one.score for one in self._found if one.proposal == proposal), None)

    def _state_of(self, proposal: Proposal) -> str:
        if proposal in self._made or is_held(proposal, self._document):
            return "taken"
        return "left" if proposal in self._left else "pending"

    def _note_made(self) -> None:
        """Know what proposals have made: it may be reworded; made again it would stand twice."""
        document = self._document
        kept = {
            proposal: holder
            for proposal, holder in self._made.items()
            if has_holder(proposal, holder, document)
        }
        proposals = (one.proposal for one in self._found if not one.proposal.target)
        held = ((one, holder_of(one, document)) for one in proposals)
        self._made = {**kept, **{one: holder for one, holder in held if holder is not None}}


def first_updates(rows: Iterable[Row]) -> list[Row]:
    """Rows without all further updates of an entry, which would replace the first one unseen."""
    updated: set[str] = set()
    found: list[Row] = []
    for row in rows:
        target = row.proposal.target
        if not target or target not in updated:
            found.append(row)
        updated |= {target} if target else set()
    return found
