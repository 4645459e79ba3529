"""Times as the Scribe server writes them, and the ages that its ranking uses."""

import math
import re
from datetime import UTC, datetime

from inspector.sillytavern.dates import sent_at

_DAY_MS = 86_400_000
_WITHOUT_ZONE = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?")


def server_time(value: object) -> float | None:
    """A stored time in milliseconds since 1970; None if it is none.

    The server keeps UTC: unlike in a chat a time without a zone is not local.
    """
    if isinstance(value, str) and _WITHOUT_ZONE.fullmatch(value.strip()):
        return sent_at(f"{value.strip()}Z")
    return sent_at(value)


def days_between(then: float | None, now: float | None) -> int:
    """Whole days from then to now, at least 0; 0 where one of them is not known."""
    if then is None or now is None:
        return 0
    return max(0, math.floor((now - then) / _DAY_MS))


def shown_time(value: object) -> str:
    """A time as the prompt shows it: `2025-08-20 18:30:00 UTC`; as stored if it is no time."""
    moment = server_time(value)
    if moment is None:
        return value if isinstance(value, str) else ""
    try:
        return datetime.fromtimestamp(moment / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    except (ValueError, OverflowError, OSError):
        return str(value)
