"""When a message was sent, in every form that SillyTavern writes."""

import time
from datetime import datetime

import pytest

from inspector.sillytavern import dates
from inspector.sillytavern.dates import sent_at

pytestmark = pytest.mark.skipif(
    not hasattr(time, "tzset"), reason="a process of Windows has the zone of its system"
)

NOON = 1_785_585_600_000
"""2026-08-01 12:00 UTC."""


@pytest.fixture(autouse=True)
def _far_from_greenwich(monkeypatch):
    monkeypatch.setenv("TZ", "Etc/GMT-5")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("written", "milliseconds"),
    [
        ("2026-08-01T12:00:00.000Z", NOON),
        ("2026-08-01T12:00:00.7Z", NOON + 700),
        ("2026-08-01T14:00:00+02:00", NOON),
        ("2026-08-01T17:00", NOON),
        ("2026-08-01", NOON - 12 * 3_600_000),
        ("August 1, 2026 5:00pm", NOON),
        ("Aug 1, 2026 5:00PM", NOON),
        ("August 1, 2026 12:30am", NOON - 16.5 * 3_600_000),
        ("2026-08-01@12h00m00s", NOON),
        ("2026-08-01@12h00m00s250ms", NOON + 250),
        ("2026-8-1 @12h 0m 0s 682ms", NOON + 682),
        (str(NOON), NOON),
        (NOON, NOON),
        (1.5, 1.5),
    ],
)
def test_known_forms(written, milliseconds):
    assert sent_at(written) == milliseconds


@pytest.mark.parametrize(
    "written",
    [
        None,
        "",
        "yesterday",
        "2026-13-01",
        "2026-02-30@12h00m00s",
        "Juno 1, 2026 5:00pm",
        "Ma 1, 2026 5:00pm",
        "June 31, 2026 5:00pm",
        "June 1, 2026 13:00pm",
        "2026-08-01T25:00",
        True,
        float("nan"),
        [],
    ],
)
def test_anything_else_is_no_date(written):
    assert sent_at(written) is None


@pytest.mark.parametrize("written", ["1950-08-01T17:00", "August 1, 1950 5:00pm"])
def test_a_time_that_the_system_has_no_zone_for_is_no_date(written, monkeypatch):
    class OfWindows(datetime):
        def astimezone(self, tz=None):
            raise OSError(22, "Invalid argument")

    monkeypatch.setattr(dates, "datetime", OfWindows)
    assert sent_at(written) is None
