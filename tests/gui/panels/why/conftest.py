"""The sample chat asked at a tight budget, and the panel that explains the answer."""

import pytest

from inspector.core.chat import Chat
from inspector.core.document import Document
from inspector.core.memory import Memory
from inspector.core.moment import Moment
from inspector.gui.panels.why.panel import WhyPanel
from inspector.gui.state.derivation import derive
from inspector.gui.state.selection import Selection
from inspector.gui.state.session import Question, State
from inspector.loading import open_chat
from inspector.lore_files import Beside, open_beside
from inspector.shipped import sample_chronicle, sample_lorebook
from inspector.systems import with_sources

TIGHT = {"retrievalFinalTokens": 500}


@pytest.fixture(scope="session")
def chat(sample):
    """The sample, read once: documents never change."""
    return open_chat(sample).document


@pytest.fixture(scope="session")
def lore(chat):
    """The sample with the lorebook and the chronicle that belong to it."""
    beside = open_beside(Beside(lorebook=sample_lorebook(), chronicle=sample_chronicle()))
    return with_sources(chat, beside.sources)


@pytest.fixture
def ask(chat):
    """Asks a ruleset about the sample, or about another document."""

    def ask(ruleset="openvault/terse", settings=None, document=None, **moment):
        question = Question(ruleset, None, Moment(settings=settings or TIGHT, **moment))
        return derive(State(document or chat, question))

    return ask


@pytest.fixture
def make_document():
    """Makes documents of hidden messages by Mara and Wren, with these memories."""

    def make(*records, messages=40):
        lines = [{"name": "Mara", "mes": "Words."} for _ in range(messages)]
        made = Chat(
            names=["Mara", "Wren"] * (messages // 2),
            from_user=bytes(index % 2 for index in range(messages)),
            hidden=b"\1" * messages,
            send_dates=[None] * messages,
            sizes=[6] * messages,
            records=lines,
        )
        return Document(
            chat=made, memories=tuple(Memory(index, kept) for index, kept in enumerate(records))
        )

    return make


@pytest.fixture
def selection(qapp):
    return Selection()


@pytest.fixture
def panel(qtbot, selection):
    """The panel, shown, without a chat."""
    made = WhyPanel(selection)
    qtbot.addWidget(made, before_close_func=lambda panel: panel.worker.wait())
    made.resize(850, 300)
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.fixture
def explain(panel, selection, qtbot):
    """Shows an answer, selects a memory, and waits until all there is to tell is told."""

    def explain(answer, memory):
        panel.set_document(answer.state.document)
        selection.select([memory])
        panel.set_answer(answer)
        qtbot.waitUntil(lambda: not panel.worker.is_busy, timeout=20_000)
        return panel

    return explain
