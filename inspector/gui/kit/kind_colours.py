"""How the kinds of a request's parts look."""

from dataclasses import dataclass

from PySide6.QtGui import QColor

from inspector.gui.kit.theme import Theme
from inspector.proof.sent_parts import Kind


@dataclass(frozen=True)
class KindColours:
    """How a kind of part looks: its stripe, and the ground of its lines."""

    stripe: QColor
    background: QColor


def colours_of(kind: Kind, theme: Theme) -> KindColours:
    """The colours of a kind of part; each kind is also named in words."""
    match kind:
        case Kind.MEMORY:
            return KindColours(theme.recent.strong, theme.recent.tint)
        case Kind.RECAP:
            return KindColours(theme.old.strong, theme.old.tint)
        case Kind.LORE:
            return KindColours(theme.mid.strong, theme.mid.tint)
        case Kind.CARD:
            return KindColours(theme.importance[2], theme.surface)
        case Kind.CHAT:
            return KindColours(theme.text_2, theme.surface)
        case Kind.PROMPT:
            return KindColours(theme.other_lines, theme.surface)
        case Kind.UNKNOWN:
            return KindColours(theme.warning, theme.surface)
