"""A small document of memories, and the panel and the form over it."""

import pytest
from PySide6.QtCore import QObject

from inspector.core.chat import Chat
from inspector.core.document import Document
from inspector.core.edits import apply, changes_between
from inspector.core.errors import EditError
from inspector.core.fields import FieldKind, FieldSpec
from inspector.core.injection import Derivation, Injection, Line, Section, Verdict
from inspector.core.memory import CharacterState, Memory
from inspector.gui.panels.memories.detail import MemoryDetail
from inspector.gui.panels.memories.panel import MemoriesPanel
from inspector.gui.state.selection import Selection

FIELDS = (
    FieldSpec("importance", "Importance", FieldKind.IMPORTANCE, "How much it counts."),
    FieldSpec("is_secret", "Secret", FieldKind.FLAG, "Marks the line.", ("secret",)),
    FieldSpec("witnesses", "Witnesses", FieldKind.NAMES, "Who saw it.", known_events=True),
    FieldSpec("characters_involved", "Characters involved", FieldKind.NAMES, "Who took part."),
    FieldSpec("summary", "Summary", FieldKind.TEXT, "The wording.", outdates=("embedding_b64",)),
    FieldSpec("temporal_anchor", "When", FieldKind.OPTIONAL_TEXT, "The story's own time."),
    FieldSpec("is_transient", "Transient", FieldKind.FLAG, "Fades.", ("transient",)),
    FieldSpec("archived", "Archived", FieldKind.FLAG, "Put away."),
)

RECORDS = (
    {
        "id": "event_9",
        "summary": "Mara and Wren found a rope tied below the gallery rail.",
        "importance": 4,
        "message_ids": [121, 128],
        "witnesses": ["Mara", "Wren"],
        "characters_involved": ["Mara"],
        "created_at": 1767225600000,
        "embedding_b64": "AAAA",
    },
    {
        "id": "event_10",
        "summary": "Ada paid.",
        "importance": 3,
        "message_ids": [146],
        "witnesses": ["Mara", "Ada", "Wren", "Orne"],
        "is_secret": True,
    },
    {"id": "event_11", "summary": "<b>Orne</b> & the ledger.", "importance": 2, "witnesses": []},
    {
        "id": "event_12",
        "summary": "张伟 hid the jade seal 🗝 beneath the temple floor.",
        "importance": 3,
        "message_ids": [7],
        "witnesses": ["张伟"],
        "temporal_anchor": "Spring",
        "archived": True,
    },
)


CHARACTERS = {
    "Wren": CharacterState("Wren", {"known_events": ["event_9", "event_10"]}),
    "Ada": CharacterState("Ada", {"known_events": []}),
}


@pytest.fixture
def many():
    """Makes documents of any number of memories."""

    def make(count):
        kept = ({**RECORDS[index % len(RECORDS)], "id": f"event_{index}"} for index in range(count))
        memories = tuple(Memory(index, record) for index, record in enumerate(kept))
        return Document(chat=Chat(), memories=memories, characters=CHARACTERS, fields=FIELDS)

    return make


@pytest.fixture
def document():
    """Four memories: one plain, one secret with many witnesses, one with tags, one archived."""
    memories = tuple(Memory(index, record) for index, record in enumerate(RECORDS))
    return Document(chat=Chat(), memories=memories, characters=CHARACTERS, fields=FIELDS)


@pytest.fixture
def derivation():
    """Memory 0 is in, 1 and 2 are out, 3 does not exist yet."""
    verdicts = (
        Verdict(0, "old", True, None, "", 16, 2.5),
        Verdict(1, "mid", False, "budget", "Mid has no room for <it>.", 9, 1.5),
        Verdict(2, "mid", False, "candidates", "Wren does not know it: it has no witness.", 8),
    )
    lines = (Line("[★★★★] Mara and Wren found a rope.", 16, 0),)
    injection = Injection("openvault", 0, 4, 0, False, (Section("old", lines, "Old"),), 16)
    return Derivation((injection,), verdicts)


class Desk(QObject):
    """What the window does with edits: applies them and has the views read the document again."""

    def __init__(self, view, first):
        super().__init__()
        self.view = view
        self.document = first
        self.edits = []
        view.edit_requested.connect(self.submit)
        view.set_document(first)

    def submit(self, edit):
        self.edits.append(edit)
        try:
            after = apply(self.document, edit)
        except EditError as error:
            self.view.show_refusal(edit, str(error))
            return
        changes = changes_between(self.document, after)
        self.document = after
        if changes:
            self.view.refresh(after, changes.memories)


@pytest.fixture
def selection(qapp):
    return Selection()


@pytest.fixture
def panel(qtbot, selection):
    """The panel, shown, with keys going to its table."""
    view = MemoriesPanel(selection)
    qtbot.addWidget(view)
    view.resize(850, 400)
    view.show()
    qtbot.waitExposed(view)
    view.activateWindow()
    view.table.setFocus()
    return view


@pytest.fixture
def desk(panel, document):
    return Desk(panel, document)


@pytest.fixture
def detail(qtbot, selection):
    view = MemoryDetail(selection)
    qtbot.addWidget(view)
    view.resize(420, 900)
    view.show()
    qtbot.waitExposed(view)
    view.activateWindow()
    return view


@pytest.fixture
def form_desk(detail, document):
    return Desk(detail, document)
