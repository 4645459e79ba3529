"""No line of either side is lost in a merge, and the lines end as those of theirs."""

import pytest

from inspector.jsonbytes.pieces import joined
from inspector.jsonbytes.three_way import Take, Typed
from inspector.merging.chats import Merged, merge_chats
from inspector.merging.words import conflict_line, taken_line
from inspector.sillytavern.chat_reader import read_chat
from tests.merging.messages import A, B, C, H

H_WITH_MEMORIES = H.replace('"integrity":"a"', '"integrity":"a","memories":[1]')


def merged(base: str, theirs: str, mine: str, otherwise: Take = Take.THEIRS) -> Merged:
    files = [read_chat(one.encode()) for one in (base, theirs, mine)]
    return merge_chats(files[0], files[1], files[2], otherwise=otherwise)


def of(*lines: str, end: str = "\n") -> str:
    return end.join(lines)


def text_of(one: Merged) -> str:
    return joined(one.pieces).decode()


def test_a_header_that_theirs_lost_and_mine_changed_is_a_conflict() -> None:
    sides = of(H, A, B), of(A, B), of(H_WITH_MEMORIES, A, B)
    result = merged(*sides)
    (conflict,) = result.open_conflicts
    assert conflict_line(conflict) == "the header: theirs removed it, mine changed it"
    assert text_of(result) == of(A, B)
    assert text_of(merged(*sides, Take.MINE)) == of(H_WITH_MEMORIES, A, B)
    files = [read_chat(one.encode()) for one in sides]
    typed = merge_chats(files[0], files[1], files[2], {conflict.key: Typed({"user_name": "R"})})
    assert text_of(typed) == of('{"user_name":"R"}', A, B)


def test_a_header_that_mine_alone_put_in_is_put_in() -> None:
    result = merged(of(A, B), of(A, B), of(H, A, B))
    assert text_of(result) == of(H, A, B)
    (taken,) = result.accepted
    assert taken_line(taken).startswith("the header: nothing → ")
    assert not result.conflicts


def test_a_header_that_mine_put_in_stands_behind_the_byte_order_mark_of_theirs() -> None:
    result = merged(of(A, B), "\ufeff" + of(A, B), of(H, A, B))
    assert text_of(result) == "\ufeff" + of(H, A, B)


def test_a_header_that_theirs_took_away_under_nobody_stays_away() -> None:
    result = merged(of(H, A, B), of(A, B), of(H, A, B, C))
    assert text_of(result) == of(A, B, C)
    assert not result.conflicts


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize(
    ("theirs", "mine", "expected"),
    [
        ([H, A, B], [H, A], [H, A]),
        ([H, A, B], [H, A, C], [H, A, C]),
        ([H, A, B], [H], [H]),
        ([H, A, B], [H, C], [H, C]),
        ([H, A, B], [H, B], [H, B]),
        ([H, A, B], [H, A.replace('"mes":"a"', '"mes":"z"')], [H, A.replace(':"a"', ':"z"')]),
        ([H, A, B], [H, A, B, C], [H, A, B, C]),
        ([H, A, B, C], [H, A], [H, A, C]),
        ([H, A], [H, B], [H]),
        ([H, C, A, B], [H, A], [H, C, A]),
    ],
)
def test_it_ends_in_a_line_break_if_theirs_does(
    end: str, last: bool, theirs: list[str], mine: list[str], expected: list[str]
) -> None:
    behind = end if last else ""
    base = of(H, A, B, end=end) + behind
    result = merged(base, of(*theirs, end=end) + behind, of(*mine, end=end) + behind)
    assert text_of(result) == of(*expected, end=end) + behind


@pytest.mark.parametrize(("theirs", "mine"), [("\n", "\r\n"), ("\r\n", "\n")])
@pytest.mark.parametrize("is_ended", [False, True])
def test_an_added_line_ends_as_those_of_theirs(theirs: str, mine: str, is_ended: bool) -> None:
    its_end = theirs if is_ended else ""
    plain = [one.partition(',"send_date"')[0] + "}" for one in (A, B, C)]
    for a, b, c in ([A, B, C], plain):
        base = of(H, a, b, end=theirs) + its_end
        for added in ([a, c, b], [a, b, c], [c, a, b]):
            result = merged(base, base, of(H, *added, end=mine))
            assert text_of(result) == of(H, *added, end=theirs) + its_end
        assert text_of(merged(base, of(a, b, end=theirs), of(H, a, b, end=mine))) == of(
            a, b, end=theirs
        )


def test_a_carriage_return_at_the_end_of_theirs_stays() -> None:
    changed = B.replace('"mes":"b"', '"mes":"z"')
    result = merged(of(H, A, B), of(H, A, B) + "\r", of(H, A, changed))
    assert text_of(result) == of(H, A, changed) + "\r"


@pytest.mark.parametrize(
    ("base", "theirs", "mine", "expected"),
    [
        ([H, A, B], [H, B, A, B, C], [H, B, A, B, C], [H, B, A, B, C]),
        ([H, A], [H, A, C, C], [H, A, C, C], [H, A, C, C]),
        ([H, A], [H, A, C, C], [H, A, C], [H, A, C, C]),
        ([H, A], [H, A, C], [H, A, C, C], [H, A, C, C]),
        ([H, A], [H, A, C, C], [H, A, C, C, B], [H, A, C, C, B]),
        ([H, A], [H, A, C, C], [H, A, B, C, C], [H, A, B, C, C]),
    ],
)
def test_messages_that_both_added_alike_stand_once_and_are_no_conflict(
    base: list[str], theirs: list[str], mine: list[str], expected: list[str]
) -> None:
    result = merged(of(*base), of(*theirs), of(*mine))
    assert text_of(result) == of(*expected)
    assert not result.conflicts


def test_messages_that_both_added_are_told_without_a_word_about_where_the_chat_ends() -> None:
    (conflict,) = merged(of(H, A), of(H, B, A), of(H, C, A)).conflicts
    words = "before message 0: both added messages, theirs 1 message, mine 1 message"
    assert conflict_line(conflict) == words
