"""A program that edits, saves and merges until it is killed, for tests of what is left.

`python -m tests.files.editing STATE` reads lines from its standard input: a turn as JSON, for
which it starts a process that works on copies of its own. That is killed from outside, or kills
itself right before its step number `kill_at`: a call on files. It appends to its log `draft N`,
`edit N` and `lore N` once what is typed or an edit is kept on the disk, `version SUM` before and
`done` after each change of the chat's file, `book SUM` and `kept` the same of the lorebook's.
"""

import hashlib
import json
import os
import random
import signal
import sys
from dataclasses import replace
from pathlib import Path

import platformdirs

from inspector.core.edits import SetField, apply
from inspector.core.lore import LoreKind, SetLoreField, apply_lore
from inspector.files import exchange, saving
from inspector.files.unsaved import Draft
from inspector.files.unsaved_writing import UnsavedEdits
from inspector.jsonbytes.pieces import joined
from inspector.loading import open_chat
from inspector.lore_files import open_lorebook
from inspector.merging.opened import ChatMerge
from inspector.recovery import CHAT, LORE, chat_state, lore_state, saved_state
from inspector.server.chats import ServerRoute, server_chat
from inspector.server.session import Passwords
from inspector.sillytavern.config_file import server_place
from inspector.writing import write

MEMORIES = 5
ENTRIES = 3


def edit(number):
    """What edit N is."""
    return SetField((number % MEMORIES,), "summary", f"edit {number}")


def lore_edit(number):
    """What edit N of the lorebook is."""
    return SetLoreField((number % ENTRIES,), "content", f"lore {number}", LoreKind.LOREBOOK)


def reply(number):
    """A message that nobody here wrote."""
    return f'\n{{"name":"Rufus","mes":"reply {number}","send_date":"{number}"}}'.encode()


def sum_of(pieces):
    return hashlib.sha256(joined(pieces)).hexdigest()


class Log:
    """What the process did, where a kill cannot take it back."""

    def __init__(self, path):
        self._descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self._write = os.write

    def __call__(self, *words):
        self._write(self._descriptor, (" ".join(map(str, words)) + "\n").encode())


class ChatWork:
    """Edits of a chat, and everything that writes its file."""

    def __init__(self, path, log):
        self.path, self.log = path, log
        self.chat = open_chat(path)
        self.document, self.texts = self.chat.document, []
        self.kept = UnsavedEdits(path, CHAT, (self.chat.file.lines.data,))
        user, named = server_chat(path)
        self.route = ServerRoute(server_place(user), named, Passwords())

    def edit(self, number):
        self._record((Draft("typed", f"edit {number}"),))
        self.log("draft", number)
        self.document = apply(self.document, edit(number))
        self.texts.append(str(number))
        self._record()
        self.log("edit", number)

    def save(self, route=None):
        self.log("version", sum_of(self.chat.contents(self.document)))
        saved = write(self.chat, self.document, route=route, copy=self.kept.copy)
        self.chat = replace(self.chat, on_disk=saved.on_disk, saved=self.document)
        self.log("done")
        self.kept.end()
        self.texts = []

    def follow(self, number):
        """SillyTavern writes a reply, as its server does; edits are merged into that."""
        contents = joined(self.chat.on_disk.pieces) + reply(number)
        partial = self.path.with_name(f"{self.path.name}.123")
        partial.write_bytes(contents)
        self.log("version", sum_of((contents,)))
        partial.replace(self.path)
        self.log("done")
        merge = ChatMerge(self.chat, self.document, open_chat(self.path))
        self.chat = merge.opened(merge.merged())
        self.document = self.chat.document
        self.kept.move((self.chat.file.lines.data,))
        self.texts = ["merge"]
        self._record()

    def _record(self, drafts=()):
        chat, document = self.chat, self.document
        state, saved = chat_state(chat, document), saved_state(chat, document)
        self.kept.record(self.texts, state, saved, chat.on_disk.pieces, drafts)


class LoreWork:
    """Edits of a lorebook beside it."""

    def __init__(self, path, log):
        self.log = log
        self.reading = open_lorebook(path)
        self.lore, self.texts = self.reading.lore, []
        self.kept = UnsavedEdits(path, LORE, (self.reading.file.data,))

    def edit(self, number):
        self.lore = apply_lore(self.lore, lore_edit(number))
        self.texts.append(str(number))
        reading = self.reading
        state, saved = lore_state(reading, self.lore), lore_state(reading, reading.saved)
        self.kept.record(self.texts, state, saved, reading.on_disk.pieces)
        self.log("lore", number)

    def save(self):
        self.log("book", sum_of((self.reading.contents(self.lore),)))
        saved = write(self.reading, self.lore, copy=self.kept.copy)
        self.reading = replace(self.reading, on_disk=saved.on_disk, saved=self.lore)
        self.log("kept")
        self.kept.end()
        self.texts = []


def kill_at(step):
    """Kill this process right before one of its calls on files."""
    left = [step]

    def count(*_):
        left[0] -= 1
        if left[0] < 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def counted(call):
        def counting(*arguments, **named):
            count()
            return call(*arguments, **named)

        return counting

    os.write, os.fsync = counted(os.write), counted(os.fsync)
    os.ftruncate, exchange.exchange = counted(os.ftruncate), counted(exchange.exchange)
    saving.exchange = exchange.exchange
    changing = {"open", "os.rename", "os.remove", "os.link", "os.chmod", "os.mkdir", "os.rmdir"}
    sys.addaudithook(lambda event, _: count() if event in changing else None)


def walk(chat, lore):
    """Each step of editing, saving and merging once."""
    chat.edit(0)
    lore.edit(0)
    chat.edit(1)
    chat.save()
    chat.edit(2)
    chat.save(chat.route)
    chat.edit(3)
    chat.follow(3)
    chat.edit(4)
    lore.save()
    chat.save()


def work(turn):
    log = Log(turn["log"])
    chance = random.Random(turn["seed"])
    chat, lore = ChatWork(Path(turn["chat"]), log), LoreWork(Path(turn["lore"]), log)
    log("begun")
    if "kill_at" in turn:
        kill_at(turn["kill_at"])
        walk(chat, lore)
        log("finished")
        os._exit(0)
    for number in range(1_000_000):
        chat.edit(number)
        if number % 3 == 0:
            lore.edit(number // 3)
        step = chance.random()
        if step < 0.15:
            chat.save()
        elif step < 0.3:
            chat.save(chat.route)
        elif step < 0.4:
            lore.save()
        elif step < 0.55:
            chat.follow(number)


def main():
    platformdirs.user_state_dir = lambda *_, **__: sys.argv[1]
    for line in sys.stdin:
        process = os.fork()
        if process == 0:
            work(json.loads(line))
        print(process, flush=True)
        os.waitpid(process, 0)
        print("ended", flush=True)


if __name__ == "__main__":
    main()
