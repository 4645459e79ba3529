"""Why a message's memory is in or left out, and what becomes of the message itself, in words."""

import math
from collections.abc import Mapping

from inspector.core.gates import GateWords
from inspector.core.injection import GateStep
from inspector.core.javascript import printed, truthy
from inspector.core.recap_verdict import NO_RECAP, PAST_LIMIT, StateMark
from inspector.language import N_, _, ngettext
from inspector.systems.message_summarize.display import COLOURS, LAGGING, STATES
from inspector.systems.message_summarize.judging import OFF, Judge
from inspector.systems.message_summarize.kept import value_of
from inspector.systems.message_summarize.refresh import LONG, SHORT
from inspector.systems.message_summarize.settings import THRESHOLD

EXCLUSIONS: Mapping[str, tuple[str, str]] = {
    "own": (N_("It is the extension's own message."), N_("It is not the extension's own message.")),
    "excluded": (N_("It has been left out by hand."), N_("It has not been left out by hand.")),
    "user": (
        N_("User messages are left out (include_user_messages)."),
        N_("It is not a user's message, or these count (include_user_messages)."),
    ),
    "thoughts": (
        N_("It is a character's thoughts, which are always left out."),
        N_("It is not a character's thoughts."),
    ),
    "system": (
        N_("Hidden messages are left out (include_system_messages)."),
        N_("It is not hidden, or hidden messages count (include_system_messages)."),
    ),
    "narrator": (
        N_("A narrator's messages are left out (include_narrator_messages)."),
        N_("It is not a narrator's, or these count (include_narrator_messages)."),
    ),
    "character": (
        N_("Its character is disabled in this group (disabled_group_characters)."),
        N_("Its character is not disabled in this group (disabled_group_characters)."),
    ),
    "short": (
        N_("The message has fewer tokens than message_length_threshold."),
        N_("The message is not shorter than message_length_threshold."),
    ),
}
"""The gates of what may have a memory, in order: what to say where it fails and where it passes."""

GATES = (*EXCLUSIONS, NO_RECAP, PAST_LIMIT, LAGGING)
"""All gates in their order (specs/message-summarize.md §10)."""


GATE_WORDS = (
    GateWords("own", check=N_("the extension's own")),
    GateWords("excluded", check=N_("left out by hand")),
    GateWords("user", check=N_("user's message")),
    GateWords("thoughts", check=N_("thoughts")),
    GateWords("system", check=N_("hidden message")),
    GateWords("narrator", check=N_("narrator")),
    GateWords("character", check=N_("disabled character")),
    GateWords("short", check=N_("length")),
    GateWords(NO_RECAP, check=N_("no recap")),
    GateWords(
        LAGGING,
        check=N_("injection threshold"),
        short=N_("lagging"),
        word=N_("lagging"),
        reason=N_("inside the injection threshold, the message itself is still sent"),
        passed=N_("It is past the injection threshold"),
        failed=N_("It is inside the injection threshold"),
    ),
    GateWords(PAST_LIMIT, check=N_("limit"), short=N_("past the limit"), word=N_("past limit")),
    GateWords(
        OFF, short=N_("switched off"), word=N_("off"), reason=N_("the extension does nothing here")
    ),
)
"""What people call them."""


def reason(judge: Judge, message: int, gate: str) -> str:
    """Why a message fails at a gate, in plain sentences."""
    if gate in EXCLUSIONS:
        return _(EXCLUSIONS[gate][0])
    if gate == NO_RECAP:
        return _without_words(judge, message)
    if gate == LAGGING:
        return _lagging_words(judge, message)
    if gate == OFF:
        stopped = _("The refresh stops with an error: {error}").format(error=judge.flags.error)
        return stopped if judge.flags.error else _("It is switched off for this chat.")
    return _limit_words(judge, message)


def steps(judge: Judge, message: int) -> tuple[GateStep, ...]:
    """The gates that a message met, the failed one last."""
    failed = judge.gate(message)
    if failed == OFF:
        return (GateStep(OFF, passed=False, detail=reason(judge, message, OFF)),)
    remembered = judge.remembers(message)
    gates = [gate for gate in GATES if not remembered or gate not in EXCLUSIONS or gate == "own"]
    end = len(gates) if failed is None else gates.index(failed)
    met = [
        GateStep(gate, passed=True, detail=_passed(judge, message, gate)) for gate in gates[:end]
    ]
    if failed is not None:
        why = reason(judge, message, failed)
        met.append(GateStep(failed, passed=False, detail=why, measure=lambda: judge.measures))
    return tuple(met)


def fate(judge: Judge, message: int) -> str:
    """What becomes of the message itself; empty where nothing leaves the context."""
    if not judge.works or not judge.removes or judge.rules.messages.is_hidden(message):
        return ""
    if judge.is_removed(message):
        if judge.gate(message) is None:
            return _("The message itself leaves the context; its memory is sent in its place.")
        return _(
            "The message itself leaves the context, and nothing of it is sent: what is "
            "past the threshold goes, with or without a memory."
        )
    why = _("it is the user's last one, which is kept")
    if not _is_before_threshold(judge, message):
        why = threshold_words(judge)
    return " ".join(
        filter(
            None,
            (
                _("The message itself stays in the context: {why}.").format(why=why),
                gap_words(judge),
            ),
        )
    )


def gap_words(judge: Judge) -> str:
    """What SillyTavern makes of a kept message with a removed one behind it; empty without (§6)."""
    if judge.gap is None:
        return ""
    kept, removed = judge.gap
    return _(
        "Message {kept} is kept and message {removed} behind it is removed: "
        "SillyTavern 1.19.0 fails at that gap when it builds a chat completion's "
        "history, and sends none of it."
    ).format(kept=kept, removed=removed)


def threshold_words(judge: Judge) -> str:
    """How many messages the threshold keeps, and why it is more than it says (§5.1)."""
    rules = judge.rules
    kind, value = rules.setting(f"{THRESHOLD}_type"), printed(rules.setting(THRESHOLD))
    length, threshold = len(rules.messages), judge.threshold
    if threshold is None or math.isnan(threshold):
        return _("a threshold of {value} is no number and keeps nothing").format(value=value)
    latest = length - max(0, math.ceil(threshold))
    if latest >= length:
        return _("a threshold of {value} keeps the whole chat").format(value=value)
    match kind:
        case "messages":
            words = ngettext(
                "a threshold of {value} keeps the newest message, one more than it says",
                "a threshold of {value} keeps the newest {n:,} messages, one more than it says",
                latest,
            )
        case "context":
            words = ngettext(
                "a threshold of {value} % is taken for {value} tokens, and keeps the newest "
                "message",
                "a threshold of {value} % is taken for {value} tokens, and keeps the newest {n:,} "
                "messages",
                latest,
            )
        case "percent":
            words = ngettext(
                "a threshold of {value} % of the context keeps the newest message, with the one "
                "that reaches it",
                "a threshold of {value} % of the context keeps the newest {n:,} messages, with the "
                "one that reaches it",
                latest,
            )
        case _other:
            words = ngettext(
                "a threshold of {value} tokens keeps the newest message, with the one that reaches "
                "it",
                "a threshold of {value} tokens keeps the newest {n:,} messages, with the one that "
                "reaches it",
                latest,
            )
    return words.format(value=value, n=latest)


def mark(judge: Judge, message: int, gate: str | None) -> StateMark:
    """The state in a word, in the extension's own colour (§8).

    The word says what holds; where the file or the extension's colour says something else, the
    note tells it.
    """
    state = judge.state(message)
    include, lagging = judge.flag(message)
    lags = truthy(lagging)
    word = _state_word(judge, message, gate, include)
    notes: list[str] = []
    if state == LONG and include == SHORT and gate in (None, LAGGING):
        notes.append(
            _(
                "The extension paints it in the colour of long-term memory, since it is to "
                "be remembered, though it stands in short-term memory."
            )
        )
    stored = ""
    if judge.is_outdated(message):
        stored = _stored_words(judge, message)
        notes.append(
            _("The file still says {stored}: the extension's next refresh changes that.").format(
                stored=stored
            )
        )
    return StateMark(word, COLOURS.get(state, ""), bool(word and lags), " ".join(notes), stored)


def _state_word(judge: Judge, message: int, gate: str | None, include: object) -> str:
    if gate in (None, LAGGING):
        tier = _(STATES[str(include)])
        return tier if gate is None else _("lagging, {tier}").format(tier=tier)
    if gate == "excluded":
        return _(STATES["exclude"])
    if gate == NO_RECAP:
        failed = truthy(value_of(judge.rules.messages.module(message), "error"))
        return _("failed") if failed else _("no memory")
    if not judge.holds_memory(message):
        return ""
    if gate == PAST_LIMIT:
        return _(STATES["old"]) if judge.remembers(message) else _("past the limit")
    return _("switched off") if gate == OFF and not judge.flags.error else _("not included")


def _stored_words(judge: Judge, message: int) -> str:
    module = judge.rules.messages.module(message)
    include = value_of(module, "include")
    word = _("not included")
    if truthy(include):
        stored = printed(include)
        word = _(STATES[stored]) if stored in STATES else stored
    return _("{state}, lagging").format(state=word) if truthy(value_of(module, LAGGING)) else word


def _is_before_threshold(judge: Judge, message: int) -> bool:
    return judge.threshold is not None and message < judge.threshold


def _without_words(judge: Judge, message: int) -> str:
    """Why it has no memory, and whether the extension makes one (§2, §7)."""
    error = value_of(judge.rules.messages.module(message), "error")
    words = _("It has none.")
    if truthy(error):
        failed = _("Making its memory failed, which takes away an earlier one too: {error}")
        words = failed.format(error=printed(error)).rstrip(".") + "."
    if message in judge.due:
        return f"{words} {_('The extension makes one at its next turn.')}"
    return f"{words} {_('The extension makes none by itself here.')}"


def _lagging_words(judge: Judge, message: int) -> str:
    if _is_before_threshold(judge, message):
        return _("It is the user's last message, which stays in the context itself.")
    if (judge.threshold or 0) <= 0:
        return _("It is inside the injection threshold: the message itself is still sent.")
    return _(
        "It is inside the injection threshold, which begins at message {start:g}: the message "
        "itself is still sent."
    ).format(start=judge.threshold)


def _limit_words(judge: Judge, message: int) -> str:
    """Which tiers are shut to it, by whose memory (§5.2)."""
    shut = [_shut_words(judge, message, tier) for tier in judge.open_to(message)]
    words = _("{tiers}: after the first that does not fit nothing older comes in.").format(
        tiers=_(", and ").join(shut)
    )
    closed = judge.flags.closed.get(SHORT)
    if closed is not None and closed >= message and truthy(judge.flag(closed)[1]):
        lags = _("Message {message} lags and is not injected itself, and shuts it all the same.")
        words += " " + lags.format(message=closed)
    return f"{words[:1].upper()}{words[1:]}"


def _shut_words(judge: Judge, message: int, tier: str) -> str:
    limit, closed = judge.flags.limits[tier], judge.flags.closed.get(tier, message)
    if closed == message:
        words = _("its own {cost:,} tokens no longer fit short-term memory, of {limit:,g}")
        if tier == LONG:
            words = _("its own {cost:,} tokens no longer fit long-term memory, of {limit:,g}")
    elif tier == LONG:
        words = _(
            "long-term memory, of {limit:,g} tokens, is full from message {message} on, whose "
            "{cost:,} no longer fit"
        )
    else:
        words = _(
            "short-term memory, of {limit:,g} tokens, is full from message {message} on, whose "
            "{cost:,} no longer fit"
        )
    return words.format(cost=judge.cost(closed), limit=limit, message=closed)


def _passed(judge: Judge, message: int, gate: str) -> str:
    if gate in EXCLUSIONS:
        return _(EXCLUSIONS[gate][1])
    if gate == NO_RECAP:
        return _("It has a memory.")
    if gate == PAST_LIMIT:
        tier = str(judge.flag(message)[0])
        used, limit = judge.flags.used[tier], judge.flags.limits[tier]
        if math.isnan(limit):
            words = _("There is room in short-term memory: {used:,} tokens are used in the end.")
            if tier == LONG:
                words = _("There is room in long-term memory: {used:,} tokens are used in the end.")
            return words.format(used=used)
        words = _(
            "There is room in short-term memory: {used:,} of {limit:,g} tokens are used in the end."
        )
        if tier == LONG:
            words = _(
                "There is room in long-term memory: {used:,} of {limit:,g} tokens are used in the "
                "end."
            )
        return words.format(used=used, limit=limit)
    if judge.threshold is None or math.isnan(judge.threshold):
        return _("It is past the injection threshold: {threshold_words}.").format(
            threshold_words=threshold_words(judge)
        )
    return _(
        "It is past the injection threshold, which begins at message {threshold:g}: "
        "{threshold_words}."
    ).format(threshold=judge.threshold, threshold_words=threshold_words(judge))
