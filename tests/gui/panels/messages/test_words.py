import time

import pytest

from inspector.core.memory import Memory
from inspector.gui.panels.messages.sources import Run
from inspector.gui.panels.messages.words import (
    date_text,
    heading,
    memories_tooltip,
    runs_text,
)


@pytest.fixture
def in_utc(monkeypatch):
    if not hasattr(time, "tzset"):
        pytest.skip("a process of Windows has the zone of its system")
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("stored", "displayed"),
    [
        ("2026-11-12T10:31:00.000Z", "12 Nov 2026 10:31"),
        (1794479460000, "12 Nov 2026 10:31"),
        ("1794479460000", "12 Nov 2026 10:31"),
        ("November 12, 2026 10:31am", "12 Nov 2026 10:31"),
        ("2026-11-12@10h31m07s", "12 Nov 2026 10:31"),
        ("the day after", "the day after"),
        ("two\nlines", "two lines"),
        (1e30, "1e+30"),
        (None, ""),
        (["list"], ""),
    ],
)
def test_dates_of_every_form_are_readable(in_utc, stored, displayed):
    assert date_text(stored) == displayed


def test_the_heading_names_number_speaker_state_and_swipe(harbour):
    number, about = heading(harbour.chat, harbour.chat.message(3), later=False, displayed=True)
    assert number == "Message 3"
    assert about.startswith("Mira · sent · ")
    assert about.endswith(" · swipe 2 of 3")
    assert heading(harbour.chat, harbour.chat.message(1), later=True, displayed=True)[1] == (
        "Wren · hidden · after the moment"
    )


@pytest.mark.parametrize(
    ("runs", "words"),
    [
        ([Run(4, 4)], "message 4"),
        ([Run(446, 452)], "messages 446–452"),
        ([Run(1, 2), Run(5, 5)], "messages 1–2 and 5"),
        ([Run(1, 1), Run(3, 3), Run(5, 5), Run(7, 7)], "messages 1, 3, 5 and 1 more part"),
    ],
)
def test_runs_are_spoken_as_ranges(runs, words):
    assert runs_text(runs) == words


def test_a_tooltip_shows_tags_as_they_are_and_not_all_of_many():
    memories = [Memory(index, {"summary": "<b>x</b>" * 500}) for index in range(20)]
    words = memories_tooltip(iter(memories), 20)
    assert "<b>" not in words
    assert "and 12 more" in words
    assert len(words) < 8000
