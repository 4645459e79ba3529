"""Keys in the system's keyring, with a keyring that lies in memory."""

import sys

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyring

from inspector.retrieval.keys import SERVICE, forget_key, keep_key, key_for
from inspector.retrieval.retriever import RetrievalError
from tests.retrieval.keyrings import LockedKeyring, MemoryKeyring

ASKS = (
    lambda: key_for("http://x"),
    lambda: keep_key("http://x", "k"),
    lambda: forget_key("http://x"),
)


@pytest.fixture
def use(monkeypatch):
    """Lets a keyring be the system's for one test."""
    before = keyring.get_keyring()
    yield keyring.set_keyring
    keyring.set_keyring(before)


def test_keys_are_kept_by_address_and_forgotten(use):
    memory = MemoryKeyring()
    use(memory)
    keep_key("http://x", "k")
    assert (key_for("http://x"), key_for("http://y")) == ("k", "")
    assert memory.kept == {(SERVICE, "http://x"): "k"}
    forget_key("http://x")
    forget_key("http://x")
    assert key_for("http://x") == ""
    assert memory.kept == {}


@pytest.mark.parametrize("ask", ASKS)
def test_a_locked_keyring_is_said(use, ask):
    use(LockedKeyring())
    with pytest.raises(RetrievalError, match=r"system's keyring cannot be \w+: it is locked\.$"):
        ask()


@pytest.mark.parametrize("ask", ASKS)
def test_a_system_without_a_keyring_is_said(use, ask):
    use(NoKeyring())
    with pytest.raises(RetrievalError, match="system's keyring cannot be"):
        ask()


@pytest.mark.parametrize("ask", ASKS)
def test_without_the_package_the_message_says_how_to_install_it(monkeypatch, ask):
    monkeypatch.setitem(sys.modules, "keyring", None)
    with pytest.raises(RetrievalError, match="-m pip install keyring"):
        ask()
