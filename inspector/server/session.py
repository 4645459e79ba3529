"""Talking to a SillyTavern: its token, its cookies, passwords, and what it answers."""

import base64
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from inspector.core.decoded import is_object, items, members, text
from inspector.core.errors import InspectorError, UnknownOutcomeError
from inspector.language import _
from inspector.retrieval.retriever import RetrievalError
from inspector.retrieval.transport import Answer, Request, Timeouts, exchange
from inspector.sillytavern.config_file import ServerPlace

_GREETING: Final = "/csrf-token"
_DETECTING = Timeouts(silence=3.0, answer=6.0)
"""Where nothing listens is known at once; SillyTavern is silent while it reads a large chat."""
_WORKING = Timeouts(silence=60.0, answer=300.0)
_REALM = "sillytavern"
_UNAUTHORIZED, _FORBIDDEN, _TOO_MANY, _TOO_LARGE = 401, 403, 429, 413
_LONGEST_TOKEN = 256


class ServerError(InspectorError):
    """A SillyTavern does not do what it is asked; the text says why."""


class PasswordNeededError(ServerError):
    """A password is missing or wrong.

    Args:
        why: a sentence.
        of_account: whether it is a user account's; else that of the whole server.
    """

    def __init__(self, why: str, *, of_account: bool) -> None:
        super().__init__(why)
        self.of_account = of_account


class Seen(StrEnum):
    """What listens at an address."""

    SILLYTAVERN = "SillyTavern"
    NOTHING = "nothing"
    SILENT = "something that does not answer"
    OTHER = "another program"


@dataclass(frozen=True)
class Passwords:
    """What a person typed; it is kept nowhere.

    Attributes:
        name: of the whole server, where it asks for one; empty for none.
        password: the same.
        account: the password of the user account.
    """

    name: str = ""
    password: str = field(default="", repr=False)
    account: str = field(default="", repr=False)


def detected(location: ServerPlace) -> Seen:
    """What listens at a place, by one request to the loopback address that tells nothing."""
    try:
        answer = exchange(
            f"{location.address}{_GREETING}", Request(), _DETECTING, any_certificate=True
        )
    except RetrievalError as error:
        match error.__cause__:
            case ConnectionRefusedError():
                return Seen.NOTHING
            case TimeoutError():
                return Seen.SILENT
            case _:
                return Seen.OTHER
    if answer.status == _UNAUTHORIZED:
        realm = _header(answer, "www-authenticate").casefold()
        return Seen.SILLYTAVERN if _REALM in realm else Seen.OTHER
    is_token = answer.status == 200 and _token(answer) is not None
    return Seen.SILLYTAVERN if is_token else Seen.OTHER


class ServerSession:
    """One visit to a SillyTavern.

    Args:
        location: where it listens.
        user: whose files are meant: the name of the user folder.
        passwords: what a person typed.
    """

    def __init__(self, location: ServerPlace, user: str, passwords: Passwords) -> None:
        self._location = location
        self._user = user
        self._passwords = passwords
        self._cookies: dict[str, str] = {}
        self._token = ""

    def open(self) -> None:
        """Get a token, and log in where there are user accounts.

        Raises:
            ServerError: that is not possible.
        """
        answer = self._exchange(_GREETING, Request(headers=self._headers()))
        self._refuse_strangers(answer)
        token = _token(answer) if answer.status == 200 else None
        if token is None:
            raise ServerError(
                _("{address} does not answer as SillyTavern does.").format(
                    address=self._location.address
                )
            )
        self._token = token
        # With accounts nothing answers before the log-in; without, this costs nothing.
        answer = self._post("/api/ping", (b"{}",))
        if answer.status == _FORBIDDEN:
            self._log_in()

    def post(self, path: str, body: Iterable[bytes | memoryview]) -> Answer:
        """Post JSON, in parts; whatever status it is answered with.

        Raises:
            UnknownOutcomeError: no answer came.
            ServerError: it is not let in.
        """
        answer = self._post(path, tuple(body))
        if answer.status == _FORBIDDEN:
            raise ServerError(
                _("SillyTavern at {address} refuses the request (403).").format(
                    address=self._location.address
                )
            )
        if answer.status == _TOO_LARGE:
            raise ServerError(_("The chat is larger than SillyTavern takes over its interface."))
        return answer

    def _log_in(self) -> None:
        """Log in to the account whose folder it is.

        Raises:
            PasswordNeededError: its password is missing or wrong.
        """
        listed = self._post("/api/users/list", (b"{}",))
        accounts = [members(one) for one in items(decoded(listed))]
        own = next((one for one in accounts if one.get("handle") == self._user), None)
        has_password = own is None or own.get("password") is not False
        password = self._passwords.account
        if has_password and not password:
            raise PasswordNeededError(
                _("SillyTavern asks for the password of the account {user}.").format(
                    user=self._user
                ),
                of_account=True,
            )
        body = {"handle": self._user, "password": password}
        answer = self._post("/api/users/login", (json.dumps(body).encode(),))
        if answer.status == _TOO_MANY:
            raise ServerError(
                _("SillyTavern lets nobody in for a while: too many wrong passwords.")
            )
        if answer.status != 200:
            raise PasswordNeededError(
                _("SillyTavern refuses the password of the account {user}.").format(
                    user=self._user
                ),
                of_account=True,
            )

    def _post(self, path: str, body: tuple[bytes | memoryview, ...]) -> Answer:
        length = sum(map(len, body))
        headers = {
            **self._headers(),
            "Content-Type": "application/json",
            "Content-Length": str(length),
            "X-CSRF-Token": self._token,
        }
        answer = self._exchange(path, Request("POST", headers, map(bytes, body)))
        self._refuse_strangers(answer)
        return answer

    def _exchange(self, path: str, request: Request) -> Answer:
        try:
            answer = exchange(
                f"{self._location.address}{path}", request, _WORKING, any_certificate=True
            )
        except RetrievalError as error:
            raise UnknownOutcomeError(str(error)) from error
        for name, value in answer.headers:
            if name.casefold() == "set-cookie":
                key, _, rest = value.partition("=")
                self._cookies[key.strip()] = rest.partition(";")[0]
        return answer

    def _headers(self) -> Mapping[str, str]:
        headers = {"Accept": "application/json", "Accept-Encoding": "identity"}
        if self._cookies:
            headers["Cookie"] = "; ".join(f"{key}={one}" for key, one in self._cookies.items())
        if self._passwords.name:
            pair = f"{self._passwords.name}:{self._passwords.password}".encode()
            headers["Authorization"] = f"Basic {base64.b64encode(pair).decode()}"
        return headers

    def _refuse_strangers(self, answer: Answer) -> None:
        if answer.status == _UNAUTHORIZED:
            words = _("SillyTavern is guarded by a name and a password, and asks for both.")
            if self._passwords.name:
                words = _(
                    "SillyTavern is guarded by a name and a password, and refuses this name and "
                    "password."
                )
            raise PasswordNeededError(words, of_account=False)
        if answer.status == _TOO_MANY:
            raise ServerError(
                _("SillyTavern lets nobody in for a while: too many wrong passwords.")
            )


def decoded(answer: Answer) -> object:
    """The JSON of an answer; None where it is none."""
    try:
        return json.loads(answer.data)
    except (ValueError, RecursionError):
        return None


def _token(answer: Answer) -> str | None:
    found = decoded(answer)
    token = text(found.get("token")) if is_object(found) else ""
    is_one = token.isascii() and token.isprintable() and 0 < len(token) <= _LONGEST_TOKEN
    return token if is_one else None


def _header(answer: Answer, name: str) -> str:
    return next((value for key, value in answer.headers if key.casefold() == name), "")
