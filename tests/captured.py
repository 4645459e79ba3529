"""Captured requests, laid out as SillyTavern's data folder."""

import base64
import copy
import json
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

GOLDEN = Path(__file__).parent / "golden"
FOLDERS = ("chats", "worlds", "characters", "groups", "group chats", "User Avatars")


@dataclass(frozen=True)
class Captured:
    """One captured send: where its chat lies, what was pressed, what was sent."""

    chat: Path
    arguments: list[str]
    body: dict


class Wire:
    """All captures of `golden/wire.json`: texts stand there once, settings as differences."""

    def __init__(self):
        packed = json.loads((GOLDEN / "wire.json").read_text("utf-8"))
        self._settings, self._texts = packed["settings"], packed["texts"]
        self.cases = packed["cases"]

    def laid_out(self, name, target):
        """Every send of a case."""
        facts, files = self.cases[name]["facts"], self.cases[name]["files"]
        user = target / "data" / "default-user"
        for folder in FOLDERS:
            (user / folder).mkdir(parents=True)
        settings = changed(copy.deepcopy(self._settings), files["settings.json"])
        (user / "settings.json").write_text(json.dumps(settings), "utf-8")
        personas = settings["power_user"].get("personas") or {}
        for avatar in {settings.get("user_avatar") or "user-default.png", *personas}:
            (user / "User Avatars" / avatar).write_bytes(picture({}))
        cards = facts["card"] or []
        avatars = []
        for card in [cards] if isinstance(cards, str) else cards:
            record = json.loads(self._texts[files[card]])
            avatars.append(record.get("avatar") or record["name"] + ".png")
            (user / "characters" / avatars[-1]).write_bytes(picture(record))
        for book in facts["lorebooks"] or []:
            path = user / "worlds" / book.removeprefix("lorebook ")
            path.write_text(self._texts[files[book]], "utf-8")
        chat = facts["chat_file_name"].removesuffix(".jsonl") + ".jsonl"
        if facts.get("group"):
            group = json.loads(self._texts[files["group.json"]])
            (user / "groups" / f"{group['id']}.json").write_text(json.dumps(group), "utf-8")
            path = user / "group chats" / chat
        else:
            stem = (avatars[0] if avatars else "X.png").removesuffix(".png")
            path = user / "chats" / stem / chat
            path.parent.mkdir()
        path.write_bytes(self.lines(name, "chat.jsonl"))
        kind = "normal" if facts["kind"] == "group" else facts["kind"]
        for number in range(1, int(facts.get("requests") or 1) + 1):
            arguments = ["--send", kind, "--opened", "--pending", facts["pending"] or ""]
            if facts.get("group"):
                arguments += ["--member", str(number)]
            yield Captured(path, arguments, self._body(files, number))

    def lines(self, name, file):
        """The bytes of a chat file of a case."""
        return "\n".join(self._texts[one] for one in self.cases[name]["files"][file]).encode()

    def _body(self, files, number):
        packed = files["request.json" if number == 1 else f"request_{number}.json"]
        if "prompt" in packed:
            return {"prompt": self._texts[packed["prompt"]]}
        messages = []
        for role, content, *named in packed["messages"]:
            message = {"role": role, "content": self._texts[content]}
            messages.append(message | {"name": named[0]} if named else message)
        return {"messages": messages}


def changed(settings, differences):
    """Settings with their differences from the packed ones."""
    if "$" in differences:
        return differences["$"]
    for key, difference in differences.items():
        if key == "$gone":
            for gone in difference:
                del settings[gone]
        else:
            settings[key] = changed(settings.get(key), difference)
    return settings


def picture(card):
    """A picture of one pixel that carries a character card."""

    def chunk(kind, data):
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    text = base64.b64encode(json.dumps(card).encode())
    parts = [(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)), (b"tEXt", b"ccv3\0" + text)]
    parts += [(b"IDAT", zlib.compress(b"\0\0")), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)


WIRE = Wire()
