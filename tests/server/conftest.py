"""A chat where SillyTavern keeps it, and a server that serves it."""

import pytest

from tests.server.loopback import ROBIN, running, user_folder


@pytest.fixture
def user(tmp_path):
    return user_folder(tmp_path)


@pytest.fixture
def server(user):
    with running(user.parent) as made:
        made.write_config()
        yield made


@pytest.fixture
def chat(user, sample):
    path = user / "chats" / ROBIN / "Robin - 1.jsonl"
    path.write_bytes(sample.read_bytes())
    return path
