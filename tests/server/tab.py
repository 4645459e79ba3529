"""An open tab of SillyTavern in a process of its own, for tests of what it does to a chat.

`python -m tests.server.tab CHAT` holds the chat as it read it, and obeys a line each: `reply N`
adds a message and writes all it holds as the server does, `remember N` adds a memory as well,
`reload` reads the chat anew. It answers `done`, or `refused` where its mark is another.
"""

import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

from tests.server.loopback import LoopbackSillyTavern

ROOT = Path(__file__).parents[2]


class Tab:
    """What the tab holds."""

    def __init__(self, path):
        self.path = path
        self.server = LoopbackSillyTavern(path.parents[2])
        self.reload()

    def reload(self):
        self.chat = self.server.read(self.path)

    def reply(self, number):
        self.chat.append({"name": "Rufus", "is_user": False, "mes": f"reply {number}"})

    def remember(self, number):
        memories = self.chat[0]["chat_metadata"]["openvault"]["memories"]
        memories.append({**memories[0], "id": f"theirs_{number}", "summary": f"theirs {number}"})

    def save(self):
        return self.server.save(self.path, self.chat, self.path.parent.name, force=None)


@contextmanager
def open_tab(path):
    """A function that gives such a process a line, and answers what it answers."""
    command = [sys.executable, "-m", "tests.server.tab", str(path)]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:

        def tell(line, *, wait=True):
            process.stdin.write(f"{line}\n")
            process.stdin.flush()
            return process.stdout.readline().strip() if wait else None

        tell.answer = lambda: process.stdout.readline().strip()
        try:
            yield tell
        finally:
            process.stdin.close()


def main():
    tab = Tab(Path(sys.argv[1]))
    for line in sys.stdin:
        what, _, number = line.strip().partition(" ")
        is_done = True
        if what == "reload":
            tab.reload()
        else:
            tab.reply(number)
            if what == "remember":
                tab.remember(number)
            is_done = tab.save()
        print("done" if is_done else "refused", flush=True)


if __name__ == "__main__":
    main()
