"""What `recap` prints of versions: the list, one text, what differs between two."""

from collections.abc import Iterable
from datetime import UTC, datetime
from difflib import unified_diff

from inspector.cli.recap_texts import content_of, number_of, running_if_any, running_of
from inspector.console import print_json, print_text
from inspector.core.document import recaps_of
from inspector.core.javascript import UNDEFINED
from inspector.core.recap import RecapVersion, RunningRecap
from inspector.core.recap_state import StoreState
from inspector.core.tokens import Tokenizer
from inspector.loading import OpenChat
from inspector.systems import recap_keeper

_IN_WORDS = {
    StoreState.OK: "it belongs to this chat",
    StoreState.NONE: "there is none",
    StoreState.RESET: "a release would empty it: it belongs to another chat",
    StoreState.BRANCH: "a release would adopt it: this chat is a branch",
    StoreState.IMPORT: "a release would adopt it: it takes this chat for an imported one",
    StoreState.UNKNOWN: "a release would adopt or empty it; the worlds folder is not at hand",
}
_WITHOUT_OWNER = {
    **_IN_WORDS,
    StoreState.OK: "whether a release would keep it depends on the chat's name",
    StoreState.RESET: "a release would empty it",
}
"""The same of one that names no chat (specs/auto-recap.md §5.2)."""


def print_list(chat: OpenChat, tokenizer: Tokenizer, *, as_json: bool) -> None:
    """Every version, with what a release would make of the whole (specs/auto-recap.md §5.2)."""
    running = running_if_any(chat)
    state = recap_keeper().state_of(recaps_of(chat.document))
    if as_json:
        print_json(_list_json(running, state, tokenizer))
        return
    versions = () if running is None else running.versions
    count = "1 version" if len(versions) == 1 else f"{len(versions)} versions"
    lines = [f"{chat.path}: running recap, {count}; {_owner(running, state)}"]
    if running is not None:
        lines += [_row(running, index, tokenizer) for index in range(len(versions))]
        if versions and running.current_place is None:
            lines.append("warning: the current version does not exist, so nothing is injected")
    print_text("\n".join(lines))


def _owner(running: RunningRecap | None, state: StoreState) -> str:
    """Whose the running recap is, and what a release would therefore do with it."""
    if running is not None and running.chat_id is UNDEFINED:
        return f"it names no chat; {_WITHOUT_OWNER[state]}"
    return _IN_WORDS[state]


def _list_json(
    running: RunningRecap | None, state: StoreState, tokenizer: Tokenizer
) -> dict[str, object]:
    if running is None:
        return {"chat_id": None, "current_version": None, "state": str(state), "versions": []}
    return {
        "chat_id": _stored(running.chat_id),
        "current_version": _stored(running.current_version),
        "state": str(state),
        "versions": [
            version_json(running, index, tokenizer) for index in range(len(running.versions))
        ],
    }


def version_json(running: RunningRecap, index: int, tokenizer: Tokenizer) -> dict[str, object]:
    """A row of the list (DESIGN §4): `exclude_count` fills a missing `excluded_count`."""
    version = running.versions[index]
    record = version.record
    return {
        "version": _stored(version.number),
        "timestamp": record.get("timestamp"),
        "scene_count": record.get("scene_count"),
        "excluded_count": record.get("excluded_count", record.get("exclude_count")),
        "tokens": tokens_of(version, tokenizer),
        "current": index == running.current_place,
    }


def tokens_of(version: RecapVersion, tokenizer: Tokenizer) -> int:
    """Tokens of a version's content."""
    content = content_of(version)
    return tokenizer.count(content) if content else 0


def _stored(value: object) -> object:
    return None if value is UNDEFINED else value


def _row(running: RunningRecap, index: int, tokenizer: Tokenizer) -> str:
    version = running.versions[index]
    mark = "*" if index == running.current_place else " "
    return (
        f"{mark} {number_of(version):>6}  {_when(version.timestamp):<16}  "
        f"{_count(version.scene_count):>4} scenes, {_count(version.excluded_count)} left out  "
        f"{tokens_of(version, tokenizer):>6} tokens"
    )


def _count(number: float | None) -> str:
    return "?" if number is None else f"{number:g}"


def _when(milliseconds: float | None) -> str:
    if milliseconds is None:
        return "?"
    try:
        made = datetime.fromtimestamp(milliseconds / 1000, UTC).astimezone()
    except (OverflowError, OSError, ValueError):
        return "?"
    return f"{made:%Y-%m-%d %H:%M}"


def print_version(chat: OpenChat, index: int, tokenizer: Tokenizer, *, as_json: bool) -> None:
    """The text of a version, and as JSON all that is known of it."""
    running = running_of(chat)
    content = content_of(running.versions[index])
    if as_json:
        print_json({**version_json(running, index, tokenizer), "content": content})
    else:
        print_text(content)


def print_difference(
    chat: OpenChat, places: tuple[int, int], tokenizer: Tokenizer, *, as_json: bool
) -> None:
    """What differs between two versions, line by line."""
    running = running_of(chat)
    older, newer = (running.versions[index] for index in places)
    lines = list(_difference(older, newer))
    if not as_json:
        print_text("\n".join(lines) or "no difference")
        return
    before, after = (version_json(running, index, tokenizer) for index in places)
    print_json({"before": before, "after": after, "diff": lines})


def _difference(older: RecapVersion, newer: RecapVersion) -> Iterable[str]:
    return unified_diff(
        content_of(older).split("\n"),
        content_of(newer).split("\n"),
        f"version {number_of(older)}",
        f"version {number_of(newer)}",
        lineterm="",
    )
