"""Whole processes: what a start says where it cannot go on, and how it ends."""

import ctypes
import os
import shlex
import signal
import socket
import struct
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

import pytest

from inspector.__main__ import main
from inspector.gui.window import display
from inspector.gui.window.display import has_display
from inspector.gui.window.process import crash_folder
from inspector.gui.window.single_instance import hand_over
from inspector.system_packages import missing_libraries

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="displays are X11's or Wayland's")
SECONDS = 60


def start(*arguments, unset=(), **environment):
    kept = {name: value for name, value in os.environ.items() if name not in unset}
    return subprocess.run(
        [sys.executable, "-m", "inspector", *map(str, arguments)],
        capture_output=True, timeout=SECONDS, check=False, env=kept | environment,
    )  # fmt: skip


def refusal(result):
    assert result.returncode == 2
    assert result.stdout == b""
    (line,) = result.stderr.decode().splitlines()
    return line


DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


@linux_only
@pytest.mark.parametrize(
    "named",
    [
        {},
        {"DISPLAY": ":4711"},
        {"WAYLAND_DISPLAY": "wayland-77"},
        {"QT_QPA_PLATFORM": "xcb"},
        {"QT_QPA_PLATFORM": "wayland;xcb"},
    ],
)
def test_without_a_display_the_window_says_so_and_ends(named):
    assert "there is no display; --screenshot FILE" in refusal(start(unset=DISPLAYS, **named))


X11_PORT = 6000
REFUSAL = struct.pack("<BBHHH", 0, 8, 11, 0, 2) + b"no entry"


@contextmanager
def x_server(answer):
    """Listens as an X server does, and has one answer for everybody; gives its display."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve():
            with suppress(OSError):
                while True:
                    connection, _ = server.accept()
                    connection.recv(1024)
                    connection.sendall(answer)
                    held.append(connection)

        held = []
        Thread(target=serve, daemon=True).start()
        yield f"127.0.0.1:{server.getsockname()[1] - X11_PORT}"
        for one in held:
            one.close()


@linux_only
@pytest.mark.parametrize("answer", [REFUSAL, b""], ids=["refuses", "hangs"])
def test_a_display_that_does_not_take_the_window_is_none(monkeypatch, capfd, answer):
    try:
        ctypes.CDLL("libxcb.so.1")
    except OSError:
        pytest.skip("what talks to an X server is not installed")
    monkeypatch.setattr(display, "_SECONDS", 0.2)
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    with x_server(answer) as name:
        monkeypatch.setenv("DISPLAY", name)
        assert not has_display()
    assert capfd.readouterr() == ("", "")


@linux_only
def test_a_file_of_a_display_that_has_ended_is_no_display(tmp_path, monkeypatch):
    for name in DISPLAYS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    with socket.socket(socket.AF_UNIX) as server:
        monkeypatch.chdir(tmp_path)
        server.bind("wayland-0")
        assert not has_display()
        server.listen()
        assert has_display()


def test_a_mistyped_file_name_is_refused_before_a_window_is_made(tmp_path):
    missing = tmp_path / "chta.jsonl"
    assert refusal(start("gui", missing)) == f"memory-inspector: {missing}: there is no such file"


def test_a_name_that_no_file_can_have_is_refused_in_one_line(capsys):
    name = "a" * 300
    assert main([name]) == 2
    assert (
        capsys.readouterr().err
        == f"memory-inspector: there is no verb {name!r}; see memory-inspector --help\n"
    )
    assert main(["gui", name]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"memory-inspector: {name}: ")


@pytest.mark.parametrize("option", ["--card", "--check", "--lorebook", "--settings"])
def test_a_mistyped_file_beside_the_chat_is_refused_as_well(sample, tmp_path, option, capsys):
    missing = tmp_path / "missing.json"
    picture = tmp_path / "x.png"
    assert main(["gui", str(sample), option, str(missing), "--screenshot", str(picture)]) == 2
    assert capsys.readouterr().err == f"memory-inspector: {missing}: there is no such file\n"


def test_a_mistyped_setting_is_refused_whichever_ruleset_the_chat_opens_on():
    line = refusal(start("gui", "--set", "nope=1", "--screenshot", os.devnull))
    assert line == "memory-inspector: no ruleset has a setting 'nope'"


@linux_only
def test_missing_libraries_are_named_with_the_command_that_installs_them(tmp_path, monkeypatch):
    (tmp_path / "sitecustomize.py").write_text(
        "import ctypes\n"
        "real = ctypes.CDLL\n"
        "def CDLL(name, *rest, **named):\n"
        "    if name == 'libEGL.so.1':\n"
        "        raise OSError(name)\n"
        "    return real(name, *rest, **named)\n"
        "ctypes.CDLL = CDLL\n"
    )
    line = refusal(start("gui", PYTHONPATH=str(tmp_path), QT_QPA_PLATFORM="offscreen"))
    assert line.startswith("memory-inspector: Please install")
    assert any(name in line for name in ("libegl1", "libglvnd"))


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_elsewhere_there_is_a_display_and_no_package_to_install(monkeypatch, system):
    for name in DISPLAYS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", system)
    assert has_display()
    assert list(missing_libraries()) == []


@pytest.mark.parametrize(
    "words",
    [
        "DLL load failed while importing QtCore: not found",
        "dlopen(QtCore.so): Library not loaded: x",
    ],
)
def test_a_library_that_only_its_system_can_name_is_told_in_one_line(tmp_path, words):
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, *rest):\n"
        "        if name == 'PySide6.QtCore':\n"
        f"            raise ImportError({words!r})\n"
        "sys.meta_path.insert(0, Finder())\n"
    )
    line = refusal(start("gui", PYTHONPATH=str(tmp_path), QT_QPA_PLATFORM="offscreen"))
    assert line == f"memory-inspector: Qt needs a library of the system that is missing: {words}"


@linux_only
@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["gui", "--help"], ["inject", "--help"], ["rulesets"], ["rulesets", "--json"]],
)
def test_a_full_disk_behind_standard_output_is_one_line(arguments):
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run(
            [sys.executable, "-m", "inspector", *arguments],
            stdout=full, stderr=subprocess.PIPE, timeout=SECONDS, check=False,
        )  # fmt: skip
    assert result.returncode == 2
    assert result.stderr.count(b"\n") == 1
    assert b"standard output: " in result.stderr


@linux_only
def test_where_the_error_cannot_be_written_either_the_status_says_it():
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run(
            [sys.executable, "-m", "inspector", "rulesets"],
            stdout=full, stderr=full, timeout=SECONDS, check=False,
        )  # fmt: skip
    assert result.returncode == 2


def test_an_interrupt_is_heard_before_anything_of_the_program_is_imported():
    code = (
        "import inspector.__main__ as program, sys\n"
        "def interrupt(*_): raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, type('Finder', (), {'find_spec': interrupt})())\n"
        "sys.exit(program.main(['rulesets']))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, timeout=SECONDS, check=False
    )
    assert (result.returncode, result.stdout, result.stderr) == (130, b"", b"")


INTERRUPTED_IN_QT = """
import os, signal, sys

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == "PySide6":
            os.kill(os.getpid(), signal.SIGINT)

# A run in the background is started without.
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Interrupt())
from inspector.__main__ import main
main(["gui"])
"""


@linux_only
def test_an_interrupt_while_qt_is_imported_ends_the_process_and_is_raised_into_no_import():
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    ended = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_IN_QT],
        capture_output=True, timeout=SECONDS, check=False, env=environment,
    )  # fmt: skip
    assert (ended.returncode, ended.stderr) == (-signal.SIGINT, b"")


@pytest.mark.skipif(os.name != "posix", reason="Windows has no word of its own for it")
@pytest.mark.parametrize("arguments", [["gui", "--help"], ["rulesets", "--json"]])
def test_a_reader_that_has_gone_is_not_complained_about(arguments):
    buffered = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    reading, writing = os.pipe()
    os.close(reading)
    try:
        result = subprocess.run(
            [sys.executable, "-m", "inspector", *arguments], env=buffered,
            stdout=writing, stderr=subprocess.PIPE, timeout=SECONDS, check=False,
        )  # fmt: skip
    finally:
        os.close(writing)
    assert (result.returncode, result.stderr) == (1, b"")


@pytest.mark.skipif(os.name != "posix", reason="needs a shell that closes what it passes on")
def test_a_closed_standard_output_is_one_line():
    result = subprocess.run(
        ["sh", "-c", f"{shlex.quote(sys.executable)} -m inspector rulesets >&-"],
        stderr=subprocess.PIPE, timeout=SECONDS, check=False,
    )  # fmt: skip
    assert result.returncode == 2
    assert result.stderr == b"memory-inspector: standard output is closed\n"


def run_window(*arguments, **environment):
    return subprocess.Popen(
        [sys.executable, "-m", "inspector", "gui", *map(str, arguments)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"} | environment,
    )  # fmt: skip


def wait_until(true):
    end = time.monotonic() + SECONDS
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_second_start_hands_its_chats_over_and_an_interrupt_ends_the_first(home, qapp, sample):
    window = run_window()
    try:
        wait_until(lambda: hand_over([]))
        assert any(crash_folder().iterdir())
        second = run_window(sample)
        assert second.wait(SECONDS) == 0
        assert window.poll() is None
        if os.name == "posix":  # Windows has no interrupt to send to one process.
            window.send_signal(signal.SIGINT)
            assert window.wait(SECONDS) == 0, window.stderr.read()
            assert not any(crash_folder().iterdir())
    finally:
        for one in (window, second):
            one.kill()
            one.communicate()
