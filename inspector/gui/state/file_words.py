"""When a file was changed and how large it is, in words."""

from datetime import datetime


def when_changed(seconds: float) -> str:
    """A time in seconds since 1970, the nearer the more exact; a clock may have stood anywhere."""
    try:
        moment = datetime.fromtimestamp(seconds).astimezone()
    except (OSError, OverflowError, ValueError):
        return "At an unknown time"
    days = (datetime.now().astimezone().date() - moment.date()).days
    if days == 0:
        return f"Today {moment:%H:%M}"
    if days == 1:
        return "Yesterday"
    return f"{moment.day} {moment:%b %Y}"


def size_in_words(size: int) -> str:
    """A number of bytes."""
    if size < 1_000_000:
        return f"{max(1, size // 1000)} KB"
    return f"{size / 1_000_000:.1f} MB"
