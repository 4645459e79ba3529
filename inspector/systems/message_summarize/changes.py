"""What may get a message's memory into the prompt."""

from collections.abc import Iterator, Mapping, Sequence

from inspector.core.change_kinds import ChangeKind
from inspector.core.decoded import members
from inspector.core.javascript import printed, truthy
from inspector.core.message_goal import with_setting
from inspector.core.query import Query
from inspector.core.recap_verdict import PAST_LIMIT
from inspector.core.suggestion import Adjustment, Draft, Trials, Way
from inspector.language import N_, _
from inspector.systems.message_summarize.derivation import judge_of
from inspector.systems.message_summarize.display import LAGGING
from inspector.systems.message_summarize.judging import OFF, Judge
from inspector.systems.message_summarize.kept import ENABLED, EXCLUDE, Mark, SetForChat
from inspector.systems.message_summarize.settings import KEEP_USER, THRESHOLD

_SWITCHES: Mapping[str, tuple[str, str]] = {
    "user": ("include_user_messages", N_("Include user messages")),
    "system": ("include_system_messages", N_("Include hidden messages")),
    "narrator": ("include_narrator_messages", N_("Include narrators' messages")),
}
_LENGTH = "message_length_threshold"


def ways_past(query: Query, message: int, gate: str) -> Sequence[Way]:
    """What may get a message past a gate, the cheapest first."""
    judge = judge_of(query.derivation)
    if gate == OFF:
        return () if judge.is_on else (_switched_on(judge),)
    if gate in _SWITCHES:
        name, title = _SWITCHES[gate]
        return (with_setting(_(title), name, value=True),)
    if gate == "excluded":
        return (_no_longer_excluded(message),)
    if gate == "short":
        size = judge.rules.messages.size(message, judge.rules.tokenizer)
        return (
            with_setting(
                _("Lower {length} to {size:,}").format(length=_LENGTH, size=size), _LENGTH, size
            ),
        )
    if gate == PAST_LIMIT:
        return _more_room(judge, message)
    return _earlier(judge, message) if gate == LAGGING else ()


def _switched_on(judge: Judge) -> Way:
    """The switch that keeps it off: for all chats, the chat's own, or for chats that say nothing.

    Source: specs/message-summarize.md §3.
    """
    if truthy(judge.rules.setting("use_global_toggle_state")):
        return with_setting(_("Switch it on for all chats"), "global_toggle_state", value=True)
    if members(judge.rules.messages.data.metadata).get(ENABLED) is None:
        title = _("Switch it on in chats that say nothing")
        return with_setting(title, "default_chat_enabled", value=True)

    def drafts(_trials: Trials) -> Iterator[Draft]:
        edit = SetForChat(ENABLED, value=True)
        title, clause = _("Switch it on in this chat"), _("If it is switched on in this chat")
        yield Draft(ChangeKind.ENABLED, title, clause, Adjustment(edits=(edit,)))

    return drafts


def _no_longer_excluded(message: int) -> Way:
    def drafts(_trials: Trials) -> Iterator[Draft]:
        edit = Mark((message,), EXCLUDE, value=False)
        title = _("Leave it out no longer")
        clause = _("If it is no longer left out by hand")
        yield Draft(ChangeKind.ENABLED, title, clause, Adjustment(edits=(edit,)))

    return drafts


def _more_room(judge: Judge, message: int) -> Sequence[Way]:
    """The limits that hold the memories from the newest back to this one, the least first."""
    needed = {tier: judge.needed(message, tier) for tier in judge.open_to(message)}
    tiers = sorted(needed, key=needed.__getitem__)
    return [way for tier in tiers for way in _with_room(judge, tier, needed[tier])]


def _with_room(judge: Judge, tier: str, tokens: int) -> Sequence[Way]:
    room = judge.limit_of(tier, tokens)
    if room is None:
        return ()
    limit = f"{tier}_term_context_limit"
    unit = printed(judge.rules.setting(f"{tier}_term_context_type"))
    return (
        with_setting(
            _("Raise {limit} to {room:,} {unit}").format(limit=limit, room=room, unit=unit),
            limit,
            room,
        ),
    )


def _earlier(judge: Judge, message: int) -> Sequence[Way]:
    """The threshold behind which it lies; of the user's last message, that it is not kept."""
    if judge.threshold is not None and message < judge.threshold:
        return (with_setting(_("Keep no user message"), KEEP_USER, value=False),)
    count = len(judge.rules.messages) - 2 - message
    if judge.rules.setting(f"{THRESHOLD}_type") != "messages":
        return (_counting_messages(count),)
    return (
        with_setting(
            _("Lower {threshold} to {count:,}").format(threshold=THRESHOLD, count=count),
            THRESHOLD,
            count,
        ),
    )


def _counting_messages(count: int) -> Way:
    """A threshold of messages in place of one of tokens, which says nothing of any message."""

    def drafts(_trials: Trials) -> Iterator[Draft]:
        settings: dict[str, object] = {THRESHOLD: count, f"{THRESHOLD}_type": "messages"}
        title = _("Let the threshold be {count:,} messages").format(count=count)
        clause = _("With {setting} messages").format(setting=f"{THRESHOLD}={count}")
        yield Draft(ChangeKind.SETTING, title, clause, Adjustment(settings=settings))

    return drafts
