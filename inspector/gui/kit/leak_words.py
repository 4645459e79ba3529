"""The words in which panels count what a reader cannot know."""

from inspector.analysis.leak_report import LeakReport
from inspector.language import ngettext


def headline(report: LeakReport) -> str:
    """How many there are, and of whom."""
    memories, recaps = len(report.leaks), len(report.recaps)
    parts: list[str] = []
    if memories:
        parts.append(
            ngettext(
                "{n:,} memory in this prompt is a thing {reader} cannot know.",
                "{n:,} memories in this prompt are things {reader} cannot know.",
                memories,
            ).format(n=memories, reader=report.reader)
        )
    if recaps:
        parts.append(
            ngettext(
                "{n:,} sentence of {recap} tells {reader} a secret.",
                "{n:,} sentences of {recap} tell {reader} secrets.",
                recaps,
            ).format(n=recaps, recap=report.recaps[0].name, reader=report.reader)
        )
    return " ".join(parts)
