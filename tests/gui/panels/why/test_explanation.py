"""What is told of a memory: gates as steps, sentences in two parts, figures in short."""

import pytest

from inspector.gui.kit.gate_words import check_in_words, words_for_gate
from inspector.gui.panels.why.explanation import Mark, explanation_of, parted, plain_title
from inspector.gui.panels.why.numbers import figure_of


@pytest.mark.parametrize(
    ("wording", "title", "detail"),
    [
        ("It is not archived.", "It is not archived", ""),
        (
            "Mid has no room for it. Mid may use 143 tokens.",
            "Mid has no room for it",
            "Mid may use 143 tokens.",
        ),
        (
            "Wren does not know it: only Mara is a witness.",
            "Wren does not know it",
            "Only Mara is a witness.",
        ),
        ("Old Mrs. Hale does not know it.", "Old Mrs. Hale does not know it", ""),
        ("It scored 1.55, rank 31 of 31.", "It scored 1.55, rank 31 of 31", ""),
        ("张伟不知道这件事: 只有李娜在场。", "张伟不知道这件事: 只有李娜在场。", ""),
        ("", "", ""),
    ],
)
def test_a_sentence_is_parted_into_a_title_and_the_rest(wording, title, detail):
    assert parted(wording) == (title, detail)


@pytest.mark.parametrize(
    ("gate", "numbers", "passed", "figure"),
    [
        ("budget", {"needed": 229, "share": 143.2}, False, "229 of 143.20"),
        ("balance", {"used": 290, "tokens": 17, "limit": 300}, False, "307 of 300"),
        ("formatter", {"spent": 256, "tokens": 31, "available": 263}, False, "287 of 263"),
        ("formatter", {"spent": 256, "tokens": 31, "available": 263}, True, "31 tokens"),
        ("hidden", {"source": 1412}, True, "message 1,412"),
        ("hidden", {}, True, ""),
        ("archived", {}, True, ""),
        ("balance", {"used": 1, "tokens": 1, "limit": float("nan")}, False, "2 of no number"),
    ],
)
def test_a_gates_numbers_in_short(gate, numbers, passed, figure):
    assert figure_of(gate, numbers, passed=passed) == figure


def test_a_left_out_memory_is_told_gate_by_gate_and_has_a_place(ask):
    answer = ask()
    out = next(m for m in answer.derivation.existing if m not in answer.derivation.in_block)
    mentioned = explanation_of(answer.state.document, answer.derivation, out)
    assert mentioned.lead == "Left out: budget"
    assert "It passed 2 checks and failed 1." in mentioned.facts
    assert [step.mark for step in mentioned.steps] == [
        Mark.PASSED,
        Mark.PASSED,
        Mark.FAILED,
        Mark.OPEN,
    ]
    failed = mentioned.steps[2]
    assert (failed.title, failed.gate) == ("Mid has no room for it", "budget")
    assert " of " in failed.figure
    assert mentioned.steps[3].title.startswith("Its place is line ")


def test_checks_that_were_not_reached_are_named(ask):
    answer = ask("openvault/26", {"retrievalFinalTokens": 300})
    hidden = next(v.memory for v in answer.derivation.verdicts if v.gate == "hidden")
    mentioned = explanation_of(answer.state.document, answer.derivation, hidden)
    assert mentioned.facts.endswith("It failed the first check.")
    assert mentioned.steps[1].mark is Mark.OPEN
    assert mentioned.steps[1].title == "5 checks were not reached"
    assert mentioned.steps[1].gate == (
        "point of view, archived, score, balance of buckets, room in the block"
    )


def test_an_included_memory_is_told_by_its_line(ask):
    answer = ask()
    lines = answer.derivation.injections[0].lines
    number, line = next((n, one) for n, one in enumerate(lines, 1) if one.memory is not None)
    mentioned = explanation_of(answer.state.document, answer.derivation, line.memory)
    assert mentioned.in_block
    assert mentioned.facts == (
        f"{mentioned.name} is line {number}, {line.tokens} tokens, in Leading Up To This Moment."
    )
    assert all(step.mark is Mark.PASSED for step in mentioned.steps)


def test_what_does_not_exist_yet_has_nothing_to_tell(ask):
    answer = ask(at=10)
    last = len(answer.state.document.memories) - 1
    assert explanation_of(answer.state.document, answer.derivation, last) is None


@pytest.mark.parametrize(
    ("title", "plain"),
    [
        ("## The Story So Far", "The Story So Far"),
        ("[RECENT EVENTS] (messages 1-9)", "RECENT EVENTS"),
    ],
)
def test_a_title_loses_its_marks(title, plain):
    assert plain_title(title) == plain


@pytest.mark.parametrize(
    "gate",
    [
        *("archived", "hidden", "pov", "score", "balance", "formatter", "candidates", "budget"),
        *("summary", "own", "excluded", "user", "thoughts", "system", "narrator", "character"),
        *("short", "no recap", "past limit", "lagging", "superseded", "last message"),
        *("history budget", "disabled", "limit", "threshold", "rag budget", "truncated"),
    ],
)
def test_every_check_has_a_name_in_words(gate):
    assert words_for_gate(gate).check
    assert check_in_words(gate) not in {"pov", "formatter", "rag budget", "own", "user", "system"}
