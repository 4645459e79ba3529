"""What every test stands on: no display needed, nobody's real folders, golden files at hand."""

import gc
import itertools
import os
import re
import shutil
import socket
import sys
from pathlib import Path

import pytest
from hypothesis import settings
from pytestqt.exceptions import TimeoutError as WaitedTooLongError
from pytestqt.qtbot import QtBot
from typing_extensions import override

TESTS = Path(__file__).parent
LONGEST_WAIT_MS = 120_000

if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# What is compiled here and in programs that tests start stays for the next: it takes longer than
# most tests.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

settings.register_profile("here", deadline=None, max_examples=25)
settings.register_profile("ci", settings.get_profile("here"), derandomize=True, database=None)
settings.register_profile("soak", deadline=None, max_examples=1000)  # `make soak` names it
settings.load_profile("ci" if os.environ.get("CI") else "here")

_homes = itertools.count()
_folders = itertools.count()


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers():
    """Two workers more than there are cores.

    Each is idle at times: it waits for a timer, a disk or a program that it started.
    """
    count = yield
    return count if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else count + 2


def pytest_configure(config):
    """Keep each worker on one core, where the system lets it.

    Schedulers that save cores, as of small virtual machines, put processes that wait now and then
    together on one, and leave the others idle: the suite took half as long again.
    """
    worker = getattr(config, "workerinput", None)
    if worker is not None and sys.platform == "linux":
        cores = sorted(os.sched_getaffinity(0))
        number = int(worker["workerid"].removeprefix("gw"))
        os.sched_setaffinity(0, {cores[number % len(cores)]})


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Look for no garbage while ten thousand tests are collected, nor ever among these.

    Nor does PySide look into the source of each module that is imported; see `spare_sources`.
    """
    gc.disable()
    try:
        with pytest.MonkeyPatch.context() as patch:
            if search := sys.modules.get("shibokensupport.feature"):
                patch.setattr(search, "_mod_uses_pyside", lambda _module: False)
            return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


def _tell_what_kept_it():
    """Say with a wait that came to its end what everything was doing: it may never come again."""
    try:
        return (yield)
    except WaitedTooLongError as error:
        from tests.gui.stalled import what_goes_on  # noqa: PLC0415 - most tests have no window

        error.add_note(what_goes_on())
        raise


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup():
    """A fixture may wait in vain."""
    return (yield from _tell_what_kept_it())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call():
    """And so may a test, whose windows still stand."""
    return (yield from _tell_what_kept_it())


def pytest_sessionfinish():
    """Give up what tests copied: what Python put on a clipboard must not outlive Python."""
    gui = sys.modules.get("PySide6.QtGui")
    if gui is not None and gui.QGuiApplication.instance() is not None:
        gui.QGuiApplication.clipboard().clear()


def _clean_home(homes):
    """The home folder in use, if it is one of `homes` and empty; else a new one in its place."""
    folder = Path(os.environ.get("HOME", ""))
    # Most tests leave theirs empty: the next has it too.
    if folder.parent != homes or any(folder.iterdir()):
        folder = homes / str(next(_homes))
        folder.mkdir()
        os.environ["HOME"] = os.environ["USERPROFILE"] = str(folder)
        for name in ("CONFIG", "DATA", "STATE"):
            os.environ[f"XDG_{name}_HOME"] = str(folder / name.lower())
        # One for all: fontconfig and Qt keep caches here that are slow to build.
        os.environ["XDG_CACHE_HOME"] = str(homes / "cache")
    return folder


@pytest.fixture(scope="session", autouse=True)
def put_aside_once():
    """What was collected before the first test stays put aside, and nothing of a test joins it.

    A window takes back at its end what it put aside with its chat: with all tests among it, each
    look for garbage after that would take as long as several of them.

    Yields Python's own `gc.freeze` and `gc.unfreeze`.
    """
    own = gc.freeze, gc.unfreeze
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gc, "freeze", lambda: None)
        patch.setattr(gc, "unfreeze", lambda: None)
        yield own


@pytest.fixture(scope="session", autouse=True)
def homes(tmp_path_factory):
    """Where the homes of all tests lie."""
    folder = tmp_path_factory.mktemp("homes")
    _clean_home(folder)
    return folder


@pytest.fixture(autouse=True)
def home(homes):
    """A home folder of the test's own: no test reads or writes a person's.

    Nor does a fixture of a whole module, made before the next test's home, find what it kept.
    """
    yield _clean_home(homes)
    _clean_home(homes)


@pytest.fixture
def tmp_path(request, tmp_path_factory):
    """A folder of the test's own, which stays where it fails.

    pytest's own looks through all folders made before for each, and keeps them for later sessions.
    """
    failed = request.session.testsfailed
    name = re.sub(r"\W", "_", request.node.name)[:30]
    folder = tmp_path_factory.mktemp(f"{name}{next(_folders)}", numbered=False)
    yield folder
    if request.session.testsfailed == failed:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(autouse=True)
def closed_windows(home):
    """Delete what a test closed, and let go of the keys that it held in its last click.

    Without an event loop Qt would keep both for the tests after it.
    """
    yield
    core, gui = (sys.modules.get(f"PySide6.{name}") for name in ("QtCore", "QtGui"))
    if core is not None:
        core.QCoreApplication.sendPostedEvents(None, core.QEvent.Type.DeferredDelete)
    if gui is not None and gui.QGuiApplication.keyboardModifiers() != core.Qt.KeyboardModifier(0):
        from PySide6.QtTest import QTest  # noqa: PLC0415 - most tests have no window

        QTest.keyRelease(gui.QWindow(), core.Qt.Key.Key_Control)


class UnhurriedBot(QtBot):
    """Waits for what is to happen as long as a busy machine may need: a limit only ends a hang."""

    @override
    def waitSignal(self, signal, *, timeout=0, raising=None, **more):
        # What must not happen, `assertNotEmitted`, is waited for to the end.
        limit = timeout if raising is False else max(timeout, LONGEST_WAIT_MS)
        return super().waitSignal(signal, timeout=limit, raising=raising, **more)

    @override
    def waitSignals(self, signals, *, timeout=0, **more):
        return super().waitSignals(signals, timeout=max(timeout, LONGEST_WAIT_MS), **more)

    @override
    def waitUntil(self, callback, *, timeout=0):
        super().waitUntil(callback, timeout=max(timeout, LONGEST_WAIT_MS))


@pytest.fixture
def qtbot(qapp, request):
    """pytest-qt's, but for how long it waits."""
    return UnhurriedBot(request)


@pytest.fixture(scope="session")
def golden():
    """The folder of other programs' outputs."""
    return TESTS / "golden"


@pytest.fixture(scope="session")
def sample():
    """The sample chat; copy it before writing."""
    (path,) = (TESTS.parent / "resources" / "samples").glob("*Nobody.jsonl")
    return path


@pytest.fixture
def connections(monkeypatch):
    """Where anything connects to; all but the addresses in `allowed` are refused."""
    made, allowed = [], set()

    def guarded(name):
        real = getattr(socket.socket, name)

        def connect(self, address):
            if self.family in (socket.AF_INET, socket.AF_INET6):
                made.append(address[:2])
                if address[:2] not in allowed:
                    raise ConnectionRefusedError(address)
            return real(self, address)

        return connect

    for name in ("connect", "connect_ex"):
        monkeypatch.setattr(socket.socket, name, guarded(name))
    return made, allowed
