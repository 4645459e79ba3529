"""Saving a chat through SillyTavern's own interface, so that its check and its backups hold.

SillyTavern reads every line and writes every line anew. So a chat goes that way only if it would
come out as it went in, but for what was edited: what the interface answers for the chat before
has to be the file's own bytes, and the lines that are edited have to be spelled as it spells them.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from inspector.core.decoded import members
from inspector.core.errors import UnknownOutcomeError
from inspector.jsonbytes.pieces import Pieces, chunks, joined
from inspector.language import _
from inspector.retrieval.transport import Answer
from inspector.server.session import (
    Passwords,
    ServerError,
    ServerSession,
    decoded,
)
from inspector.sillytavern.config_file import ServerPlace
from inspector.sillytavern.data_root import CHATS, GROUP_CHATS, is_user_folder
from inspector.sillytavern.server_form import misspelled_line

"""The bytes of a file, in consecutive parts."""

_SUFFIX = ".jsonl"
_CARD = ".png"
_LONGEST_NAME = 255
_UNSAFE = re.compile(r'[/\\?<>:*|"\x00-\x1f\x80-\x9f]')
_RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)
_QUOTED = 200


@dataclass(frozen=True, slots=True)
class ServerChat:
    """A chat as SillyTavern's interface names it.

    Attributes:
        user: the name of the user folder, which is that of the account.
        name: the file's, without its ending.
        card: the name of the card's folder; None for a chat of a group.
    """

    user: str
    name: str
    card: str | None

    @property
    def call(self) -> str:
        """Where its calls begin."""
        return "/api/chats" if self.card is not None else "/api/chats/group"

    @property
    def naming(self) -> dict[str, str]:
        """What names it in a call."""
        if self.card is None:
            return {"id": self.name}
        return {"avatar_url": f"{self.card}{_CARD}", "file_name": self.name, "ch_name": self.card}


def server_chat(path: Path) -> tuple[Path, ServerChat]:
    """The user folder that a chat lies in, and how SillyTavern names it there.

    Raises:
        ServerError: it cannot name it; the text says why.
    """
    folder = path.absolute().parent
    for user, card in ((folder.parent.parent, folder.name), (folder.parent, None)):
        wanted = GROUP_CHATS if card is None else CHATS
        location = folder if card is None else folder.parent
        if location.name != wanted or not is_user_folder(user):
            continue
        refusal = _unnameable(path.name, card)
        if refusal:
            raise ServerError(
                _("SillyTavern's interface cannot name this chat: {refusal}.").format(
                    refusal=refusal
                )
            )
        return user, ServerChat(user.name, path.name.removesuffix(_SUFFIX), card)
    raise ServerError(_("This chat does not lie among SillyTavern's chats."))


def _unnameable(name: str, card: str | None) -> str:
    """Why a chat would be taken for another (specs/sillytavern.md §4: names are sanitised)."""
    if not name.endswith(_SUFFIX):
        return _("its name does not end in {suffix}").format(suffix=_SUFFIX)
    if _UNSAFE.search(name) or _RESERVED.fullmatch(name):
        return _("its name holds what SillyTavern takes out of names")
    try:
        spelled = name.encode("utf-8"), (card or "").encode("utf-8")
    except UnicodeEncodeError:
        return _("its name is no Unicode text")
    if len(spelled[0]) > _LONGEST_NAME:
        return _("its name is too long")
    if card is not None and (_CARD in card or _UNSAFE.search(card) or card.endswith((".", " "))):
        return _("the name of its folder is none that a card's file can have")
    return ""


class ServerRoute:
    """The way through a SillyTavern to a chat's file.

    Args:
        location: where it listens.
        chat: how it names the chat.
        passwords: what a person typed.
    """

    def __init__(self, location: ServerPlace, chat: ServerChat, passwords: Passwords) -> None:
        self._location = location
        self._chat = chat
        self._session = ServerSession(location, chat.user, passwords)

    def refuse_unless_same(self, former: Pieces, changed: Iterable[tuple[int, bytes]]) -> None:
        """See that saving through it changes what was edited, and nothing else.

        Args:
            former: what the file holds.
            changed: number, 0-based, and bytes of each line that is edited.

        Raises:
            ServerError: it would change more, or holds another chat.
        """
        for number, line in changed:
            self._refuse_respelled(number, line)
        self._session.open()
        body = json.dumps(self._chat.naming).encode()
        answer = self._session.post(f"{self._chat.call}/get", (body,))
        if answer.status != 200:
            raise ServerError(
                _("SillyTavern does not show this chat: {in_words}.").format(
                    in_words=_in_words(answer)
                )
            )
        if _holds(answer.data, _listed(former)):
            return
        lines = joined(former).split(b"\n")
        for number, line in enumerate(lines):
            self._refuse_respelled(number, line)
        raise ServerError(
            _(
                "The SillyTavern at {address} holds another chat under this name; is it "
                "another installation?"
            ).format(address=self._location.address)
        )

    def save(self, pieces: Pieces) -> None:
        """Have it save the chat; with its mark, and never with force.

        Raises:
            UnknownOutcomeError: no answer came, so that it may or may not be saved.
            ServerError: it refuses.
        """
        naming = json.dumps(self._chat.naming, ensure_ascii=False).encode()
        body = (naming[:-1] + b',"chat":', *_listed(pieces), b"}")
        answer = self._session.post(f"{self._chat.call}/save", body)
        wording = members(decoded(answer))
        if answer.status == 200 and (wording.get("ok") is True or wording.get("result") == "ok"):
            return
        if wording.get("error") == "integrity":
            raise ServerError(
                _(
                    "SillyTavern's integrity check refused it: the file has another mark "
                    "than this chat. Saved directly, the mark can be another one."
                )
            )
        if answer.status >= 500:
            raise UnknownOutcomeError(
                _("SillyTavern failed to save it: {in_words}.").format(in_words=_in_words(answer))
            )
        raise ServerError(
            _("SillyTavern refused to save it: {in_words}.").format(in_words=_in_words(answer))
        )

    def _refuse_respelled(self, number: int, line: bytes) -> None:
        why = misspelled_line(line)
        if why:
            raise ServerError(
                _(
                    "SillyTavern would change more than your edits: line {number} {why}. "
                    "Saved directly, the file keeps all its other bytes."
                ).format(number=number + 1, why=why)
            )


def _listed(pieces: Pieces) -> Iterator[bytes]:
    """The lines as items of one list: in JSON a line break stands between lines only."""
    yield b"["
    for part in chunks(pieces):
        yield bytes(part).replace(b"\n", b",")
    yield b"]"


def _holds(data: bytes, parts: Iterable[bytes]) -> bool:
    at = 0
    for part in parts:
        if data[at : at + len(part)] != part:
            return False
        at += len(part)
    return at == len(data)


def _in_words(answer: Answer) -> str:
    """What it answered, without a page that was meant for a browser."""
    page = answer.data.lstrip()[:1] == b"<"
    words = "" if page else " ".join(answer.data[:_QUOTED].decode("utf-8", "replace").split())
    return f"{answer.status} {answer.reason}{f', {words}' if words else ''}".strip()
