"""Reading a model's answer back, however it comes."""

import json

import pytest

from inspector.analysis.rewriting.answer import AnswerState, read_answer
from inspector.analysis.rewriting.request import rewriting_request

OLD = ("Mira hid the key behind the stone.", "Kai lied to Zoe.", "Rain fell on the harbour.")
NEW = ("Mira hid the key.", "Kai lied.", "Rain fell.")


def texts(pasted, old=OLD):
    return tuple(row.text for row in read_answer(pasted, old).rows)


def states(pasted, old=OLD):
    return [str(row.state) for row in read_answer(pasted, old).rows]


def lines(form, numbers=(1, 2, 3)):
    return "\n".join(form.format(n=number, t=NEW[number - 1]) for number in numbers)


@pytest.mark.parametrize(
    "pasted",
    [
        lines("{n}. {t}"),
        lines("{n}) {t}"),
        lines("({n}) {t}"),
        lines("[{n}] {t}"),
        lines("{n}: {t}"),
        lines("{n} - {t}"),
        lines("{n} – {t}"),
        lines("{n}、{t}"),
        lines("#{n}: {t}"),
        lines("- {n}. {t}"),
        lines("**{n}.** {t}"),
        lines("**{n}. {t}**"),
        lines("{n}. **{t}**"),
        lines("> {n}. {t}"),
        lines("### {n}. {t}\n"),
        lines("### {n}\n\n{t}\n"),
        lines('{n}. "{t}"'),
        lines("{n}. “{t}”"),
        lines("{n}. {t} (3 words)"),
        lines("{n}. {t}\n"),
        lines("| {n} | {t} |"),
        "| # | Summary |\n|---|---|\n" + lines("| {n} | {t} |"),
        "Sure! Here they are:\n\n" + lines("{n}. {t}") + "\n\nLet me know if you like them.",
        "<think>1. No.\n2. No.</think>\n" + lines("{n}. {t}"),
        "```\n" + lines("{n}. {t}") + "\n```",
        "Here:\n```markdown\n" + lines("{n}. {t}") + "\n```\nDone.",
        lines("{n}. {t}").replace("\n", "\r\n"),
        "\ufeff" + lines("{n}. {t}"),
        lines("{n}. {t}").translate(str.maketrans("123", "１２３")),
        lines("{n}. {t}").translate(str.maketrans("123", "١٢٣")),
        "\n".join(f"{n}. {a} → {b}" for n, (a, b) in enumerate(zip(OLD, NEW, strict=True), 1)),
        json.dumps(NEW),
        json.dumps({str(n): one for n, one in enumerate(NEW, 1)}),
        json.dumps([{"number": n, "summary": one} for n, one in enumerate(NEW, 1)]),
        json.dumps([{"ID": str(n), "Text": one} for n, one in enumerate(NEW, 1)], indent=2),
        json.dumps({"summaries": [{"id": n, "rewritten": one} for n, one in enumerate(NEW, 1)]}),
        json.dumps([[n, one] for n, one in enumerate(NEW, 1)]),
        "JSON:\n```json\n" + json.dumps({"1": NEW[0], "2": NEW[1], "3": NEW[2]}) + "\n```",
    ],
)  # fmt: skip
def test_every_form_that_models_answer_in_is_read(pasted):
    assert texts(pasted) == NEW
    assert states(pasted) == ["found"] * 3


def test_the_request_s_own_lines_are_read_back_as_the_same():
    assert states(rewriting_request(OLD)) == ["same as before"] * 3


def test_a_missing_number_gives_no_text():
    assert states(lines("{n}. {t}", (1, 3))) == ["found", "missing", "found"]


def test_a_number_with_two_texts_gives_none_and_one_that_is_repeated_gives_its_text():
    assert states("1. A b.\n2. C d.\n2. E f.\n3. G h.") == ["found", "twice", "found"]
    assert states("1. A b.\n2. C d.\n2. C d.\n3. G h.") == ["found", "found", "found"]


def test_numbers_decide_and_not_their_order():
    found = read_answer(lines("{n}. {t}", (3, 1, 2)), OLD)
    assert tuple(row.text for row in found.rows) == NEW
    assert found.notes == ("The answer is in another order; its numbers decide.",)


def test_a_number_that_was_not_asked_is_told():
    found = read_answer(lines("{n}. {t}") + "\n9. More.\n0. Less.", OLD)
    assert tuple(row.text for row in found.rows) == NEW
    assert found.notes[0] == "The answer numbers what was not asked: 0, 9."


@pytest.mark.parametrize(
    ("pasted", "expected"),
    [
        ("1. Mira hid it.\n2. Kai lied and then he", ["found", "may be cut off", "missing"]),
        ("1. Mira hid it.\n2. Kai lied.", ["found", "found", "missing"]),
        ('[{"id": 1, "text": "A b."}, {"id": 2, "te', ["found", "missing", "missing"]),
        ('{"1": "A b.", "2": "C d.", "3": "E', ["found", "found", "missing"]),
        ('```json\n{"1": "A b.", "2": "C', ["found", "missing", "missing"]),
        ("```\n1. A b.\n2. C d.", ["found", "found", "missing"]),
        ("1.", ["missing"] * 3),
    ],
)
def test_what_is_cut_off_is_missing_or_says_so(pasted, expected):
    assert states(pasted) == expected


def test_lines_without_numbers_are_taken_in_order_only_where_their_count_is_right():
    found = read_answer("- " + "\n- ".join(NEW), OLD)
    assert tuple(row.text for row in found.rows) == NEW
    assert "no numbers" in found.notes[0]
    found = read_answer("\n".join(NEW[:2]), OLD)
    assert {row.state for row in found.rows} == {AnswerState.MISSING}
    assert found.notes == ("The answer has no numbers, and 2 texts for 3 summaries.",)
    assert read_answer(json.dumps(NEW[:2]), OLD).rows[0].state is AnswerState.MISSING


def test_one_summary_needs_no_number():
    assert texts("Mira hid the key.", OLD[:1]) == ("Mira hid the key.",)


def test_a_text_over_several_lines_is_one():
    assert texts("1. Mira hid\n   the key.\n2. Kai lied.\n3. Rain\nfell.") == NEW


def test_quotes_commas_numbers_and_arrows_of_the_story_stay():
    old = ('"Hurry," said Kai.', "In 1921 3. Street burned.", "A -> B")
    pasted = '1. "Hurry," said Kai, and left.\n2. In 1921, 3. Street burned.\n3. "Go" -> "Stay"'
    assert texts(pasted, old) == (
        '"Hurry," said Kai, and left.',
        "In 1921, 3. Street burned.",
        '"Go" -> "Stay"',
    )


@pytest.mark.parametrize(
    "pasted", ["", "   \n ", "\x00", "```", "{", "[", "[1, 2", "1" * 5000, "🙂" * 99]
)
def test_nonsense_is_no_error(pasted):
    assert set(states(pasted)) == {"missing"}
