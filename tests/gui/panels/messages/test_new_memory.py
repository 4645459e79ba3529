"""The dialog that makes a memory from messages."""

from inspector.core.edits import apply
from inspector.gui.panels.messages.new_memory import NewMemoryDialog
from inspector.loading import open_chat
from inspector.shipped import sample_chat


def test_who_speaks_is_proposed_and_what_is_written_is_made(qtbot):
    document = open_chat(sample_chat()).document
    dialog = NewMemoryDialog(document, "3..5")
    qtbot.addWidget(dialog)
    assert dialog.fields["witnesses"].text() == "Nell, Rufus"
    assert not dialog.make.isEnabled()
    dialog.fields["witnesses"].setText("Nell")
    dialog.messages.setText("3..6")
    assert dialog.fields["witnesses"].text() == "Nell"
    dialog.summary.insertPlainText("Nell hid the parcel\nunder the bed.")
    with qtbot.waitSignal(dialog.edit_requested) as heard:
        dialog.make.click()
    made = apply(document, heard.args[0]).memories[-1]
    assert made.summary == "Nell hid the parcel under the bed."
    assert made.sources == (3, 4, 5, 6)
    assert made.witnesses == ("Nell",)


def test_messages_that_are_not_there_are_said_and_nothing_is_made(qtbot):
    dialog = NewMemoryDialog(open_chat(sample_chat()).document, "999")
    qtbot.addWidget(dialog)
    assert "no message 999" in dialog.trouble.text()
    dialog.summary.insertPlainText("Nothing.")
    with qtbot.assertNotEmitted(dialog.edit_requested):
        dialog.make.click()


def test_a_refused_memory_stays_with_its_words_until_it_can_be_made(qtbot):
    dialog = NewMemoryDialog(open_chat(sample_chat()).document, "3..5")
    qtbot.addWidget(dialog)
    dialog.open()
    dialog.summary.insertPlainText("Nell hid the parcel.")
    dialog.take_refusal(None, "an edit from elsewhere")
    assert dialog.trouble.isHidden()
    reasons = ["Another window edits this chat.", ""]

    def answer(edit):
        reason = reasons.pop(0)
        if reason:
            dialog.take_refusal(edit, reason)

    dialog.edit_requested.connect(answer)
    dialog.make.click()
    assert dialog.isVisible()
    assert dialog.trouble.text() == "Another window edits this chat."
    assert dialog.summary.text == "Nell hid the parcel."
    with qtbot.waitSignal(dialog.accepted):
        dialog.make.click()
