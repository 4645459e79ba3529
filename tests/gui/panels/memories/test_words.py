"""What the table of memories says of them, in words."""

from collections.abc import Sequence
from datetime import datetime

import pytest
from PySide6.QtGui import QFont, QFontMetrics

from inspector.core.injection import Derivation, Verdict
from inspector.core.memory import Memory
from inspector.gui.kit.memory_words import length_advice, span_text, verdict_word
from inspector.gui.kit.text import counted, join_names, tooltip
from inspector.gui.kit.theme import scaled
from inspector.gui.panels.memories import detail_facts
from inspector.gui.panels.memories.detail_facts import created_text, embedding_text
from inspector.gui.panels.memories.row import Verdicts
from inspector.gui.tables.memory_cells import GAP, lay_out
from inspector.systems.openvault.gates import UNKNOWN, VISIBLE

WIDTH = 6
"""Of every character in the tests' font."""


class Metrics(QFontMetrics):
    """The measures of a font whose characters are all equally wide."""

    def __init__(self):
        super().__init__(QFont())

    def horizontalAdvance(self, text):  # noqa: N802 - Qt's name
        return WIDTH * len(text)


@pytest.mark.parametrize(
    ("gate", "variant", "word"),
    [
        ("budget", "", "budget"),
        ("candidates", VISIBLE, "still visible"),
        ("candidates", UNKNOWN, "not known"),
        ("pov", "", "not known"),
        ("hidden", "", "still visible"),
        ("archived", "", "archived"),
        ("new gate", "", "new gate"),
        (None, "", "out"),
    ],
)
def test_gates_have_peoples_words(gate, variant, word):
    assert verdict_word(Verdict(0, "mid", False, gate, "", 3, variant=variant)) == word


def test_what_is_in_says_so():
    assert verdict_word(Verdict(0, "mid", True, None, "", 3)) == "in"


def test_numbers_and_names_in_words():
    assert [counted(number, "{n} memory", "{n} memories") for number in (1, 2, 2000, 0.5)] == [
        "1 memory",
        "2 memories",
        "2,000 memories",
        "0.5 memories",
    ]
    assert [
        join_names(()),
        join_names(("A",)),
        join_names(("A", "B")),
        join_names(("A", "B", "C")),
    ] == [
        "",
        "A",
        "A and B",
        "A, B and C",
    ]


def test_spans_of_messages():
    spans = [[205, 209], [7], [], ["x"]]
    wording = [span_text(Memory(0, {"message_ids": ids})) for ids in spans]
    assert wording == ["205–209", "7", "", ""]


def test_tooltips_show_tags_as_text():
    assert tooltip("<b>x</b> & y", "", "two\nlines") == (
        "<qt>&lt;b&gt;x&lt;/b&gt; &amp; y<br/>two<br/>lines</qt>"
    )
    assert tooltip("", "") == ""


def test_advice_on_length_only_outside_the_best_range():
    assert length_advice("one two three")
    assert not length_advice(" ".join("abcdefgh"))
    assert length_advice(" ".join("abcdefghijklmnopqrs"))


def test_chips_show_what_fits_and_count_the_rest(qapp):
    chips, rest = lay_out(["Mara", "Wren", "Ada", "Orne"], 110, Metrics(), Metrics(), "")
    assert ([chip.name for chip in chips], rest) == (["Mara", "Wren"], 2)


def test_the_count_beside_a_long_name_has_a_pixel_to_spare(qapp):
    (chip,), rest = lay_out(["Wilhelmina of the marsh", "Wren"], 110, Metrics(), Metrics(), "")
    room = 110 - chip.left - chip.width - scaled(GAP)
    assert (rest, room) == (1, Metrics().horizontalAdvance("+1") + 1)


def test_the_point_of_view_is_never_behind_the_count(qapp):
    chips, rest = lay_out(["Mara", "Wren", "Ada", "Orne"], 110, Metrics(), Metrics(), "Orne")
    assert ([chip.name for chip in chips], rest) == (["Orne", "Mara"], 2)


def test_one_chip_is_shown_however_long_its_name(qapp):
    chips, rest = lay_out(["A" * 400, "Wren"], 100, Metrics(), Metrics(), "")
    assert len(chips) == 1
    assert rest == 1
    assert chips[0].width <= 100


def test_created_is_a_date_or_what_is_stored():
    assert created_text(Memory(0, {"created_at": 1767225600000})).startswith(("2025-12", "2026-01"))
    assert created_text(Memory(0, {"created_at": "yesterday"})) == "yesterday"
    assert created_text(Memory(0, {"created_at": 1e300})) == "not stored"
    assert created_text(Memory(0, {})) == "not stored"


def test_created_at_the_edge_of_the_calendar_is_what_is_stored(monkeypatch):
    class OfWindows(datetime):
        def astimezone(self, tz=None):
            raise OSError(22, "Invalid argument")

    monkeypatch.setattr(detail_facts, "datetime", OfWindows)
    assert created_text(Memory(0, {"created_at": 253402300798000})) == "253402300798000"


def test_embeddings_are_told_by_the_keys_that_a_summary_outdates(document):
    with_one, without = document.memories[0], document.memories[1]
    assert embedding_text(with_one, document.fields).startswith("Stored")
    assert embedding_text(without, document.fields).startswith("None")


def test_counts_come_from_the_lines(derivation):
    verdicts = Verdicts(derivation)
    assert (verdicts.count_in(), verdicts.count_out()) == (1, 2)
    assert verdicts.of(3) is None
    assert not Verdicts().known
    assert Verdicts().of(0) is None


def test_lazy_verdicts_are_asked_one_by_one():
    requested = []

    class Lazy(Sequence):
        def __len__(self):
            return 7

        def __getitem__(self, location):
            requested.append(location)
            return Verdict(location, None, False, "budget", "", 1)

    verdicts = Verdicts(Derivation(verdicts=Lazy(), judged=range(7)))
    assert verdicts.count_out() == 7
    assert verdicts.of(4).memory == 4
    assert requested == [4]
