"""Running the command line inside the test's process, which is fast enough for every golden."""

import io
import json
from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace

import pytest

from inspector.__main__ import main
from inspector.cli.schemas import SCHEMAS
from tests.systems.auto_recap.chats import chat_bytes


@dataclass(frozen=True)
class Result:
    status: int
    output: str
    error: str

    @property
    def json(self):
        """What the lines of output say, none of which may be missing for a single answer."""
        assert self.status == 0, self.error
        found = [json.loads(line) for line in self.output.split("\n") if line]
        return found[0] if len(found) == 1 else found

    @property
    def refusal(self):
        assert self.status == 2
        assert self.output == ""
        (line,) = self.error.splitlines()
        return line


PRINTS_JSON_ALWAYS = {"format", "activate", "request"}


def check_schema(arguments, output):
    """Whatever a test asks for, its JSON is what `schema` says."""
    verb = str(arguments[0]) if arguments else ""
    if verb in PRINTS_JSON_ALWAYS or "--json" in arguments:
        adapter = adapter_of(verb)
        for line in output.split("\n"):
            if line.startswith(("{", "[")):
                adapter.validate_python(json.loads(line, parse_constant=refused_number))


def refused_number(name):
    raise AssertionError(f"JSON has no {name}")


@cache
def adapter_of(verb):
    return SCHEMAS[verb].adapter()


@pytest.fixture
def cli(capsysbinary, monkeypatch):
    def run(*arguments, stdin=b""):
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(stdin)))
        status = main([str(one) for one in arguments])
        output, error = capsysbinary.readouterr()
        check_schema(arguments, output.decode())
        return Result(status, output.decode(), error.decode())

    return run


@pytest.fixture
def make_chat(tmp_path):
    """Writes a chat that SillyTavern would call by the given name."""

    def make(messages=(), metadata=None, name="chat-A"):
        path = tmp_path / f"{name}.jsonl"
        path.write_bytes(chat_bytes(messages, metadata))
        return path

    return make


@pytest.fixture
def make_settings(tmp_path):
    """Writes a settings.json with an extension's settings."""

    def make(values, key="auto_recap_memory", **rest):
        path = tmp_path / "settings.json"
        stored = {"extension_settings": {key: values}, **rest}
        path.write_text(json.dumps(stored), "utf-8")
        return path

    return make


@pytest.fixture
def user(tmp_path):
    """An empty user folder of SillyTavern."""
    folder = tmp_path / "data" / "default-user"
    for name in ("chats/Alice", "group chats", "groups", "worlds"):
        (folder / name).mkdir(parents=True)
    (folder / "settings.json").write_text("{}")
    return folder


@pytest.fixture
def location(user):
    """Writes a chat into the user folder, and what SillyTavern keeps besides it."""

    def write(name, messages=(), metadata=None, settings=None, worlds=(), group=None):
        stored = {"extension_settings": {"auto_recap_memory": settings or {}}}
        (user / "settings.json").write_text(json.dumps(stored))
        for world in worlds:
            (user / "worlds" / f"{world}.json").write_text("{}")
        if group is not None:
            (user / "groups" / f"{group['id']}.json").write_text(json.dumps(group))
        folder = user / "group chats" if group else user / "chats" / "Alice"
        path = folder / f"{name}.jsonl"
        path.write_bytes(chat_bytes(messages, metadata))
        return path

    return write
