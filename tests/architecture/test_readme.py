"""The map of the house names what is there."""

import re
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "inspector"


def test_every_path_of_the_map_exists():
    text = (PACKAGE / "README.md").read_text("utf-8")
    named = re.findall(r"`([\w/]+(?:\.py|/))`", text) + re.findall(
        r"^(gui/\w+/)", text, re.MULTILINE
    )
    missing = [one for one in named if not any(PACKAGE.glob(f"**/{one.rstrip('/')}"))]
    assert (len(named) > 30, missing) == (True, [])
