"""A second start hands its chats to the first window."""

import getpass
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtNetwork import QLocalSocket

from inspector.gui.window.single_instance import FirstInstance, hand_over, server_name

PACKAGE = Path(__file__).parents[3]


def test_without_a_window_nobody_takes_the_chats(qapp):
    assert not hand_over([Path("chat.jsonl")])


def test_the_first_window_is_told_absolute_names_in_order(qtbot, qapp, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    first = FirstInstance()
    other = subprocess.Popen(
        [
            sys.executable, "-c",
            "from pathlib import Path\n"
            "from inspector.gui.window.single_instance import hand_over\n"
            "print(hand_over([Path('ä b.jsonl'), Path('c.jsonl').absolute()]))\n",
        ],
        stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": str(PACKAGE)},
    )  # fmt: skip
    with qtbot.waitSignal(first.started_again, timeout=30_000) as started:
        pass
    assert other.communicate()[0] == b"True\n"
    assert started.args == [[str(tmp_path / "ä b.jsonl"), str(tmp_path / "c.jsonl")]]
    first.close()


def test_another_person_s_folders_are_another_window(qtbot, qapp, monkeypatch, tmp_path):
    first = FirstInstance()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "another"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "another"))
    monkeypatch.setenv("HOME", str(tmp_path / "another"))
    assert not hand_over([])
    first.close()


@pytest.mark.parametrize("error", [OSError("no user"), KeyError(4242), ImportError("pwd")])
def test_whose_number_has_no_name_has_one_window_as_well(monkeypatch, error):
    def refuse():
        raise error

    named = server_name()
    monkeypatch.setattr(getpass, "getuser", refuse)
    assert server_name() == server_name() != named


def test_what_a_stranger_writes_is_not_opened(qtbot, qapp):
    first = FirstInstance()
    started = []
    first.started_again.connect(started.append)
    for line in (b"[not json\n", b"5\n", b'["a", 5, null]\n'):
        socket = QLocalSocket()
        socket.connectToServer(server_name())
        assert socket.waitForConnected(1000)
        socket.write(line)
        socket.flush()
        qtbot.waitUntil(
            lambda one=socket: (
                one.state() != one.LocalSocketState.ConnectedState or one.bytesAvailable() > 0
            )
        )
        socket.abort()
    assert started == [[], ["a"]]
    first.close()
