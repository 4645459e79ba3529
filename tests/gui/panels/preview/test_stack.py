"""The next request as a numbered stack."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from inspector.core.chat import Chat
from inspector.core.injection import Injection
from inspector.gui.panels.preview.landing import Landing
from inspector.gui.panels.preview.stack import Stack
from inspector.gui.panels.preview.stack_rows import stack_of
from inspector.gui.state.delivery import Outcome
from inspector.sillytavern.completion.ledger import Entry
from inspector.sillytavern.completion.request import Request
from inspector.sillytavern.completion.sourced import joined, sourced


def entry(*parts, kind=""):
    return Entry("system", joined([sourced(*one) for one in parts], "\n"), kind=kind)


REQUEST = Request(
    messages=(
        entry(("Main", "main")),
        entry(("a", "card:description")),
        entry(("b", "card:scenario")),
        entry(("[Example]", "nudge"), kind="newChat"),
        entry(("said", "example")),
        entry(("x y", "chat:4")),
        entry(("x", "chat:5")),
        entry(("note", "note"), ("l", "lore:Town:1"), ("m", "lore:Town:2"), ("b c", "slot:vault")),
        entry(("x", "chat:6")),
    )
)
SLOT = Injection("openvault", 0, 0, 0, scan=False, sections=(), tokens=0)
WHY = "it does not fit the context"
LOST = {
    "late": Outcome(is_sent=False, words=f"○ not sent: {WHY}", why=WHY),
    "none": Outcome(is_sent=False, words="○ not sent: it is empty"),
}


@pytest.fixture
def rows():
    return stack_of(REQUEST, LOST, lambda text: len(text.split()))


def test_runs_of_one_kind_are_one_row_numbered_by_their_messages(rows):
    assert [(row.number, row.name, row.tokens) for row in rows[:4]] == [
        ("0", "Main prompt", 1),
        ("1–2", "Card: 2 fields", 2),
        ("3–4", "Examples", 2),
        ("5–6", "Messages 4–5", 3),
    ]


def test_what_shares_a_message_stands_in_one_box_with_its_sum(rows):
    box = [row for row in rows if row.edge]
    assert [(row.edge, row.number, row.name) for row in box] == [
        ("first", "7", "Author’s note"),
        ("inside", "", "Lore, 2 entries"),
        ("inside", "", "vault"),
        ("foot", "", "one message"),
    ]
    assert box[-1].tokens == 5
    assert box[2].keys == ("vault",)


def test_a_slot_that_does_not_go_out_comes_last_and_says_why(rows):
    last = rows[-1]
    assert (last.name, last.is_lost, last.keys) == (
        "○ late: it does not fit the context",
        True,
        ("late",),
    )


def test_a_text_completion_is_one_box(rows):
    prompt = joined([sourced("a", "main"), sourced("b", "chat:0"), sourced("c", "chat:1")], "\n")
    found = stack_of(Request(prompt=prompt), {}, lambda text: len(text.split()))
    assert [(row.edge, row.name) for row in found] == [
        ("first", "Main prompt"),
        ("inside", "Messages 0–1"),
        ("foot", "one prompt"),
    ]


def test_a_click_on_a_slot_asks_for_it_and_one_on_anything_else_for_nothing(rows, qtbot):
    stack = Stack()
    qtbot.addWidget(stack)
    stack.resize(300, 500)
    stack.show()
    chosen = []
    stack.slot_chosen.connect(chosen.append)
    stack.show_rows(rows, "late")
    assert stack.currentIndex().row() == len(rows) - 1
    for name in ("Main prompt", "vault"):
        location = next(at for at, row in enumerate(rows) if row.name == name)
        at = stack.visualRect(stack.model().index(location, 0)).center()
        QTest.mouseClick(stack.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert chosen == ["vault"]


@pytest.mark.parametrize("width", [0, 224])
def test_the_title_says_whose_rules_make_the_slots_beside_and_below_the_block(qtbot, width):
    landing = Landing()
    qtbot.addWidget(landing)
    landing.show_rulesets(("openvault/26", "auto-recap/2.0"))
    landing.stand_beside(width)
    landing.show_prompt((SLOT,), SLOT, Chat(), 0)
    landing.show()
    assert landing.rulesets.isVisible()
    assert landing.rulesets.text() == "openvault/26, auto-recap/2.0"
    assert "openvault/26, auto-recap/2.0" in landing.fold.accessibleName()
