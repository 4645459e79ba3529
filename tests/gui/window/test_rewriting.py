"""A wording is seen in the block while it is typed, and nothing changes before it is kept."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from inspector.gui.panels.rewrite.queue import Source
from inspector.systems import memory_maker


def write(edit, text):
    edit.selectAll()
    edit.insertPlainText(text)


def test_what_is_typed_stands_in_the_block_at_once_and_goes_again(window, qtbot):
    bench = window.bench
    rewrite, preview = bench.panels.rewrite, bench.panels.preview
    before = bench.session.document
    in_block = [
        one.memory for one in bench.presenter.view.answer.of_memories.verdicts if one.in_block
    ]
    rewrite.bar.source.setCurrentIndex(list(Source).index(Source.FILTERED))
    bench.selection.matches_changed.emit(frozenset(in_block[:2]))
    bench.docks.show("rewrite")
    assert bench.selection.current == in_block[0]
    stars = before.memories[in_block[0]].importance % 5 + 1
    rewrite.editor.edit.setFocus()
    QTest.keyClick(rewrite.editor.edit, ord(str(stars)), Qt.KeyboardModifier.ControlModifier)
    assert bench.session.document.memories[in_block[0]].importance == stars
    assert rewrite.editor.edit.hasFocus()
    bench.commands.stack.undo()
    text = "Nobody knew of it."
    write(rewrite.editor.edit, text)
    qtbot.waitUntil(lambda: text in preview.view.toPlainText())
    qtbot.waitUntil(lambda: " → " in rewrite.work.foot.effect.text())
    assert bench.session.document is before
    bench.docks.show("memories")
    qtbot.waitUntil(lambda: text not in preview.view.toPlainText())
    bench.docks.show("rewrite")
    qtbot.waitUntil(lambda: text in preview.view.toPlainText())
    rewrite.keep_current()
    rewrite.keep_all()
    assert bench.session.document.memories[in_block[0]].summary == text
    qtbot.waitUntil(lambda: "→" not in rewrite.work.foot.effect.text())
    bench.commands.stack.undo()
    assert bench.session.document is before


def test_what_is_worded_and_not_kept_is_asked_about_before_the_chat_is_left(window, qtbot):
    bench = window.bench
    rewrite = bench.panels.rewrite
    rewrite.bar.source.setCurrentIndex(list(Source).index(Source.FILTERED))
    bench.selection.matches_changed.emit(frozenset({3, 4}))
    bench.docks.show("rewrite")
    assert not bench.flow.drafts.are_there
    write(rewrite.editor.edit, "Half a sentence")
    assert bench.flow.drafts.texts == ("Half a sentence",)
    bench.panels.commit()
    assert bench.session.document.memories[3].summary == "Half a sentence"
    assert bench.flow.is_modified
    assert not bench.flow.drafts.are_there


def test_what_is_selected_is_the_queue_also_once_an_earlier_memory_is_gone(window, qtbot):
    bench, panel = window.bench, window.bench.panels.rewrite
    bench.selection.select([10, 12, 14])
    panel.rewrite_selected()
    document = bench.session.document
    wanted = document.memories[10].id
    with qtbot.waitSignal(bench.presenter.settled):
        bench.commands.submit(memory_maker(document).deleted(document, (3,)))
    assert bench.selection.memories == panel.queue.memories
    assert bench.session.document.memories[panel.queue.memories[0]].id == wanted
    with qtbot.waitSignal(bench.presenter.settled):
        bench.commands.stack.undo()
    assert bench.selection.memories == panel.queue.memories
    assert bench.session.document.memories[panel.queue.memories[0]].id == wanted
