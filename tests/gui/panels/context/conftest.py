from dataclasses import dataclass

import pytest
from PySide6.QtGui import QCursor
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication

from inspector.analysis.host_map import host_map
from inspector.analysis.request_map import request_map
from inspector.core.document import Document
from inspector.core.injection import Derivation, Injection, Line, Section
from inspector.core.moment import Moment
from inspector.gui.panels.context.panel import ContextPanel
from inspector.gui.panels.context.state import ContextState
from inspector.gui.state.selection import Selection
from inspector.sillytavern.host.facts import HostFacts
from inspector.systems.scribe.rulesets import DESIGN
from tests.gui.settling import take_turn
from tests.systems.scribe.worlds import (
    HISTORY,
    RAG,
    TAIL,
    TOTAL,
    Words,
    chat_of,
    document_of,
    entry,
    event,
    inject,
    words,
)

TIGHT = {TOTAL: 200, HISTORY: 100, RAG: 40, TAIL: 2}


def requested(document, ruleset=DESIGN, *, pending="what of the lamp", at=None, **settings):
    """Map, derivation and document, as the panel takes them."""
    settings = {"system_prompt": words(30, "head"), **settings}
    derivation = inject(document, ruleset, pending=pending, at=at, **settings)
    return request_map(derivation, document.chat), derivation, document


def harbour(messages=20, **sources):
    """Ten words a message; five entries, one constant and one disabled; three events."""
    chat = chat_of(
        *(f"line {n} {words(8, 'said')}" for n in range(messages)), dates=dates(messages)
    )
    entries = [
        entry(0, f"the lamp {words(6)}", keywords=("lamp",)),
        entry(1, f"the pier {words(8)}", constant=True),
        entry(2, f"lamp and pier {words(7)}"),
        entry(3, words(10), enabled=False),
        entry(4, f"nothing of it {words(17)}"),
    ]
    events = [event(n, f"the lamp {words(6)}", created_at=created(n)) for n in range(3)]
    return document_of(chat, entries, events, **sources)


def dates(count):
    return [f"2025-09-{1 + n % 28:02}T10:00:00Z" for n in range(count)]


def created(number):
    return f"2025-08-{1 + number:02}T10:00:00Z"


@pytest.fixture
def tight():
    return TIGHT


@pytest.fixture
def document():
    return harbour()


@pytest.fixture
def ask():
    return requested


@pytest.fixture
def displayed(document):
    return ContextState(*requested(document, **TIGHT))


@pytest.fixture
def selection(qapp):
    return Selection()


@dataclass
class Bench:
    """A panel with what holds, and what it was told."""

    panel: ContextPanel
    document: object
    settings: dict

    def answer(self, ruleset=DESIGN, **settings):
        self.settings = {**self.settings, **settings}
        self.panel.set_map(*requested(self.document, ruleset, **self.settings))

    def try_out(self, ruleset=DESIGN, **settings):
        self.panel.set_what_if(*requested(self.document, ruleset, **{**self.settings, **settings}))

    def spy(self, name):
        return QSignalSpy(getattr(self.panel, name))


def mentioned(spy):
    """What a signal carried, each time."""
    return [tuple(spy.at(index)) for index in range(spy.count())]


@pytest.fixture
def host():
    """SillyTavern's map of a chat with one block of a memory system."""

    def host(size=400, messages=20, hidden=()):
        chat = chat_of(*(f"line {n} {words(8)}" for n in range(messages)), hidden=hidden)
        line = Line(words(40), 40)
        slot = Injection("openvault", 0, 0, 0, False, (Section(None, (line,)),), 40)
        derivation = Derivation(injections=(slot,), chat_length=messages)
        document = Document(chat=chat)
        found = host_map(
            document,
            Moment().resolved(chat),
            {"openvault/26": derivation},
            HostFacts(unknown=("lorebooks",)).with_context_size(size),
            Words(),
        )
        return found, derivation, document

    return host


@pytest.fixture
def carried():
    return mentioned


@pytest.fixture
def empty(qtbot, selection):
    QApplication.setStyle("Fusion")
    panel = ContextPanel(selection)
    qtbot.addWidget(panel, before_close_func=lambda widget: widget.wait())
    panel.resize(850, 420)
    # Where a test before left the pointer it would rest upon a slider, which is then looked at.
    QCursor.setPos(panel.screen().geometry().bottomRight())
    panel.show()
    qtbot.waitExposed(panel)
    panel.activateWindow()
    return panel


@pytest.fixture
def bench(empty, document, qtbot):
    made = Bench(empty, document, dict(TIGHT))
    made.answer()
    take_turn()
    return made
