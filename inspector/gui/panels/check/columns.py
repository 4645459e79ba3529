"""The columns of the table of verdicts."""

from PySide6.QtGui import QColor

from inspector.gui.kit.text import plain, tooltip
from inspector.gui.kit.theme import Theme
from inspector.gui.panels.check.verdicts import Sign, VerdictRow
from inspector.gui.tables.column import Column, quiet
from inspector.language import _


def _sign_colour(row: VerdictRow, theme: Theme) -> QColor:
    return {
        Sign.FINE: theme.verdict_in,
        Sign.DIFFERS: theme.warning,
        Sign.ABSENT: theme.text_2,
        Sign.UNKNOWN: theme.text_2,
    }[row.sign]


def _text_colour(row: VerdictRow, theme: Theme) -> QColor:
    return theme.warning if row.sign is Sign.DIFFERS else theme.text


def _tokens(row: VerdictRow) -> str:
    if row.tokens is None:
        return ""
    return f"−{plain(-row.tokens)}" if row.tokens < 0 else plain(row.tokens)


def _whole(row: VerdictRow) -> str:
    return tooltip(row.text)


COLUMNS = (
    Column[VerdictRow](
        "", _("Whether it is as predicted."),
        lambda row: row.sign, "▲", name=_("As predicted"), is_bold=True, colour=_sign_colour,
    ),
    Column[VerdictRow](
        _("What"), _("A slot of a memory system, or another part of the request."),
        lambda row: row.name, _("Author’s note, mid"), is_bold=True,
    ),
    Column[VerdictRow](
        _("Verdict"), _("What became of it."), lambda row: row.text, None, colour=_text_colour,
        tooltip=_whole,
    ),
    Column[VerdictRow](
        _("Where"), _("In which message of the request."), lambda row: row.where,
        _("message 34 + 3 others"), colour=quiet, tooltip=lambda row: tooltip(row.where),
    ),
    Column[VerdictRow](
        _("Tokens"), _("What it costs; with − what was predicted and is not there."),
        _tokens, "−10,000", is_number=True,
    ),
)  # fmt: skip
