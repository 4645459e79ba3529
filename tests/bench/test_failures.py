"""What cannot be measured ends the bench with a line that says why."""

import pytest

from tests.bench.__main__ import side


def test_a_side_that_fails_ends_the_bench_with_its_last_words():
    with pytest.raises(SystemExit, match=r"^nothing_of_the_kind ended with 1: \w+Error: [^\n]+$"):
        side("nothing_of_the_kind")
