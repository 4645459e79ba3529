"""What a tooltip says about what lies under the pointer: chat text is never markup."""

from html import escape

from inspector.core.injection import Bucket
from inspector.gui.panels.timeline.answer import BUCKET_NAMES
from inspector.gui.panels.timeline.lettering import counted, one_line
from inspector.gui.panels.timeline.state import Handle, TimelineState
from inspector.language import _, numeral


def memory_lines(state: TimelineState, index: int) -> list[str]:
    """Number, summary, witnesses, messages, tokens and verdict of a memory."""
    document = state.document
    if document is None or not 0 <= index < len(document.memories):
        return []
    memory = document.memories[index]
    stars = "★" * memory.importance
    flags = [
        word
        for word, holds in (
            (_("secret"), memory.is_secret),
            (_("archived"), memory.is_archived),
            (_("reflection"), memory.is_reflection),
        )
        if holds
    ]
    lines = [
        " · ".join([f"#{index}", stars, *flags]),
        one_line(memory.summary) or _("(no summary)"),
    ]
    witnesses = ", ".join(map(one_line, memory.witnesses))
    lines.append(
        _("Witnesses: {names}").format(names=witnesses) if witnesses else _("No witnesses")
    )
    if memory.span is None:
        lines.append(_("No source messages"))
    else:
        first, last = memory.span
        lines.append(
            _("Message {first}").format(first=first)
            if first == last
            else _("Messages {first}–{last}").format(first=first, last=last)
        )
        lines += _place_lines(state, index)
    verdict = state.displayed.verdict(index)
    if verdict is not None:
        tokens = counted(verdict.tokens, "{n} token", "{n} tokens", state.displayed.spelled)
        word = (
            _("✓ in the block")
            if verdict.in_block
            else _("○ out: {gate}").format(gate=verdict.gate or _("not in"))
        )
        bucket = f" · {BUCKET_NAMES[verdict.bucket]}" if verdict.bucket else ""
        lines.append(f"{word}{bucket} · {tokens}")
        if verdict.reason:
            lines.append(verdict.reason)
    elif state.base.chat_length:
        lines.append(_("○ not there yet where the chat ends"))
    return lines


def _place_lines(state: TimelineState, index: int) -> list[str]:
    """Who shares its sources, and the place by which it comes into its bucket."""
    memories, lines = state.memories, list[str]()
    shared = int(memories.count[index])
    if shared > 1:
        lines.append(
            _(
                "{shared:,} memories share these messages; which of them each tells is unknown"
            ).format(shared=shared)
        )
    if memories.last[index] >= state.chat_length:
        return lines
    position = float(state.positions[index])
    bucket = state.bucket_at(position)
    ends = (float(memories.start[index]), float(memories.last[index]))
    if bucket is not None and (shared > 1 or any(state.bucket_at(one) != bucket for one in ends)):
        location = numeral(position, ".0f" if position.is_integer() else ".1f")
        lines.append(
            _("Its place is {location}, the middle of its messages: {BUCKET_NAMES}").format(
                location=location, BUCKET_NAMES=BUCKET_NAMES[bucket]
            )
        )
    return lines


def message_lines(state: TimelineState, index: int) -> list[str]:
    """Number, speaker and beginning of a message."""
    document = state.document
    if document is None or not 0 <= index < len(document.chat):
        return []
    message = document.chat.message(index)
    name = one_line(message.name)
    head = _("Message {number}").format(number=index) + (f" · {name}" if name else "")
    text = one_line(message.text)
    lines = [head, text[:160] + ("…" if len(text) > 160 else "")] if text else [head]
    change = next((one for one in state.ahead if one.first <= index < one.end), None)
    ahead = (
        []
        if change is None
        else [
            _("{rpartition} it before sending").format(
                rpartition=change.words[1].rpartition(" ")[0]
            )
        ]
    )
    return [*lines, _("hidden from the prompt") if message.hidden else _("visible"), *ahead]


def handle_lines(state: TimelineState, handle: Handle) -> list[str]:
    """Where a handle is and what can be done with it."""
    location = state.location(handle)
    if location is None:
        return []
    if handle == "end":
        return [
            _("The chat ends after message {number}").format(number=location - 1),
            _("Drag it to pretend that it ends earlier; double-click to go back to the end."),
        ]
    bucket: Bucket = handle
    figure = state.displayed.figure(bucket)
    name = BUCKET_NAMES[bucket] + (f" · {figure.title}" if figure.title else "")
    lines = [
        _("{name} starts at message {number}").format(name=name, number=location),
        _("Drag, or reach it with Tab and use ← →; double-click to reset."),
    ]
    if not state.boundaries_are_settings:
        lines.append(_("what-if: not a setting of the extension"))
    return lines


def as_markup(lines: list[str]) -> str:
    """Lines for a tooltip: escaped, the first one bold; empty without lines."""
    if not lines:
        return ""
    first, *rest = (escape(line) for line in lines)
    return "<p>" + "<br>".join([f"<b>{first}</b>", *rest]) + "</p>"
