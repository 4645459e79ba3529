"""Files that are dragged over the window: it opens them, and no editor takes their names."""

from PySide6.QtGui import QDropEvent


def dragged_files(event: QDropEvent) -> list[str]:
    """The local files that are dragged; none where something else is."""
    return [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]


def leave_files(event: QDropEvent) -> bool:
    """Let what lies around an editor have files that are dragged over it.

    Returns:
        whether files are dragged; else the editor may take what is.
    """
    has_files = bool(dragged_files(event))
    if has_files:
        event.ignore()
    return has_files
