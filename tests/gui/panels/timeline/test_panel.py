"""The panel from its first moment on, with chats of every size."""

import subprocess
import sys

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from inspector.core.chat import Chat
from inspector.core.document import Document
from inspector.core.injection import Derivation
from inspector.core.memory import Memory
from inspector.gui.kit.theme import DARK, LIGHT, use_theme
from inspector.gui.panels.timeline import arrays
from inspector.gui.panels.timeline.layers import Layer
from inspector.gui.panels.timeline.marks import changed_memories


def colour_at(panel, x, y):
    image = panel.grab().toImage()
    ratio = image.devicePixelRatio()
    return QColor(image.pixel(int(x * ratio), int(y * ratio)))


def test_importing_the_panel_loads_neither_numpy_nor_pyqtgraph():
    code = (
        "import sys, inspector.gui.panels.timeline.panel as p;"
        "print([n for n in ('numpy', 'pyqtgraph') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_before_the_plot_the_lanes_are_named_and_of_full_height(empty_panel, document):
    empty_panel.set_document(document)
    use_theme(DARK)
    assert (empty_panel.chart, empty_panel.height()) == (None, 238)
    assert colour_at(empty_panel, 700, 30) == DARK.surface
    use_theme(LIGHT)
    assert colour_at(empty_panel, 700, 30) == LIGHT.surface


def test_loading_the_plot_shows_what_was_set_before(empty_panel, document, derive):
    empty_panel.boundaries_are_settings = False
    empty_panel.set_document(document)
    empty_panel.set_derivation(derive())
    empty_panel.load_plot()
    chart = empty_panel.chart
    empty_panel.load_plot()
    assert empty_panel.chart is chart
    assert (chart.state.view.extent, chart.state.boundaries) == (640, (140, 540))
    assert not chart.state.boundaries_are_settings
    assert empty_panel.height() == 238


def test_a_theme_repaints_live(panel, font_set):
    x = panel.chart.canvas.x() + font_set.spot(300, 0).x()
    assert colour_at(panel, x, 205) == LIGHT.mid.tint
    use_theme(DARK)
    assert colour_at(panel, x, 205) == DARK.mid.tint


@pytest.mark.parametrize("messages", [0, 1, 2, 12])
def test_tiny_chats_are_painted_and_take_every_key_and_click(
    panel, font_set, chat, derive_of, messages, wording
):
    panel.set_document(chat(messages=messages, records=({"summary": "x", "sequence": 9e15},)))
    panel.set_derivation(derive_of(panel.chart.state.document, (-500.0, -100.0)))
    view = panel.chart.state.view
    for y in (10, 30, 50, 80, 150):
        for x in (9, 200, 1300):
            QTest.mouseClick(
                font_set.canvas.viewport(),
                Qt.MouseButton.LeftButton,
                Qt.KeyboardModifier.NoModifier,
                QPoint(x, y),
            )
    font_set.canvas.setFocus()
    for key in "WSADF0,.":
        QTest.keyClicks(font_set.canvas, key)
    panel.grab()
    assert (view.first, view.last) == (0, max(messages, 1))


def test_no_chat_and_no_memories_are_painted(panel, chat):
    panel.set_document(chat(messages=30))
    panel.set_derivation(Derivation(chat_length=30))
    panel.grab()
    panel.set_document(None)
    panel.grab()
    assert panel.chart.state.handles() == ()


def test_a_reflection_far_beyond_the_chat_stands_at_its_end(panel, font_set, chat, selection):
    panel.set_document(chat(records=({"importance": 5, "sequence": 1.7e12, "type": "reflection"},)))
    state = panel.chart.state
    (right,) = state.placed.right.tolist()
    assert right == pytest.approx(state.view.right)
    font_set.click(639.5, font_set.row(5))
    assert selection.memories == (0,)


def test_strange_sources_and_names_are_painted(panel, chat):
    records = (
        {
            "summary": "银剑 🍞 <i>x</i>\n& y \ud83d",
            "message_ids": [-5, 1e300, 3.5],
            "importance": 9,
        },
        {"summary": None, "message_ids": ["a", None], "sequence": "x"},
        {"message_ids": [10**18]},
    )
    panel.set_document(chat(records=records))
    panel.grab()
    state = panel.chart.state
    assert state.memories.start.min() >= 0
    assert state.memories.end.max() <= 640


def test_an_edit_refreshes_what_it_names(panel, document):
    memories = list(document.memories)
    memories[2] = Memory(2, {**memories[2].record, "importance": 5, "is_secret": True})
    after = Document(chat=document.chat, memories=tuple(memories))
    panel.set_memories(after, (2,))
    columns = panel.chart.state.memories
    assert (columns.importance.tolist(), columns.secret.tolist()) == (
        [5, 4, 5, 2, 1, 3],
        [False, True, True, False, False, False],
    )


def test_an_answer_for_another_number_of_memories_does_no_harm(panel, chat, derive_of):
    panel.set_derivation(derive_of(chat(records=())))
    panel.set_derivation(derive_of(chat(records=({"message_ids": [3]},) * 40)))
    panel.grab()


def test_a_what_if_is_marked_and_cleared(panel, derive):
    state = panel.chart.state
    panel.set_derivation(derive(out=(0, 3, 4)), what_if=True)
    assert changed_memories(state).tolist() == [True, False, False, False, False, False]
    panel.clear_what_if()
    assert changed_memories(state) is None


def test_the_chat_after_the_playhead_is_dimmed(panel, font_set, derive):
    panel.set_derivation(derive((40, 90), length=320))
    x = panel.chart.canvas.x() + font_set.spot(500, 0).x()
    assert colour_at(panel, x, 205) not in (LIGHT.recent.tint, LIGHT.surface)


def test_a_larger_font_is_taken_over(panel, qapp):
    before = panel.chart.state.lettering.body.height
    font = qapp.font()
    larger = qapp.font()
    larger.setPointSizeF(font.pointSizeF() * 1.25)
    qapp.setFont(larger)
    try:
        QApplication.sendEvent(panel, QEvent(QEvent.Type.FontChange))
        assert panel.chart.state.lettering.body.height > before
        panel.grab()
    finally:
        qapp.setFont(font)


def test_a_painter_that_fails_says_so_once(panel, qtbot):
    def fail(*_):
        raise RuntimeError("paint")

    panel.chart.canvas.scene().addItem(Layer(panel.chart.state, (fail,), 1, is_inside=False))
    with qtbot.captureExceptions() as caught:
        panel.grab()
        panel.grab()
    assert [str(error) for _, error, _ in caught] == ["paint"]


def test_lanes_can_be_added_and_taken_away(panel, font_set):
    tall = font_set.row(1)
    panel.set_extra_lanes(("Scenes", "Recaps"))
    panel.grab()
    assert font_set.row(1) < tall
    panel.set_extra_lanes(())
    assert font_set.row(1) == tall


def test_the_timeline_reached_by_keyboard_has_a_ring_and_by_mouse_has_none(panel, font_set):
    x = panel.chart.canvas.x() + 1
    font_set.canvas.setFocus(Qt.FocusReason.TabFocusReason)
    assert colour_at(panel, x, 150) == LIGHT.accent
    font_set.click(300, 150)
    assert colour_at(panel, x, 150) == LIGHT.surface


def test_an_empty_chat_object_is_a_chat(panel):
    panel.set_document(Document(chat=Chat()))
    panel.grab()
    assert not panel.chart.state.handles()


def test_what_was_prepared_of_a_chat_is_not_read_again(panel, chat, monkeypatch):
    document = chat(records=({"message_ids": [3]}, {"message_ids": [9]}))
    assert list(panel.chart.prepare(document))
    assert len(panel.chart.state.memories) != 2
    monkeypatch.setattr(arrays, "_rows", pytest.fail)
    panel.set_document(document)
    assert panel.chart.state.memories.start.tolist() == [3, 9]
