"""The time and the chance that a new memory is marked with."""

import secrets
import time

from inspector.core.memory_edits import Stamp

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LENGTH = 9


def stamp_now() -> Stamp:
    """A stamp of this moment, as JavaScript's `Date.now()` and `Math.random().toString(36)`."""
    salt = "".join(secrets.choice(_DIGITS) for _ in range(_LENGTH))
    return Stamp(time.time_ns() // 1_000_000, salt)
