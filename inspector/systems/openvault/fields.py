"""What can be edited on a memory of OpenVault, and what follows from it.

Its own editor changes summary, importance, time anchor and the transient flag only, and drops
the embedding with the old wording (DESIGN §3 point 2); so does this.
"""

from inspector.core.fields import FieldKind, FieldSpec

EMBEDDING_KEYS = ("embedding", "embedding_b64")

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
)
