"""Dates and durations as the library moment.js spells them in English."""

import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta, timezone

from inspector.core.javascript import round_half_up

_SECOND_MS, _MINUTE_MS, _HOUR_MS, _DAY_MS = 1000, 60_000, 3_600_000, 86_400_000
_MONTHS_A_DAY = 4800 / 146_097

_LONG_FORMATS = {
    "LTS": "h:mm:ss A",
    "LT": "h:mm A",
    "LLLL": "dddd, MMMM D, YYYY h:mm A",
    "LLL": "MMMM D, YYYY h:mm A",
    "LL": "MMMM D, YYYY",
    "L": "MM/DD/YYYY",
    "llll": "ddd, MMM D, YYYY h:mm A",
    "lll": "MMM D, YYYY h:mm A",
    "ll": "MMM D, YYYY",
    "l": "M/D/YYYY",
}
_LONG = re.compile(r"\[[^\[]*\]|LTS|LT|L{1,4}|l{1,4}")
_TOKEN = re.compile(
    r"\[[^\[]*\]|YYYY|YY|Y|Q|Mo|M{1,4}|Do|DDDo|D{1,4}|do|d{1,4}|[eE]|wo|ww?|Wo|WW?|gggg|gg"
    r"|GGGG|GG|HH?|hh?|kk?|mm?|ss?|S{1,9}|ZZ?|zz?|[aAXx]|.",
    re.DOTALL,
)
_WEEKDAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def formatted(when: datetime, pattern: str) -> str:
    """`moment(when).format(pattern)`.

    Args:
        when: an aware time.
        pattern: moment's own pattern; empty is ISO 8601.
    """
    spelled_out = _LONG.sub(lambda found: _LONG_FORMATS.get(found[0], found[0]), pattern)
    whole = spelled_out or "YYYY-MM-DDTHH:mm:ssZ"
    return "".join(_spelled(when, found[0]) for found in _TOKEN.finditer(whole))


def at_offset(when: datetime, offset: int) -> datetime:
    """`moment(when).utc().utcOffset(offset)`: hours, or minutes where it is 16 or more."""
    minutes = offset * 60 if abs(offset) < 16 else offset
    try:
        return when.astimezone(timezone(timedelta(minutes=minutes)))
    except ValueError:
        return when


def _spelled(when: datetime, token: str) -> str:
    if token.startswith("["):
        return token[1:-1] if token.endswith("]") else token
    made = _DATE.get(token) or _TIME.get(token)
    if made is not None:
        return made(when)
    if set(token) == {"S"}:
        return f"{when.microsecond:06d}000"[: len(token)]
    return token


def _ordinal(number: int) -> str:
    if number % 100 // 10 == 1:
        return f"{number}th"
    return str(number) + {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def _weekday(when: datetime) -> int:
    return when.isoweekday() % 7


def _day_of_year(when: datetime) -> int:
    return when.timetuple().tm_yday


def _us_week(when: datetime) -> tuple[int, int]:
    """Year and week where weeks begin on Sunday and the first holds the first of January."""
    saturday = when + timedelta(days=6 - _weekday(when))
    return saturday.year, (_day_of_year(saturday) - 1) // 7 + 1


def _zone(when: datetime, colon: str) -> str:
    offset = when.utcoffset() or timedelta()
    minutes = int(offset.total_seconds() // 60)
    sign = "-" if minutes < 0 else "+"
    return f"{sign}{abs(minutes) // 60:02d}{colon}{abs(minutes) % 60:02d}"


_DATE: Mapping[str, Callable[[datetime], str]] = {
    "YYYY": lambda when: f"{when.year:04d}",
    "YY": lambda when: f"{when.year % 100:02d}",
    "Y": lambda when: str(when.year),
    "Q": lambda when: str((when.month + 2) // 3),
    "MMMM": lambda when: _MONTHS[when.month - 1],
    "MMM": lambda when: _MONTHS[when.month - 1][:3],
    "MM": lambda when: f"{when.month:02d}",
    "Mo": lambda when: _ordinal(when.month),
    "M": lambda when: str(when.month),
    "DDDD": lambda when: f"{_day_of_year(when):03d}",
    "DDDo": lambda when: _ordinal(_day_of_year(when)),
    "DDD": lambda when: str(_day_of_year(when)),
    "DD": lambda when: f"{when.day:02d}",
    "Do": lambda when: _ordinal(when.day),
    "D": lambda when: str(when.day),
    "dddd": lambda when: _WEEKDAYS[_weekday(when)],
    "ddd": lambda when: _WEEKDAYS[_weekday(when)][:3],
    "dd": lambda when: _WEEKDAYS[_weekday(when)][:2],
    "do": lambda when: _ordinal(_weekday(when)),
    "d": lambda when: str(_weekday(when)),
    "e": lambda when: str(_weekday(when)),
    "E": lambda when: str(when.isoweekday()),
    "gggg": lambda when: f"{_us_week(when)[0]:04d}",
    "gg": lambda when: f"{_us_week(when)[0] % 100:02d}",
    "wo": lambda when: _ordinal(_us_week(when)[1]),
    "ww": lambda when: f"{_us_week(when)[1]:02d}",
    "w": lambda when: str(_us_week(when)[1]),
    "GGGG": lambda when: f"{when.isocalendar().year:04d}",
    "GG": lambda when: f"{when.isocalendar().year % 100:02d}",
    "Wo": lambda when: _ordinal(when.isocalendar().week),
    "WW": lambda when: f"{when.isocalendar().week:02d}",
    "W": lambda when: str(when.isocalendar().week),
}
_TIME: Mapping[str, Callable[[datetime], str]] = {
    "HH": lambda when: f"{when.hour:02d}",
    "H": lambda when: str(when.hour),
    "hh": lambda when: f"{(when.hour + 11) % 12 + 1:02d}",
    "h": lambda when: str((when.hour + 11) % 12 + 1),
    "kk": lambda when: f"{when.hour or 24:02d}",
    "k": lambda when: str(when.hour or 24),
    "mm": lambda when: f"{when.minute:02d}",
    "m": lambda when: str(when.minute),
    "ss": lambda when: f"{when.second:02d}",
    "s": lambda when: str(when.second),
    "A": lambda when: "AM" if when.hour < 12 else "PM",
    "a": lambda when: "am" if when.hour < 12 else "pm",
    "ZZ": lambda when: _zone(when, ""),
    "Z": lambda when: _zone(when, ":"),
    "z": lambda _when: "",
    "zz": lambda _when: "",
    "X": lambda when: str(int(when.timestamp())),
    "x": lambda when: str(int(when.timestamp() * 1000)),
}


def humanized(milliseconds: float, *, with_suffix: bool = False) -> str:
    """`moment.duration(milliseconds).humanize(with_suffix)`."""
    words = _in_words(abs(milliseconds))
    if not with_suffix:
        return words
    return f"in {words}" if milliseconds > 0 else f"{words} ago"


def _in_words(length: float) -> str:
    days = length / _DAY_MS
    months = days * _MONTHS_A_DAY
    steps = (
        (length / _SECOND_MS, 44, "a few seconds", None),
        (length / _MINUTE_MS, 45, "a minute", "minutes"),
        (length / _HOUR_MS, 22, "an hour", "hours"),
        (days, 26, "a day", "days"),
        (months, 11, "a month", "months"),
    )
    for exact, limit, single, plural in steps:
        count = int(round_half_up(exact))
        if plural is None:
            if count <= limit:
                return single
        elif count <= 1:
            return single
        elif count < limit:
            return f"{count} {plural}"
    years = int(round_half_up(months / 12))
    return "a year" if years <= 1 else f"{years} years"
