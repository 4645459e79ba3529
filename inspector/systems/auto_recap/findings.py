"""What is wrong or odd in a chat's recaps, and the edit that puts it right where one is safe.

Nothing is repaired unasked: a fix is an ordinary edit and can be undone (issue 3, item 1).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from inspector.core.decoded import is_number
from inspector.core.javascript import UNDEFINED, identity, printed
from inspector.core.problems import Problem, Severity
from inspector.core.recap import Recaps, RecapVersion, RecapView, RunningRecap
from inspector.core.recap_edits import (
    AdoptRunningRecap,
    CorrectExcludedCount,
    DeleteVersion,
    RecapEdit,
    RenumberVersion,
    UseVersion,
)
from inspector.core.recap_keys import DATA_KEYS, DESIGNED, OLDER, RELEASED
from inspector.core.recap_state import StoreState
from inspector.language import N_, _, ngettext
from inspector.systems.auto_recap.operations import is_valid
from inspector.systems.auto_recap.retrieval import around, released_state
from inspector.systems.auto_recap.scene_findings import Finding, scene_findings

_HEADER = 1


@dataclass(frozen=True)
class _Kept:
    recaps: Recaps
    view: RecapView
    running: RunningRecap


def findings(recaps: Recaps) -> tuple[Finding, ...]:
    """All findings, those about the running recap first."""
    found = list(_names(recaps))
    view = recaps.seen(DATA_KEYS)
    if view.running is not None:
        kept = _Kept(recaps, view, view.running)
        for rule in (_owner, _current, _numbers, _versions):
            found += rule(kept)
    found += scene_findings(view)
    return tuple(found)


def _header(
    code: str,
    text: str,
    fix: RecapEdit | None = None,
    title: str = "",
    severity: Severity = Severity.WARNING,
) -> Finding:
    return Finding(Problem(code, text, severity, line=_HEADER), fix, title)


def _names(recaps: Recaps) -> Iterator[Finding]:
    for key in (DESIGNED, OLDER):
        layer = recaps.layers.get(key.message)
        if layer:
            n = len(layer)
            words = ngettext(
                "{n:,} message keeps recaps under extra.{key}, as older releases wrote it; a "
                "release reads extra.{released} only.",
                "{n:,} messages keep recaps under extra.{key}, as older releases wrote it; a "
                "release reads extra.{released} only.",
                n,
            )
            if not key.older:
                words = ngettext(
                    "{n:,} message keeps recaps under extra.{key}, as the documents, but no "
                    "release, name it; a release reads extra.{released} only.",
                    "{n:,} messages keep recaps under extra.{key}, as the documents, but no "
                    "release, name it; a release reads extra.{released} only.",
                    n,
                )
            text = words.format(n=n, key=key.message, released=RELEASED.message)
            problem = Problem("data-under-other-name", text, message=min(layer))
            yield Finding(problem)
    if OLDER.running in recaps.running:
        text = _(
            "A running recap stands under chat_metadata.{running}: no release reads it."
        ).format(running=OLDER.running)
        yield _header("running-under-other-name", text)
    twice = [index for index in _messages(recaps) if len(recaps.at(index)) > 1]
    if twice:
        text = ngettext(
            "{count:,} message keeps recaps under more than one name; which one counts "
            "depends on the ruleset, and an edit changes all of them.",
            "{count:,} messages keep recaps under more than one name; which one counts "
            "depends on the ruleset, and an edit changes all of them.",
            len(twice),
        ).format(count=len(twice))
        yield Finding(Problem("data-under-two-names", text, message=twice[0]))


def _messages(recaps: Recaps) -> list[int]:
    layers = [layer for layer in recaps.layers.values() if layer]
    if len(layers) < 2:
        return []
    return sorted({index for layer in layers for index in layer})


_OUTCOMES = {
    StoreState.RESET: N_(
        "The running recap belongs to the chat {other!r}; the release empties it as soon as it is "
        "read: all versions are lost with the next save. A renamed chat looks like this."
    ),
    StoreState.BRANCH: N_(
        "The running recap belongs to the chat {other!r}; the release adopts it, since this chat "
        "is a branch."
    ),
    StoreState.IMPORT: N_(
        "The running recap belongs to the chat {other!r}; the release adopts it, since it takes "
        "the chat for an imported one."
    ),
    StoreState.UNKNOWN: N_(
        "The running recap belongs to the chat {other!r}; the release adopts it or empties it, "
        "depending on whether the chat's lorebook exists; the worlds folder is not at hand."
    ),
}


def _owner(kept: _Kept) -> Iterator[Finding]:
    known = around(kept.recaps)
    state = released_state(kept.running, known)
    if known is None or state in (StoreState.OK, StoreState.NONE):
        return
    fix, title = AdoptRunningRecap(), _("Say that it belongs to this chat")
    if kept.running.chat_id is UNDEFINED and state is StoreState.RESET:
        text = _(
            "The running recap names no chat, so the release empties it as soon as it "
            "is read: all versions are lost with the next save."
        )
        yield _header("running-without-chat", text, fix, title, Severity.ERROR)
        return
    other = printed(kept.running.chat_id)
    text = _(_OUTCOMES[state]).format(other=other)
    loses = state in (StoreState.RESET, StoreState.UNKNOWN)
    severity = Severity.ERROR if loses else Severity.HINT
    yield _header(f"running-{state}", text, fix, title, severity)


def _current(kept: _Kept) -> Iterator[Finding]:
    running = kept.running
    if not running.versions or running.current_place is not None:
        return
    text = _(
        "The current version is {current_version}, and no version has that number: "
        "nothing is injected."
    ).format(current_version=printed(running.current_version))
    highest = running.place_of(running.highest)
    if highest is None:
        yield _header("current-missing", text, severity=Severity.ERROR)
    else:
        title = _("Use version {highest:g}, the highest").format(highest=running.highest)
        yield _header("current-missing", text, UseVersion(highest), title, Severity.ERROR)


def _numbers(kept: _Kept) -> Iterator[Finding]:
    running = kept.running
    for index, version in enumerate(running.versions):
        number = version.number
        if not is_number(number):
            text = _("The version at place {index} has no number and can never be current.").format(
                index=index
            )
            yield _header("version-without-number", text, RenumberVersion(index), _("Number it"))
        elif running.place_of(number) != index:
            text = _(
                "Version {number} stands more than once; the extension only ever finds "
                "the first, so the one that was added later is never injected."
            ).format(number=printed(number))
            title = _("Renumber the later one to {highest:g}").format(highest=running.highest + 1)
            yield _header("version-number-twice", text, RenumberVersion(index), title)


def _versions(kept: _Kept) -> Iterator[Finding]:
    versions = kept.running.versions
    misspelt = [one for one in versions if "exclude_count" in one.record]
    if misspelt:
        text = ngettext(
            "{count:,} version says exclude_count for excluded_count, as the extension's "
            "own editor writes it.",
            "{count:,} versions say exclude_count for excluded_count, as the extension's "
            "own editor writes it.",
            len(misspelt),
        ).format(count=len(misspelt))
        fix = CorrectExcludedCount()
        yield _header("exclude-count", text, fix, _("Spell it right"), Severity.HINT)
    for index, version in enumerate(versions):
        yield from _version(kept, index, version)


def _version(kept: _Kept, location: int, version: RecapVersion) -> Iterator[Finding]:
    name = printed(version.number)
    if not isinstance(version.content, str):
        text = _("Version {name} has content that is no text.").format(name=name)
        yield _header("version-content-no-text", text, severity=Severity.ERROR)
    elif version.text.lstrip().startswith("{"):
        text = _(
            "Version {name} is JSON, and is injected as it stands: the model sees braces and "
            "quotes."
        ).format(name=name)
        yield _header("version-content-json", text, severity=Severity.HINT)
    if version.scene is not None and not is_valid(version, kept.view, kept.recaps.length):
        text = _(
            "Version {name} reaches message {message:g}, where no scene with a recap ends any "
            "more: the extension does not list it and deletes it with the next message deleted."
        ).format(name=name, message=version.scene)
        current = identity(version.number) == identity(kept.running.current_version)
        text += " " + _("It is the current one, and still injected.") if current else ""
        fix = None if current else DeleteVersion(location)
        yield _header("version-scene-gone", text, fix, _("Delete the version") if fix else "")
