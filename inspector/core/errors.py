"""The errors that reach a person; each text is one whole sentence."""

from inspector.language import _


class InspectorError(Exception):
    """Something that a person asked for cannot be done; the text says what and why."""


class ChatFileError(InspectorError):
    """A file cannot be read, or written, as a chat.

    Args:
        path: the file as the person named it.
        why: the reason, without the file's name.
        line: 1-based number of the line at fault, if one is.
    """

    def __init__(self, path: str, why: str, line: int | None = None) -> None:
        self.path = path
        self.why = why
        self.line = line
        where = path if line is None else _("{path}, line {line}").format(path=path, line=line)
        super().__init__(f"{where}: {why}")


class ChangedOutsideError(ChatFileError):
    """Somebody else wrote or removed the file since it was read."""


class UnknownOutcomeError(InspectorError):
    """Nobody knows whether another program did what it was asked, or still will."""


class UnforeseenError(InspectorError):
    """An error that nobody foresaw, said in one line.

    Args:
        error: what was raised.
    """

    def __init__(self, error: BaseException) -> None:
        text = " ".join(str(error).split())
        mentioned = type(error).__name__ + (f": {text}" if text else "")
        super().__init__(_("an error that was not expected ({error})").format(error=mentioned))


class EditError(InspectorError):
    """An edit is refused; the document is left as it was."""


class SettingError(InspectorError):
    """A ruleset does not know a setting, or the setting cannot have this value."""


class UnknownProfileError(InspectorError):
    """No extension keeps a profile of this name."""


class UnknownRulesetError(InspectorError):
    """No ruleset has this name."""


class UnknownEncodingError(InspectorError):
    """No token encoding has this name."""


class ReleaseThrowsError(InspectorError):
    """A released extension would throw here; the text is what JavaScript would print.

    Args:
        text: the sentence.
        field: the stored field that is at fault, where the sentence does not name it.
    """

    def __init__(self, text: str, field: str = "") -> None:
        self.field = field
        super().__init__(text)

    def over(self, field: str) -> "ReleaseThrowsError":
        """This error with the field at fault, if none is known yet."""
        self.field = self.field or field
        return self
