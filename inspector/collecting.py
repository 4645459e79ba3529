"""When cyclic garbage is looked for: not while much is made that will stay."""

import contextlib
import gc
from collections.abc import Generator
from threading import Lock

_lock = Lock()
_paused = 0


def is_collector_paused() -> bool:
    """Whether somebody wants no collection now, on whichever thread."""
    return _paused > 0


@contextlib.contextmanager
def collector_paused() -> Generator[None]:
    """Keep the garbage collector away while much is made that will stay.

    Without this most of the time of a large load goes into collections, and the window
    stalls meanwhile. Whoever collects by itself asks `is_collector_paused` first.
    """
    global _paused  # noqa: PLW0603 - as there is one collector
    was_enabled = gc.isenabled()
    gc.disable()
    with _lock:
        _paused += 1
    try:
        yield
    finally:
        with _lock:
            _paused -= 1
        if was_enabled:
            gc.enable()
