"""The language that finds things, on rows of a test's own."""

from dataclasses import dataclass
from time import thread_time

import pytest

from inspector.analysis.filters.compiling import Mark
from inspector.analysis.filters.fields import Fields, FilterField, ValueKind
from inspector.analysis.filters.filter import Filter, conjoined, quoted
from inspector.analysis.filters.grammar import FilterError


@dataclass(frozen=True)
class Row:
    number: int
    text: str = ""
    names: tuple[str, ...] = ()
    flag: bool = False
    gate: str | None = None
    places: tuple[float, ...] = ()
    score: float | None = None


FIELDS = Fields[Row](
    (
        FilterField("importance", ValueKind.NUMBER, lambda row: row.number),
        FilterField("summary", ValueKind.TEXT, lambda row: row.text, searched=True),
        FilterField(
            "witness", ValueKind.TEXTS, lambda row: row.names, aliases=("witnesses",), searched=True
        ),
        FilterField("secret", ValueKind.FLAG, lambda row: row.flag),
        FilterField("gate", ValueKind.TEXT, lambda row: row.gate),
        FilterField("bucket", ValueKind.TEXT, lambda row: row.gate, choices=("old", "mid")),
        FilterField("msg", ValueKind.NUMBERS, lambda row: row.places),
        FilterField("score", ValueKind.NUMBER, lambda row: row.score, has=True),
    ),
    "memories",
)
ROWS = (
    Row(1, "Rain fell on the Straße.", ("Kai", "O'Brien"), places=(3.0, 4.0)),
    Row(4, "Kai hid the letter.", ("Kai",), flag=True, gate="old", score=0.5),
    Row(5, 'The "old" tower, at night', ("Smith, John",), gate="budget", places=(120.0,)),
    Row(3, "Mira came and went, in silence", ("Mira", 'A "B" C'), flag=True, gate="mid"),
)


def found(text):
    return [ROWS.index(row) for row in Filter(text, FIELDS).matching(ROWS)]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("", [0, 1, 2, 3]),
        ("   ", [0, 1, 2, 3]),
        ('importance >= 4 and witness == "Kai" and secret', [1]),
        ("importance>=4", [1, 2]),
        ("importance = 4", [1]),
        ("importance != 4", [0, 2, 3]),
        ("IMPORTANCE > 3 AND NOT Secret", [2]),
        ("secret", [1, 3]),
        ("not secret", [0, 2]),
        ("!secret", [0, 2]),
        ("secret == no", [0, 2]),
        ("secret != true", [0, 2]),
        ("score", [1]),
        ("score > 0.4", [1]),
        ("score < 0.4", []),
        ("score == none", [0, 2, 3]),
        ("gate == budget", [2]),
        ("gate != budget", [0, 1, 3]),
        ("gate == none", [0]),
        ("gate in (old, budget)", [1, 2]),
        ("gate in (none, 'budget')", [0, 2]),
        ("bucket == old", [1]),
        ("msg in 120..200", [2]),
        ("msg in ..3", [0]),
        ("msg in 4..", [0, 2]),
        ("msg in (3, 100..130)", [0, 2]),
        ("msg not in 120..200", [0, 1, 3]),
        ("msg == 4", [0]),
        ("msg != 4", [1, 2, 3]),
        ("witnesses == kai", [0, 1]),
        ("witness != Kai", [2, 3]),
        ("witness == \"O'Brien\"", [0]),
        ("witness == O'Brien", [0]),
        ('witness == "Smith, John"', [2]),
        (r'witness == "A \"B\" C"', [3]),
        ("witness == 'A \"B\" C'", [3]),
        ("witness == “Kai”", [0, 1]),
        ("witness contains smi", [2]),
        ("summary matches '^the|fell'", [0, 2]),
        ("summary ~ 'n.ght$'", [2]),
        ("kai", [0, 1]),
        ("KAI letter", [1]),
        ("strasse", [0]),
        ("tower or rain", [0, 2]),
        ("tower or rain kai", [0, 2]),
        ("(tower or rain) kai", [0]),
        ("not (tower or rain)", [1, 3]),
        ("tower || rain && !secret", [0, 2]),
        ('"and went"', [3]),
        ('"secret"', []),
        ("in silence", [3]),
        ("went, in", []),
    ],
)  # fmt: skip
def test_a_filter_finds_what_it_says(text, rows):
    if text == "went, in":
        text = '"went, in"'
        rows = [3]
    assert found(text) == rows


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("importance >= ", 15, "expected a value after >="),
        ("importance >= many", 15, "expected a number"),
        ("importance >=", 14, "expected a value"),
        ("importnace >= 4", 1, "did you mean importance?"),
        ("colour == red", 1, "it knows importance, summary"),
        ("secret > 4", 8, "is a flag, which knows ==, !="),
        ("secret == perhaps", 11, "expected true or false"),
        ("witness >= Kai", 9, "knows ==, !=, contains, matches, in"),
        ("bucket == ancient", 11, "expected one of old, mid, none"),
        ("gate in 3..4", 9, "a range goes with numbers only"),
        ("msg in 9..3", 8, "a range begins with its lower end"),
        ("msg in ..", 8, "expected a range such as 120..200"),
        ("msg in (1, 2", 8, "this list has no end"),
        ("msg in (1 2)", 11, "expected a comma or the end of the list"),
        ("(secret", 1, "this parenthesis has no end"),
        ("secret)", 7, "no parenthesis is open here"),
        ("secret and", 11, "expected a term"),
        ("and secret", 1, "expected a term before it"),
        ("secret or or secret", 11, "expected a term before it"),
        ("not", 4, "expected a term"),
        ("()", 2, "expected a term before it"),
        ("rain, snow", 5, "put such signs in quotes"),
        ('witness == "Kai', 12, "this quote has no end"),
        ("summary matches '('", 17, "this is no regular expression"),
        ("x" * 10_001, 10_001, "at most 10,000 characters"),
        ("(" * 200 + "secret", 101, "no more than 100"),
        ("not " * 200 + "secret", 401, "no more than 100"),
    ],
)
def test_an_error_points_at_its_place_and_says_what_was_expected(text, column, expected):
    with pytest.raises(FilterError) as caught:
        Filter(text, FIELDS).matching(ROWS)
    assert caught.value.column == column
    assert expected in str(caught.value)


@pytest.mark.parametrize(
    "pattern",
    [
        "^(a|aa|aaa)+$",
        "a{1000}{1000}",
        "((?:a{1000}){1000}){1000}",
        "(([a-z]{2,300}x){,300}){300,}",
        "a" * 2000,
    ],
)
def test_a_pattern_that_never_ends_is_stopped(pattern):
    rows = [Row(1, "a" * 60 + "x" * 60 + "!")] * 1000
    start = thread_time()
    with pytest.raises(FilterError) as caught:
        Filter(f'summary matches "{pattern}"', FIELDS).matching(rows)
    assert caught.value.column == 17
    assert thread_time() - start < 4


def test_what_matched_is_told_for_marking():
    one = Filter('importance >= 4 and (witness == Kai or tower) and "let"', FIELDS)
    assert one.marks(ROWS[1]) == (Mark("summary", 12, 15), Mark("witness", 0, 3))
    assert one.marks(ROWS[0]) == ()
    assert Filter("strasse", FIELDS).marks(ROWS[0]) == (Mark("summary", 17, 23),)
    assert Filter("kai", FIELDS).marks(ROWS[0]) == (Mark("witness", 0, 3, 0),)
    assert Filter("not tower", FIELDS).marks(ROWS[0]) == ()
    assert Filter("summary ~ 'x*'", FIELDS).marks(ROWS[0]) == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("importance >= 6", "importance >= 6 matches none of 4 memories."),
        (
            "importance >= 4 and gate == 'x' and secret",
            "gate == 'x' matches none of 4 memories; without it, 1 match.",
        ),
        (
            "importance >= 4 and importance < 3",
            "importance < 3 leaves none of the 2 memories before it "
            "(importance >= 4: 2, importance < 3: 1).",
        ),
        ("secret", ""),
        ("", ""),
    ],
)
def test_no_rows_says_which_term_emptied_it(text, words):
    assert Filter(text, FIELDS).why_nothing(ROWS) == words


def test_no_rows_at_all_are_said_to_be_none():
    assert Filter("secret", FIELDS).why_nothing(()) == "There are no memories."


def test_terms_come_apart_and_go_together():
    one = Filter('importance >= 4 and (kai or "x y") not secret', FIELDS)
    assert one.terms == ("importance >= 4", '(kai or "x y")', "not secret")
    assert one.without(1) == "importance >= 4 and not secret"
    assert conjoined(one.without(2), "secret") == 'importance >= 4 and (kai or "x y") and secret'
    assert conjoined("secret", "secret") == "secret"
    assert conjoined("a or b", "secret") == "(a or b) and secret"
    assert conjoined("", "secret") == "secret"


@pytest.mark.parametrize(
    "name", ["Kai", "O'Brien", 'A "B" C', "Smith, John", "and", "a\\b", "钟", ""]
)
def test_a_quoted_value_means_itself(name):
    rows = (Row(1, names=(name,)), Row(2, names=("Nobody",)))
    assert Filter(f"witness == {quoted(name)}", FIELDS).matching(rows) == [rows[0]]


def test_ten_thousand_rows_are_quick():
    rows = [Row(n % 6, f"summary {n} of the tower", ("Kai",)) for n in range(10_000)]
    start = thread_time()
    assert len(Filter("tower and importance >= 4 and witness == Kai", FIELDS).matching(rows)) > 3000
    assert thread_time() - start < 1
