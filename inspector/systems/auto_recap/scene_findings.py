"""What is wrong or odd about scenes and message recaps."""

from collections.abc import Iterator
from dataclasses import dataclass

from inspector.core.decoded import is_number, is_object, text
from inspector.core.javascript import truthy
from inspector.core.problems import Problem, Severity
from inspector.core.recap import Recap, RecapView
from inspector.core.recap_edits import KeepSceneRecap, RecapEdit, UseSceneVersion
from inspector.core.recap_fields import scene_version_index, scene_versions
from inspector.core.recap_keys import DATA_KEYS
from inspector.language import _, ngettext
from inspector.systems.auto_recap.scene_versions import is_lost_when_drawn
from inspector.systems.auto_recap.stages import parsed, stage_3, stage_reached

_FLAGS = frozenset(key.included for key in DATA_KEYS)


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem, and what puts it right.

    Attributes:
        problem: what is wrong.
        fix: the edit that helps; None where none is safe.
        title: what the fix does, for a button; empty without one.
    """

    problem: Problem
    fix: RecapEdit | None = None
    title: str = ""


def scene_findings(view: RecapView) -> list[Finding]:
    """Findings about every scene break, then about messages."""
    found: list[Finding] = []
    for index in view.breaks:
        found += _of_scene(view.messages[index])
    found += _deprecated(view)
    return found


def _of_scene(recap: Recap) -> Iterator[Finding]:
    message = recap.message
    if is_lost_when_drawn(recap):
        words = _(
            "The recap of the scene that ends at message {message} stands in one place "
            "only, and the extension empties it when it draws the scene."
        ).format(message=message)
        problem = Problem("scene-recap-lost", words, Severity.ERROR, message=message)
        yield Finding(problem, KeepSceneRecap(message), _("Save it as a version"))
    yield from _of_versions(recap)
    yield from _of_wording(recap)


def _of_versions(recap: Recap) -> Iterator[Finding]:
    versions = scene_versions(recap)
    if not versions:
        return
    displayed = scene_version_index(recap)
    stored = recap.get("scene_recap_current_index")
    fix, title = (
        UseSceneVersion(recap.message, displayed),
        _("Use version {displayed}").format(displayed=displayed + 1),
    )
    if is_number(stored) and stored != displayed:
        words = ngettext(
            "The scene that ends at message {message} has {count:,} version and uses "
            "number {stored:g}; the extension shows number {displayed}.",
            "The scene that ends at message {message} has {count:,} versions and uses "
            "number {stored:g}; the extension shows number {displayed}.",
            len(versions),
        ).format(
            message=recap.message, count=len(versions), stored=stored + 1, displayed=displayed + 1
        )
        problem = Problem("scene-version-missing", words, message=recap.message)
        yield Finding(problem, fix, title)
    elif truthy(recap.scene_recap) and text(recap.scene_recap) != versions[displayed]:
        words = _(
            "The recap in use of the scene that ends at message {message} is not its "
            "current version."
        ).format(message=recap.message)
        yield Finding(Problem("scene-recap-differs", words, message=recap.message), fix, title)


def _of_wording(recap: Recap) -> Iterator[Finding]:
    held = recap.scene_recap
    if not truthy(held):
        return
    message = recap.message
    if not is_object(parsed(held)):
        words = _(
            "The scene recap at message {message} is plain text: a running recap that "
            "is made afresh takes nothing from it."
        ).format(message=message)
        code = "scene-recap-plain"
    elif stage_3(held) is None:
        reached = stage_reached(held)
        words = _("The scene recap at message {message} has no third stage.")
        if reached:
            words = _(
                "The scene recap at message {message} has no third stage (stage {reached} is done)."
            )
        words = words.format(message=message, reached=reached)
        code = "scene-recap-unfinished"
    else:
        return
    yield Finding(Problem(code, words, Severity.HINT, message=message))


def _deprecated(view: RecapView) -> Iterator[Finding]:
    other = [
        index
        for index, recap in view.messages.items()
        if is_deprecated_tier(recap.record.get("include"))
    ]
    if other:
        words = ngettext(
            "{count:,} message is flagged for a tier that is deprecated and never "
            "injected, such as long-term memory.",
            "{count:,} messages are flagged for a tier that is deprecated and never "
            "injected, such as long-term memory.",
            len(other),
        ).format(count=len(other))
        yield Finding(Problem("deprecated-tier", words, Severity.HINT, message=min(other)))


def is_deprecated_tier(include: object) -> bool:
    """Whether `include` names a tier that no release injects any more: long-term, combined."""
    return isinstance(include, str) and include != "" and include not in _FLAGS
