"""What the release does wrong on a chat, said plainly (specs/message-summarize.md §10)."""

from collections.abc import Iterator

from inspector.core.decoded import members
from inspector.core.javascript import UNDEFINED, truthy
from inspector.core.problems import Problem, Severity
from inspector.core.settings import SetSetting
from inspector.systems.message_summarize.derivation import Judge
from inspector.systems.message_summarize.kept import PROFILE, NameNoProfile, value_of
from inspector.systems.message_summarize.refresh import SHORT
from inspector.systems.message_summarize.settings import KEEP_USER, PROFILES, REMOVE, THRESHOLD

RULESET = "message-summarize/1.3"


def faults(judge: Judge) -> tuple[Problem, ...]:
    """Every fault that shows here, with the setting that avoids it where there is one."""
    if not judge.is_on:
        return tuple(_profile(judge))
    found = (
        _profile(judge),
        _type(judge),
        _lost(judge),
        _shut(judge),
        _gap(judge),
        _old_flags(judge),
    )
    return tuple(problem for problems in found for problem in problems)


def _profile(judge: Judge) -> Iterator[Problem]:
    """Said only where profiles are known: the chat's own is then not among them."""
    named = members(judge.rules.messages.data.metadata).get(PROFILE)
    known = members(judge.rules.setting(PROFILES))
    if known and isinstance(named, str) and named and named not in known:
        words = (
            f"The chat names the profile {named!r}, which is not there: it is opened with its "
            "character's, or with Default."
        )
        fix, title = NameNoProfile(), "Name no profile"
        yield Problem("profile-missing", words, fix=fix, fix_title=title)


def _set(name: str, value: object) -> SetSetting:
    return SetSetting(RULESET, name, value)


def _type(judge: Judge) -> Iterator[Problem]:
    name = f"{THRESHOLD}_type"
    if judge.rules.setting(name) == "context":
        value = judge.rules.setting(THRESHOLD)
        words = (
            f"The threshold's type is `context`, which the form stores for percent and the code "
            f"takes for tokens: {value} % means {value} tokens."
        )
        yield Problem("threshold-percent", words, fix=_set(name, "percent"), fix_title="Mean %")


def _lost(judge: Judge) -> Iterator[Problem]:
    lost = [
        one
        for one in judge.context.removed
        if not truthy(value_of(judge.rules.messages.module(one), "memory"))
    ]
    if lost:
        words = (
            f"{len(lost)} messages past the threshold leave the context and have no memory, so "
            f"the model knows nothing of them; the newest is message {lost[-1]}."
        )
        fix = _set(REMOVE, value=False)
        yield Problem(
            "removed-without-memory",
            words,
            message=lost[-1],
            fix=fix,
            fix_title="Remove no messages",
        )


def _shut(judge: Judge) -> Iterator[Problem]:
    limit = judge.flags.limits.get(SHORT, float("nan"))
    rules = judge.rules
    for message in range(len(rules.messages) - 1, judge.flags.begins - 1, -1):
        if not judge.flags.lagging[message]:
            continue
        text = judge.text(message)
        size = 1 + rules.separator_cost + rules.count(text)
        if text and size > limit and rules.exclusion(message) is None:
            words = (
                f"The memory of message {message} lags and is not injected, but alone exceeds the "
                f"limit of {limit:g} tokens: it shuts short-term memory for all older ones."
            )
            yield Problem("lagging-memory-too-large", words, Severity.ERROR, message=message)
            return


def _gap(judge: Judge) -> Iterator[Problem]:
    removed = judge.context.removed
    threshold = judge.threshold
    if not removed or threshold is None:
        return
    kept = next((one for one in judge.context.kept if one < threshold), None)
    if kept is not None and kept + 1 in removed:
        words = (
            f"The user's last message {kept} is kept and the ones after it are removed: "
            "SillyTavern 1.19.0 then fails to build a chat completion's history and sends none."
        )
        yield Problem(
            "kept-user-message-with-gap",
            words,
            Severity.ERROR,
            message=kept,
            fix=_set(KEEP_USER, value=False),
            fix_title="Keep no user message",
        )


def _old_flags(judge: Judge) -> Iterator[Problem]:
    stale = [
        message
        for message, module in judge.rules.messages.data.values.items()
        if judge.flags.begins <= message < len(judge.rules.messages)
        and value_of(module, "include") is not UNDEFINED
        and _differs(value_of(module, "include"), judge.flags.include[message])
    ]
    if stale:
        words = f"{len(stale)} messages have flags that the extension's next refresh changes."
        yield Problem("flags-outdated", words, Severity.HINT, message=min(stale))


def _differs(stored: object, now: str | None) -> bool:
    return (stored if truthy(stored) else None) != now
