"""The palette of controls whose frame the style draws."""

from PySide6.QtGui import QPalette

from inspector.gui.kit.theme import current_theme


def control_palette() -> QPalette:
    """The theme's palette with frames that can be seen on a dark ground, too."""
    theme = current_theme()
    palette = QPalette()
    # Fusion outlines its controls 40 % darker than the window.
    palette.setColor(QPalette.ColorRole.Window, theme.control_border.lighter(140))
    return palette
