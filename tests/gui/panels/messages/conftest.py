import json

import pytest
from PySide6.QtWidgets import QApplication

from inspector.core.document import Document
from inspector.core.memory import Memory
from inspector.gui.panels.messages.panel import MessagesPanel
from inspector.gui.state.selection import Selection
from inspector.sillytavern.chat_reader import read_chat


def message(text, name="Mira", **more):
    return {"name": name, "is_user": False, "is_system": False, "mes": text, **more}


def chat_of(*messages):
    records = [{"user_name": "You", "character_name": "Mira", "chat_metadata": {}}]
    records += [message(one) if isinstance(one, str) else one for one in messages]
    return read_chat("\n".join(map(json.dumps, records)).encode()).chat


def document_of(*messages, memories=()):
    return Document(
        chat=chat_of(*messages),
        memories=tuple(
            Memory(index, {"summary": summary, "message_ids": sources})
            for index, (summary, sources) in enumerate(memories)
        ),
    )


@pytest.fixture
def make_message():
    return message


@pytest.fixture
def make_document():
    return document_of


@pytest.fixture
def harbour():
    """Eight messages, two of them hidden, and three memories."""
    return document_of(
        message("The lamp went out.", is_system=True, send_date="2026-11-12T10:31:00"),
        message("Who has the KEY?", "Wren", is_system=True),
        "Nobody spoke of the brass key.",
        message("Rain.", swipes=["Rain.", "Snow.", "Hail."], swipe_id=1, send_date="2026-11-12"),
        "A hatch beneath the oil store.",
        message("The key again, said {{user}}.", "Wren"),
        "<b>Bold</b> <img src='https://example.com/a.png'> & more",
        "海龟 🐢 and the end.",
        memories=[
            ("The key opened a hatch.", [1, 2, 5]),
            ("Rain kept <i>everyone</i> at the inn.", [3, 4]),
            ("Nothing stands behind it.", [99, -1, 2.5]),
        ],
    )


@pytest.fixture
def selection(qapp):
    return Selection()


@pytest.fixture
def panel(qtbot, selection, harbour):
    QApplication.setStyle("Fusion")
    made = MessagesPanel(selection)
    qtbot.addWidget(made)
    made.resize(850, 420)
    made.set_document(harbour)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    return made
