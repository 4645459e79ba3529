"""Regular expressions of anybody, and how long they may take."""

import threading

import pytest

from inspector.analysis.filters.patterns import Pattern


@pytest.fixture
def computing():
    """Another thread that computes and seldom lets go."""
    over = threading.Event()

    def compute():
        while not over.is_set():
            sum(range(1_000_000))

    beside = threading.Thread(target=compute)
    beside.start()
    yield
    over.set()
    beside.join()


@pytest.mark.usefixtures("computing")
def test_a_quick_pattern_is_not_stopped_because_others_compute_beside_it():
    pattern = Pattern(r"no (\d+)$")
    found = [pattern.replaced(f"It is no {number}", r"\1") for number in range(200)]
    assert found[-1] == "It is 199"
