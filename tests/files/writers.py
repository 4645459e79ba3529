"""Processes that save one file over and over, for tests of what meets in between.

`python -m tests.files.writers count PATH TIMES NAME` adds a line at a time, reading the file
again whenever somebody else was faster, and prints every line of which a save reported that it is
written. `python -m tests.files.writers for-ever PATH SIZE` replaces the contents until killed.
"""

import sys
from pathlib import Path

from inspector import files
from inspector.core.errors import ChangedOutsideError, ChatFileError


def count(path, times, name):
    written = 0
    while written < times:
        data, known = files.read(path)
        line = f"{name} {written}\n".encode()
        try:
            files.save(path, (data, line), known)
        except ChangedOutsideError:
            continue
        except ChatFileError as error:
            if "another Memory Inspector" in str(error) or "is writing this file" in str(error):
                continue
            raise
        print(line.decode(), end="", flush=True)
        written += 1


def replace_for_ever(path, size):
    _, known = files.read(path)
    step = 0
    print("begun", flush=True)
    while True:
        step += 1
        known = files.save(path, (whole(step, size),), known).on_disk


def whole(step, size):
    """Contents that tell from themselves whether all of them are there."""
    line = f"{step:09d}\n".encode()
    return line * (size // len(line))


def is_whole(data, size):
    return data == whole(int(data[:9]), size)


if __name__ == "__main__":
    what, path, *rest = sys.argv[1:]
    if what == "count":
        count(Path(path), int(rest[0]), rest[1])
    else:
        replace_for_ever(Path(path), int(rest[0]))
