"""What memories, messages, lore and problems can be asked for.

What a memory system declares of its memories, and a file of its entries, is asked for under
those names; the rest is what the views show.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from inspector.analysis.filters.fields import Fields, FilterField, ValueKind
from inspector.analysis.problem_list import codes_by_memory
from inspector.core.chat import Chat
from inspector.core.decoded import members, text
from inspector.core.document import Document
from inspector.core.fields import FieldKind
from inspector.core.injection import BUCKETS, Derivation, Verdict
from inspector.core.lore import ChronicleEvent, LorebookEntry, LoreField, LoreFieldKind
from inspector.core.memory import Memory
from inspector.core.problems import Problem
from inspector.core.recap_verdict import MessageVerdict
from inspector.language import N_, _
from inspector.systems import SYSTEMS

_TEXT, _NUMBER, _FLAG = ValueKind.TEXT, ValueKind.NUMBER, ValueKind.FLAG
_KINDS = {
    FieldKind.IMPORTANCE: ValueKind.NUMBER,
    FieldKind.FLAG: ValueKind.FLAG,
    FieldKind.NAMES: ValueKind.TEXTS,
    FieldKind.TEXT: ValueKind.TEXT,
    FieldKind.OPTIONAL_TEXT: ValueKind.TEXT,
    FieldKind.EMOTIONS: ValueKind.TEXTS,
}
_LORE_KINDS = {
    LoreFieldKind.KEYWORDS: ValueKind.TEXTS,
    LoreFieldKind.COMMA_KEYWORDS: ValueKind.TEXTS,
    LoreFieldKind.FLAG: ValueKind.FLAG,
    LoreFieldKind.WHOLE: ValueKind.NUMBER,
}


class MemoryRow(NamedTuple):
    """A memory with what is known of it.

    Attributes:
        memory: as it is.
        verdict: of the ruleset that answers; None where the memory does not exist yet.
        problems: codes of what was found against it.
    """

    memory: Memory
    verdict: Verdict | None = None
    problems: tuple[str, ...] = ()


class MessageRow(NamedTuple):
    """A message with what is known of it.

    Attributes:
        chat: whose it is.
        message: its index.
        verdict: of the ruleset that judges messages; None without one.
        memories: ids of the memories that came from it.
    """

    chat: Chat
    message: int
    verdict: MessageVerdict | None = None
    memories: tuple[str, ...] = ()


@dataclass(frozen=True)
class LoreRow:
    """An entry of a lorebook or an event of a chronicle, with what is known of it.

    Attributes:
        item: the entry or event.
        book: the lorebook's name.
        kept: whether it is in what is sent; None where nobody judged it.
        gate: the first gate that it failed; None if it is in.
        tokens: what it costs; None where nobody counted.
    """

    item: LorebookEntry | ChronicleEvent
    book: str = ""
    kept: bool | None = None
    gate: str | None = None
    tokens: int | None = None


def memory_rows(
    document: Document, derivation: Derivation | None, problems: Iterable[Problem] = ()
) -> list[MemoryRow]:
    """A row a memory, of those that exist at the moment where a ruleset answers."""
    codes = codes_by_memory(problems)
    if derivation is None:
        return [MemoryRow(one, None, codes.get(one.index, ())) for one in document.memories]
    return [
        MemoryRow(document.memories[verdict.memory], verdict, codes.get(verdict.memory, ()))
        for verdict in derivation.verdicts
    ]


def memory_fields(document: Document) -> Fields[MemoryRow]:
    """What the memories of a document can be asked for."""
    names = document.names
    return Fields(
        (
            *(
                _declared(one.key, one.aliases, one.kind, one.meaning, names)
                for one in document.fields
                if one.kind in _KINDS
            ),
            _memory("number", _TEXT, lambda m: f"#{m.index}", "as #12", searched=True),
            _memory("index", _NUMBER, lambda m: m.index, _("its place in the list")),
            _memory("id", _TEXT, lambda m: m.id, _("as stored"), searched=True),
            _memory(
                "msg",
                ValueKind.NUMBERS,
                lambda m: m.sources,
                _("the messages it came from"),
                ("message", "messages", "message_ids"),
            ),
            _memory("words", _NUMBER, lambda m: len(m.summary.split()), _("of the summary")),
            _memory("type", _TEXT, lambda m: text(m.record.get("type")) or "event", _("as stored")),
            _memory("reflection", _FLAG, lambda m: m.is_reflection, _("a character's reflection")),
            _verdict("in_block", _FLAG, lambda v: v.in_block, _("its line is in the prompt")),
            _verdict("bucket", _TEXT, lambda v: v.bucket, _("where it lies"), choices=BUCKETS),
            _verdict(
                "gate",
                _TEXT,
                lambda v: v.gate,
                _("where it was left out"),
                ("reason",),
                known=_gates(),
            ),
            _verdict("tokens", _NUMBER, lambda v: v.tokens, _("of its line")),
            _verdict("score", _NUMBER, lambda v: v.score, _("the release's score"), has=True),
            FilterField(
                "lint",
                ValueKind.TEXTS,
                lambda row: prefixes(row.problems),
                _("what was found against it"),
                ("problem", "problems"),
                has=True,
            ),
        ),
        N_("memories"),
    )


def message_fields(document: Document) -> Fields[MessageRow]:
    """What the messages of a document can be asked for."""
    return Fields(
        (
            FilterField(
                "msg", _NUMBER, lambda row: row.message, _("its number"), ("index", "message")
            ),
            FilterField(
                "name",
                _TEXT,
                lambda row: row.chat.names[row.message],
                _("who speaks"),
                ("speaker", "from"),
                known=document.chat.speakers,
                searched=True,
            ),
            FilterField(
                "text",
                _TEXT,
                lambda row: row.chat.message(row.message).text,
                _("what is said"),
                searched=True,
            ),
            FilterField(
                "user",
                _FLAG,
                lambda row: bool(row.chat.from_user[row.message]),
                _("stands on the user's side"),
                ("is_user",),
            ),
            FilterField(
                "hidden",
                _FLAG,
                lambda row: bool(row.chat.hidden[row.message]),
                _("left out of prompts"),
            ),
            FilterField(
                "words",
                _NUMBER,
                lambda row: len(row.chat.message(row.message).text.split()),
                _("of its text"),
            ),
            FilterField(
                "memory",
                ValueKind.TEXTS,
                lambda row: row.memories,
                _("memories that came from it"),
                ("memories",),
                has=True,
            ),
            _judged(
                "recap", _TEXT, lambda v: v.recap or None, _("its recap"), has=True, searched=True
            ),
            _judged("recap_tokens", _NUMBER, lambda v: v.tokens, _("of its recap"), ("tokens",)),
            _judged("included", _FLAG, lambda v: v.included, _("its recap is in"), ("in_block",)),
            _judged(
                "gate",
                _TEXT,
                lambda v: v.gate,
                _("where its recap was left out"),
                ("reason",),
                known=_gates(),
            ),
            _judged(
                "scene", _NUMBER, lambda v: v.scene, _("the message that ends its scene"), has=True
            ),
        ),
        N_("messages"),
    )


def lore_fields(declared: Sequence[LoreField], noun: str = N_("entries")) -> Fields[LoreRow]:
    """What entries or events can be asked for.

    Args:
        declared: what their file can store.
        noun: what they are called, as the many.
    """
    return Fields(
        (
            *(_lore(one) for one in declared),
            FilterField("id", _TEXT, _lore_id, _("as stored"), ("uid",), searched=True),
            FilterField("book", _TEXT, lambda row: row.book or None, _("its lorebook")),
            FilterField(
                "in_block",
                _FLAG,
                lambda row: row.kept,
                _("is sent"),
                ("kept", "active"),
                judged=True,
            ),
            FilterField(
                "gate",
                _TEXT,
                lambda row: row.gate,
                _("where it was left out"),
                ("reason",),
                known=_gates(),
                judged=True,
            ),
            FilterField("tokens", _NUMBER, lambda row: row.tokens, _("of its text"), judged=True),
            FilterField(
                "words", _NUMBER, lambda row: len(_lore_text(row).split()), _("of its text")
            ),
        ),
        noun,
    )


def message_rows(
    document: Document, verdicts: Sequence[MessageVerdict] | None = None, length: int | None = None
) -> list[MessageRow]:
    """A row a message.

    Args:
        document: the chat.
        verdicts: of the ruleset that judges them; None without one.
        length: how many messages there are at the moment; None for all.
    """
    memories: dict[int, list[str]] = {}
    for memory in document.memories:
        for source in memory.sources:
            memories.setdefault(int(source), []).append(memory.label)
    chat = document.chat
    if verdicts is not None:
        return [
            MessageRow(chat, one.message, one, tuple(memories.get(one.message, ())))
            for one in verdicts
        ]
    count = len(chat) if length is None else length
    return [MessageRow(chat, at, None, tuple(memories.get(at, ()))) for at in range(count)]


def _declared(
    key: str, aliases: tuple[str, ...], kind: FieldKind, meaning: str, names: tuple[str, ...]
) -> FilterField[MemoryRow]:
    """A field of memories as its system declares it, under its shortest name."""
    name = min((key, *aliases), key=len)
    rest = tuple(one for one in (key, *aliases) if one != name)
    return FilterField(
        name,
        _KINDS[kind],
        _READ[kind](key),
        meaning,
        rest,
        known=names if kind is FieldKind.NAMES else (),
        searched=kind in (FieldKind.NAMES, FieldKind.TEXT, FieldKind.OPTIONAL_TEXT),
    )


def _importance(_key: str) -> Callable[[MemoryRow], object]:
    return lambda row: row.memory.importance


def _flag(key: str) -> Callable[[MemoryRow], object]:
    return lambda row: bool(row.memory.record.get(key))


def _names(key: str) -> Callable[[MemoryRow], object]:
    def read(row: MemoryRow) -> object:
        held = row.memory.record.get(key)
        listed = cast("list[object]", held) if isinstance(held, list) else ()
        return tuple(one for one in listed if isinstance(one, str))

    return read


def _emotions(key: str) -> Callable[[MemoryRow], object]:
    return lambda row: tuple(
        str(one) for pair in members(row.memory.record.get(key)).items() for one in pair
    )


def _text(key: str) -> Callable[[MemoryRow], object]:
    return lambda row: text(row.memory.record.get(key)) or None


_READ: Mapping[FieldKind, Callable[[str], Callable[[MemoryRow], object]]] = {
    FieldKind.IMPORTANCE: _importance,
    FieldKind.FLAG: _flag,
    FieldKind.NAMES: _names,
    FieldKind.TEXT: _text,
    FieldKind.OPTIONAL_TEXT: _text,
    FieldKind.EMOTIONS: _emotions,
}


def _memory(
    name: str,
    kind: ValueKind,
    value: Callable[[Memory], object],
    meaning: str,
    aliases: tuple[str, ...] = (),
    *,
    searched: bool = False,
) -> FilterField[MemoryRow]:
    return FilterField(
        name, kind, lambda row: value(row.memory), meaning, aliases, searched=searched
    )


def _verdict(
    name: str,
    kind: ValueKind,
    value: Callable[[Verdict], object],
    meaning: str,
    aliases: tuple[str, ...] = (),
    **more: object,
) -> FilterField[MemoryRow]:
    def read(row: MemoryRow) -> object:
        return None if row.verdict is None else value(row.verdict)

    return FilterField(
        name, kind, read, meaning, aliases, judged=True, **cast("dict[str, Any]", more)
    )


def _judged(
    name: str,
    kind: ValueKind,
    value: Callable[[MessageVerdict], object],
    meaning: str,
    aliases: tuple[str, ...] = (),
    **more: object,
) -> FilterField[MessageRow]:
    def read(row: MessageRow) -> object:
        return None if row.verdict is None else value(row.verdict)

    return FilterField(name, kind, read, meaning, aliases, **cast("dict[str, Any]", more))


def _lore(spec: LoreField) -> FilterField[LoreRow]:
    """A field of entries or events as their file declares it, under its shortest name."""
    name = min((spec.key, *spec.aliases), key=len)
    kind = _LORE_KINDS.get(spec.kind, ValueKind.TEXT)

    def read(row: LoreRow) -> object:
        value = cast("object", getattr(row.item, spec.key))
        return None if value == "" else value

    rest = tuple(one for one in (spec.key, *spec.aliases) if one != name)
    searched = kind in (ValueKind.TEXT, ValueKind.TEXTS)
    return FilterField(name, kind, read, spec.title, rest, searched=searched)


def _lore_id(row: LoreRow) -> str:
    return row.item.uid if isinstance(row.item, LorebookEntry) else row.item.id


def _lore_text(row: LoreRow) -> str:
    return row.item.content if isinstance(row.item, LorebookEntry) else row.item.summary


def prefixes(codes: Iterable[str]) -> tuple[str, ...]:
    """Codes, and what they begin with: `meta` finds `meta-commentary`."""
    found: dict[str, None] = {}
    for code in codes:
        found[code] = None
        found.update(
            (code[:index], None) for index, sign in enumerate(code) if sign == "-" and index
        )
    return tuple(found)


def _gates() -> tuple[str, ...]:
    return tuple(dict.fromkeys(gate.name for system in SYSTEMS for gate in system.gates))
