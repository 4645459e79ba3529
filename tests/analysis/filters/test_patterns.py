"""Regular expressions of anybody, and how long they may take."""

import sys
import threading

import pytest

from inspector.analysis.filters.patterns import Pattern


@pytest.fixture
def computing():
    """Another thread that computes and seldom lets go, in a program that changes threads often."""
    interval, over = sys.getswitchinterval(), threading.Event()

    def compute():
        while not over.is_set():
            sum(range(1_000_000))

    beside = threading.Thread(target=compute)
    sys.setswitchinterval(0.0001)
    beside.start()
    yield
    over.set()
    beside.join()
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("computing")
def test_a_quick_pattern_is_not_stopped_because_others_compute_beside_it():
    pattern = Pattern(r"no (\d+)$")
    found = [pattern.replaced(f"It is no {number}", r"\1") for number in range(10_000)]
    assert found[-1] == "It is 9999"
