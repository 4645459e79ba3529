"""What can be edited on a memory of OpenVault, and what follows from it.

Its own editor changes summary, importance, time anchor and the transient flag only, and drops
the embedding with the old wording (DESIGN §3 point 2); so does this.
"""

from collections.abc import Iterable

from inspector.core.chat import Chat
from inspector.core.decoded import is_number, numbers
from inspector.core.fields import FieldKind, FieldSpec, Record
from inspector.systems.openvault.retrieval.fingerprints import index_of

EMBEDDING_KEYS = ("embedding", "embedding_b64")
_FINGERPRINTS, _IN_BATCH = "message_fingerprints", 1000


def marks_of(chat: Chat, messages: Iterable[float]) -> list[str]:
    """The fingerprints of those messages that exist (specs/openvault.md §1.3, v3)."""
    index = index_of(chat)
    return [
        index.fingerprint(int(one)) for one in messages if 0 <= one < len(chat) and one == int(one)
    ]


def _with_sources(chat: Chat, before: Record, after: Record) -> Record:
    """Fingerprints and the place in the order are made of the sources (specs/openvault.md §1)."""
    record = dict(after)
    old, new = numbers(before.get("message_ids")), numbers(after.get("message_ids"))
    if _FINGERPRINTS in before:
        record[_FINGERPRINTS] = marks_of(chat, new)
    sequence = before.get("sequence")
    if old and new and is_number(sequence) and sequence // _IN_BATCH == min(old):
        record["sequence"] = int(min(new)) * _IN_BATCH + sequence % _IN_BATCH
    return record


FIELDS: tuple[FieldSpec, ...] = (
    FieldSpec(
        "importance",
        "Importance",
        FieldKind.IMPORTANCE,
        "1 to 5 stars: shown in the block, and what decides who stays when tokens run short.",
    ),
    FieldSpec(
        "is_secret",
        "Secret",
        FieldKind.FLAG,
        "Marks the memory in the block; it does not hide it from anybody: witnesses decide "
        "who knows it.",
        aliases=("secret",),
    ),
    FieldSpec(
        "witnesses",
        "Witnesses",
        FieldKind.NAMES,
        "Who saw it: decides for whom it can be injected.",
        aliases=("witness",),
        known_events=True,
    ),
    FieldSpec(
        "characters_involved",
        "Characters involved",
        FieldKind.NAMES,
        "Who took part: such a character knows it too, unless it is secret.",
        aliases=("involved",),
    ),
    FieldSpec(
        "summary",
        "Summary",
        FieldKind.TEXT,
        "The wording that is injected. A new wording removes the stored embedding, which "
        "OpenVault then makes afresh.",
        outdates=EMBEDDING_KEYS,
    ),
    FieldSpec(
        "temporal_anchor",
        "When",
        FieldKind.OPTIONAL_TEXT,
        "The story's own time, such as a date or an evening; release 26 shows it in the block.",
        aliases=("when",),
    ),
    FieldSpec(
        "is_transient",
        "Transient",
        FieldKind.FLAG,
        "Fades five times as fast in release 26.",
        aliases=("transient",),
    ),
    FieldSpec(
        "archived",
        "Archived",
        FieldKind.FLAG,
        "Put away: never sent, but kept in the chat.",
    ),
    FieldSpec(
        "message_ids",
        "Sources",
        FieldKind.MESSAGES,
        "The messages that it came from: they place it in the chat, and it is a candidate only "
        "once they are hidden.",
        aliases=("messages", "sources"),
        follow=_with_sources,
    ),
    FieldSpec(
        "emotional_impact",
        "Emotions",
        FieldKind.EMOTIONS,
        "What it made people feel; no release sends it, two designs show it.",
        aliases=("emotions",),
    ),
)
