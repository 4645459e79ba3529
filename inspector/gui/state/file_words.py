"""When a file was changed and how large it is, in words."""

from datetime import datetime

from inspector.gui.state.date_words import day_in_words
from inspector.language import _

_KILO = 1000


def when_changed(seconds: float) -> str:
    """A time in seconds since 1970, the nearer the more exact; a clock may have stood anywhere."""
    try:
        moment = datetime.fromtimestamp(seconds).astimezone()
    except (OSError, OverflowError, ValueError):
        return _("At an unknown time")
    days = (datetime.now().astimezone().date() - moment.date()).days
    if days == 0:
        return _("Today {moment:%H:%M}").format(moment=moment)
    if days == 1:
        return _("Yesterday")
    return day_in_words(moment)


def size_in_words(size: int) -> str:
    """A number of bytes as a person reads it, in steps of a thousand."""
    if size < _KILO:
        return _("{size:,} B").format(size=size)
    if size < _KILO**2:
        return _("{kilos:.1f} kB").format(kilos=size / _KILO)
    if size < _KILO**3:
        return _("{size:.1f} MB").format(size=size / _KILO**2)
    return _("{size:.1f} GB").format(size=size / _KILO**3)
