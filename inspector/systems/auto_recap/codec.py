"""Auto-Recap's data in a chat: read under every name it has had (specs/auto-recap.md §0, §1).

Of a long chat only those messages are decoded whose line holds one of the names.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from inspector.core.chat import Chat
from inspector.core.decoded import is_list, is_object, members
from inspector.core.document import Document, recaps_of
from inspector.core.javascript import UNDEFINED, truthy
from inspector.core.problems import Problem, Severity
from inspector.core.recap import Recap, RecapVersion, RunningRecap
from inspector.core.recap_keys import DATA_KEYS, OLDER, RELEASED, DataKey
from inspector.core.record_search import records_keeping
from inspector.language import _
from inspector.systems.auto_recap.kept import NAME, with_recaps

MESSAGE_KEYS = tuple(key.message for key in DATA_KEYS)
MARKS = (b'"auto_',)
"""What a file that carries this system's data holds, to tell without decoding."""


def load(document: Document, metadata: Mapping[str, object]) -> Document:
    """The document with Auto-Recap's data, if the chat holds any."""
    problems: list[Problem] = []
    recaps = replace(
        recaps_of(document),
        layers=_layers(document.chat, problems),
        running=_running(metadata, problems),
        main_chat=metadata.get("main_chat", UNDEFINED),
        lorebook=metadata.get("world_info", UNDEFINED),
    )
    if not recaps and not problems:
        return document
    return with_recaps(
        replace(
            document,
            carried=(*document.carried, NAME),
            problems=(*document.problems, *problems),
        ),
        recaps,
    )


def written_by(document: Document) -> str | None:
    """The release that wrote the data; None where only a design's or an older name is found.

    Release 1 leaves a flag on every message, the newest too; 2.0 sets it no longer.
    """
    recaps = recaps_of(document)
    layer = recaps.layers.get(RELEASED.message)
    if not layer:
        return "auto-recap/2.0" if RELEASED.running in recaps.running else None
    return "auto-recap/1" if "include" in layer[max(layer)].record else "auto-recap/2.0"


def _layers(chat: Chat, problems: list[Problem]) -> Mapping[str, Mapping[int, Recap]]:
    found: dict[str, dict[int, Recap]] = {}
    for index in records_keeping(chat.records, *MESSAGE_KEYS):
        extra = members(chat.records[index].get("extra"))
        for key in DATA_KEYS:
            record = extra.get(key.message)
            if is_object(record):
                found.setdefault(key.message, {})[index] = Recap(index, key, record)
            elif record is not None:
                problems.append(_no_object(index, key))
    return MappingProxyType({name: MappingProxyType(layer) for name, layer in found.items()})


def _no_object(index: int, key: DataKey) -> Problem:
    return Problem(
        "recap-no-object",
        _(
            "extra.{message} of message {index} is no JSON object, so nothing is read from it."
        ).format(message=key.message, index=index),
        Severity.ERROR,
        message=index,
    )


def _running(metadata: Mapping[str, object], problems: list[Problem]) -> Mapping[str, RunningRecap]:
    found: dict[str, RunningRecap] = {}
    for key in (RELEASED, OLDER):
        stored = metadata.get(key.running)
        if is_object(stored):
            found[key.running] = _read_running(key, stored, problems)
        elif stored is not None:
            problems.append(
                Problem(
                    "running-no-object",
                    _(
                        "chat_metadata.{running} is no JSON object, so the chat's running "
                        "recap cannot be read."
                    ).format(running=key.running),
                    Severity.ERROR,
                    line=1,
                )
            )
    return MappingProxyType(found)


def _read_running(
    key: DataKey, stored: Mapping[str, object], problems: list[Problem]
) -> RunningRecap:
    listed = stored.get("versions")
    if not is_list(listed):
        problems.append(_no_list(listed))
    versions: list[RecapVersion] = []
    unreadable: dict[int, object] = {}
    for index, record in enumerate(listed if is_list(listed) else []):
        if is_object(record):
            versions.append(RecapVersion(index, record))
        else:
            unreadable[index] = record
            problems.append(
                Problem(
                    "version-no-object",
                    _("Entry {index} of the running recap's versions is no JSON object.").format(
                        index=index
                    ),
                    Severity.ERROR,
                    line=1,
                )
            )
    return RunningRecap(
        key,
        MappingProxyType({name: value for name, value in stored.items() if name != "versions"}),
        tuple(versions),
        len(listed) if is_list(listed) else None,
        UNDEFINED if is_list(listed) else stored.get("versions", UNDEFINED),
        MappingProxyType(unreadable),
    )


def _no_list(listed: object) -> Problem:
    words = _(
        "The versions of the running recap are no JSON list; the extension takes them for none."
    )
    if truthy(listed):
        words = _(
            "The versions of the running recap are no JSON list; the extension throws when it "
            "looks for the current one."
        )
    return Problem(
        "versions-no-list",
        words,
        Severity.ERROR,
        line=1,
    )
