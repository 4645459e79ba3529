"""What the form tells of a memory and nobody edits."""

from collections.abc import Sequence
from datetime import UTC, datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QPushButton, QWidget
from typing_extensions import override

from inspector.core.decoded import is_number, text
from inspector.core.fields import FieldSpec
from inspector.core.injection import Verdict
from inspector.core.memory import Memory
from inspector.gui.kit.labels import Tone, plain_label
from inspector.gui.kit.memory_words import span_text, type_text
from inspector.gui.kit.theme import Themed, current_theme, scaled
from inspector.language import _, numeral

LATEST_MS = 253402300799000
"""The end of the year 9999, the last that a date can have here."""


def created_text(memory: Memory) -> str:
    """When it was made, in local time; as stored if that is no time."""
    stored = memory.record.get("created_at")
    if not is_number(stored) or not 0 <= stored < LATEST_MS:
        return text(stored) or _("not stored")
    try:
        moment = datetime.fromtimestamp(stored / 1000, tz=UTC).astimezone()
    except (ValueError, OverflowError, OSError):  # no local time: Windows has none after 3000
        return str(stored)
    return f"{moment:%Y-%m-%d %H:%M}"


def embedding_text(memory: Memory, fields: Sequence[FieldSpec]) -> str:
    """Whether an embedding is stored, and what becomes of it."""
    keys = {key for spec in fields for key in spec.outdates}
    if any(memory.record.get(key) for key in keys):
        return _("Stored. A new wording removes it, as OpenVault does.")
    return _("None. OpenVault makes one when it next needs it.")


def facts_of(
    memory: Memory, fields: Sequence[FieldSpec], verdict: Verdict | None
) -> list[tuple[str, str]]:
    """Names and values of what is read only, without the source messages."""
    score = verdict.score if verdict else None
    facts = [
        (_("Id"), memory.id or _("none")),
        (_("Type"), type_text(memory)),
        (_("Created"), created_text(memory)),
        (_("Location"), text(memory.record.get("location")) or _("not stored")),
        (_("Embedding"), embedding_text(memory, fields)),
    ]
    if score is not None:
        facts.append((_("Score"), numeral(score, ".3f")))
    return facts


class Facts(Themed, QWidget):
    """Shows the facts of one memory.

    Signals:
        messages_requested: its source messages are to be shown (the first one's index).
    """

    messages_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._first: int | None = None
        self._displayed: tuple[tuple[int, int] | None, list[tuple[str, str]]] | None = None
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(scaled(12))
        self._grid.setVerticalSpacing(scaled(4))
        self._grid.setColumnStretch(1, 1)
        self.sources = QPushButton(self)
        self.sources.setCursor(Qt.CursorShape.PointingHandCursor)
        self.sources.clicked.connect(self._on_sources)
        self.restyle()

    @override
    def restyle(self) -> None:
        theme = current_theme()
        self.sources.setStyleSheet(
            "QPushButton, QPushButton:focus { border: none; padding: 0; min-height: 0;"
            f" background: transparent; color: {theme.accent.name()}; }}"
            " QPushButton:hover, QPushButton:focus { text-decoration: underline; }"
            f" QPushButton:disabled {{ color: {theme.text_2.name()}; }}"
        )

    def show_memory(
        self, memory: Memory | None, fields: Sequence[FieldSpec], verdict: Verdict | None
    ) -> None:
        """Show the facts of a memory; nothing for several or none."""
        self.setVisible(memory is not None)
        if memory is None:
            return
        facts = facts_of(memory, fields, verdict)
        if self._displayed == (memory.span, facts):
            return
        self._displayed = (memory.span, facts)
        self._first = memory.span[0] if memory.span else None
        self.sources.setText(span_text(memory) or _("none"))
        self.sources.setEnabled(memory.span is not None)
        self.sources.setAccessibleName(
            _("Show the source messages {span_text}").format(span_text=span_text(memory))
        )
        self._clear()
        self._add_name(0, _("Messages"))
        self._grid.addWidget(self.sources, 0, 1, Qt.AlignmentFlag.AlignLeft)
        for row, (name, value) in enumerate(facts, 1):
            self._add_name(row, name)
            label = plain_label(value)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self._grid.addWidget(label, row, 1)

    def _add_name(self, row: int, name: str) -> None:
        label = plain_label(name, 11, Tone.QUIET)
        label.setWordWrap(False)
        self._grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)

    def _clear(self) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None and widget is not self.sources:
                widget.hide()
                widget.deleteLater()

    def _on_sources(self) -> None:
        if self._first is not None:
            self.messages_requested.emit(self._first)
