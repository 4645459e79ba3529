"""What is small by nature is read with a limit, and what is no file is not waited for."""

import os

import pytest

from inspector import small_files
from inspector.core.errors import ChatFileError
from inspector.lore_files import open_card, open_scores
from inspector.sillytavern.host.reading import read_host
from inspector.sillytavern.settings_file import read_settings
from inspector.small_files import MOST_BYTES, read_small


@pytest.fixture
def sparse(tmp_path):
    """A file that claims ten gigabytes and takes none on the disk."""
    path = tmp_path / "sparse"
    with path.open("wb") as file:
        file.truncate(10 << 30)
    return path


def test_as_much_as_the_limit_is_read_and_no_byte_more(tmp_path, monkeypatch):
    monkeypatch.setattr(small_files, "MOST_BYTES", 1 << 20)
    path = tmp_path / "file"
    path.write_bytes(bytes(1 << 20))
    assert read_small(path) == bytes(1 << 20)
    path.write_bytes(bytes((1 << 20) + 1))
    with pytest.raises(ChatFileError, match="file: this is larger than 1 MiB, and is not read"):
        read_small(path)


@pytest.mark.skipif(os.name == "nt", reason="has no such files")
def test_what_is_no_small_file_is_said(tmp_path, sparse):
    os.mkfifo(tmp_path / "pipe")
    reasons = {
        tmp_path / "pipe": "this is no regular file",
        tmp_path: "this is a folder and no file",
        tmp_path / "none": "there is no such file",
        sparse: f"this is larger than {MOST_BYTES >> 20} MiB, and is not read",
    }
    for path, words in reasons.items():
        for read in (read_small, read_settings, open_card, open_scores):
            with pytest.raises(Exception, match=words) as refused:
                read(path)
            assert str(refused.value).startswith(f"{path}: ")
    with pytest.raises(ChatFileError, match="no regular file"):
        read_host(tmp_path / "chat.jsonl", {}, card=tmp_path / "pipe")
    with pytest.raises(ChatFileError, match="larger than"):
        read_small(sparse, takes_pipes=True)
