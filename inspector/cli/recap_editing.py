"""What an edit of the running recap changed, for people and for scripts."""

from dataclasses import dataclass

from inspector.cli.recap_reading import tokens_of
from inspector.cli.recap_texts import content_of, number_of
from inspector.cli.writing import Written
from inspector.console import print_json, print_text
from inspector.core.document import Document, recaps_of
from inspector.core.javascript import UNDEFINED, printed
from inspector.core.recap import RecapVersion, RunningRecap
from inspector.core.recap_keys import DATA_KEYS
from inspector.core.tokens import Tokenizer
from inspector.loading import OpenChat
from inspector.systems import SYSTEMS


@dataclass(frozen=True)
class RecapChange:
    """A chat before and after an edit.

    Attributes:
        chat: as it was read.
        after: as it is written.
        tokenizer: counts the versions.
    """

    chat: OpenChat
    after: Document
    tokenizer: Tokenizer

    @property
    def stores(self) -> tuple[RunningRecap | None, RunningRecap | None]:
        """The running recap before and after."""
        before, after = (
            recaps_of(one).seen(DATA_KEYS).running for one in (self.chat.document, self.after)
        )
        return before, after

    @property
    def added(self) -> list[RecapVersion]:
        """Versions that are there now and were not."""
        before, after = self.stores
        return _without(after, before)

    @property
    def removed(self) -> list[RecapVersion]:
        """Versions that were there and are not any more."""
        before, after = self.stores
        return _without(before, after)

    @property
    def current(self) -> tuple[object, object]:
        """Number of the version in use, before and after."""
        before, after = self.stores
        return _current(before), _current(after)

    @property
    def warnings(self) -> list[str]:
        """What a release would do to the running recap as it is now."""
        found = [one for system in SYSTEMS for one in system.check(self.after)]
        return [one.text for one in found if one.code.startswith(("running-", "current-"))]


def _without(running: RunningRecap | None, other: RunningRecap | None) -> list[RecapVersion]:
    held = () if other is None else other.versions
    return [] if running is None else [one for one in running.versions if one not in held]


def _current(running: RunningRecap | None) -> object:
    return UNDEFINED if running is None else running.current_version


def print_change(change: RecapChange, written: Written, *, as_json: bool) -> None:
    """What changed and where the backup lies (DESIGN §4)."""
    if as_json:
        print_json(
            {
                "chat": str(change.chat.path),
                "changed": _changed_json(change),
                **written.as_json,
                "warnings": change.warnings,
            }
        )
        return
    lines = [
        *(_version_row("added", one, change) for one in change.added),
        *(_version_row("deleted", one, change) for one in change.removed),
        *_current_row(change),
        *written.lines,
        *(f"warning: {text}" for text in change.warnings),
    ]
    print_text("\n".join(lines))


def _changed_json(change: RecapChange) -> dict[str, object]:
    changed: dict[str, object] = {
        f"version {number_of(one)}": {"before": None, "after": content_of(one)}
        for one in change.added
    }
    for one in change.removed:
        changed[f"version {number_of(one)}"] = {"before": content_of(one), "after": None}
    before, after = change.current
    if before != after:
        changed["current_version"] = {"before": _stored(before), "after": _stored(after)}
    return changed


def _stored(value: object) -> object:
    return None if value is UNDEFINED else value


def _version_row(action: str, version: RecapVersion, change: RecapChange) -> str:
    tokens = tokens_of(version, change.tokenizer)
    return f"{action} version {number_of(version)}: {tokens} token{'s' * (tokens != 1)}"


def _current_row(change: RecapChange) -> list[str]:
    before, after = change.current
    if before == after:
        return []
    was = "none" if before is UNDEFINED else printed(before)
    return [f"current version: {was} → {printed(after)}"]
