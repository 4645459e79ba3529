"""What SillyTavern's `config.yaml` says of its server: where it listens, and what it checks.

Only named scalars are read, by their indentation; the file also holds a password, which is not.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

USUAL_PORT = 8000
_MOST_BYTES = 1 << 20
_LINE = re.compile(
    r"""^( *)([A-Za-z_]\w*):(?:[ \t]+("[^"]*"|'[^']*'|[^#\s][^#]*?))?[ \t]*(?:#.*)?$"""
)
_WANTED = (
    "port",
    "ssl.enabled",
    "protocol.ipv4",
    "backups.chat.checkIntegrity",
)


@dataclass(frozen=True, slots=True)
class ServerPlace:
    """Where a SillyTavern of this computer listens.

    Attributes:
        port: TCP port.
        secure: whether it speaks https.
        host: the loopback address; never another.
        checks_integrity: whether it compares marks before it saves a chat.
        config: the file that says so; None where there is none, and all is as usual.
    """

    port: int = USUAL_PORT
    secure: bool = False
    host: str = "127.0.0.1"
    checks_integrity: bool = True
    config: Path | None = None

    @property
    def address(self) -> str:
        """Where its interface begins."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http{'s' if self.secure else ''}://{host}:{self.port}"


def server_place(user: Path, port: int | None = None) -> ServerPlace:
    """Where the SillyTavern that a user folder belongs to listens (specs/sillytavern.md §2, §4).

    Args:
        user: `<dataRoot>/<handle>`; the configuration lies beside the data root, in a folder
            `config` beside it, or, before 1.12, beside `public`.
        port: the port that a person named; None for the configured or the usual one.
    """
    for folder in (user.parent.parent, user.parent.parent / "config", user.parent):
        path = folder / "config.yaml"
        try:
            with path.open("rb") as file:
                found = dict(_scalars(file.read(_MOST_BYTES).decode("utf-8", "replace")))
        except (OSError, ValueError):
            continue
        return _location(found, path, port)
    return ServerPlace(port or USUAL_PORT)


def _location(found: Mapping[str, str], path: Path, port: int | None) -> ServerPlace:
    spelled = found.get("port", "")
    configured = int(spelled) if spelled.isascii() and spelled.isdecimal() else 0
    return ServerPlace(
        port=port or (configured if 0 < configured < 1 << 16 else USUAL_PORT),
        secure=found.get("ssl.enabled") == "true",
        host="::1" if found.get("protocol.ipv4") == "false" else "127.0.0.1",
        checks_integrity=found.get("backups.chat.checkIntegrity") != "false",
        config=path,
    )


def _scalars(text: str) -> Iterator[tuple[str, str]]:
    """The wanted values, by their keys from the top joined by dots."""
    above: list[tuple[int, str]] = []
    for line in text.replace("\r\n", "\n").split("\n"):
        found = _LINE.match(line)
        if found is None:
            continue
        depth = len(found[1])
        while above and above[-1][0] >= depth:
            above.pop()
        above.append((depth, found[2]))
        name = ".".join(key for _, key in above)
        if found[3] is not None and name in _WANTED:
            yield name, found[3].strip().strip("\"'")
