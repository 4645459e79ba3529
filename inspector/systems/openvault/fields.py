"""What can be edited on a memory of OpenVault, and what follows from it.

Its own editor changes summary, importance, time anchor and the transient flag only, and drops
the embedding with the old wording (DESIGN §3 point 2); so does this.
"""

from collections.abc import Iterable

from inspector.core.chat import Chat
from inspector.core.decoded import is_number, numbers
from inspector.core.fields import FieldKind, FieldSpec, Record
from inspector.language import N_
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
        N_("Importance"),
        FieldKind.IMPORTANCE,
        N_("1 to 5 stars: shown in the block, and what decides who stays when tokens run short."),
    ),
    FieldSpec(
        "is_secret",
        N_("Secret"),
        FieldKind.FLAG,
        N_(
            "Marks the memory in the block; it does not hide it from anybody: witnesses "
            "decide who knows it."
        ),
        aliases=("secret",),
    ),
    FieldSpec(
        "witnesses",
        N_("Witnesses"),
        FieldKind.NAMES,
        N_("Who saw it: decides for whom it can be injected."),
        aliases=("witness",),
        known_events=True,
    ),
    FieldSpec(
        "characters_involved",
        N_("Characters involved"),
        FieldKind.NAMES,
        N_("Who took part: such a character knows it too, unless it is secret."),
        aliases=("involved",),
    ),
    FieldSpec(
        "summary",
        N_("Summary"),
        FieldKind.TEXT,
        N_(
            "The wording that is injected. A new wording removes the stored embedding, "
            "which OpenVault then makes afresh."
        ),
        outdates=EMBEDDING_KEYS,
    ),
    FieldSpec(
        "temporal_anchor",
        N_("When"),
        FieldKind.OPTIONAL_TEXT,
        N_("The story's own time, such as a date or an evening; release 26 shows it in the block."),
        aliases=("when",),
    ),
    FieldSpec(
        "is_transient",
        N_("Transient"),
        FieldKind.FLAG,
        N_("Fades five times as fast in release 26."),
        aliases=("transient",),
    ),
    FieldSpec(
        "archived",
        N_("Archived"),
        FieldKind.FLAG,
        N_("Put away: never sent, but kept in the chat."),
    ),
    FieldSpec(
        "message_ids",
        N_("Sources"),
        FieldKind.MESSAGES,
        N_(
            "The messages that it came from: they place it in the chat, and it is a "
            "candidate only once they are hidden."
        ),
        aliases=("messages", "sources"),
        follow=_with_sources,
    ),
    FieldSpec(
        "emotional_impact",
        N_("Emotions"),
        FieldKind.EMOTIONS,
        N_("What it made people feel; no release sends it, two designs show it."),
        aliases=("emotions",),
    ),
)
