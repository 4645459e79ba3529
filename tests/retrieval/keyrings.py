"""Keyrings for tests: real backends of the package `keyring` that lie in memory."""

import threading

from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked, PasswordDeleteError


class MemoryKeyring(KeyringBackend):
    """Keeps keys for as long as it lives."""

    priority = 0.1

    def __init__(self):
        super().__init__()
        self.kept = {}

    def get_password(self, service, username):
        return self.kept.get((service, username))

    def set_password(self, service, username, password):
        self.kept[service, username] = password

    def delete_password(self, service, username):
        try:
            del self.kept[service, username]
        except KeyError as error:
            raise PasswordDeleteError(username) from error


class LockedKeyring(KeyringBackend):
    """Opens for nobody."""

    priority = 0.1

    def get_password(self, service, username):
        raise KeyringLocked("it is locked.")

    def set_password(self, service, username, password):
        raise KeyringLocked("it is locked.")

    def delete_password(self, service, username):
        raise KeyringLocked("it is locked.")


class AskingKeyring(MemoryKeyring):
    """Waits for somebody to unlock it."""

    def __init__(self):
        super().__init__()
        self.requested, self.unlocked = threading.Event(), threading.Event()

    def get_password(self, service, username):
        self.requested.set()
        self.unlocked.wait(60)
        return super().get_password(service, username)
