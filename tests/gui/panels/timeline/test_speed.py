"""100,000 messages and 10,000 memories stay quick; limits are several times what was measured."""

import statistics
import time

import pytest

MESSAGES, MEMORIES = 100_000, 10_000


pytestmark = pytest.mark.speed


def milliseconds(act, times=15):
    spent = []
    for _ in range(times):
        start = time.perf_counter()
        act()
        spent.append((time.perf_counter() - start) * 1000)
    return statistics.median(spent)


@pytest.fixture
def big(panel, chat, derive_of):
    records = tuple(
        {
            "summary": "Some words.",
            "importance": 1 + i % 5,
            "message_ids": [i * 9, i * 9 + i % 12],
            "is_secret": i % 20 == 0,
        }
        for i in range(MEMORIES)
    )
    document = chat(messages=MESSAGES, records=records, hidden=99_000)
    panel.set_document(document)
    answer = derive_of(document, (60_000, 92_000), out=frozenset(range(0, MEMORIES, 3)))
    panel.set_derivation(answer)
    return document, answer


@pytest.mark.parametrize("visible", [90_000, 10_000, 4_000, 500])
def test_panning_paints_in_a_frame(big, panel, visible):
    view, viewport = panel.chart.state.view, panel.chart.canvas.viewport()
    view.show_range(2_000, 2_000 + visible)

    def step():
        view.pan(visible / 300)
        viewport.repaint()

    assert milliseconds(step) < 16


def test_a_drag_with_its_what_if_paints_in_a_frame(big, panel, font_set, derive_of):
    document, _ = big
    answers = [
        derive_of(document, (60_000, 92_000 + shift), out=frozenset(range(shift, MEMORIES, 3)))
        for shift in (1, 2)
    ]
    panel.boundary_dragged.connect(
        lambda _which, _mid, recent: panel.show_what_if(answers[recent % 2])
    )
    places = iter(range(92_200, 99_000, 300))
    font_set.press(92_000, 50)

    def step():
        font_set.move(next(places))
        panel.chart.canvas.viewport().repaint()

    assert milliseconds(step) < 32


def test_answers_and_edits_are_taken_over_quickly(big, panel):
    document, answer = big
    assert milliseconds(lambda: panel.set_derivation(answer)) < 8
    assert milliseconds(lambda: panel.set_memories(document, (5000,))) < 1
