"""What the actions of menus carry besides Qt's own."""

from PySide6.QtGui import QAction

WHY_NOT = "why_not"
"""The property of an action, or of a menu for all in it, that says why it is disabled."""


def plain_words(action: QAction) -> str:
    """What an action is called, without the marks for its access key."""
    return action.text().replace("&&", "\0").replace("&", "").replace("\0", "&")
