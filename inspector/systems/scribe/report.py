"""A derivation's rows as the command line prints them (DESIGN §4)."""

from inspector.systems.scribe.derivation import ItemRow, ScribeDerivation


def report_of(derivation: ScribeDerivation) -> dict[str, object]:
    """What `inject --json` has besides for Scribe: `messages`, `rag`, `error`."""
    return {
        "messages": [
            {"index": row.message, "tokens": row.tokens, "kept": row.kept, "gate": row.gate}
            for row in derivation.messages
        ],
        "rag": [_item(row) for row in derivation.rag],
        "error": derivation.error,
    }


def _item(row: ItemRow) -> dict[str, object]:
    return {
        "id": row.id,
        "kind": str(row.kind),
        "tokens": row.tokens,
        "composite": row.composite,
        "kept": row.kept,
        "gate": row.gate,
    }
