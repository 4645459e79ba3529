"""An answer in the panel of rewriting: what is taken of it, and what becomes of own words."""

from PySide6.QtCore import Qt

ANSWER = "1. For nineteen.\n2. For thirty-one.\n3. For forty."


def take_all(panel):
    rows = panel.pasted.model.rows
    panel.pasted.tick([number for number, one in enumerate(rows) if not one.is_ticked])
    panel.pasted.take_button.click()


def test_enter_after_an_answer_is_taken_keeps_the_wording_that_was_taken(qtbot, panel):
    panel.exchange.paste(ANSWER)
    take_all(panel)
    assert panel.editor.wording == "For nineteen."
    qtbot.keyClick(panel.editor.edit, Qt.Key.Key_Return)
    assert panel.queue.drafts == {19: "For nineteen.", 31: "For thirty-one.", 40: "For forty."}
