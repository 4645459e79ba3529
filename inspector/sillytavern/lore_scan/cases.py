"""One scan as a JSON case, and its answer as JSON (DESIGN §4, `activate`)."""

from collections.abc import Callable, Iterable, Mapping

from inspector.core.decoded import is_number, is_object, items, members, names, text
from inspector.core.errors import InspectorError
from inspector.core.javascript import truthy
from inspector.sillytavern.lore_scan.model import (
    AtDepth,
    BookSources,
    Injected,
    Placed,
    Position,
    Record,
    ScanFields,
    ScanInput,
    ScanMessage,
    ScanOutput,
)
from inspector.sillytavern.macros.context import CardFields, MacroContext, Variables

_NO_NUMBER = "random is a number from 0 up to 1, or null"


class BadCaseError(InspectorError):
    """A case lacks something or has it of the wrong kind; the text says what."""


def scan_input(case: Record, count: Callable[[str], int]) -> ScanInput:
    """The scan that a case asks for.

    Args:
        case: a case's `input`.
        count: the token counter of the case.

    Raises:
        BadCaseError: it is none.
    """
    books = case.get("books")
    if not is_object(books):
        raise BadCaseError("input.books is an object of lorebooks")
    max_context = case.get("max_context")
    if not is_number(max_context):
        raise BadCaseError("input.max_context is a number of tokens")
    metadata = members(case.get("chat_metadata"))
    character = members(case.get("character"))
    return ScanInput(
        books={name: members(book) for name, book in books.items()},
        sources=_sources(members(case.get("sources"))),
        settings=members(case.get("settings")),
        messages=tuple(_messages(items(case.get("chat")))),
        max_context=int(max_context),
        count=count,
        fields=_fields(members(case.get("global_scan_data"))),
        injected=tuple(_injected(items(case.get("extension_scan_texts")))),
        timed=metadata.get("timedWorldInfo"),
        character_file=text(character.get("file")),
        tags=names(character.get("tags")),
        macros=_macros(case, metadata),
        chance=_chance(case.get("random")),
        forced=tuple(one for one in items(case.get("force_activate")) if is_object(one)),
        dry_run=truthy(case.get("dry_run")),
    )


def _sources(stored: Record) -> BookSources:
    return BookSources(
        names(stored.get("global")),
        text(stored.get("chat")) or None,
        text(stored.get("persona")) or None,
        text(stored.get("character")) or None,
        names(stored.get("character_extra")),
    )


def _messages(stored: Iterable[object]) -> Iterable[ScanMessage]:
    for index, one in enumerate(stored):
        message = members(one)
        yield ScanMessage(text(message.get("name")), text(message.get("mes")), index)


def _fields(stored: Record) -> ScanFields:
    return ScanFields(
        text(stored.get("personaDescription")),
        text(stored.get("characterDescription")),
        text(stored.get("characterPersonality")),
        text(stored.get("characterDepthPrompt")),
        text(stored.get("scenario")),
        text(stored.get("creatorNotes")),
        text(stored.get("trigger")) or "normal",
    )


def _injected(stored: Iterable[object]) -> Iterable[Injected]:
    for index, one in enumerate(stored):
        if isinstance(one, str):
            yield Injected(str(index), one)
        elif is_object(one) and truthy(one.get("scan", True)):
            yield Injected(str(index), text(one.get("value")))


def _macros(case: Record, metadata: Record) -> MacroContext:
    fields = _fields(members(case.get("global_scan_data")))
    return MacroContext(
        user=text(case.get("user")),
        character=text(members(case.get("character")).get("name")),
        card=CardFields(
            fields.description,
            fields.personality,
            fields.scenario,
            fields.persona,
            depth_prompt=fields.depth_prompt,
            creator_notes=fields.creator_notes,
        ),
        chat=tuple(members(one) for one in items(case.get("chat"))),
        metadata=metadata,
        variables=Variables(members(metadata.get("variables"))),
        generation=fields.trigger,
    )


def _chance(value: object) -> Callable[[], float]:
    if value is None:
        return lambda: 0.5
    if not is_number(value) or not 0 <= value < 1:
        raise BadCaseError(_NO_NUMBER)
    return lambda: float(value)


def scan_answer(output: ScanOutput, model: str | None = None) -> dict[str, object]:
    """An answer with the fields of a golden case's output.

    Args:
        output: what the scan found.
        model: whose tokens were counted, where that is said too.
    """
    tokens = {verdict.key: verdict.tokens for verdict in output.verdicts}
    return {
        "activated": [verdict.record.get("uid") for verdict in output.active],
        "activated_keys": [verdict.key for verdict in output.active],
        "before": _joined(output.before),
        "after": _joined(output.after),
        "an_top": _contents(output.note_top),
        "an_bottom": _contents(output.note_bottom),
        "at_depth": [_at_depth(group) for group in output.at_depth],
        "examples": [
            {
                "position": "top" if position is Position.EXAMPLES_TOP else "bottom",
                "content": one.content,
            }
            for position, one in output.examples
        ],
        "outlets": {name: _contents(found) for name, found in output.outlets.items()},
        "not_activated_budget": list(output.refused),
        "overflowed": output.overflowed,
        "budget": output.budget,
        "passes": [
            {
                "state": one.kind.value,
                "candidates": list(one.candidates),
                "successful": list(one.successful),
            }
            for one in output.passes
        ],
        "random_calls": output.random_calls,
        **({} if model is None else {"entry_tokens": {"model": model, **tokens}}),
        "timed_after": output.timed,
    }


def _contents(found: Iterable[Placed]) -> list[str]:
    return [one.content for one in found]


def _joined(found: Iterable[Placed]) -> str:
    return "\n".join(_contents(found))


def _at_depth(group: AtDepth) -> Mapping[str, object]:
    return {"depth": group.depth, "role": group.role, "entries": _contents(group.entries)}
