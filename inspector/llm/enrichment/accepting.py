"""Proposals that a person takes become edits, and what the next request would make of them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from uuid import uuid4

from inspector.core.document import Document, sources_of
from inspector.core.edits import Edit, apply
from inspector.core.errors import EditError
from inspector.core.items import Item
from inspector.core.lore import TIME, LoreKind, SetLoreField
from inspector.core.lore_edits import MakeLore
from inspector.core.query import Query
from inspector.core.request import RequestDerivation
from inspector.language import _
from inspector.llm.enrichment.proposals import Proposal, ProposalKind
from inspector.retrieval.cosine import EmbeddedCosine, Embedder
from inspector.retrieval.retriever import Progress
from inspector.retrieval.scoring import RetrievedScores
from inspector.systems import gate_words, items_beside, with_sources

_NO_VECTOR = "no vector, until the server embeds it anew"


def edits_of(proposal: Proposal, document: Document, mark: str) -> list[Edit]:
    """The edits that take a proposal.

    Args:
        proposal: what was proposed.
        document: what it is applied to.
        mark: a UUID, the id of what is made where the file's form has such.

    Raises:
        EditError: there is no lorebook or chronicle for it, or no such entry any more.
    """
    if proposal.kind is ProposalKind.EVENT:
        return _event_edits(proposal, document, mark)
    book = document.lorebook
    if book is None:
        raise EditError(_("No lorebook is open beside this chat, to which an entry could go."))
    if proposal.kind is ProposalKind.UPDATE:
        places = [one.index for one in book.items if one.uid == proposal.target]
        if len(places) != 1:
            raise EditError(
                _("No single entry of the lorebook has the uid {target!r}.").format(
                    target=proposal.target
                )
            )
        found: list[Edit] = [SetLoreField((places[0],), "content", proposal.content)]
        if proposal.keywords:
            found.append(SetLoreField((places[0],), "keywords", proposal.keywords))
        return found
    location = (len(book.items),)
    return [
        MakeLore(LoreKind.LOREBOOK, mark),
        SetLoreField(location, "title", proposal.title),
        SetLoreField(location, "content", proposal.content),
        SetLoreField(location, "keywords", proposal.keywords),
    ]


def _event_edits(proposal: Proposal, document: Document, mark: str) -> list[Edit]:
    chronicle = document.chronicle
    if chronicle is None:
        raise EditError(_("No chronicle is open beside this chat, to which an event could go."))
    location, kind = (len(chronicle.items),), LoreKind.CHRONICLE
    found: list[Edit] = [
        MakeLore(kind, mark),
        SetLoreField(location, "summary", proposal.content, kind),
        SetLoreField(location, "event_type", proposal.title, kind),
        SetLoreField(location, "keywords", proposal.keywords, kind),
    ]
    if proposal.time and _is_time(chronicle.fields, proposal.time):
        found.append(SetLoreField(location, "time", proposal.time, kind))
    return found


def _is_time(fields: Iterable[object], written: str) -> bool:
    """Whether a time in the model's words is one that the file can hold."""
    try:
        TIME.checked(written)
    except EditError:
        return False
    return TIME in fields


def accepted(document: Document, edits: Iterable[Edit]) -> Document:
    """The document after the edits of a proposal.

    Raises:
        EditError: one is refused.
    """
    for edit in edits:
        document = apply(document, edit)
    return document


@dataclass(frozen=True, slots=True)
class Effect:
    """What the next request would make of a proposal.

    Attributes:
        is_kept: whether what is new would be in it.
        rank: its place among the items that are, from 1; 0 where it is not.
        gate: where it would stop; None where it is in.
        pushed_out: titles of items that would be in without it.
    """

    is_kept: bool
    rank: int = 0
    gate: str | None = None
    pushed_out: tuple[str, ...] = ()


def effect_of(before: Query, after: Document, proposal: Proposal) -> Effect | None:
    """What a proposal does to the next request; None where the ruleset assembles none.

    Args:
        before: the question without it.
        after: the document with it.
        proposal: what was taken into `after`.
    """
    old = before.derivation
    new = Query(before.ruleset, after, before.moment, before.tokenizer).derivation
    if not isinstance(old, RequestDerivation) or not isinstance(new, RequestDerivation):
        return None
    held = {row.item.key: row.item for row in new.rag if row.kept}
    was = {row.item.key: row.item for row in old.rag if row.kept}
    pushed = tuple(item.title or item.text for key, item in was.items() if key not in held)
    rows = [row for row in new.rag if _is(row.item, proposal)]
    if not rows:
        return Effect(is_kept=False, gate="not retrieved", pushed_out=pushed)
    row = rows[0]
    ranked = [one.item.key for one in new.rag if one.kept]
    rank = ranked.index(row.item.key) + 1 if row.kept else 0
    return Effect(row.kept, rank, row.gate, pushed)


def _is(item: Item, proposal: Proposal) -> bool:
    return item.text == proposal.content


@dataclass(frozen=True, slots=True)
class Pending:
    """A proposal that a person has not decided on.

    Attributes:
        proposal: what was proposed.
        effect: what the next request would make of it; None where no ruleset makes one.
        refusal: why it cannot be taken; empty if it can.
        score: how near its vector is to the query's; None where words decide.
    """

    proposal: Proposal
    effect: Effect | None = None
    refusal: str = ""
    score: float | None = None


def pending(
    proposal: Proposal,
    document: Document,
    query: Query | None,
    embedder: Embedder | None = None,
    progress: Progress | None = None,
) -> Pending:
    """Look at a proposal before a person does.

    Args:
        proposal: what was proposed.
        document: what it would be applied to.
        query: the question about the next request; None where there is none.
        embedder: makes its vector where scores were made of vectors; None without one.
        progress: told how far the embedder is; raises to stop.

    Raises:
        RetrievalError: the embedder cannot answer.
    """
    try:
        after = accepted(document, edits_of(proposal, document, str(uuid4())))
    except EditError as error:
        return Pending(proposal, refusal=str(error))
    if query is None:
        return Pending(proposal)
    if not proposal.is_embedded:
        return Pending(proposal, Effect(is_kept=False, gate=_NO_VECTOR))
    score = _score_of(proposal, after, embedder, progress)
    if score is not None:
        after = with_score(after, proposal, score)
    before = query if query.document is document else replace(query, document=document)
    effect = effect_of(before, after, proposal)
    return Pending(proposal, effect, score=score)


def _score_of(
    proposal: Proposal, after: Document, embedder: Embedder | None, progress: Progress | None
) -> float | None:
    scores = sources_of(after).scores
    if embedder is None or not isinstance(scores, RetrievedScores) or not scores.query.strip():
        return None
    texts = [item.searchable for item in items_beside(after) if _is(item, proposal)]
    found = EmbeddedCosine(embedder).scores(scores.query, texts, progress)
    return max(found.values(), default=None)


def with_score(after: Document, proposal: Proposal, score: float) -> Document:
    """The document in which what a proposal made has a score among those at hand.

    Args:
        after: with the proposal taken.
        proposal: what was taken.
        score: how near it is.
    """
    sources = sources_of(after)
    scores = sources.scores
    if not isinstance(scores, RetrievedScores):
        return after
    made = [item.searchable for item in items_beside(after) if _is(item, proposal)]
    values = {**scores.values, **{one.id: score for one in made}}
    texts = {**scores.texts, **dict(made)}
    return with_sources(after, replace(sources, scores=replace(scores, values=values, texts=texts)))


def is_held(proposal: Proposal, document: Document) -> bool:
    """Whether a document says already what a proposal says, word for word."""
    return holder_of(proposal, document) is not None


def holder_of(proposal: Proposal, document: Document) -> str | None:
    """The id of the event, or uid of the entry, that says it word for word; None without one."""
    if proposal.kind is ProposalKind.EVENT:
        events = () if document.chronicle is None else document.chronicle.items
        return next((one.id for one in events if one.summary == proposal.content), None)
    entries = () if document.lorebook is None else document.lorebook.items
    return next(
        (
            one.uid
            for one in entries
            if one.content == proposal.content
            and (one.uid == proposal.target if proposal.target else one.title == proposal.title)
        ),
        None,
    )


def has_holder(proposal: Proposal, holder: str, document: Document) -> bool:
    """Whether an event or entry is still there, whatever it says by now.

    Args:
        proposal: says of which kind it is.
        holder: its id or uid.
        document: where it is looked for.
    """
    if proposal.kind is ProposalKind.EVENT:
        events = () if document.chronicle is None else document.chronicle.items
        return any(one.id == holder for one in events)
    entries = () if document.lorebook is None else document.lorebook.items
    return any(one.uid == holder for one in entries)


def is_outdated(proposal: Proposal, document: Document) -> bool:
    """Whether an update would replace an entry that was edited after it was proposed."""
    entries = () if document.lorebook is None else document.lorebook.items
    return proposal.kind is ProposalKind.UPDATE and any(
        one.uid == proposal.target and one.content not in (proposal.before, proposal.content)
        for one in entries
    )


def effect_in_words(effect: Effect) -> str:
    """What the next request would make of a proposal, in a few words."""
    if not effect.is_kept:
        gate = effect.gate or ""
        if not gate:
            return _("not in it")
        return _("not in it: {reason}").format(reason=gate_words(gate).reason or gate)
    words = _("item {rank} of the next request")
    if effect.pushed_out:
        words = _("item {rank} of the next request, pushing out {others}")
    return words.format(rank=effect.rank, others=", ".join(effect.pushed_out))
