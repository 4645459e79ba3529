"""Files to open beside a chat, and what a person does with them in the window."""

from inspector.gui.panels.lore.panel import LorePanel
from inspector.gui.state.checking import Checker
from inspector.gui.state.derivation import Deriver
from inspector.gui.state.session import State
from inspector.gui.window.presenter import Presenter
from tests.gui.files.bench import Bench

WORLD = """{
    "entries": {
        "0": {"uid": 0, "key": ["harbour", "quay"], "comment": "Harbour", "content":
            "Boats \\u0061nd gulls.", "constant": false, "disable": false, "order": 1e2,
            "position": 0, "unknown": 1.0},
        "7": {"uid": 7, "key": [], "comment": "灯塔 🗝", "content": "", "disable": true,
            "position": 1},
        "8": {"uid": 8, "key": ["mill"], "comment": "Mill", "content": "Old.", "constant": true,
            "disable": false, "order": 50, "position": 0}
    },\r
    "name": "Town"
}""".encode()

STORY = b"""[
  {"id": "x", "event_type": "NARRATIVE.EVENT", "summary": "A \\u0066ire in the harbour.",
   "keywords": ["fire"], "timestamp_iso8601": "2025-08-01T10:00:00Z",
   "created_at": "2025-08-02T10:00:00Z", "n": 1e-7},
  {"id": "y", "event_type": "DISCOVERY", "summary": "Rain.", "keywords": [], "created_at": null}
]
"""

MINIMAL = b'{"name": "M", "entries": [ {"title":"Mill", "keywords" : ["a"], "content":"Old." } ]}'


class LoreBench(Bench):
    """What lore goes through between files and its dock, without the other views.

    Args:
        question: asked of every chat that is opened.
    """

    def __init__(self, question):
        super().__init__()
        self._question = question
        self.lore = self.file_services.lore
        self.deriver = Deriver(self.window)
        self.presenter = Presenter(
            self.session, self.commands, self.deriver, Checker(self.window), self.selection
        )
        self.panel = LorePanel(self.selection, self.window)
        self.presenter.take_in(self.panel)
        self.flow.about_to_leave.connect(self.panel.commit)
        self.window.setCentralWidget(self.panel)
        self.window.resize(900, 600)

    def _open(self, chat):
        self.commands.stack.clear()
        self.keeper.hold(chat)
        self.session.open(State(chat.document, self._question))

    def wait(self, *_):
        super().wait()
        self.presenter.stop()
        self.deriver.wait()


class Desk:
    """A window and what a person does with files in it.

    Attributes:
        panel: the dock of lore.
        ready: the signal that tells that a chat is shown.
    """

    def __init__(self, window, bench, panel, ready, qtbot):
        self.window = window
        self.bench = bench
        self.panel = panel
        self.ready = ready
        self.qtbot = qtbot

    @property
    def document(self):
        return self.bench.session.document

    def open_chat(self, path):
        with self.qtbot.waitSignal(self.ready, timeout=20_000):
            self.bench.flow.open(str(path))
        self.bench.notice.close_notice()

    def open(self, kind, path):
        with self.qtbot.waitSignal(self.bench.file_services.beside.opened, timeout=10_000):
            self.bench.file_services.beside.open(kind, path)
        self.bench.notice.close_notice()

    def edit(self, edit):
        assert self.bench.commands.submit(edit)

    def save(self):
        return self.saved_by(self.bench.flow.save)

    def saved_by(self, act):
        """What is said of a save; other things are said meanwhile."""
        with self.qtbot.waitSignal(
            self.bench.flow.announced,
            check_params_cb=lambda words: words.startswith(("Saved ", "Not saved: ")),
        ) as wording:
            act()
        return wording.args[0]

    def button(self, words):
        return next(one for one in self.bench.notice.buttons if one.text() == words)


def whole_desk_of(window, qtbot):
    """The desk of the program's own window."""
    bench = window.bench
    return Desk(window, bench, bench.panels.lore, bench.presenter.settled, qtbot)
