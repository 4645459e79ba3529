"""Changes that `set` makes: their spelling, and `set CHAT --where EXPR FIELD=VALUE …`."""

import argparse
import json
import re
from collections.abc import Sequence

from inspector.analysis.bulk import (
    AddNames,
    Change,
    Replace,
    SetTo,
    Step,
    plan,
    token_change,
)
from inspector.analysis.filters.patterns import BadPatternError, Pattern
from inspector.arguments import Assignment, UsageError, assignment, name_list
from inspector.cli.requesting import Answered, inquiry_of
from inspector.cli.where import memories_where
from inspector.cli.writing import write_as_told
from inspector.console import print_json, print_text
from inspector.core.decoded import is_list, is_object
from inspector.core.document import Document
from inspector.core.edits import changes_between, field_named
from inspector.core.errors import EditError
from inspector.core.fields import FieldKind, whole_number
from inspector.core.memory import Memory
from inspector.jsonbytes.spelling import spell
from inspector.loading import OpenChat

Values = dict[str, dict[str, object]]
_JSON_BEGINS = ("[", "{")
_REPLACEMENT = re.compile(r"(?P<sign>[^\w\s\\])(?P<pattern>(?:\\.|(?!(?P=sign)).)+)(?P=sign)"
                          r"(?P<text>(?:\\.|(?!(?P=sign)).)*)(?P=sign)?", re.DOTALL)  # fmt: skip


def change_of(text: str, document: Document) -> Change:
    r"""A change as typed: `FIELD=VALUE`, `FIELD+=…`, `FIELD-=…` or `FIELD~=/PATTERN/TEXT/`.

    Raises:
        InspectorError: it is none, or the memories have no such field.
    """
    one = assignment(text)
    name, operator = (one.name[:-1], one.name[-1]) if one.name[-1] in "+-~" else (one.name, "")
    spec = field_named(document, name.strip())
    if operator == "~":
        return _replacement(spec.key, one.text)
    if operator and spec.kind is FieldKind.IMPORTANCE:
        return Step(spec.key, _amount(one.text) * (1 if operator == "+" else -1))
    if operator:
        listed = _names(one.text)
        added, removed = (listed, ()) if operator == "+" else ((), listed)
        return AddNames(spec.key, added, removed)
    return SetTo(spec.key, typed(one, spec.kind))


def set_where(chat: OpenChat, options: argparse.Namespace) -> None:
    """Change every memory for which a filter holds, and write the chat.

    Raises:
        InspectorError: the filter or a change is refused.
    """
    answered = _judge(chat, options)
    rows = memories_where(options.where, chat, answered)
    memories = [row.memory for row in rows]
    changes = [change_of(one, chat.document) for one in options.fields]
    found = plan(
        chat.document,
        [one.index for one in memories],
        changes,
        keep_known_events=options.keep_known_events,
    )
    changed = {one.index: changed_values(chat.document, found.document, one) for one in memories}
    changed = {index: values for index, values in changed.items() if values}
    tokens = token_change(answered.requested(chat.document), found.edits)
    written = write_as_told(chat, found.document, options)
    if options.json:
        print_json(
            {
                "chat": str(options.chat),
                "where": options.where,
                "matched": len(memories),
                "changed": [
                    {"id": chat.document.memories[index].id, "index": index, "changed": values}
                    for index, values in changed.items()
                ],
                "refused": [
                    {"id": chat.document.memories[one.memory].id, "index": one.memory,
                     "reason": one.reason}
                    for one in found.refused
                ],
                "tokens": [tokens.before, tokens.after],
                **written.as_json,
            }
        )  # fmt: skip
        return
    match = "1 memory matches" if len(memories) == 1 else f"{len(memories)} memories match"
    change = "changes" if len(changed) == 1 else "change"
    lines = [f"{match}, {len(changed)} {change}"]
    for index, values in changed.items():
        lines.append(chat.document.memories[index].label + _token_words(tokens.lines.get(index)))
        lines += [f"  {line}" for line in value_lines(values)]
    lines += [f"{chat.document.memories[one.memory].label}: {one.reason}" for one in found.refused]
    lines.append(f"block: {tokens.before} → {tokens.after} tokens")
    print_text("\n".join([*lines, *written.lines]))


def changed_values(before: Document, after: Document, memory: Memory) -> Values:
    """What differs of a memory, and of who knows of it."""
    old, new = before.memories[memory.index].record, after.memories[memory.index].record
    keys = [*new, *(key for key in old if key not in new)]
    changed: Values = {
        key: {"before": old.get(key), "after": new.get(key)}
        for key in keys
        if old.get(key) != new.get(key) or (key in old) != (key in new)
    }
    for name in sorted(changes_between(before, after).characters):
        knew = memory.id in before.characters[name].known_events
        knows = memory.id in after.characters[name].known_events
        if knew != knows:
            changed[f"known_events of {name}"] = {"before": knew, "after": knows}
    return changed


def value_lines(values: Values) -> list[str]:
    """What differs, a line a value."""
    return [
        f"{name}: {json.dumps(one['before'], ensure_ascii=False)} → "
        f"{json.dumps(one['after'], ensure_ascii=False)}"
        for name, one in values.items()
    ]


def _judge(chat: OpenChat, options: argparse.Namespace) -> Answered:
    """The first ruleset that judges memories: filters may ask for verdicts."""
    answers = inquiry_of(options).answers(chat)
    found = next((one for one in answers if one.derivation.verdicts), None)
    if found is None:
        raise UsageError(f"{chat.path}: there are no memories to change")
    return found


def _token_words(tokens: tuple[int, int] | None) -> str:
    return "" if tokens is None else f", {tokens[1] - tokens[0]:+d} tokens"


def _replacement(field: str, text: str) -> Replace:
    found = _REPLACEMENT.fullmatch(text)
    if found is None:
        raise UsageError(f"expected /PATTERN/TEXT/ after ~=, not {text!r}")
    sign = found["sign"]
    try:
        pattern = Pattern(found["pattern"].replace(f"\\{sign}", sign))
    except BadPatternError as error:
        raise UsageError(f"{found['pattern']!r}: {error}") from error
    return Replace(field, pattern, found["text"].replace(f"\\{sign}", sign))


def _amount(text: str) -> int:
    if not text.strip().isascii() or not text.strip().isdecimal() or len(text) > 3:
        raise UsageError(f"expected by how much, not {text!r}")
    return int(text)


def _names(text: str) -> tuple[str, ...]:
    """Names as comma text or as JSON.

    Raises:
        UsageError: they are JSON, and no list of names.
    """
    listed = name_values(text)
    odd = [one for one in listed if not isinstance(one, str)]
    if odd:
        raise UsageError(f"{spell(odd[0])} is no name")
    return tuple(map(str, listed))


def name_values(text: str) -> list[object]:
    """What a list has that was typed as comma text or as JSON.

    Raises:
        UsageError: it is meant as JSON, and is no list.
    """
    if not text.startswith(_JSON_BEGINS) and text != "null":
        return [*name_list(text)]
    try:
        listed: object = json.loads(text)
    except (ValueError, RecursionError):
        listed = None
    if not is_list(listed):
        raise UsageError(f"expected names parted by commas or a JSON list of them, not {text!r}")
    return listed


def typed(one: Assignment, kind: FieldKind) -> object:
    """The value that a person typed for a field of this kind; a wrong one stays as it is."""
    text = one.text.strip()
    if kind is FieldKind.TEXT or kind is FieldKind.OPTIONAL_TEXT:
        return one.text
    if kind is FieldKind.MESSAGES or kind is FieldKind.EMOTIONS:
        return one.value if is_list(one.value) or is_object(one.value) else text
    if kind is FieldKind.FLAG:
        return {"true": True, "false": False}.get(text.lower(), text)
    if kind is FieldKind.IMPORTANCE:
        number = whole_number(text)
        return text if number is None else number
    return name_values(text)


def changed_document(chat: OpenChat, memory: Memory, options: argparse.Namespace) -> Document:
    """The document with the changes that were typed for one memory.

    Raises:
        InspectorError: one is refused.
    """
    changes: Sequence[Change] = [change_of(one, chat.document) for one in options.fields]
    keep: bool = options.keep_known_events
    found = plan(chat.document, [memory.index], changes, keep_known_events=keep)
    if found.refused:
        raise EditError(found.refused[0].reason)
    return found.document
