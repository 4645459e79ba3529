"""What is said of what happens before sending."""

import pytest

from inspector.core.edits import SetField
from inspector.gui.state.before_sending import keeping_in_words


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (1, "Keep it in the file, as the extension would"),
        (2, "Keep all 2 in the file, as the extensions would"),
    ],
)
def test_what_is_kept_is_counted_where_it_is_more_than_one(count, words):
    assert keeping_in_words([SetField((0,), "importance", 5)] * count) == words
