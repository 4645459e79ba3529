"""When a message was sent: every form that SillyTavern writes (specs/sillytavern.md §1.3)."""

import re
from datetime import UTC, datetime

from inspector.core.decoded import is_number
from inspector.core.errors import InspectorError
from inspector.language import _

_DIGITS = re.compile(r"\d{1,16}")
_ISO = re.compile(
    r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?"
)
_SPELLED = re.compile(r"([A-Za-z]+) (\d{1,2}), (\d{4}) (\d{1,2}):(\d{2})\s*([ap])m", re.IGNORECASE)
_HUMANISED = re.compile(
    r"(\d{4})-(\d{1,2})-(\d{1,2}) ?@(\d{1,2})h ?(\d{1,2})m ?(\d{1,2})s ?(?:(\d{1,3})ms)?"
)
_MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)


def sent_at(send_date: object) -> float | None:
    """A `send_date` in milliseconds since 1970, or None if it is none of the known forms.

    A date without a zone is local time, except in the forms with `@`: those are UTC.
    """
    if is_number(send_date):
        return send_date
    if not isinstance(send_date, str):
        return None
    written = send_date.strip()
    if _DIGITS.fullmatch(written):
        return int(written)
    moment = _moment(written)
    try:
        return None if moment is None else round(moment.timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        # A local date at the very edge of the calendar.
        return None


def _moment(written: str) -> datetime | None:
    try:
        if _ISO.fullmatch(written):
            return _iso(written)
        if spelled := _SPELLED.fullmatch(written):
            return _spelled(spelled)
        if humanised := _HUMANISED.fullmatch(written):
            year, month, day, hour, minute, second = map(int, humanised.groups()[:6])
            thousandths = int(humanised[7] or 0)
            return datetime(year, month, day, hour, minute, second, thousandths * 1000, tzinfo=UTC)
    except (ValueError, OverflowError, OSError):
        # Shaped like a date, but there is no such day or hour, or it is none that the system knows
        # the local time of: Windows knows none before 1970.
        return None
    return None


def _iso(written: str) -> datetime:
    moment = datetime.fromisoformat(written)
    if len(written) == len("2026-11-20"):
        # A day alone is UTC to JavaScript, a day with an hour is local.
        return moment.replace(tzinfo=UTC)
    return moment if moment.tzinfo else moment.astimezone()


def _spelled(match: re.Match[str]) -> datetime | None:
    month, day, year, hour, minute, half = match.groups()
    name = month.lower()
    number = next((index for index, full in enumerate(_MONTHS, 1) if full.startswith(name)), 0)
    if len(name) < 3 or not number or not 1 <= int(hour) <= 12:
        return None
    hours = int(hour) % 12 + (12 if half.lower() == "p" else 0)
    # Naive on purpose: the form carries no zone and SillyTavern reads it as local time.
    return datetime(int(year), number, int(day), hours, int(minute)).astimezone()


def present(written: str) -> float:
    """A time of the command line in milliseconds since 1970.

    Raises:
        InspectorError: it is no time.
    """
    moment = sent_at(written)
    if moment is None:
        raise InspectorError(
            _("{written!r} is no time such as 2025-08-20T18:30:00Z.").format(written=written)
        )
    return moment
