import json
from dataclasses import dataclass, field

import pytest
from PySide6.QtWidgets import QApplication

from inspector.core.document import Document
from inspector.core.edits import apply
from inspector.core.recap import Host, Recaps
from inspector.gui.panels.recaps.panel import RecapsPanel
from inspector.gui.panels.recaps.state import RecapsState
from inspector.gui.state.derivation import derive
from inspector.gui.state.question_edits import QuestionEdit, apply_to_question
from inspector.gui.state.session import Question, State
from inspector.sillytavern.chat_reader import read_chat
from inspector.systems.auto_recap import SYSTEM

CHAT_ID = "The lamp"


def spelled(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def version(number, content, scene=0, **more):
    return {
        "version": number,
        "timestamp": 1_790_000_000_000 + number,
        "content": content,
        "scene_count": 1,
        "excluded_count": 0,
        "prev_scene_index": 0,
        "new_scene_index": scene,
        "event_keys": [],
        **more,
    }


def scene(*texts, name="", current=None):
    current = len(texts) - 1 if current is None else current
    return {
        "scene_break": True,
        "scene_break_visible": True,
        "scene_break_name": name,
        "scene_recap_memory": texts[current],
        "scene_break_recap": texts[current],
        "scene_recap_versions": list(texts),
        "scene_recap_current_index": current,
    }


def document_of(versions=(), current=0, scenes=None, chat_id=CHAT_ID, messages=8, store=True):
    """A chat with a running recap, whose scenes are kept by message index."""
    running = {"chat_id": chat_id, "current_version": current, "versions": list(versions)}
    metadata = {"auto_recap_running_scene_recaps": running} if store else {}
    records = [{"chat_metadata": metadata, "user_name": "unused", "character_name": "unused"}]
    for index in range(messages):
        kept = (scenes or {}).get(index)
        extra = {"auto_recap_memory": kept} if kept else {}
        records.append(
            {"name": "Mira", "is_user": False, "mes": f"message {index}", "extra": extra}
        )
    data = "\n".join(map(spelled, records)).encode()
    file = read_chat(data)
    recaps = Recaps(length=len(file.chat), host=Host(CHAT_ID))
    return SYSTEM.load(Document(chat=file.chat, recaps=recaps), file.metadata)


@dataclass
class Bench:
    """A panel whose edits are made at once, as the window does with commands."""

    panel: RecapsPanel
    state: State = field(default_factory=State)
    edits: list = field(default_factory=list)
    settings: list = field(default_factory=list)

    def __post_init__(self):
        self.panel.edit_requested.connect(self._edit)

    def open(self, document, ruleset="auto-recap/design"):
        self.state = State(document, Question(ruleset))
        self.panel.set_document(document)
        self._derive()

    def _derive(self):
        self.panel.show_recaps(RecapsState.of(derive(self.state)))

    def _edit(self, edit):
        if isinstance(edit, QuestionEdit):
            self.settings.append(edit)
            question = apply_to_question(self.state.question, edit)
            self.state = self.state.with_question(question)
        else:
            self.edits.append(edit)
            self.state = self.state.with_document(apply(self.state.document, edit))
        self._derive()

    @property
    def running(self):
        return self.panel.versions._displayed.running


@pytest.fixture
def bench(qtbot):
    QApplication.setStyle("Fusion")
    panel = RecapsPanel()
    qtbot.addWidget(panel, before_close_func=lambda widget: widget.wait())
    panel.resize(850, 520)
    panel.show()
    qtbot.waitExposed(panel)
    panel.activateWindow()
    return Bench(panel)


@pytest.fixture
def make_document():
    return document_of


@pytest.fixture
def make_version():
    return version


@pytest.fixture
def make_scene():
    return scene


@pytest.fixture
def lamp():
    """Three versions over two scenes, the last one in use."""
    return document_of(
        [
            version(0, "Mara came to the light.", 2),
            version(1, "Mara came to the light.\nThe lamp went out.", 5),
            version(2, "Mara came to the light.\nThe lamp went out at four, 海龟 🐢.", 5),
        ],
        current=2,
        scenes={
            2: scene("Mara came.", name="Arrival"),
            5: scene(
                "An older text.",
                spelled({"stage1": {"extracted": ["One."]}, "stage3": {"open": ["Who?"]}}),
                name="The dark",
            ),
        },
    )
