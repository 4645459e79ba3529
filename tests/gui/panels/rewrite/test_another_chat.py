"""Another chat is opened, whatever the panel holds of the one before."""

import pytest

from inspector.core.document import Document
from inspector.gui.panels.rewrite.queue import Queue, Source
from inspector.gui.state.derivation import derive
from inspector.gui.state.session import State
from inspector.gui.state.view import Part, View, ViewChanges
from tests.gui.panels.rewrite.test_own_words import ANSWER, come
from tests.gui.panels.rewrite.test_panel import shown, without, write


@pytest.fixture(scope="module")
def smaller(view):
    """The document of a chat with fewer memories."""
    return without(view.document, *range(3, len(view.document.memories)))


def type_one(panel, _view):
    write(panel.editor.edit, "Half a sente")


def keep_two(panel, _view):
    for text in ("One is kept.", "Two is kept."):
        write(panel.editor.edit, text)
        panel.keep_current()


def drop(panel, view):
    keep_two(panel, view)
    panel.drop_all()


def part(panel, view):
    keep_two(panel, view)
    shown(panel, view, without(view.document, 19, 40))


def look_at_answer(panel, view):
    come(panel, view.document)
    panel.open_answer()


def look_at_first_answer(panel, _view):
    for _ in range(2):
        panel.exchange.copy()
        panel.exchange.paste(ANSWER)


def choose_others_behind_an_answer(panel, view):
    look_at_answer(panel, view)
    panel.set_filtered(frozenset({2, 44}))


@pytest.mark.parametrize("is_empty", [True, False], ids=["no memory", "fewer memories"])
@pytest.mark.parametrize("is_seen", [True, False], ids=["seen", "not seen"])
@pytest.mark.parametrize(
    "leave",
    [
        lambda *_: None,
        type_one,
        keep_two,
        drop,
        part,
        look_at_answer,
        look_at_first_answer,
        choose_others_behind_an_answer,
    ],
    ids=["idle", "typed", "kept", "dropped", "gone", "answer", "answers", "behind an answer"],
)
def test_another_chat_begins_with_nothing_of_the_former(
    panel, view, smaller, leave, is_seen, is_empty
):
    document = Document() if is_empty else smaller
    count = len(document.memories)
    leave(panel, view)
    panel.set_seen(is_seen)
    requested = []
    panel.edits_requested.connect(lambda *edits: requested.append(edits))
    panel.show_view(View(document, view.question), ViewChanges(Part.CHAT | Part.QUESTION))
    assert panel.work.isVisible()
    assert all(one < count for one in panel.queue.memories)
    assert panel.queue == Queue(panel.queue.memories)
    assert not panel.editor.is_typed
    assert not panel.exchange.is_answered
    assert panel.unkept() == ()
    assert not panel.work.foot.restore_button.isVisible()
    answer = derive(State(document, view.question))
    panel.show_view(View(document, view.question, answer), ViewChanges(Part.ANSWER))
    panel.set_filtered(frozenset(range(count)))
    panel.exchange.copy()
    panel.go_back()
    panel.leave_current()
    panel.set_seen(True)
    panel.keep_all()
    assert requested == []
    assert panel.queue.memories == tuple(range(count))


def test_another_chat_has_no_findings_of_the_former(panel, view, smaller):
    panel.bar.source.setCurrentIndex(list(Source).index(Source.FOUND))
    panel._set_choices(Source.FOUND, (0, 1, 2))
    assert panel.queue.memories == (0, 1, 2)
    panel.show_view(View(smaller, view.question), ViewChanges(Part.CHAT | Part.QUESTION))
    assert panel.queue.memories == ()
