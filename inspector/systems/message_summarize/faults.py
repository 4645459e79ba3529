"""What the release does wrong on a chat, said plainly (specs/message-summarize.md §10)."""

from collections.abc import Iterator

from inspector.core.decoded import members
from inspector.core.problems import Problem, Severity
from inspector.core.settings import SetSetting
from inspector.language import _, ngettext
from inspector.systems.message_summarize.explaining import gap_words
from inspector.systems.message_summarize.judging import Judge
from inspector.systems.message_summarize.kept import PROFILE, SetForChat
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
        words = _(
            "The chat names the profile {named!r}, which is not there: it is opened "
            "with its character's, or with Default."
        ).format(named=named)
        fix, title = SetForChat(PROFILE, None), _("Name no profile")
        yield Problem("profile-missing", words, fix=fix, fix_title=title)


def _set(name: str, value: object) -> SetSetting:
    return SetSetting(RULESET, name, value)


def _type(judge: Judge) -> Iterator[Problem]:
    name = f"{THRESHOLD}_type"
    if judge.rules.setting(name) == "context":
        value = judge.rules.setting(THRESHOLD)
        words = _(
            "The threshold's type is `context`, which the form stores for percent and "
            "the code takes for tokens: {value} % means {value} tokens."
        ).format(value=value)
        yield Problem("threshold-percent", words, fix=_set(name, "percent"), fix_title="Mean %")


def _lost(judge: Judge) -> Iterator[Problem]:
    """Messages of which nothing is sent: those of the timeline's lane `lost`."""
    lost = [one for one in judge.context.removed if judge.gate(one) is not None]
    if not lost:
        return
    without = sum(not judge.holds_memory(one) for one in lost)
    words = ngettext(
        "{n:,} message past the threshold leaves the context and has no memory, so the model "
        "knows nothing of it: message {newest}.",
        "{n:,} messages past the threshold leave the context and have no memory, so the model "
        "knows nothing of them; the newest is message {newest}.",
        len(lost),
    )
    if without < len(lost):
        words = ngettext(
            "{n:,} message past the threshold leaves the context and has no memory that is sent, "
            "so the model knows nothing of it: message {newest}.",
            "{n:,} messages past the threshold leave the context and have no memory that is sent "
            "({without:,} of them have none at all), so the model knows nothing of them; the "
            "newest is message {newest}.",
            len(lost),
        )
    words = words.format(n=len(lost), without=without, newest=lost[-1])
    fix, title = _set(REMOVE, value=False), _("Remove no messages")
    yield Problem("removed-without-memory", words, message=lost[-1], fix=fix, fix_title=title)


def _shut(judge: Judge) -> Iterator[Problem]:
    limit = judge.flags.limits.get(SHORT, float("nan"))
    closed = judge.flags.closed.get(SHORT)
    if closed is None or not judge.flags.lagging[closed] or 1 + judge.cost(closed) <= limit:
        return
    words = _(
        "The memory of message {closed} lags and is not injected, but alone exceeds the limit of "
        "{limit:,g} tokens: it shuts short-term memory for all older ones."
    ).format(closed=closed, limit=limit)
    room = judge.limit_of(SHORT, judge.needed(closed, SHORT))
    fix = None if room is None else _set("short_term_context_limit", room)
    yield Problem(
        "lagging-memory-too-large",
        words,
        Severity.ERROR,
        message=closed,
        fix=fix,
        fix_title="" if fix is None else _("Raise the limit to {room:,}").format(room=room),
    )


def _gap(judge: Judge) -> Iterator[Problem]:
    if judge.gap is None:
        return
    fix, title = _set(KEEP_USER, value=False), _("Keep no user message")
    yield Problem(
        "kept-user-message-with-gap",
        gap_words(judge),
        Severity.ERROR,
        message=judge.gap[0],
        fix=fix,
        fix_title=title,
    )


def _old_flags(judge: Judge) -> Iterator[Problem]:
    outdated = judge.outdated
    if outdated:
        words = ngettext(
            "{count:,} message has flags that the extension's next refresh changes.",
            "{count:,} messages have flags that the extension's next refresh changes.",
            len(outdated),
        ).format(count=len(outdated))
        yield Problem("flags-outdated", words, Severity.HINT, message=outdated[0])
