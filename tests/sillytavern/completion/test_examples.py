"""Example dialogue (specs/send-path.md §6.6)."""

from inspector.sillytavern.completion.examples import blocks_of, example_entries


def test_examples_are_cut_at_their_marks_in_any_case():
    found = [one.text for one in blocks_of("<START>\nA: 1\n<start>\nB: 2\n", "example")]
    assert found == ["A: 1", "B: 2"]


def test_examples_without_a_mark_are_one_block():
    assert [one.text for one in blocks_of(" A: 1 ", "example")] == ["A: 1"]
    assert blocks_of("", "example") == []
    assert blocks_of("<START>", "example") == []


def entries(text, *group):
    (block,) = blocks_of(text, "example")
    return [(one.name, one.text.text) for one in example_entries(block, "Robin", "Mira", group)]


def test_a_block_becomes_messages_without_their_names():
    assert entries("Robin: Hi.\nMira: Ho.\nHo again.\nRobin: Bye.") == [
        ("example_user", "Hi."),
        ("example_assistant", "Ho.\nHo again."),
        ("example_user", "Bye."),
    ]


def test_in_a_group_names_are_kept_and_members_are_known():
    assert entries("Robin: Hi.\nTess: Ho.", "Mira", "Tess") == [
        ("example_user", "Robin: Hi."),
        ("example_assistant", "Tess: Ho."),
    ]


def test_a_block_in_which_nobody_speaks_has_no_messages():
    assert entries("She walks in.") == []
