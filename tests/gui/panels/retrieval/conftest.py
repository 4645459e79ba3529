"""A small window around the retrieval panel, wired as the real one is."""

from dataclasses import dataclass, replace

import keyring
import pytest
from PySide6.QtWidgets import QMainWindow

from inspector.core.chat import Chat
from inspector.core.document import Document, sources_of
from inspector.core.lore import Chronicle, ChronicleEvent, Lorebook, LorebookEntry
from inspector.core.sources import Sources
from inspector.gui.panels.retrieval.panel import RetrievalPanel
from inspector.gui.panels.retrieval.words import METHODS
from inspector.gui.state.commands import Commands
from inspector.gui.state.derivation import Deriver
from inspector.gui.state.preferences_store import PreferencesStore
from inspector.gui.state.question_edits import SetQuestion
from inspector.gui.state.session import Question, Session, State
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.gui.window.retrieval_controller import RetrievalController
from inspector.gui.window.status import Status
from inspector.preferences import load_preferences
from inspector.retrieval.embedding_cache import EmbeddingCache
from inspector.systems import with_sources
from tests.retrieval.keyrings import MemoryKeyring

TEXTS = ("Is the mill still open?", "It burnt down.", "Then who turns the wheel?")
ENTRIES = (
    LorebookEntry(0, "1", title="The mill", content="A mill with a wheel."),
    LorebookEntry(1, "2", title="Harbour", content="Boats and salt."),
    LorebookEntry(2, "3", title="Always", content="It rains.", constant=True),
    LorebookEntry(3, "4", title="Off", content="A wheel that is disabled.", enabled=False),
)
EVENTS = (ChronicleEvent(0, "v1", event_type="NARRATIVE.EVENT", summary="A fire took the mill."),)


def chat_of(texts=TEXTS):
    """The user speaks first and then every other message."""
    return Chat(
        names=["Robin" if index % 2 == 0 else "Mira" for index in range(len(texts))],
        from_user=bytes(index % 2 == 0 for index in range(len(texts))),
        hidden=bytes(len(texts)),
        send_dates=[None] * len(texts),
        sizes=[len(text) for text in texts],
        records=[{"mes": text, "is_user": i % 2 == 0} for i, text in enumerate(texts)],
    )


def document_of(entries=ENTRIES, events=EVENTS, texts=TEXTS):
    sources = Sources(
        lorebook=Lorebook("Book", entries) if entries else None,
        chronicle=Chronicle(events) if events else None,
    )
    return with_sources(Document(chat=chat_of(texts)), sources)


@dataclass
class Bench:
    """The panel with everything that it is wired to."""

    window: QMainWindow
    session: Session
    commands: Commands
    deriver: Deriver
    panel: RetrievalPanel
    retrieval_controller: RetrievalController
    qtbot: object

    def open(self, document=None, ruleset="scribe/design"):
        self.session.open(State(document or document_of(), Question(ruleset=ruleset)))
        with self.qtbot.waitSignal(self.retrieval_controller.scanner.answered):
            self.deriver.request(self.session.state)

    def choose(self, method):
        index = list(METHODS).index(method)
        self.panel.method.setCurrentIndex(index)
        self.panel.method.activated.emit(index)

    def write(self, line, text):
        """Type a whole text into a line."""
        line.selectAll()
        line.insert(text)
        line.textEdited.emit(text)

    def endpoint(self, address, model="m", silence=60.0, deadline=120.0):
        self.choose("endpoint")
        form = self.panel.forms.endpoint
        self.write(form.address, address)
        self.write(form.fields.model, model)
        form.fields.silence.setValue(silence)
        form.fields.deadline.setValue(deadline)

    def settled(self, act=lambda: None):
        """Do something and wait until its scores are shown."""
        with self.qtbot.waitSignal(self.retrieval_controller.scanner.answered, timeout=10_000):
            act()
        workers = self.deriver, self.retrieval_controller.scanner
        self.qtbot.waitUntil(lambda: not any(worker.is_busy for worker in workers), timeout=10_000)

    def score(self):
        """Have the items scored, agreeing to whatever is asked."""
        deeds = self.panel.action_row
        deeds.score_button.click()
        self.qtbot.waitUntil(lambda: not self.retrieval_controller.running.is_busy, timeout=10_000)
        if deeds.consent.isVisible():
            deeds.consent.send_button.click()
            self.qtbot.waitUntil(
                lambda: not self.retrieval_controller.running.is_busy, timeout=10_000
            )

    def scored(self):
        """Have the items scored, and wait until the scores are shown."""
        self.settled(self.score)

    @property
    def error(self):
        return self.panel.action_row.error.words

    @property
    def scores(self):
        return sources_of(self.session.document).scores

    def ask(self, **moment):
        """Change the question, as other panels do."""
        question = self.session.question
        moment = replace(question.moment, **moment)
        self.commands.submit(SetQuestion(question.with_moment(moment), "Query"))


def show(viewer, part, **view):
    """Show a view of which this part is new."""
    viewer.show_view(View(**view), ViewChanges(part))


@pytest.fixture
def memory_keyring():
    """The system's keyring is one that lies in memory."""
    before = keyring.get_keyring()
    memory = MemoryKeyring()
    keyring.set_keyring(memory)
    yield memory
    keyring.set_keyring(before)


@pytest.fixture
def make_bench(qtbot, tmp_path, memory_keyring):
    made = []

    def make(document=None, ruleset="scribe/design"):
        window = QMainWindow()
        qtbot.addWidget(window)
        session = Session(window)
        commands = Commands(session, window)
        deriver = Deriver(window)
        panel = RetrievalPanel()
        status = Status()
        window.setStatusBar(status)
        window.setCentralWidget(panel)
        window.resize(420, 900)
        preferences_store = PreferencesStore(load_preferences(), window, keep=True)
        cache = EmbeddingCache(tmp_path / "embeddings.db")
        retrieval_controller = RetrievalController(
            window, session, commands, panel, status, preferences_store, cache
        )
        session.opened.connect(lambda: show(retrieval_controller, Part.CHAT))
        deriver.answered.connect(
            lambda answer: (
                show(retrieval_controller, Part.WHAT_IF, what_if=answer)
                if answer.what_if
                else show(retrieval_controller, Part.ANSWER, answer=answer)
            )
        )
        session.changed.connect(lambda _: deriver.request(session.state))
        window.show()
        qtbot.waitExposed(window)
        bench = Bench(window, session, commands, deriver, panel, retrieval_controller, qtbot)
        made.append(bench)
        bench.open(document, ruleset)
        return bench

    yield make
    for bench in made:
        bench.retrieval_controller.wait()
        bench.deriver.wait()


@pytest.fixture
def bench(make_bench):
    return make_bench()
