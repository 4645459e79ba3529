"""A program that edits, saves and merges a chat until it is killed, for tests of what is left.

`python -m tests.files.editing CHAT STATE SEED` prints `edit N` once edit N is kept on the disk,
`saving` before and `saved` after each save, and `written` when it wrote a reply into the file as
SillyTavern's server does, and merged its edits into that.
"""

import random
import sys
from dataclasses import replace
from pathlib import Path

import platformdirs

from inspector.core.edits import SetField, apply
from inspector.files.unsaved import UnsavedEdits
from inspector.loading import open_chat
from inspector.merging.opened import ChatMerge
from inspector.recovery import CHAT, chat_state, saved_state
from inspector.writing import write

MEMORIES = 5


def edit(number):
    """What edit N is."""
    return SetField((number % MEMORIES,), "summary", f"edit {number}")


def reply(number):
    """A message that nobody here wrote."""
    return f'\n{{"name":"Rufus","mes":"reply {number}","send_date":"{number}"}}'.encode()


def main():
    path, state, seed = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    platformdirs.user_state_dir = lambda *_, **__: state
    chance = random.Random(seed)  # noqa: S311
    chat = open_chat(path)
    document, texts = chat.document, []
    kept = UnsavedEdits(path, CHAT, (chat.file.lines.data,))
    print("begun", flush=True)
    for number in range(1_000_000):
        document = apply(document, edit(number))
        texts.append(str(number))
        kept.record(
            texts, chat_state(chat, document), saved_state(chat, document), chat.on_disk.pieces
        )
        print(f"edit {number}", flush=True)
        step = chance.random()
        if step < 0.25:
            print("saving", flush=True)
            saved = write(chat, document)
            chat = replace(chat, on_disk=saved.on_disk, saved=document)
            kept.end()
            texts = []
            print("saved", flush=True)
        elif step < 0.4:
            partial = path.with_name(f"{path.name}.123")
            partial.write_bytes(b"".join(chat.on_disk.pieces) + reply(number))
            partial.replace(path)
            merge = ChatMerge(chat, document, open_chat(path))
            chat = merge.opened(merge.merged())
            document = chat.document
            kept.move((chat.file.lines.data,))
            texts = ["merge"]
            kept.record(
                texts, chat_state(chat, document), saved_state(chat, document), chat.on_disk.pieces
            )
            print("written", flush=True)


if __name__ == "__main__":
    main()
