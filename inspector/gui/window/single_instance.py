"""One window for all starts: a second start hands its chats to the first and ends."""

import getpass
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from inspector.core.decoded import is_list
from inspector.folders import data_folder

_CONNECT_MS = 300
_ANSWER_MS = 5000
"""For a window that is there but busy; one that hangs longer is not waited for."""

_MOST_BYTES = 1 << 20
_TAKEN = b"\n"


def server_name() -> str:
    """The name under which the first window of this person, with these data, is found."""
    whose = f"{_person()}\0{data_folder()}".encode("utf-8", "surrogateescape")
    return f"memory-inspector-{hashlib.sha256(whose).hexdigest()[:16]}"


def _person() -> str:
    """The name of whoever runs this; empty for a number without a name, as in a container."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # the latter two until Python 3.12
        return ""


def hand_over(chats: Sequence[Path]) -> bool:
    """Give chats to a window that is open already; answers whether there was one.

    Args:
        chats: to be opened there; with none it only comes to the front.
    """
    socket = QLocalSocket()
    socket.connectToServer(server_name())
    if not socket.waitForConnected(_CONNECT_MS):
        return False
    names = [str(path.absolute()) for path in chats]
    socket.write(json.dumps(names).encode() + b"\n")
    socket.flush()
    answered = socket.waitForReadyRead(_ANSWER_MS)
    socket.disconnectFromServer()
    return answered


class FirstInstance(QObject):
    """Listens for later starts, on a socket that only this person can reach.

    Signals:
        started_again: a later start handed over its chats (a list of absolute paths).
    """

    started_again = Signal(list)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._accept)
        name = server_name()
        if not self._server.listen(name):
            # What a killed window left behind: nobody answered there, see `hand_over`.
            QLocalServer.removeServer(name)
            self._server.listen(name)

    def close(self) -> None:
        """Listen no more."""
        self._server.close()

    def _accept(self) -> None:
        while self._server.hasPendingConnections():
            socket = self._server.nextPendingConnection()
            socket.readyRead.connect(self._read_sender)
            socket.disconnected.connect(socket.deleteLater)
            self._read(socket)

    def _read_sender(self) -> None:
        # A slot of this object, so that Qt forgets the connection when it dies before the socket.
        socket = self.sender()
        if isinstance(socket, QLocalSocket):
            self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if socket.bytesAvailable() > _MOST_BYTES:
            socket.abort()
        if not socket.canReadLine():
            return
        try:
            given: object = json.loads(bytes(socket.readLine().data()))
        except (ValueError, RecursionError):
            socket.abort()
            return
        names = [name for name in given if isinstance(name, str)] if is_list(given) else []
        socket.write(_TAKEN)
        socket.flush()
        self.started_again.emit(names)
