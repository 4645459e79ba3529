"""The page of SillyTavern's scan: every entry that it looked at, and why it is in or out."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QStackedLayout, QWidget

from inspector.core.decoded import text
from inspector.gui.kit.labels import plain_label
from inspector.gui.kit.text import one_line, plain, tooltip
from inspector.gui.kit.theme import Theme
from inspector.gui.tables.column import Column, quiet
from inspector.gui.tables.model import TableModel
from inspector.gui.tables.view import Table
from inspector.language import _
from inspector.sillytavern.lore_scan.model import ScanOutput, Verdict
from inspector.sillytavern.lore_scan.reasons import gates_of, state_in_words

AS_FILE = _("Which entries SillyTavern activates shows “As sent next” (Alt+S).")
NOTHING = _("No lorebook is scanned for the next request.")
_STATES = {"in": _("✓ in"), "may be in": _("◌ may be in"), "left out": _("○ out")}


def _title(verdict: Verdict) -> str:
    return one_line(text(verdict.record.get("comment"))) or _("entry {uid}").format(uid=verdict.uid)


def _reason(verdict: Verdict) -> str:
    steps = (
        step.detail if step.gate in step.detail else f"{step.gate}: {step.detail}"
        for step in gates_of(verdict)
    )
    return "; ".join(steps) or _("no key found")


def _state_colour(verdict: Verdict, theme: Theme) -> QColor:
    return theme.verdict_in if verdict.active else theme.text_2


COLUMNS = (
    Column[Verdict](
        _("State"), _("Whether it is in the next request."),
        lambda one: _STATES[state_in_words(one)], _("◌ may be in"), colour=_state_colour,
    ),
    Column[Verdict](
        _("Entry"), _("What the entry is called."), _title, _("The old lighthouse"),
        tooltip=lambda one: tooltip(one.content or text(one.record.get("content"))), is_bold=True,
    ),
    Column[Verdict](
        _("Reason"), _("What set it off, or where it was left out."), _reason, None,
        tooltip=lambda one: tooltip(_reason(one)),
    ),
    Column[Verdict](_("Book"), _("Which lorebook it is in."), lambda one: one.book, 90,
    colour=quiet),
    Column[Verdict](
        _("Tokens"), _("What its text costs."), lambda one: plain(one.tokens), "10,000",
        is_number=True
    ),
)  # fmt: skip


class ScanPage(QWidget):
    """Shows the entries that the next request's scan looked at; those that are in come first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = TableModel(COLUMNS, self)
        self.table = Table(self.model, _("Lorebook entries of the next request"), "scan", self)
        self.words = plain_label(AS_FILE)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.words)
        self._stack.addWidget(self.table)

    @property
    def active(self) -> int:
        """How many entries are in, or may be."""
        return sum(one.active for one in self.model.rows)

    def show_scan(self, scan: ScanOutput | None, *, is_sent: bool) -> None:
        """Show what a scan found.

        Args:
            scan: the next request's; None where none was made.
            is_sent: whether the next request is asked for at all.
        """
        found = () if scan is None else scan.verdicts
        self.model.show_rows(sorted(found, key=lambda one: not one.active))
        self.words.setText(NOTHING if is_sent else AS_FILE)
        self._stack.setCurrentIndex(1 if found else 0)
