"""The inspector's own preferences: one frozen model, kept as JSON in its settings folder."""

import contextlib
import json
import os
import tempfile
from dataclasses import asdict, dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, cast

from inspector.folders import config_folder
from inspector.reading import Within, read_record

RECENT_KEPT = 12

JsonObject = dict[str, object]

_MOST_UNREADABLE = 9


@dataclass(frozen=True)
class QdrantChoice:
    """Where Scribe's points lie, and which of them are asked for.

    Attributes:
        on_server: whether a running Qdrant is asked and not a folder.
        folder: a folder that qdrant-client's local mode made.
        address: the address of a running Qdrant.
        collection: empty for Scribe's own.
        user_id: whose points; empty for anybody's.
        lorebook_ids: of which lorebooks; none for all.
        chronicle_id: of which chronicle; empty for all.
        session_id: of which chat; empty for all.
        entries: how many entries at most; 0 for as many as are open.
        events: how many events at most; 0 for as many as are open.
        threshold: the least score; 0 for any.
    """

    on_server: bool = False
    folder: str = ""
    address: str = ""
    collection: str = ""
    user_id: str = ""
    lorebook_ids: tuple[str, ...] = ()
    chronicle_id: str = ""
    session_id: str = ""
    entries: Annotated[int, Within(0)] = 0
    events: Annotated[int, Within(0)] = 0
    threshold: Annotated[float, Within(0, 1)] = 0.0


@dataclass(frozen=True)
class RetrievalChoice:
    """Where scores of items come from, and what that needs; never a key.

    Attributes:
        method: who makes the scores.
        scores_file: a file of scores.
        vectors_file: a file of vectors by item.
        query_file: a file with the query's vector.
        embed_query: whether the query's vector is asked of the endpoint and not read.
        older_messages: whether older messages of the user are items too.
        address: where the embeddings API begins; empty for none.
        model: what the endpoint calls the model.
        silence: seconds to wait for a connection, and between two pieces of an answer.
        deadline: seconds to wait for a whole answer.
        agreed: addresses to which a person has agreed to send.
        with_key: addresses whose key lies in the system's keyring.
        qdrant: what Qdrant needs.
    """

    method: Literal["bm25", "scores", "vectors", "endpoint", "qdrant"] = "bm25"
    scores_file: str = ""
    vectors_file: str = ""
    query_file: str = ""
    embed_query: bool = False
    older_messages: bool = False
    address: str = ""
    model: str = ""
    silence: Annotated[float, Within(most=600, above=0)] = 10.0
    deadline: Annotated[float, Within(most=3600, above=0)] = 60.0
    agreed: tuple[str, ...] = ()
    with_key: tuple[str, ...] = ()
    qdrant: QdrantChoice = QdrantChoice()


@dataclass(frozen=True)
class ModelChoice:
    """The language model that a person named; never a key.

    Attributes:
        address: where its API begins; empty for none.
        model: what the endpoint calls the model.
        silence: seconds to wait for a connection, and between two pieces of an answer.
        deadline: seconds to wait for a whole answer.
        most_tokens: how many a session may take, requests and answers together; 0 for any.
        context: tokens of messages that go into one request.
        agreed: addresses to which a person has agreed to send.
        with_key: addresses whose key lies in the system's keyring.
        agent: the ruleset of the enrichment agent.
        enriched: chats of which each new message is looked at while they are followed.
        prompts: by setting, the recap prompts that a person changed.
    """

    address: str = ""
    model: str = ""
    silence: Annotated[float, Within(most=600, above=0)] = 60.0
    deadline: Annotated[float, Within(most=3600, above=0)] = 600.0
    most_tokens: Annotated[int, Within(0)] = 200_000
    context: Annotated[int, Within(500)] = 8000
    agreed: tuple[str, ...] = ()
    with_key: tuple[str, ...] = ()
    agent: Literal["scribe/design", "scribe/2025-08"] = "scribe/design"
    enriched: tuple[str, ...] = ()
    prompts: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True)
class SendChoice:
    """What of a chat's next request a person chose.

    Attributes:
        as_sent: whether it is looked at and not the file as it lies; None for as it is usual.
        kind: what is pressed, a `SendKind`.
        folder: SillyTavern's user folder, where a person named one.
    """

    as_sent: bool | None = None
    kind: str = "normal"
    folder: str = ""


@dataclass(frozen=True)
class OpenTabChoice:
    """Whether a running SillyTavern is looked for before a chat is saved, and what is done then.

    Attributes:
        detect: whether it is; None as long as nobody was asked.
        port: where it listens; None for the configured or the usual one.
        way: who writes the file while it runs.
    """

    detect: bool | None = None
    port: Annotated[int, Within(1, 65_535)] | None = None
    way: Literal["ask", "through", "direct"] = "ask"


Settings = dict[str, object]
"""Settings of one ruleset, under the system's own names."""

_CHATS_KEPT = 200

_Kept = TypeVar("_Kept")


@dataclass(frozen=True)
class Preferences:
    """What the window remembers between two starts.

    Attributes:
        version: of this shape; what a later version added survives a save.
        theme: light, dark, of high contrast, or as the system has it.
        language: of the window's texts from the next start on.
        recent: chats opened last, newest first, as absolute paths.
        last_folder: where the open dialog starts.
        sillytavern: the user folder of SillyTavern in which a chat was chosen last.
        geometry: the window's place and size, as Qt packs it, in base64.
        layout: the docks' places, as Qt packs them, in base64.
        layout_width: of the window in which they stood so, in pixels; 0 where that is not known.
        layout_name: the layout that was chosen last.
        parts: by name, the splitters of the panels, packed in the same way, and the columns of
            their tables as JSON.
        fold_timeline: whether the timeline shows its upper lanes alone; None by the window's
            height.
        fold_below: whether the views below the tables show their tabs alone.
        chat_settings: by chat and ruleset the settings that a person changed there.
        chat_sends: by chat what of its next request is looked at.
        ruleset_settings: by ruleset the settings that were changed last, in whichever chat.
        presets: by ruleset and name the settings that a person saved.
        chat_rulesets: by chat the ruleset that a person chose there last.
        keys: by action the keys that a person chose, as Qt spells them; empty for none.
        former_filters: those that were used, by what they are of, the newest first.
        named_filters: those that a person keeps, by what they are of and by name.
        wrap_preview: whether the preview wraps long lines.
        backup_limit: bytes that the backups of all files may take together.
        retrieval: where scores of items come from.
        language_model: who rewrites, recaps and enriches.
        listen_endpoint: where requests were handed on to last; empty where it held a secret.
        listen_port: where SillyTavern was listened for last; None for the usual port.
        open_tab: whether a running SillyTavern is looked for before a save.
    """

    version: int = 1
    theme: Literal["system", "light", "dark", "contrast"] = "system"
    language: Literal["system", "en", "de"] = "system"
    recent: Annotated[tuple[str, ...], Within(most=100)] = ()
    last_folder: str = ""
    sillytavern: str = ""
    geometry: str = ""
    layout: str = ""
    layout_width: Annotated[int, Within(0)] = 0
    layout_name: Literal["Read", "Write", "Debug", "Context"] = "Read"
    parts: dict[str, str] = field(default_factory=dict[str, str])
    fold_timeline: bool | None = None
    fold_below: bool = False
    chat_settings: dict[str, dict[str, Settings]] = field(
        default_factory=dict[str, dict[str, Settings]]
    )
    chat_sends: dict[str, SendChoice] = field(default_factory=dict[str, SendChoice])
    ruleset_settings: dict[str, Settings] = field(default_factory=dict[str, Settings])
    presets: dict[str, dict[str, Settings]] = field(default_factory=dict[str, dict[str, Settings]])
    chat_rulesets: dict[str, str] = field(default_factory=dict[str, str])
    keys: dict[str, str] = field(default_factory=dict[str, str])
    former_filters: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    named_filters: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    wrap_preview: bool = True
    backup_limit: Annotated[int, Within(0)] = 2 * 1024**3
    retrieval: RetrievalChoice = RetrievalChoice()
    language_model: ModelChoice = ModelChoice()
    listen_endpoint: str = ""
    listen_port: Annotated[int, Within(0, 65_535)] | None = None
    open_tab: OpenTabChoice = OpenTabChoice()

    def settings_in(self, chat: str) -> dict[str, Settings]:
        """The settings of each ruleset as they were in a chat, else as they were last."""
        return {**self.ruleset_settings, **self.chat_settings.get(chat, {})}

    def with_settings(self, chat: str, ruleset: str, settings: Settings) -> "Preferences":
        """These preferences once a ruleset has these settings in a chat.

        Those that it had there before are not the ruleset's last ones anew.
        """
        own = {**self.chat_settings.get(chat, {}), ruleset: settings}
        rest = [one for one in self.chat_settings.items() if one[0] != chat]
        is_new = settings != self.settings_in(chat).get(ruleset, {})
        last = {ruleset: settings} if is_new else {}
        return replace(
            self,
            chat_settings=dict([*rest, (chat, own)][-_CHATS_KEPT:]),
            ruleset_settings={**self.ruleset_settings, **last},
        )

    def renamed(self, before: str, chat: str) -> "Preferences":
        """These preferences after a chat has another path: what it had is kept under both."""

        def both(kept: dict[str, _Kept]) -> dict[str, _Kept]:
            return {**kept, chat: kept[before]} if before in kept else kept

        return replace(
            self,
            chat_settings=both(self.chat_settings),
            chat_sends=both(self.chat_sends),
            chat_rulesets=both(self.chat_rulesets),
        )

    def with_send(self, chat: str, choice: SendChoice) -> "Preferences":
        """These preferences after a person chose what of a chat's next request is looked at."""
        rest = [one for one in self.chat_sends.items() if one[0] != chat]
        own = [(chat, choice)] if choice != SendChoice() else []
        return replace(self, chat_sends=dict([*rest, *own][-_CHATS_KEPT:]))

    def with_ruleset(self, chat: str, ruleset: str) -> "Preferences":
        """These preferences after a person chose a chat's ruleset."""
        rest = [one for one in self.chat_rulesets.items() if one[0] != chat]
        return replace(self, chat_rulesets=dict([*rest, (chat, ruleset)][-_CHATS_KEPT:]))

    def with_preset(self, ruleset: str, name: str, settings: Settings) -> "Preferences":
        """These preferences after settings were saved under a name."""
        named = {**self.presets.get(ruleset, {}), name: settings}
        return replace(self, presets={**self.presets, ruleset: named})

    def without_preset(self, ruleset: str, name: str) -> "Preferences":
        """These preferences after settings that had a name were deleted."""
        rest = {one: held for one, held in self.presets.get(ruleset, {}).items() if one != name}
        return replace(self, presets={**self.presets, ruleset: rest})

    def with_recent(self, path: str) -> "Preferences":
        """These preferences after a chat was opened."""
        rest = (other for other in self.recent if other != path)
        recent = (path, *rest)[:RECENT_KEPT]
        return replace(self, recent=recent, last_folder=str(Path(path).parent))


def preferences_file() -> Path:
    """Where the preferences lie."""
    return config_folder() / "preferences.json"


def load_preferences() -> Preferences:
    """The kept preferences; the defaults where there are none or they cannot be read.

    A value that is none resets itself and nothing else.
    """
    stored = _stored(preferences_file())
    return Preferences() if stored is None else read_record(Preferences, stored)


def _stored(file: Path) -> JsonObject | None:
    """What a file of preferences holds; None if there is none or it cannot be read."""
    try:
        value: object = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    return cast("JsonObject", value) if isinstance(value, dict) else None


def save_preferences(preferences: Preferences) -> None:
    """Keep preferences, in one step.

    What a later version wrote besides stays where it stands. A file that cannot be read is kept
    beside the new one.

    Raises:
        OSError: they cannot be written.
    """
    from inspector.files.exchange import replace  # noqa: PLC0415 - quick start

    target = preferences_file()
    target.parent.mkdir(parents=True, exist_ok=True)
    stored = _stored(target)
    try:
        spelled = _spelled(_merged(stored or {}, preferences))
    except RecursionError:
        stored, spelled = None, _spelled(_merged({}, preferences))
    if stored is None and target.exists():
        _keep_unreadable(target)
    descriptor, name = tempfile.mkstemp(dir=target.parent, suffix=".tmp")
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(spelled)
        replace(Path(name), target)
    except OSError:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


def _merged(stored: JsonObject, record: object) -> JsonObject:
    """A record as it is stored, and beside it what stands under keys of a later version."""
    values = {one.name: getattr(record, one.name) for one in fields(cast("Any", record))}
    merged = {key: value for key, value in stored.items() if key not in values}
    for key, value in values.items():
        held = stored.get(key)
        inner = cast("JsonObject", held) if isinstance(held, dict) else {}
        merged[key] = _merged(inner, value) if is_dataclass(value) else value
    return merged


def _spelled(merged: JsonObject) -> str:
    """As JSON; only ASCII, since a path need not be UTF-8."""
    return json.dumps(merged, indent=2, default=asdict)


def _keep_unreadable(file: Path) -> None:
    """Give a file that cannot be read another name, one that is free."""
    for number in range(1, _MOST_UNREADABLE + 1):
        kept = file.with_name(f"preferences.unreadable-{number}.json")
        if not kept.exists():
            break
    else:
        kept = file.with_name("preferences.unreadable-1.json")
    file.replace(kept)
