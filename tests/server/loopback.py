"""A server on the loopback address that keeps chats as SillyTavern 1.19 does.

Written from specs/sillytavern.md §1, §3 and §4; it shares no code with the program.
`python -m tests.server.loopback DATA_ROOT` runs one until it is killed, and prints its port first.
"""

import base64
import hashlib
import json
import os
import secrets
import socket
import sys
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

ROBIN = "Robin"
"""The card whose chats `user_folder` makes room for."""


def user_folder(root, handle="default-user"):
    """A user folder as SillyTavern lays it out, with one card and one group."""
    user = root / "data" / handle
    for name in (f"chats/{ROBIN}", "group chats", "groups", "characters", "worlds", "backups"):
        (user / name).mkdir(parents=True)
    (user / "settings.json").write_text("{}")
    return user


def stringify(value):
    """`JSON.stringify` for texts, whole numbers and short fractions, which tests use."""
    return json.dumps(as_javascript_holds(value), ensure_ascii=False, separators=(",", ":"))


def as_javascript_holds(value):
    """Keys that are numbers come first, and 1.0 is 1."""
    if isinstance(value, dict):
        numbers = sorted((key for key in value if key.isdecimal()), key=int)
        keys = [*numbers, *(key for key in value if not key.isdecimal())]
        return {key: as_javascript_holds(value[key]) for key in keys}
    if isinstance(value, list):
        return [as_javascript_holds(one) for one in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


class LoopbackSillyTavern:
    """The server.

    Attributes:
        passwords: of accounts by handle; None where there are no accounts.
        basic: name and password of the whole server; None where it asks for none.
        checks: whether marks are compared.
        before_save: called when a save has arrived, before its check.
        after_save: called when a chat is saved, before that is answered.
        requests: method and path of all that came in.
        mute: whether the connection is cut instead of answering a save.
        active: how many connections are open.
    """

    def __init__(self, root, host="127.0.0.1", secured_by=None):
        self.root = Path(root)
        self.passwords = None
        self.basic = None
        self.checks = True
        self.before_save = self.after_save = lambda: None
        self.requests = []
        self.mute = False
        self.active = 0
        self._counting = threading.Lock()
        self.secret = secrets.token_hex(8)
        self.sessions = {}
        self.backed_up = {}
        listening = type(
            "Listening",
            (ThreadingHTTPServer,),
            {"address_family": socket.AF_INET6 if ":" in host else socket.AF_INET},
        )
        self._server = listening((host, 0), type("Own", (Handler,), {"host": self}))
        self._server.daemon_threads = True
        if secured_by is not None:
            self._server.socket = secured_by.wrap_socket(self._server.socket, server_side=True)
        self.port = self._server.server_address[1]

    def serve(self):
        self._server.serve_forever(0.02)

    def stop(self):
        self._server.shutdown()
        self._server.server_close()

    @contextmanager
    def counted(self):
        with self._counting:
            self.active += 1
        try:
            yield
        finally:
            with self._counting:
                self.active -= 1

    def write_config(self, **more):
        lines = [f"port: {self.port}", *(f"{key}: {value}" for key, value in more.items())]
        (self.root.parent / "config.yaml").write_text("\n".join(lines) + "\n")

    def read(self, path):
        """A chat as the interface answers it."""
        try:
            text = path.read_bytes().decode("utf-8", "replace")
        except OSError:
            return []
        found = []
        for line in text.split("\n"):
            try:
                value = json.loads(line)
            except ValueError:
                continue
            if value or isinstance(value, list | dict):
                found.append(value)
        return found

    def save(self, path, chat, key, *, force):
        """Whether the chat was saved; not if its mark is another than the file's."""
        self.before_save()
        mark = chat[0].get("chat_metadata", {}).get("integrity") if chat else None
        if self.checks and mark and not force and not self._is_same_mark(path, mark):
            return False
        contents = "\n".join(stringify(one) for one in chat).encode("utf-8", "surrogatepass")
        path.parent.mkdir(parents=True, exist_ok=True)
        real = path.resolve()
        made = real.with_name(f"{real.name}.{secrets.randbelow(10**9)}")
        made.write_bytes(contents)
        if real.exists():
            made.chmod(real.stat().st_mode)
        made.replace(real)
        self._back_up(path, contents, key)
        self.after_save()
        return True

    def _is_same_mark(self, path, mark):
        try:
            first = path.read_bytes().partition(b"\n")[0].decode("utf-8-sig")
        except OSError:
            return True
        if not first and not path.stat().st_size:
            return True
        try:
            header = json.loads(first)
            held = header.get("chat_metadata", {}).get("integrity")
        except (ValueError, AttributeError):
            return False
        return held is None or held == mark

    def _back_up(self, path, contents, key):
        if time.monotonic() - self.backed_up.get(key, -10.0) < 10.0:
            return
        self.backed_up[key] = time.monotonic()
        folder = next(one for one in path.parents if (one / "settings.json").exists()) / "backups"
        folder.mkdir(exist_ok=True)
        (folder / f"chat_{key.lower()}_{time.strftime('%Y%m%d-%H%M%S')}.jsonl").write_bytes(
            contents
        )


class Handler(BaseHTTPRequestHandler):
    host = None
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def handle(self):
        with self.host.counted():
            try:
                super().handle()
            except OSError:
                self.close_connection = True

    def do_GET(self):
        self.host.requests.append(("GET", self.path))
        if not self._is_let_in():
            return
        if self.path == "/csrf-token":
            token = secrets.token_hex(32)
            name = f"session-{hashlib.sha256(b'host').hexdigest()[:8]}"
            session = secrets.token_hex(8)
            self.host.sessions[session] = {"token": token, "handle": None}
            cookies = [f"{name}={session}", f"{name}.sig={self.host.secret}"]
            self._answer(200, {"token": token}, cookies)
        else:
            self._page(404, "Not Found")

    def do_POST(self):
        self.host.requests.append(("POST", self.path))
        length = int(self.headers.get("Content-Length", 0))
        body = self.rfile.read(length)
        if len(body) < length:  # whoever sent it is gone
            self.close_connection = True
            return
        if not self._is_let_in():
            return
        session = self._session()
        if session is None or self.headers.get("X-CSRF-Token") != session["token"]:
            self._page(403, "Invalid CSRF token. Please refresh the page and try again.")
            return
        self._dispatch(session, json.loads(body or b"{}"))

    def _dispatch(self, session, body):
        if self.path == "/api/users/list":
            accounts = self.host.passwords or {"default-user": ""}
            self._answer(
                200, [{"handle": one, "password": bool(word)} for one, word in accounts.items()]
            )
        elif self.path == "/api/users/login":
            if (self.host.passwords or {}).get(body["handle"]) == body.get("password"):
                session["handle"] = body["handle"]
                self._answer(200, {"handle": body["handle"]})
            else:
                self._answer(403, {"error": "Incorrect credentials"})
        elif self.host.passwords is not None and session["handle"] is None:
            self._plain(403, "Forbidden")
        elif self.path == "/api/ping":
            self._plain(204, "")
        else:
            self._chats(self.host.root / (session["handle"] or "default-user"), body)

    def _chats(self, user, body):
        if "/group/" in self.path:
            path, key = user / "group chats" / f"{body['id']}.jsonl", str(body["id"])
        else:
            card = body["avatar_url"].replace(".png", "", 1)
            name = "".join(one for one in body["file_name"] if one not in '/?<>\\:*|"')
            path, key = user / "chats" / card / f"{name}.jsonl", card
        if self.path.endswith("/get"):
            path.parent.mkdir(exist_ok=True)
            self._answer(200, self.host.read(path))
        elif self.path.endswith("/save"):
            if not isinstance(body.get("chat"), list):
                self._answer(400, {"error": "The request's body.chat is not an array."})
            elif not self.host.save(path, body["chat"], key, force=body.get("force")):
                self._answer(400, {"error": "integrity"})
            elif self.host.mute:
                self.close_connection = True
            else:
                self._answer(200, {"ok": True})
        else:
            self._page(404, "Not Found")

    def _is_let_in(self):
        if self.host.basic is None:
            return True
        pair = base64.b64encode(":".join(self.host.basic).encode()).decode()
        if self.headers.get("Authorization") == f"Basic {pair}":
            return True
        realm = 'Basic realm="SillyTavern", charset="UTF-8"'
        self._plain(401, "Authentication required", [("WWW-Authenticate", realm)])
        return False

    def _session(self):
        cookies = dict(
            one.strip().split("=", 1) for one in self.headers.get("Cookie", "").split(";") if one
        )
        signed = any(
            key.endswith(".sig") and one == self.host.secret for key, one in cookies.items()
        )
        found = [self.host.sessions[one] for one in cookies.values() if one in self.host.sessions]
        return found[0] if signed and found else None

    def _answer(self, status, value, cookies=()):
        sent = [("Set-Cookie", f"{one}; path=/; samesite=lax; httponly") for one in cookies]
        self._send(status, stringify(value).encode("utf-8", "surrogatepass"), "json", sent)

    def _page(self, status, text):
        self._send(status, f"<!DOCTYPE html><p>{text}</p>".encode(), "html")

    def _plain(self, status, text, headers=()):
        self._send(status, text.encode(), "plain", headers)

    def _send(self, status, data, kind, headers=()):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Type", f"application/{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@contextmanager
def running(root, host="127.0.0.1", secured_by=None):
    """A server in this process; it speaks https where it is `secured_by` a TLS context.

    Whoever looks for it waits as long as a busy machine may need.
    """
    from inspector.server import session  # noqa: PLC0415 - the server itself needs none of it

    server = LoopbackSillyTavern(root, host, secured_by)
    thread = threading.Thread(target=server.serve, daemon=True)
    thread.start()
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(session, "_DETECTING", session._WORKING)
            yield server
    finally:
        server.stop()
        thread.join(5)


if __name__ == "__main__":
    made = LoopbackSillyTavern(sys.argv[1])
    print(made.port, flush=True)
    threading.Thread(target=made.serve, daemon=True).start()
    sys.stdin.read()
    os._exit(0)
