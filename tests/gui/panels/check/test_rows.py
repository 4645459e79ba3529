"""What is shown of a checked request, without a window."""

import pytest

from inspector.core.edits import SetField, apply
from inspector.gui.panels.check.figures import CUT, HIDDEN, IN, ON_THE_WAY, history_codes
from inspector.gui.panels.check.rows import Fold, request_rows
from inspector.gui.panels.check.verdicts import Sign, detail_of, messages_sent, shares, verdict_rows
from inspector.proof.sent_parts import Kind, Verdict, kind_of, sent_parts


def rows_of(check, *unfolded):
    return request_rows(check.found.captured, sent_parts(check.found), frozenset(unfolded))


def named(check, name):
    rows = verdict_rows(check, sent_parts(check.found))
    return next(row for row in rows if row.name == name)


def test_an_exact_request_is_fine_in_every_row_and_every_token(exact):
    parts = sent_parts(exact.found)
    rows = verdict_rows(exact, parts)
    assert {row.sign for row in rows} == {Sign.FINE}
    assert exact.verdict == "as predicted"
    assert sum(tokens for tokens, _ in shares(parts).values()) == sum(exact.found.tokens)
    assert all(line.is_same for part in parts for line in part.lines)
    contents = exact.found.captured.contents
    assert "".join(part.text for part in parts) == "".join(contents)


def test_a_changed_word_is_marked_in_its_line_and_the_line_knows_its_memory(off, capture):
    part = next(one for one in sent_parts(off.found) if one.source == "slot:openvault")
    (line,) = (one for one in part.lines if not one.is_same)
    ((start, end),) = line.changed
    assert line.text[start:end] == "shut"
    summary = capture.chat.document.memories[line.memory].summary
    assert "closed the flooded road" in summary
    assert named(off, "Memories").memory == line.memory


def test_whatever_differs_has_a_row_and_nothing_else(off):
    rows = verdict_rows(off, sent_parts(off.found))
    signs = {row.name: row.sign for row in rows if row.sign is not Sign.FINE}
    assert signs == {
        "Memories": Sign.DIFFERS,
        "Scene": Sign.ABSENT,
        "Message 143": Sign.DIFFERS,
        "Not ours": Sign.UNKNOWN,
        "History": Sign.DIFFERS,
    }
    assert named(off, "Scene").tokens < 0
    assert off.verdict == "4 differ"


def test_a_difference_is_told_by_its_lines_and_by_what_was_ruled_out(off):
    detail = detail_of(named(off, "Memories"), off)
    (pair,) = detail.pairs
    assert pair.predicted.replace("closed", "shut") == pair.sent
    assert (False, "the extension of OpenVault was off") in detail.causes
    assert detail.text == "Nothing that was tried explains it."


def test_an_edit_after_the_request_is_named_as_its_cause(capture):
    document = capture.chat.document
    displayed = next(
        n for n, one in enumerate(document.memories) if "closed the flooded" in one.summary
    )
    edited = apply(document, SetField((displayed,), "summary", "Ambrose shut the road."))
    check = capture.checked(document=edited)
    row = named(check, "Memories")
    assert row.memory == displayed
    (cause,) = (words for explains, words in detail_of(row, check).causes if explains)
    assert "edited here after the request was sent" in cause


def test_long_runs_are_folded_and_unfold(exact):
    rows = rows_of(exact)
    (run,) = (row for row in rows if row.fold is not None and row.fold.what == "messages")
    assert run.title.startswith("24 messages as predicted, to 40")
    opened = rows_of(exact, run.fold)
    assert len(opened) > len(rows)
    heads = [row.message for row in opened if row.kind == "message"]
    assert heads == list(range(len(exact.found.captured.contents)))


def test_a_differing_part_shows_its_changed_line_and_folds_the_rest(off):
    rows = [row for row in rows_of(off) if row.part and row.part.source == "slot:openvault"]
    kinds = [row.kind for row in rows]
    assert kinds == ["message", "line", "fold", "line", "line", "line", "fold"]
    opened = rows_of(off, Fold("part", rows[0].part.number))
    lines = [row for row in opened if row.part == rows[0].part and row.kind == "line"]
    assert "\n".join(row.title for row in lines) == rows[0].part.text.rstrip("\n")


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("slot:openvault", Kind.MEMORY),
        ("slot:recap", Kind.RECAP),
        ("chat:3", Kind.CHAT),
        ("pending", Kind.CHAT),
        ("lore:Book: two:7", Kind.LORE),
        ("card:description", Kind.CARD),
        ("example", Kind.CARD),
        ("main", Kind.PROMPT),
        ("nudge", Kind.PROMPT),
        ("unknown", Kind.UNKNOWN),
    ],
)
def test_every_source_is_of_one_kind(source, kind):
    assert kind_of(source, frozenset({"recap"})) is kind


def test_every_message_is_in_or_out_for_one_reason():
    codes = history_codes(b"\1\0\0\0\1", b"\1\1\0\0\0", frozenset({3, 4}))
    assert list(codes) == [HIDDEN, ON_THE_WAY, CUT, IN, IN]


def test_the_messages_that_are_in_are_those_of_the_capture(exact):
    assert messages_sent(sent_parts(exact.found)) == frozenset(range(128, 160))


def test_an_unknown_text_is_no_part_of_what_is_as_predicted(off):
    figures = shares(sent_parts(off.found))
    assert figures[Verdict.UNKNOWN][1] == 1
    assert figures[Verdict.DIFFERS][1] == 2
