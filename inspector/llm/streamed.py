"""What one piece of a streamed answer holds, whatever of the protocol an endpoint keeps to."""

import json

import msgspec

from inspector.core.decoded import is_list, is_object, text


class Function(msgspec.Struct):
    """The function that is called, or a piece of its spelling."""

    name: str | None = None
    arguments: object = None

    @property
    def spelled(self) -> str:
        """The arguments' JSON: some endpoints send the value in place of its spelling."""
        arguments = self.arguments
        if arguments is None or isinstance(arguments, str):
            return arguments or ""
        return json.dumps(arguments)


class CalledTool(msgspec.Struct):
    """A tool that is called, or a piece of the call."""

    index: object = None
    id: object = None
    function: Function | None = None


class Delta(msgspec.Struct):
    """What an answer goes on with."""

    content: str | list[object] | None = None
    refusal: str | None = None
    tool_calls: list[CalledTool] | None = None

    @property
    def words(self) -> str:
        """The words: a text, or a list of parts that have one."""
        if is_list(self.content):
            parts = (one for one in self.content if is_object(one))
            return "".join(text(part.get("text")) for part in parts)
        return text(self.content)


class Choice(msgspec.Struct):
    """One of the answers, of which there is one."""

    delta: Delta | None = None
    finish_reason: object = None


class Piece(msgspec.Struct):
    """One event of the stream."""

    choices: list[Choice] | None = None
    usage: object = None

    @property
    def tokens(self) -> tuple[int, int] | None:
        """Tokens of the request and of the answer; None where they are not counted."""
        if self.usage is None:
            return None
        names = ("prompt_tokens", "completion_tokens")
        found = [_whole(getattr(self.usage, name, None)) for name in names]
        return (found[0], found[1]) if any(found) else None


def read_piece(part: object) -> Piece:
    """A piece as `openai` hands it over, which believes what an endpoint sends.

    What is only told about an answer (tokens, why it ends) is passed over where it is malformed.

    Raises:
        ValueError: the answer itself is; the text says where.
    """
    try:
        return msgspec.convert(part, Piece, from_attributes=True)
    except msgspec.ValidationError as error:  # a ValueError only since msgspec 0.20
        raise ValueError(str(error)) from error


def _whole(value: object) -> int:
    return value if isinstance(value, int) and value > 0 else 0
