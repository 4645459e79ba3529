"""Where the inspector keeps what is its own."""

import platformdirs
import pytest

from inspector import folders
from inspector.core.errors import InspectorError


def raised(*_, **__):
    raise RuntimeError("could not determine the home directory")


@pytest.mark.parametrize("answer", [raised, lambda *_, **__: "~/.local/share/memory-inspector"])
@pytest.mark.parametrize("place", ["data", "config", "cache", "state"])
def test_without_a_home_folder_it_is_said_in_words(monkeypatch, place, answer):
    monkeypatch.setattr(platformdirs, f"user_{place}_dir", answer)
    with pytest.raises(InspectorError, match="set HOME"):
        getattr(folders, f"{place}_folder")()
