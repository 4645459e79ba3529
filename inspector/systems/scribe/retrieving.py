"""What a retriever is asked about a chat by Scribe's rules."""

from collections.abc import Sequence

from inspector.core.document import Document
from inspector.core.items import Item
from inspector.core.moment import Moment
from inspector.core.settings import SettingSpec, checked_settings
from inspector.core.tokens import Tokenizer
from inspector.retrieval.scoring import Sought
from inspector.systems.scribe.chat_items import chat_pool
from inspector.systems.scribe.inputs import Inputs


def sought_at(
    document: Document,
    moment: Moment,
    specs: Sequence[SettingSpec],
    tokenizer: Tokenizer,
    *,
    older_messages: bool = False,
) -> Sought:
    """What is sought at a moment, among which items.

    Args:
        document: the chat, and what was loaded beside it.
        moment: its settings are those of the ruleset.
        specs: the settings that the ruleset knows.
        tokenizer: what counts; asked only for older messages.
        older_messages: whether pieces of what the user said are items too, as
            `scribe/2025-08` has it.

    Raises:
        SettingError: a setting is unknown or refused.
    """
    settings = checked_settings(specs, moment.settings, "scribe")
    inputs = Inputs(document, moment.resolved(document.chat), settings, tokenizer)
    items: Sequence[Item] = inputs.pool.items
    if older_messages:
        chat, history = document.chat, inputs.history
        items = (*items, *chat_pool(chat, history, inputs.length, inputs.query_from).items)
    with_text = (item for item in items if item.enabled and item.searchable.text.strip())
    return Sought(_query(inputs), tuple(with_text))


def _query(inputs: Inputs) -> str:
    """As `Inputs.query`, without the history, which would be counted for it."""
    if inputs.moment.pending is not None:
        return inputs.moment.pending
    index = inputs.query_from
    return "" if index is None else inputs.document.chat.message(index).text
