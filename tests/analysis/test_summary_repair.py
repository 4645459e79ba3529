"""Repairs of summaries: what they change, and what they leave alone."""

import pytest

from inspector.analysis.lint import lint
from inspector.analysis.summary_repair import (
    on_one_line,
    without_meta_opening,
    without_mojibake,
)
from inspector.core.chat import Chat
from inspector.core.document import Document
from inspector.core.edits import apply
from inspector.core.memory import Memory
from inspector.systems.openvault.fields import FIELDS


@pytest.mark.parametrize(
    ("text", "repaired"),
    [
        ("[â˜…â˜…â˜…] Mira left.", "[★★★] Mira left."),
        ("CafÃ© — naÃ¯ve", "Café — naïve"),
        ("Dâ€™accord, “ok” â€œyesâ€\x9d", "D’accord, “ok” “yes”"),
        ("Ã¢ËœÂ… twice", "★ twice"),
        ("ðŸ˜€ grin and 钟", "😀 grin and 钟"),
        ("Ð¿Ñ€Ð¸Ð²ÐµÑ‚", "привет"),
        ("lost \ufffd", None),
        ("â˜… and lost \ufffd", None),
        ("„MENÜ“ é", "„MENÜ“ é"),
        ("Straße, 钟, 😀", "Straße, 钟, 😀"),
        ("plain", "plain"),
    ],
)
def test_mojibake_is_repaired_where_nothing_is_lost(text, repaired):
    assert without_mojibake(text) == repaired


@pytest.mark.parametrize(
    ("text", "stripped"),
    [
        ("Establishing that Mira hid the key.", "Mira hid the key."),
        ("This scene is revealing that", None),
        ("This scene showing that élan won.", "Élan won."),
        ("revealing  that she knew.", "She knew."),
        ("Summary: Mira left.", "Mira left."),
        ("Mira left, showing that she cared.", None),
        ("Showing her scar, Mira left.", None),
        ("Showing that ", None),
    ],
)
def test_an_opening_is_stripped_where_a_sentence_follows_it(text, stripped):
    assert without_meta_opening(text) == stripped


@pytest.mark.parametrize(
    ("text", "line"),
    [("a\nb", "a b"), (" a \r\n\r\n b\u2028c\n", "a b c"), (" a  b ", " a  b "), ("\n", "")],
)
def test_line_breaks_become_spaces_and_nothing_else_changes(text, line):
    assert on_one_line(text) == line


def test_each_fix_leaves_nothing_of_its_kind_to_find():
    texts = ("Mira hid the key\nbehind the third stone of the well.", "Establishing that CafÃ© "
             "Mira opened at the harbour on Friday night.")  # fmt: skip
    memories = tuple(
        Memory(at, {"id": f"m{at}", "summary": text, "type": "reflection"})
        for at, text in enumerate(texts)
    )
    document = Document(memories=memories, fields=FIELDS)
    fixed = set()
    while (one := next((one for one in lint(document) if one.fix is not None), None)) is not None:
        document = apply(document, one.fix)
        fixed.add(one.code)
        assert one.code not in {
            other.code for other in lint(document) if other.memory == one.memory
        }
    assert fixed == {"line-break", "meta-commentary", "mojibake"}
    assert document.memories[1].summary == "Café Mira opened at the harbour on Friday night."


@pytest.mark.parametrize(
    ("sources", "left"), [([0, 9, 1], [0, 1]), ([-1, 1], [1]), ([9], None), ([1.5, 9], None)]
)
def test_sources_that_are_not_there_are_dropped_while_one_is_left(sources, left):
    record = {"id": "a", "summary": "Mira hid the key.", "message_ids": sources}
    chat = Chat(names=["Mira", "Kai"])
    document = Document(chat=chat, memories=(Memory(0, record),), fields=FIELDS)
    (found,) = [one for one in lint(document) if one.code == "source-out-of-range"]
    if left is None:
        assert found.fix is None
    else:
        assert apply(document, found.fix).memories[0].record["message_ids"] == left
