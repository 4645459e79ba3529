"""A timeline to look at: a chat of 640 messages with memories, and its derivation."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from inspector.core.chat import Chat
from inspector.core.document import Document
from inspector.core.injection import BUCKETS, Budget, Derivation, Injection, Line, Section, Verdict
from inspector.core.memory import Memory
from inspector.gui.panels.timeline.panel import TimelinePanel
from inspector.gui.state.selection import Selection

NO_KEYS = Qt.KeyboardModifier.NoModifier
TITLES = {"old": "## The Story So Far", "mid": "## Leading Up", "recent": "## Current Scene"}


def record(first, last, importance=3, **more):
    """A stored memory."""
    sources = list(range(first, last + 1))
    return {"summary": f"From {first}.", "importance": importance, "message_ids": sources, **more}


def make_document(messages=640, records=(), hidden=608):
    """A chat whose first messages are hidden, with these memories."""
    lines = [{"name": "Mara", "mes": "<b>Words</b> & more"} for _ in range(messages)]
    chat = Chat(
        names=["Mara"] * messages,
        from_user=bytes(messages),
        hidden=bytes(i < hidden for i in range(messages)),
        send_dates=[None] * messages,
        sizes=[100 + i % 300 for i in range(messages)],
        records=lines,
    )
    memories = tuple(Memory(index, kept) for index, kept in enumerate(records))
    return Document(chat=chat, memories=memories)


def make_derivation(document, boundaries=(140, 540), out=(), length=None):
    """All memories of the document are in, but those in `out`."""
    length = len(document.chat) if length is None else length
    verdicts, lines = [], {bucket: [] for bucket in BUCKETS}
    for memory in document.memories:
        code = sum(memory.position >= location for location in boundaries)
        inside = memory.index not in out
        gate = None if inside else "budget"
        verdicts.append(Verdict(memory.index, BUCKETS[code], inside, gate, "", 10))
        if inside:
            lines[BUCKETS[code]].append(Line("text", 10, memory.index))
    sections = tuple(
        Section(bucket, (Line(TITLES[bucket], 5), *lines[bucket]), TITLES[bucket])
        for bucket in BUCKETS
        if lines[bucket]
    )
    injection = Injection("openvault", 0, 0, 0, False, sections, 0)
    budget = Budget(320, injection.cost)
    return Derivation((injection,), tuple(verdicts), budget, (), boundaries, length)


RECORDS = (
    record(10, 19, 5),
    record(200, 209, 4, is_secret=True),
    record(400, 409, 3),
    record(548, 556, 2),
    record(600, 606, 1, archived=True),
    record(610, 615, 3),
)


class FontSet:
    """A person's hand on the canvas, in messages and pixels."""

    def __init__(self, panel):
        self.panel = panel
        self.canvas = panel.chart.canvas
        self.state = panel.chart.state

    def spot(self, location, y):
        return QPoint(round(self.state.view.px(location)), round(y))

    def row(self, importance):
        return self.state.lanes.row_top(importance) + self.state.lanes.row_height / 2

    def press(self, location, y, button=Qt.MouseButton.LeftButton, keys=NO_KEYS):
        QTest.mousePress(self.canvas.viewport(), button, keys, self.spot(location, y))

    def move(self, location, y=50):
        QTest.mouseMove(self.canvas.viewport(), self.spot(location, y))

    def release(self, location, y=50, button=Qt.MouseButton.LeftButton):
        QTest.mouseRelease(self.canvas.viewport(), button, NO_KEYS, self.spot(location, y))

    def click(self, location, y, keys=NO_KEYS):
        QTest.mouseClick(
            self.canvas.viewport(), Qt.MouseButton.LeftButton, keys, self.spot(location, y)
        )

    def double_click(self, location, y):
        QTest.mouseDClick(
            self.canvas.viewport(),
            Qt.MouseButton.LeftButton,
            NO_KEYS,
            self.spot(location, y),
        )

    def key(self, key, keys=NO_KEYS):
        QTest.keyClick(self.canvas, key, keys)


@pytest.fixture
def selection(qtbot):
    """An empty selection."""
    return Selection()


@pytest.fixture
def empty_panel(qtbot, selection):
    """A timeline without a chat, as wide as in the pictures, not loaded."""
    panel = TimelinePanel(selection)
    qtbot.addWidget(panel)
    panel.resize(1420, 232)
    with qtbot.waitExposed(panel):
        panel.show()
    return panel


@pytest.fixture
def document():
    """A chat with six memories."""
    return make_document(records=RECORDS)


@pytest.fixture
def panel(empty_panel, document):
    """A timeline with a chat and its derivation."""
    empty_panel.load_plot()
    empty_panel.set_document(document)
    empty_panel.set_derivation(make_derivation(document, out=(3, 4)))
    return empty_panel


@pytest.fixture
def font_set(panel):
    """A hand on that timeline."""
    return FontSet(panel)


@pytest.fixture
def wording(panel):
    """Everything that the timeline says, in order, as (signal, arguments …)."""
    heard = []
    for name in (
        "boundary_dragged",
        "boundary_dropped",
        "boundary_cancelled",
        "boundary_reset_requested",
        "playhead_dragged",
        "playhead_dropped",
        "playhead_cancelled",
        "memory_activated",
    ):
        getattr(panel, name).connect(lambda *given, name=name: heard.append((name, *given)))
    return heard


@pytest.fixture
def derive(document):
    """Derivations of the document with other boundaries, verdicts or lengths."""

    def made(boundaries=(140, 540), **more):
        return make_derivation(document, boundaries, **more)

    return made


@pytest.fixture
def chat():
    """Documents of any length."""
    return make_document


@pytest.fixture
def derive_of():
    """Derivations of any document."""
    return make_derivation
