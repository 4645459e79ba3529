"""Another program that appends to a chat: `python -m tests.bench.appending FILE TIMES PAUSE`."""

import json
import sys
import time
from pathlib import Path


def append(path, times, pause):
    """Append messages, each of which says when it was written."""
    for number in range(times):
        message = {
            "name": "Mira",
            "is_user": False,
            "send_date": f"appended {number}",
            "mes": f"Appended {number}.",
            "extra": {"written_at": time.time()},
        }
        with Path(path).open("ab") as file:
            file.write(b"\n" + json.dumps(message).encode())
        time.sleep(pause)


if __name__ == "__main__":
    append(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))
