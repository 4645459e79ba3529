"""What the panel of leaks says: heads, buttons, and what they do."""

from collections import Counter
from collections.abc import Sequence

from inspector.analysis.leak_report import Leak, LeakReport, Remedy
from inspector.core.knowledge import Way
from inspector.gui.kit.text import counted, plain
from inspector.language import _, within
from inspector.systems import slot_name

WORKING = _("Looking for leaks…")
NOBODY = _("Nobody is about to answer, so nobody reads the block.")
NOT_JUDGED = _("These rules do not ask who knows what.")
NO_LEAKS = _("{} knows all that this prompt says.")


def nothing_to_show(report: LeakReport | None) -> str:
    """Why there are no rows; empty where there are some."""
    if report is None:
        return WORKING
    if report.count:
        return ""
    if not report.is_judged:
        return NOT_JUDGED
    return NO_LEAKS.format(report.reader) if report.reader else NOBODY


def step_words(remedy: Remedy | None, reader: str) -> str:
    """What the button of one leak says; empty where nothing helps."""
    match remedy:
        case Remedy.TAKE_OUT:
            return _("Take it out")
        case Remedy.KNOWS:
            return _("{reader} knows it").format(reader=reader)
        case Remedy.NOT_INVOLVED:
            return _("{reader} took no part").format(reader=reader)
        case Remedy.SETTING:
            return _("Only what is known")
        case None:
            return ""


def all_words(leaks: Sequence[Leak], reader: str) -> str:
    """What the button for all of them says; empty where nothing helps."""
    counts = Counter(one.remedy for one in leaks)
    parts = {
        Remedy.TAKE_OUT: _("take out {counts:,}").format(counts=counts[Remedy.TAKE_OUT]),
        Remedy.KNOWS: _("{reader} knows {counts:,}").format(
            reader=reader, counts=counts[Remedy.KNOWS]
        ),
        Remedy.NOT_INVOLVED: _("{reader} took no part in {counts:,}").format(
            reader=reader, counts=counts[Remedy.NOT_INVOLVED]
        ),
        Remedy.SETTING: _("only what is known"),
    }
    words = ", ".join(part for remedy, part in parts.items() if counts[remedy])
    return words[:1].upper() + words[1:]


def effect_in_words(report: LeakReport) -> str:
    """What the block costs afterwards, and what is left: `memories 1,004 → 834`."""
    parts = [
        f"{within(slot_name(key))} {plain(now)} → {plain(after)}"
        for key, now, after in report.tokens
    ]
    # What the recap tells is put right by nobody but who edits it.
    remaining = report.left + len(report.recaps) if report.leaks else 0
    left = counted(remaining, "{n} leak", "{n} leaks") if remaining else ""
    return " · ".join(
        filter(None, (", ".join(parts), _("{left} left").format(left=left) if left else ""))
    )


def way_words(way: Way, reader: str) -> str:
    """How the reader knows of it after all."""
    match way:
        case Way.WITNESS:
            return _("{reader} saw it happen: becomes a witness").format(reader=reader)
        case Way.TOLD:
            return _("{reader} was told of it: goes into known_events").format(reader=reader)
        case _:
            return _("{reader} took part in it: becomes one of the characters involved").format(
                reader=reader
            )
