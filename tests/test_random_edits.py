"""Random edits of odd chats, each saved for good and read back by a parser of its own."""

import contextlib
import json
import random
import shutil
from dataclasses import replace

import orjson
import pytest

from inspector.core.edits import ChangeNames, RotateIntegrity, SetField, SetHidden, apply
from inspector.core.errors import EditError, InspectorError
from inspector.core.recap_edits import (
    AddVersion,
    DeleteVersion,
    EditVersion,
    SetExclude,
    SetMessageRecap,
    UseVersion,
)
from inspector.files import backups_folder
from inspector.loading import open_chat
from inspector.writing import write

NAMES = ["Mira", "Rob\u00efn", "\U0001f409", "a, b", ' "x" ', "\u2028", "\ufffd"]
ODD_VALUES = [
    "null", "true", "0", "-0", "1.0", "1e-7", "9007199254740993", "9" * 320, "[]", "{}", '""',
    '"\\u00e9\\ud83d"', '"\\u0000"', '[1, [2 ,{"a" : null}]]', '{"b":{"c":[]},"b":2}', '"\u2028"',
]  # fmt: skip
BAD_LINES = ["5", "[1,2]", '"text"', "null", "", "{", '{"mes":1,}', "\ufeff{}", "NaN"]


class Chance:
    """Makes chats and edits as odd as files of other people are."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def maybe(self, share=0.5):
        return self.random.random() < share

    def text(self):
        return "".join(self.random.choices(["a", "é", '"', "\\", "\n", "🐉", " ", "\x7f"], k=5))

    def spelled(self, value):
        text = json.dumps(value, ensure_ascii=self.maybe(0.3))
        return text if self.maybe() else text.replace("a", "\\u0061")

    def key(self, key):
        return (
            self.spelled(key) if self.maybe(0.9) else '"' + f"\\u{ord(key[0]):04x}" + key[1:] + '"'
        )

    def object(self, *members):
        """An object of spelled members, in any order, with spaces and keys that nobody knows."""
        members = [one for one in members if one is not None]
        members += [(self.text() + str(index), self.odd()) for index in range(2) if self.maybe()]
        self.random.shuffle(members)
        comma, colon = self.random.choice([(",", ":"), (", ", ": "), (" ,\t", " :  ")])
        return "{" + comma.join(self.key(key) + colon + value for key, value in members) + "}"

    def odd(self):
        return self.random.choice(ODD_VALUES)

    def list(self, make, most=4):
        return "[" + ", ".join(make() for _ in range(self.random.randint(0, most))) + "]"

    def name(self):
        return self.spelled(self.random.choice(NAMES)) if self.maybe(0.8) else self.odd()

    def usually(self, value, share=0.85):
        return value if self.maybe(share) else self.odd()

    def memory(self):
        return self.object(
            ("id", self.spelled(f"event_{self.random.randint(0, 3)}")),
            ("summary", self.usually(self.spelled(self.text()))),
            ("importance", self.usually(str(self.random.randint(0, 6)))),
            ("witnesses", self.usually(self.list(self.name))),
            ("characters_involved", self.list(self.name)) if self.maybe() else None,
            ("embedding", "[0.1, 2e-7]") if self.maybe() else None,
            ("is_secret", self.usually("true")) if self.maybe() else None,
        )

    def states(self):
        return self.object(
            *(
                (name, self.object(("known_events", self.usually(self.list(self.name)))))
                for name in self.random.sample(NAMES, 3)
            )
        )

    def version(self):
        return self.object(
            ("version", self.usually(str(self.random.randint(0, 3)))) if self.maybe(0.8) else None,
            ("content", self.usually(self.spelled(self.text()))),
        )

    def header(self):
        vault = self.object(
            ("memories", self.usually(self.list(self.memory), 0.97)),
            ("character_states", self.usually(self.states(), 0.97)),
        )
        running = self.object(
            ("versions", self.usually(self.list(self.version))),
            ("current_version", self.usually("0")),
            ("chat_id", '"x"'),
        )
        metadata = self.object(
            ("integrity", self.usually('"mark"')),
            ("openvault", self.usually(vault, 0.97)),
            ("auto_recap_running_scene_recaps", self.usually(running)) if self.maybe() else None,
        )
        return self.object(("chat_metadata", self.usually(metadata, 0.97)), ("user_name", '"u"'))

    def extra(self):
        recap = self.object(("memory", self.spelled("old")), ("include", "null"))
        return self.object(("auto_recap_memory", self.usually(recap))) if self.maybe() else "{}"

    def message(self):
        swipe = self.object(("extra", self.usually(self.extra())))
        return self.object(
            ("name", self.usually('"Mira"')),
            ("mes", self.usually(self.spelled(self.text()))),
            ("is_system", self.usually("false")) if self.maybe() else None,
            ("extra", self.usually(self.extra())) if self.maybe(0.8) else None,
            ("swipe_id", self.usually(str(self.random.randint(0, 1)))) if self.maybe() else None,
            ("swipe_info", self.usually(f"[null, {swipe}]")) if self.maybe() else None,
        )

    def chat(self):
        lines = [self.header()]
        for _ in range(self.random.randint(1, 5)):
            bad = self.maybe(0.08)
            lines.append(self.random.choice(BAD_LINES) if bad else self.message())
        end = self.random.choice(["\n", "\r\n"])
        data = (end.join(lines) + self.random.choice(["", end])).encode("utf-8", "surrogatepass")
        return data.replace("ï".encode(), b"\xff", 1) if self.maybe(0.2) else data

    def edit(self):
        pick, location = self.random.choice, self.random.randint(0, 4)
        some = tuple(self.random.sample(range(4), self.random.randint(1, 2)))
        names = tuple(self.random.sample(NAMES, 2))
        return pick(
            [
                SetField((location,), "importance", self.random.randint(1, 5)),
                SetField((location,), "summary", self.text() + "."),
                SetField((location,), "witnesses", list(names)),
                ChangeNames((location,), "witnesses", names[:1], names[1:]),
                ChangeNames((location,), "characters_involved", (), names),
                SetField((location,), "secret", self.maybe()),
                RotateIntegrity(self.text() + "m"),
                SetHidden(some, self.maybe()),
                SetMessageRecap(location, self.text()),
                SetExclude(some, self.maybe()),
                AddVersion(self.text() + "v", 1),
                EditVersion(location, self.text() + "w", 2),
                UseVersion(location),
                DeleteVersion(location),
            ]
        )


def spelled_values(line):
    """Every value of a line with its path and its spelling, by a parser of its own; None if bad."""
    try:
        return json.loads(
            line.decode("utf-8", "replace"),
            object_pairs_hook=lambda pairs: ("{", tuple(pairs)),
            parse_int=lambda digits: ("n", digits),
            parse_float=lambda digits: ("n", digits),
            parse_constant=lambda name: 1 / 0,
        )
    except (ValueError, ZeroDivisionError):
        return None


def is_json(line):
    try:
        orjson.loads(line)
    except orjson.JSONDecodeError:
        return spelled_values(line) is not None
    return True


def records_of(document):
    """The memories as JavaScript reads them: a number beyond every double is Infinity."""
    return [as_javascript(dict(one.record)) for one in document.memories]


def as_javascript(value):
    if isinstance(value, dict):
        return {key: as_javascript(one) for key, one in value.items()}
    if isinstance(value, list):
        return [as_javascript(one) for one in value]
    return float("inf") if isinstance(value, int) and value > 10**308 else value


def edit_at_random(tmp_path, turn):
    """Edit one random chat, save it, and look at every line; answers what came of it."""
    chance = Chance(turn)
    path = tmp_path / "chat.jsonl"
    data = chance.chat()
    path.write_bytes(data)
    try:
        chat = open_chat(path)
    except InspectorError:
        return "no chat"
    # A running recap names its chat, which a file outside of SillyTavern's folders does not.
    host = replace(chat.document.recaps.host, chat_id="x")
    document = replace(chat.document, recaps=replace(chat.document.recaps, host=host))
    chat = replace(chat, document=document)
    after = document
    for _ in range(8):
        with contextlib.suppress(EditError):
            after = apply(document, chance.edit())
            break
    try:
        write(chat, after)
    except EditError:
        assert path.read_bytes() == data
        return "not written"
    written = path.read_bytes()
    before, lines = data.split(b"\n"), written.split(b"\n")
    assert len(before) == len(lines)
    for old, new in zip(before, lines, strict=True):
        assert old == new or is_json(new.removesuffix(b"\r"))
    assert after is document or written != data or after.memories == document.memories
    again = open_chat(path).document
    assert records_of(again) == records_of(after)
    assert again.chat.hidden == after.chat.hidden
    assert again.integrity == after.integrity
    return "saved" if written != data else "same"


def edit_often(tmp_path, turns):
    found = []
    for turn in turns:
        found.append(edit_at_random(tmp_path, turn))
        if turn % 100 == 0:  # nobody makes thousands of backups in an hour
            shutil.rmtree(backups_folder(), ignore_errors=True)
    assert found.count("saved") > len(found) / 5
    return found


def test_random_edits_of_odd_chats_write_json_and_what_was_meant(tmp_path):
    edit_often(tmp_path, range(200))


@pytest.mark.soak
def test_twenty_thousand_random_edits_write_json_and_what_was_meant(tmp_path):
    edit_often(tmp_path, range(1000, 21_000))
