"""Files to open beside a chat, and what a person does with them in the window."""

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


class Desk:
    """A window and what a person does with files in it."""

    def __init__(self, window, qtbot):
        self.window = window
        self.qtbot = qtbot

    @property
    def document(self):
        return self.window.bench.session.document

    @property
    def panel(self):
        return self.window.bench.panels.lore

    def open_chat(self, path):
        with self.qtbot.waitSignal(self.window.bench.presenter.settled, timeout=20_000):
            self.window.bench.flow.open(str(path))
        self.window.bench.notice.close_notice()

    def open(self, kind, path):
        with self.qtbot.waitSignal(self.window.bench.file_services.beside.opened, timeout=10_000):
            self.window.bench.file_services.beside.open(kind, path)
        self.window.bench.notice.close_notice()

    def edit(self, edit):
        assert self.window.bench.commands.submit(edit)

    def save(self):
        with self.qtbot.waitSignal(self.window.bench.flow.announced, timeout=10_000) as wording:
            self.window.bench.menus.save.trigger()
        return wording.args[0]

    def button(self, words):
        return next(one for one in self.window.bench.notice.buttons if one.text() == words)
