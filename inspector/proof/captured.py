"""Reading a captured request: a body, an array of messages, or the raw text of a prompt."""

import json
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from inspector.core.decoded import is_list, is_number, is_object, items, members, text
from inspector.core.errors import InspectorError
from inspector.language import _, ngettext

LARGEST_FILE_BYTES = 256 << 20
"""Bytes of a file that is read as a request at most; pictures in it can be large."""

LARGEST_TEXT_CHARS = 24 << 20
"""Characters of text that a request may have: five million tokens and more."""

_LOOKS_LIKE_JSON = re.compile(r"\s*(?:\{\s*(?:[\"}]|$)|\[\s*(?:[{\]]|$))")
_MESSAGES = re.compile(r"\s*(?:\[|\{.*?\"messages\"\s*:\s*\[)", re.DOTALL)
_BETWEEN = re.compile(r"[\s,]*")
_BEGUN = re.compile(
    r"t(?:r(?:ue?)?)?|f(?:a(?:l(?:se?)?)?)?|n(?:u(?:ll?)?)?|-|\.|[eE][+-]?|\.\d+[eE][+-]?"
    r"|\\?u[0-9a-fA-F]{0,4}|\\"
)
"""What is left of a word, a number or an escape within which JSON is cut off."""
_BETWEEN_PARTS = "\n\n"
"""SillyTavern itself takes the parts of a content apart and puts them together there."""

_PICTURES = ("image_url", "image", "input_image", "inline_data", "video_url", "audio_url")


class NotARequestError(InspectorError):
    """What was captured is no request; the text says what it is instead."""


@dataclass(frozen=True, slots=True)
class CapturedMessage:
    """One message of a captured request.

    Attributes:
        role: `system`, `user`, `assistant` or what else stands there.
        content: its text; parts of a content in parts are joined.
        name: the field `name`; empty without one.
        rest: what it holds besides text, in a few words each.
    """

    role: str
    content: str
    name: str = ""
    rest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Captured:
    """A captured request.

    Attributes:
        form: a whole body, an array of messages, or a prompt's raw text.
        messages: the messages of chat completion; empty for text completion.
        prompt: the text of text completion; None for chat completion.
        model: the model that was asked; empty if it is not said.
        remarks: what a person should know about it.
        is_cut: whether it ends before its end, so that nobody knows what comes behind.
        tools: the tools that go along, as the host spells them to count them; empty without any.
    """

    form: Literal["body", "messages", "prompt"]
    messages: tuple[CapturedMessage, ...] = ()
    prompt: str | None = None
    model: str = ""
    remarks: tuple[str, ...] = ()
    is_cut: bool = False
    tools: str = ""

    @property
    def contents(self) -> tuple[str, ...]:
        """The text of every message, or the one prompt."""
        if self.prompt is not None:
            return (self.prompt,)
        return tuple(message.content for message in self.messages)


def read_captured(data: bytes, name: str = "the request") -> Captured:
    """The request that bytes hold.

    Args:
        data: JSON in UTF-8, or the raw text of a prompt.
        name: what errors call it.

    Raises:
        NotARequestError: it is cut off, empty, too large, or holds no request.
    """
    if len(data) > LARGEST_FILE_BYTES:
        raise NotARequestError(
            _("{name}: {megabytes:,} MB are larger than any request; is it the right file?").format(
                name=name, megabytes=len(data) >> 20
            )
        )
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        raise NotARequestError(
            _("{name}: this is UTF-16 text; a request is sent in UTF-8.").format(name=name)
        )
    if b"\0" in data[:4096]:
        raise NotARequestError(_("{name}: this is no text, so no request.").format(name=name))
    written = _decoded(data, name)
    if not written.strip():
        raise NotARequestError(_("{name}: it is empty.").format(name=name))
    try:
        value: object = json.loads(written)
    except (ValueError, RecursionError) as error:
        if not _LOOKS_LIKE_JSON.match(written):
            return _checked(Captured("prompt", prompt=written), name)
        why, is_cut = _why(error, written)
        if is_cut and (whole := _whole_messages(written)):
            return _cut_off(*whole, name)
        raise NotARequestError(f"{name}: {why}.") from error
    return _checked(captured_value(value, name), name)


def _decoded(data: bytes, name: str) -> str:
    """The text; without the first bytes of a character within which JSON is cut off."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        whole = data[: error.start].decode("utf-8-sig")
        if error.end == len(data) and _LOOKS_LIKE_JSON.match(whole):
            return whole
        raise NotARequestError(
            _("{name}: this is no text in UTF-8, so no request.").format(name=name)
        ) from error


def _cut_off(stored: list[object], rest: str, name: str) -> Captured:
    """The messages before the place where a request is cut off.

    Args:
        stored: those that stand whole.
        rest: what stands behind them.
        name: what errors call the request.
    """
    found = _checked(Captured("messages", tuple(_messages(stored, name))), name)
    count = len(stored)
    is_complete = rest.startswith("]")
    if is_complete:
        remark = ngettext(
            "It is cut off behind its {n:,} message, which is checked.",
            "It is cut off behind its {n:,} messages: all of them are checked.",
            count,
        )
    elif rest:
        remark = ngettext(
            "It is cut off inside message {n}: the one before it is checked.",
            "It is cut off inside message {n}: the {n:,} before it are checked.",
            count,
        )
    else:
        remark = ngettext(
            "It is cut off behind {n:,} message: nobody knows whether more followed.",
            "It is cut off behind {n:,} messages: nobody knows whether more followed.",
            count,
        )
    remarks = (remark.format(n=count), *found.remarks)
    return replace(found, is_cut=not is_complete, remarks=remarks)


def _whole_messages(written: str) -> tuple[list[object], str] | None:
    """The messages that stand whole in JSON that is cut off, and what stands behind them."""
    start = _MESSAGES.match(written)
    if start is None:
        return None
    decoder = json.JSONDecoder()
    found: list[object] = []
    at = start.end()
    while True:
        between = _BETWEEN.match(written, at)
        at = at if between is None else between.end()
        try:
            value, at = decoder.raw_decode(written, at)
        except (ValueError, RecursionError):
            return (found, written[at:]) if found else None
        found.append(value)


def captured_value(value: object, name: str = "the request") -> Captured:
    """The request that a decoded JSON value is.

    Raises:
        NotARequestError: it is none.
    """
    if isinstance(value, str):
        return Captured("prompt", prompt=value)
    if is_list(value):
        return Captured("messages", tuple(_messages(value, name)))
    if not is_object(value):
        raise NotARequestError(
            _("{name}: {spelled} is no request.").format(name=name, spelled=_spelled(value))
        )
    model = text(value.get("model"))
    if is_list(value.get("messages")):
        found = (*_system(value), *_messages(items(value.get("messages")), name))
        return Captured("body", found, model=model, tools=_tools(value))
    prompt = value.get("prompt")
    if is_list(prompt):
        return Captured("body", tuple(_messages(prompt, name)), model=model)
    if isinstance(prompt, str):
        return Captured("body", prompt=prompt, model=model)
    if is_list(value.get("choices")) or "usage" in value:
        raise NotARequestError(
            _("{name}: this is a model's answer, not the request.").format(name=name)
        )
    for key in ("messages", "prompt"):
        if key in value:
            raise NotARequestError(_not_such(name, key, value[key]))
    raise NotARequestError(
        _(
            "{name}: this JSON object has neither `messages` nor `prompt`, so it is no request."
        ).format(name=name)
    )


def _not_such(name: str, key: str, stored: object) -> str:
    """That a member which would hold the request holds something else."""
    if is_object(stored):
        words = _("{name}: `{key}` is an object and no list, so this is no request.")
    elif isinstance(stored, str):
        words = _("{name}: `{key}` is a text and no list, so this is no request.")
    else:
        words = _("{name}: `{key}` is {spelled} and no list, so this is no request.")
    return words.format(name=name, key=key, spelled=_spelled(stored))


def _checked(captured: Captured, name: str) -> Captured:
    """The request with remarks on what cannot be compared.

    Raises:
        NotARequestError: there is nothing to compare, or too much.
    """
    if captured.prompt is None and not captured.messages:
        raise NotARequestError(_("{name}: it holds no messages.").format(name=name))
    length = sum(map(len, captured.contents))
    if length > LARGEST_TEXT_CHARS:
        raise NotARequestError(
            _("{name}: {length:,} characters of text are more than any model reads.").format(
                name=name, length=length
            )
        )
    remarks = [
        _("Message {number} also holds {rest}: only its text is compared.").format(
            number=number, rest=", ".join(message.rest)
        )
        for number, message in enumerate(captured.messages)
        if message.rest
    ]
    return replace(captured, remarks=tuple(remarks))


def _tools(body: Mapping[str, object]) -> str:
    """The tools of a body, spelled as `JSON.stringify` does."""
    own = {key: body[key] for key in ("tools", "tool_choice") if key in body}
    return json.dumps(own, ensure_ascii=False, separators=(",", ":")) if "tools" in own else ""


def _spelled(value: object) -> str:
    """A JSON value that is neither text, list nor object, as it is written."""
    return f"`{json.dumps(value)}`"


def _why(error: Exception, written: str) -> tuple[str, bool]:
    """What is wrong with JSON, and whether it is cut off."""
    if not isinstance(error, json.JSONDecodeError):
        return (
            _("it is nested too deep") if isinstance(error, RecursionError) else str(error)
        ), False
    tail = written.rstrip()
    if (
        error.pos >= len(tail)
        or error.msg.startswith("Unterminated string")
        or _BEGUN.fullmatch(tail, error.pos)
    ):
        n = len(tail)
        words = ngettext(
            "the JSON is cut off after {n:,} character",
            "the JSON is cut off after {n:,} characters",
            n,
        )
        return words.format(n=n), True
    words = _("this is no JSON: {wrong} in line {line}, column {column}")
    return words.format(wrong=error.msg, line=error.lineno, column=error.colno), False


def _system(body: Mapping[str, object]) -> Iterator[CapturedMessage]:
    """Prompts that some endpoints have outside the messages."""
    stored = body.get("system")
    for one in [stored] if isinstance(stored, str) else items(stored):
        content, rest = _content(one if isinstance(one, str) else [one])
        yield CapturedMessage("system", content, rest=rest)


def _messages(stored: list[object], name: str) -> Iterator[CapturedMessage]:
    for number, one in enumerate(stored):
        if not is_object(one):
            raise NotARequestError(
                _("{name}: message {number} is no JSON object.").format(name=name, number=number)
            )
        if "role" not in one and "content" not in one:
            raise NotARequestError(
                _(
                    "{name}: entry {number} has neither a role nor a content: these are no "
                    "messages."
                ).format(name=name, number=number)
            )
        content, rest = _content(one.get("content"))
        calls = items(one.get("tool_calls"))
        if calls:
            n = len(calls)
            rest = (*rest, ngettext("{n:,} tool call", "{n:,} tool calls", n).format(n=n))
        if is_object(one.get("function_call")):
            rest = (*rest, _("a function call"))
        role = text(one.get("role"))
        yield CapturedMessage(role, content, text(one.get("name")), rest)


def _content(stored: object) -> tuple[str, tuple[str, ...]]:
    """The text of a content, and what else is in it."""
    if isinstance(stored, str):
        return stored, ()
    texts: list[str] = []
    rest: list[str] = []
    for part in items(stored):
        value = members(part)
        kind = text(value.get("type"))
        if isinstance(value.get("text"), str):
            texts.append(text(value.get("text")))
        elif kind in _PICTURES:
            rest.append(_("a picture") if "image" in kind else _("a recording"))
        else:
            rest.append(kind or _("something that is no text"))
    if stored is not None and not is_list(stored):
        spelled = str(stored) if is_number(stored) else type(stored).__name__
        rest.append(_("a content that is no text ({spelled})").format(spelled=spelled))
    return _BETWEEN_PARTS.join(texts), tuple(dict.fromkeys(rest))
