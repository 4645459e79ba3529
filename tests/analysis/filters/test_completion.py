"""What is proposed while a filter is typed."""

import pytest

from inspector.analysis.filters.completion import complete
from inspector.analysis.filters.fields import Fields, FilterField, ValueKind

FIELDS = Fields[object](
    (
        FilterField("importance", ValueKind.NUMBER, lambda _: 1, "1 to 5 stars"),
        FilterField("in_block", ValueKind.FLAG, lambda _: True),
        FilterField("witness", ValueKind.TEXTS, lambda _: (), known=("Kai", "O'Brien Jr.")),
        FilterField("bucket", ValueKind.TEXT, lambda _: "", choices=("old", "mid")),
    )
)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("", ["importance", "in_block", "witness", "bucket", "not"]),
        ("im", ["importance"]),
        ("IM", ["importance"]),
        ("importance", []),
        ("importance ", ["==", "!=", "<", "<=", ">", ">=", "in"]),
        ("in_block ", ["and", "or", "==", "!="]),
        ("in_block a", ["and"]),
        ("in_block and wi", ["witness"]),
        ("not wi", ["witness"]),
        ("(wi", ["witness"]),
        ("bucket == ", ["old", "mid"]),
        ("bucket == m", ["mid"]),
        ("witness == ", ["Kai", '"O\'Brien Jr."']),
        ('witness == "O', ['"O\'Brien Jr."']),
        ("in_block == t", ["true"]),
        ("importance >= ", []),
        ("bucket == old ", ["and", "or", "importance", "in_block", "witness", "bucket", "not"]),
        ('"quoted', []),
    ],
)
def test_it_proposes_what_may_come_next(text, options):
    assert [one.text for one in complete(text, len(text), FIELDS).options] == options


def test_what_is_chosen_takes_the_place_of_the_word_at_the_cursor():
    found = complete("im >= 4", 2, FIELDS)
    assert found.applied("im >= 4", "importance") == ("importance >= 4", 10)
    found = complete('witness == "O', 13, FIELDS)
    assert found.applied('witness == "O', '"O\'Brien Jr."')[0] == 'witness == "O\'Brien Jr." '
