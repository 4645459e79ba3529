"""A small block by hand, and the panel that shows it."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from inspector.core.document import Document
from inspector.core.injection import Budget, Derivation, Injection, Line, Section, Verdict
from inspector.core.memory import Memory
from inspector.gui.panels.preview.panel import PreviewPanel
from inspector.gui.state.selection import Selection

BLANK = Line("", 1)


class Blocks:
    """Builds documents and what a ruleset might derive from them."""

    def __init__(self, summaries):
        self.document = Document(
            memories=tuple(
                Memory(index, {"id": f"e{index}", "summary": text, "message_ids": [10 * index]})
                for index, text in enumerate(summaries)
            )
        )

    def line(self, index):
        return Line(f"[★★★] {self.document.memories[index].summary}", 10 + index, index)

    def injection(self, old=(), mid=(), recent=(), key="openvault", tokens=99):
        sections = [Section(None, (Line("<scene_memory>", 4), BLANK))]
        for bucket, members in (("old", old), ("mid", mid), ("recent", recent)):
            if members:
                title = f"## {bucket}"
                lines = (Line(title, 5), *map(self.line, members), BLANK)
                sections.append(Section(bucket, lines, title))
        sections.append(Section(None, (Line("</scene_memory>", 4),)))
        return Injection(key, 0, 0, 0, scan=False, sections=tuple(sections), tokens=tokens)

    def derivation(self, old=(), mid=(), recent=(), limit=200, rest=()):
        injection = self.injection(old, mid, recent)
        placed = dict.fromkeys(old, "old") | dict.fromkeys(mid, "mid")
        placed |= dict.fromkeys(recent, "recent")
        verdicts = tuple(
            Verdict(one.index, placed.get(one.index, "mid"), one.index in placed, None, "", 18)
            for one in self.document.memories
        )
        return Derivation(
            (injection, *rest), verdicts, Budget(limit, injection.cost), chat_length=100
        )

    def of_texts(self, *texts, **facts):
        """A slot without buckets that holds exactly these lines."""
        section = Section(None, tuple(Line(text, 1, 0) for text in texts))
        plain = Injection("plain", 2, 2, 0, scan=False, sections=(section,), tokens=7)
        return Derivation((replace(plain, **facts),))


@pytest.fixture
def blocks():
    return Blocks([f"Memory number {index} is about the lamp." for index in range(8)])


@pytest.fixture
def many():
    return Blocks([f"Memory number {index} is about the lamp." for index in range(300)])


@pytest.fixture
def selection(qapp):
    return Selection()


@pytest.fixture
def panel(qtbot, selection):
    # Inside a window: the offscreen platform warns about top-level widgets with least sizes.
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(620, 560)
    made = PreviewPanel(selection, window)
    made.setGeometry(0, 0, 620, 560)
    window.show()
    QApplication.clipboard().clear()
    yield made
    window.close()


@pytest.fixture
def middle_of():
    """Where a line stands in the viewport."""

    def find(panel, line):
        row = next(row for row in panel.view.rows() if row.line == line and row.ghost is None)
        return round(row.top + row.height / 2)

    return find
