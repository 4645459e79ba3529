"""Chats, entries and events whose tokens are words, so that every number can be read off."""

from dataclasses import dataclass

from inspector.core.chat import Chat
from inspector.core.document import Document
from inspector.core.lore import Chronicle, ChronicleEvent, Lorebook, LorebookEntry
from inspector.core.moment import Moment
from inspector.core.sources import Scores, Sources
from inspector.systems import with_sources
from inspector.systems.scribe.rulesets import DESIGN, RELEASE_2025_08

HISTORY = "default_context_recent_history_budget"
TOTAL = "default_context_total_token_limit"
RAG = "default_context_rag_budget"
TAIL = "min_tail_messages_to_preserve"
HARD = "CONTEXT_TOTAL_TOKEN_LIMIT"


@dataclass(frozen=True)
class Words:
    """A word is a token; white space is none."""

    encoding: str = "words"

    def count(self, text):
        return len(text.split())


def words(count, word="w"):
    return " ".join([word] * count) or " "


def chat_of(*texts, users=(), hidden=(), dates=None):
    """A chat in which the user speaks first and then every other message."""
    speaks = [index in users if users else index % 2 == 0 for index in range(len(texts))]
    return Chat(
        names=["Robin" if user else "Mira" for user in speaks],
        from_user=bytes(speaks),
        hidden=bytes(index in hidden for index in range(len(texts))),
        send_dates=dates or [None] * len(texts),
        sizes=[len(text) for text in texts],
        records=[{"mes": text, "is_user": user} for text, user in zip(texts, speaks, strict=True)],
    )


def entry(index, content="lore", **values):
    return LorebookEntry(
        index, str(values.pop("uid", index)), title=f"Entry {index}", content=content, **values
    )


def event(index, summary="event", **values):
    values = {"event_type": "NARRATIVE.EVENT", "id": f"e{index}", **values}
    return ChronicleEvent(index, summary=summary, **values)


def lorebook(*entries):
    return Lorebook("Book", tuple(entries))


def chronicle(*events):
    return Chronicle(tuple(events))


def document_of(chat=None, entries=(), events=(), scores=None, **sources):
    loaded = Sources(
        lorebook=lorebook(*entries) if entries else None,
        chronicle=chronicle(*events) if events else None,
        scores=Scores(scores) if scores is not None else None,
        **sources,
    )
    return with_sources(Document(chat=chat or Chat()), loaded)


def inject(document, ruleset=DESIGN, *, pending=None, at=None, **settings):
    moment = Moment(at=at, pending=pending, settings=settings)
    return ruleset.inject(document, moment, Words())


def release(document, *, pending=None, at=None, **settings):
    return inject(document, RELEASE_2025_08, pending=pending, at=at, **settings)


def kept(derivation):
    return [row.message for row in derivation.messages if row.kept]


def gates(derivation):
    return [row.gate for row in derivation.messages]


def items(derivation):
    return [(row.id, row.gate) for row in derivation.rag]


def prompt(derivation, key):
    return next(one.text for one in derivation.injections if one.key == key)
