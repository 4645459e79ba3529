"""Days and times as a clock and a calendar on this wall show them, in words."""

from datetime import datetime

from inspector.language import _

_MONTHS = (
    _("Jan"),
    _("Feb"),
    _("Mar"),
    _("Apr"),
    _("May"),
    _("Jun"),
    _("Jul"),
    _("Aug"),
    _("Sep"),
    _("Oct"),
    _("Nov"),
    _("Dec"),
)


def day_in_words(moment: datetime) -> str:
    """A day, such as `12 Nov 2026`."""
    return _("{day} {month} {year}").format(
        day=moment.day, month=_MONTHS[moment.month - 1], year=moment.year
    )


def time_in_words(milliseconds: float) -> str | None:
    """A time since 1970 in local time, such as `12 Nov 2026 10:31`; None outside the calendar."""
    try:
        # Naive on purpose: what a clock on this wall showed.
        moment = datetime.fromtimestamp(milliseconds / 1000)  # noqa: DTZ006
    except (ValueError, OverflowError, OSError):
        return None
    return f"{day_in_words(moment)} {moment.hour:02}:{moment.minute:02}"
