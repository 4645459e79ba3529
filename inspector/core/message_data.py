"""What a system keeps in messages' `extra` under one key, and in `chat_metadata` under the same."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import neg
from types import MappingProxyType

from inspector.core.cached import cached_property
from inspector.core.decoded import members
from inspector.core.javascript import UNDEFINED
from inspector.core.record_search import Records, records_keeping


@dataclass(frozen=True, eq=False)
class MessageData:
    """What one system keeps with messages; never changes, an edit makes another.

    Attributes:
        key: its name in `extra` and in `chat_metadata`.
        values: what stands there, of any type, by message index.
        metadata: what stands in `chat_metadata`, of any type.
    """

    key: str
    values: Mapping[int, object] = field(default_factory=dict[int, object])
    metadata: object = UNDEFINED

    def of(self, message: int) -> object:
        """What stands with a message; `UNDEFINED` if nothing does."""
        return self.values.get(message, UNDEFINED)

    def before(self, length: int) -> Sequence[int]:
        """Those of the first `length` messages with which something stands, the newest first."""
        order = self._newest_first
        return order[bisect_right(order, -length, key=neg) :]

    @cached_property
    def _newest_first(self) -> Sequence[int]:
        return sorted(self.values, reverse=True)


def read_message_data(
    records: Records, metadata: Mapping[str, object], key: str
) -> MessageData | None:
    """What stands under a key in messages and in `chat_metadata`; None if nothing does."""
    found: dict[int, object] = {}
    for index in records_keeping(records, key):
        extra = members(records[index].get("extra"))
        if key in extra:
            found[index] = extra[key]
    own = metadata.get(key, UNDEFINED)
    if not found and own is UNDEFINED:
        return None
    return MessageData(key, MappingProxyType(found), own)
