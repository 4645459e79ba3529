"""20,000 messages and 5,000 items: a slider's step on the window's thread."""

import statistics
import time

import pytest
from PySide6.QtWidgets import QApplication

from inspector.systems.scribe.settings import CHRONICLE_LIMIT, LOREBOOK_LIMIT
from tests.systems.scribe.worlds import (
    HISTORY,
    RAG,
    TAIL,
    TOTAL,
    chat_of,
    document_of,
    entry,
    event,
    words,
)

pytestmark = pytest.mark.speed

MESSAGES, ITEMS, STEPS = 20_000, 5_000, 20
BUDGETS = {
    TOTAL: 260_000,
    HISTORY: 180_000,
    RAG: 40_000,
    TAIL: 8,
    LOREBOOK_LIMIT: ITEMS,
    CHRONICLE_LIMIT: ITEMS,
}


@pytest.fixture(scope="module")
def crowd():
    half = ITEMS // 2
    return document_of(
        chat_of(*(f"line {n} {words(8)}" for n in range(MESSAGES))),
        [entry(n, f"lamp {words(9)}", constant=n < 5) for n in range(half)],
        [event(n, f"lamp {words(9)}") for n in range(half)],
    )


@pytest.mark.parametrize("part", [1, 2])
@pytest.mark.parametrize("page", ["Rows", "Curves", "Request"])
@pytest.mark.parametrize("show", [0, 2])
def test_a_step_takes_less_than_half_a_frame(empty, ask, crowd, qtbot, part, page, show):
    empty.set_map(*ask(crowd, **BUDGETS))
    empty.open_part(part)
    empty.pages.rows.filter.which.setCurrentIndex(show)
    empty.pages.switch.buttons[page].click()
    qtbot.wait(500)
    spent = []
    for step in range(STEPS):
        answer = ask(crowd, **{**BUDGETS, HISTORY: 180_000 - 4_000 * (step + 1)})
        start = time.perf_counter()
        empty.set_what_if(*answer)
        spent.append((time.perf_counter() - start) * 1000)
        QApplication.processEvents()
    assert statistics.median(spent) < 8


def test_a_large_request_never_holds_the_window_up(empty, ask, crowd, qtbot):
    empty.set_map(*ask(crowd, **BUDGETS))
    empty.pages.switch.buttons["Request"].click()
    text, worst = empty.pages.request.text, 0.0
    end = time.perf_counter() + 20
    while time.perf_counter() < end:
        start = time.perf_counter()
        QApplication.processEvents()
        worst = max(worst, time.perf_counter() - start)
        if text.blockCount() > MESSAGES and not text.is_filling:
            break
        time.sleep(0.001)
    assert text.blockCount() > MESSAGES
    assert worst < 0.05
