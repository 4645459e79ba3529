"""The panel of rewriting over the sample chat, with three memories in its queue."""

import pytest

from inspector.core.edits import Changes
from inspector.core.moment import Moment
from inspector.gui.panels.rewrite.panel import RewritePanel
from inspector.gui.panels.rewrite.queue import Source
from inspector.gui.state.derivation import derive
from inspector.gui.state.selection import Selection
from inspector.gui.state.session import Question, State
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.loading import open_chat


@pytest.fixture(scope="module")
def view(sample):
    document = open_chat(sample).document
    question = Question(moment=Moment())
    return View(document, question, derive(State(document, question)))


@pytest.fixture
def every():
    return Part.CHAT | Part.DOCUMENT | Part.ANSWER | Part.PROBLEMS


@pytest.fixture
def panel(qtbot, view, every):
    panel = RewritePanel(Selection())
    panel.set_seen(True)
    qtbot.addWidget(panel)
    panel.resize(900, 500)
    panel.show_view(view, ViewChanges(every, Changes()))
    panel.bar.source.setCurrentIndex(list(Source).index(Source.FILTERED))
    panel.set_filtered(frozenset({19, 31, 40}))
    panel.show()
    return panel
