"""What the window keeps between two starts."""

from PySide6.QtCore import QObject

from inspector.folders import config_folder
from inspector.gui.state.preferences_store import PreferencesStore
from inspector.preferences import Preferences, load_preferences


def test_what_could_not_be_kept_is_kept_with_the_next_change(qapp):
    folder = config_folder()
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_bytes(b"no folder")
    owner = QObject()
    store = PreferencesStore(Preferences(), owner, keep=True)
    store.change(theme="dark")
    folder.unlink()
    store.change(last_folder="here")
    kept = load_preferences()
    assert (kept.theme, kept.last_folder) == ("dark", "here")
