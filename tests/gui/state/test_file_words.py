import pytest

from inspector.gui.state.file_words import size_in_words


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (0, "0 B"),
        (999, "999 B"),
        (4100, "4.1 kB"),
        (2_500_000, "2.5 MB"),
        (2_147_483_648, "2.1 GB"),
    ],
)
def test_a_size_is_said_as_a_person_reads_it(size, words):
    assert size_in_words(size) == words
