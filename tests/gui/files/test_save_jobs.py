"""What a copy is called at first."""

import os
from pathlib import Path

import pytest

from inspector.gui.files.save_jobs import name_of_copy


@pytest.mark.parametrize(
    ("name", "copy"),
    [
        ("a chat.jsonl", "a chat (edited).jsonl"),
        ("none", "none (edited)"),
        ("x" * 249 + ".jsonl", "x" * 240 + " (edited).jsonl"),
        ("\u00e9" * 124 + ".jsonl", "\u00e9" * 120 + " (edited).jsonl"),
    ],
)
def test_the_name_of_a_copy_is_never_too_long(name, copy):
    assert name_of_copy(Path(name)) == copy
    assert len(os.fsencode(copy)) <= 255
