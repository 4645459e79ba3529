"""What two sides made of one message's swipes: all stay, and the message is its selected swipe."""

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.jsonbytes.pieces import joined
from inspector.jsonbytes.three_way import Take, Typed
from inspector.merging.chats import Merged, differences, merge_chats
from inspector.merging.swiped_message import MIRRORED
from inspector.sillytavern.chat_reader import read_chat

Message = dict[str, Any]

HEADER = {"chat_metadata": {"integrity": "a"}, "user_name": "unused"}
BEFORE = {"name": "R", "is_user": True, "mes": "Hello", "send_date": "0", "extra": {}}


def info(sent: str) -> Message:
    """What SillyTavern keeps of one swipe."""
    return {"send_date": sent, "gen_started": "s", "gen_finished": sent, "extra": {"of": sent}}


def message(*texts: str, selected: int = 0) -> Message:
    """A message as SillyTavern writes it, with a swipe for each text."""
    made = {"name": "M", "is_user": False, "swipe_id": selected, "swipes": list(texts)}
    return mirrored(made | {"swipe_info": [info(text[0]) for text in texts]})


def mirrored(one: Message) -> Message:
    """The same with the values of its selected swipe at its top."""
    one["mes"] = one["swipes"][one["swipe_id"]]
    return one | deepcopy(one["swipe_info"][one["swipe_id"]])


def chat_of(one: Message) -> Any:
    lines = [json.dumps(line, separators=(",", ":")) for line in (HEADER, BEFORE, one)]
    return read_chat(("\n".join(lines) + "\n").encode())


def merged(base: Message, theirs: Message, mine: Message, **how: Any) -> Merged:
    return merge_chats(*(chat_of(one) for one in (base, theirs, mine)), **how)


def message_of(result: Merged) -> Message:
    lines = joined(result.pieces).splitlines()
    assert len(lines) == 3
    return json.loads(lines[-1])


BASE = message("a", "b")
EDITED = message("a, reworded", "b")
SWIPED = message("a", "b", selected=1)
GENERATED = message("a", "b", "c", selected=2)
GENERATED_TOO = message("a", "b", "d", selected=2)
ALONE = {key: value for key, value in message("a").items() if not key.startswith("swipe")}


@pytest.mark.parametrize("otherwise", Take)
@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (EDITED, SWIPED, message("a, reworded", "b", selected=1)),
        (EDITED, GENERATED, message("a, reworded", "b", "c", selected=2)),
        (EDITED, message("b"), None),
        (message("a, reworded", "b, too", selected=1), BASE, None),
    ],
)
def test_a_swipe_selected_here_and_the_former_one_reworded_there_both_stay(
    one: Message, other: Message, expected: Message | None, otherwise: Take
) -> None:
    for theirs, mine in ((one, other), (other, one)):
        result = merged(BASE, theirs, mine, otherwise=otherwise)
        found = message_of(result)
        assert found == mirrored(deepcopy(found))
        if expected is not None:
            assert found == expected
            assert not result.conflicts


def test_swipes_that_both_generated_all_stay_and_which_is_selected_is_settled() -> None:
    result = merged(BASE, GENERATED, GENERATED_TOO)
    (conflict,) = result.conflicts
    assert conflict.value.path == ("swipe_id",)
    assert message_of(result) == message("a", "b", "c", "d", selected=2)
    for decision, selected in ((Take.MINE, 3), (Take.THEIRS, 2), (Typed(0), 0), (Typed(7), 2)):
        settled = merged(BASE, GENERATED, GENERATED_TOO, resolutions={conflict.key: decision})
        assert message_of(settled) == message("a", "b", "c", "d", selected=selected)
        assert not settled.open_conflicts


def test_the_same_swipe_on_both_sides_is_one() -> None:
    result = merged(BASE, GENERATED, deepcopy(GENERATED))
    assert message_of(result) == GENERATED
    assert not result.conflicts
    result = merged(BASE, GENERATED, message("a", "b", "c", "e", selected=3))
    assert message_of(result)["swipes"] == ["a", "b", "c", "e"]


def test_the_swipes_keep_the_order_of_the_one_side_that_added_some() -> None:
    mine = message("a", "between", "b", selected=2)
    for theirs in (BASE, EDITED):
        expected = {**mine, "swipes": [theirs["swipes"][0], "between", "b"]}
        assert message_of(merged(BASE, theirs, mine))["swipes"] == expected["swipes"]
    result = merged(BASE, deepcopy(BASE), mine)
    assert message_of(result) == mine
    assert not result.conflicts


def test_what_stands_beside_a_swipe_goes_with_it() -> None:
    theirs = deepcopy(BASE)
    theirs["extra"]["memory"] = "kept in the message alone"
    found = message_of(merged(BASE, theirs, SWIPED))
    assert found["extra"] == {"of": "b"}
    assert found["swipe_info"][0]["extra"] == theirs["extra"]
    assert message_of(merged(BASE, SWIPED, theirs)) == found


def test_a_first_swipe_beside_a_message_that_had_none() -> None:
    reworded = ALONE | {"mes": "a, reworded"}
    for theirs, mine in ((reworded, SWIPED), (SWIPED, reworded)):
        result = merged(ALONE, theirs, mine)
        assert message_of(result) == message("a, reworded", "b", selected=1)
        assert not result.conflicts
    result = merged(ALONE, reworded, message("a"))
    assert message_of(result) == message("a, reworded")


def test_a_swipe_taken_away_here_and_reworded_there_is_a_conflict() -> None:
    theirs, mine = message("b"), EDITED
    result = merged(BASE, theirs, mine)
    (conflict,) = result.conflicts
    assert (conflict.value.path, conflict.value.mine) == (("swipes", 0), "a, reworded")
    assert message_of(result) == theirs
    kept = message_of(merged(BASE, theirs, mine, otherwise=Take.MINE))
    assert set(kept["swipes"]) == {"a, reworded", "b"}
    typed = merged(BASE, theirs, mine, resolutions={conflict.key: Typed("a, typed")})
    assert set(message_of(typed)["swipes"]) == {"a, typed", "b"}


def test_swipes_that_were_taken_away_on_both_sides_leave_one_message() -> None:
    result = merged(BASE, message("b"), message("a"))
    assert len(result.conflicts) == 1
    assert message_of(result) == message("b")
    assert message_of(merged(BASE, message("b"), message("a"), otherwise=Take.MINE)) == message("a")


def test_numbers_beside_a_swipe_keep_their_spelling_and_keys_their_order() -> None:
    theirs = joined(chat_of(EDITED).lines.pieces).replace(b'"of":"b"', b'"of":1.50')
    base = joined(chat_of(BASE).lines.pieces).replace(b'"of":"b"', b'"of":1.50')
    mine = joined(chat_of(SWIPED).lines.pieces).replace(b'"of":"b"', b'"of":1.50')
    found = joined(merge_chats(*(read_chat(one) for one in (base, theirs, mine))).pieces)
    assert found == mine.replace(b'["a"', b'["a, reworded"')


def test_a_single_swipe_is_put_back_only_with_what_it_is_of() -> None:
    now, backup = chat_of(BASE), chat_of(GENERATED)
    keys = [one.key for one in differences(now, backup)]
    assert [key[-1] for key in keys] == [("swipe_id",), ("swipes", 2)]
    expected = [GENERATED, message("a", "b", "c")]
    for key, restored in zip(keys, expected, strict=True):
        assert message_of(merge_chats(now, now, backup, only=[key])) == restored


@st.composite
def later(draw: st.DrawFn, base: Message, mark: str) -> Message:
    """A message after some of what a person does in SillyTavern."""
    one = deepcopy(base)
    for step in range(draw(st.integers(0, 3))):
        swipes, infos, count = one["swipes"], one["swipe_info"], len(one["swipes"])
        match draw(st.sampled_from(["reword", "select", "generate", "remove", "note"])):
            case "reword":
                swipes[one["swipe_id"]] += f" {mark}{step}"
            case "note":
                infos[one["swipe_id"]]["extra"][mark] = step
            case "select":
                one["swipe_id"] = draw(st.integers(0, count - 1))
            case "generate":
                swipes.append(f"{mark}{step}")
                infos.append(info(f"{mark}{step}"))
                one["swipe_id"] = count
            case _ if count > 1:
                del swipes[one["swipe_id"]], infos[one["swipe_id"]]
                one["swipe_id"] = min(one["swipe_id"], count - 2)
            case _:
                pass
        one = mirrored(one)
    return one


@given(st.data())
def test_a_merged_message_is_its_selected_swipe_and_no_word_is_lost(data: st.DataObject) -> None:
    base = message(*"abc"[: data.draw(st.integers(1, 3))])
    base = mirrored(base | {"swipe_id": data.draw(st.integers(0, len(base["swipes"]) - 1))})
    theirs, mine = data.draw(later(base, "t")), data.draw(later(base, "m"))
    if (
        not {one["send_date"] for one in base["swipe_info"]}
        & {one["send_date"] for one in theirs["swipe_info"]}
        & {one["send_date"] for one in mine["swipe_info"]}
    ):
        return
    for otherwise in Take:
        result = merged(base, theirs, mine, otherwise=otherwise)
        if len(joined(result.pieces).splitlines()) != 3:
            continue
        found = message_of(result)
        assert found == mirrored(deepcopy(found))
        assert len(found["swipe_info"]) == len(found["swipes"])
        assert {key for key in MIRRORED if key in found} == set(MIRRORED)
        if not result.conflicts:
            for side in (theirs, mine):
                assert set(side["swipes"]) - set(base["swipes"]) <= set(found["swipes"])
        untouched = merged(base, theirs, base)
        assert message_of(untouched) == theirs
        assert message_of(merged(base, base, mine)) == mine


def without_infos(one: Message) -> Message:
    return {key: value for key, value in one.items() if key != "swipe_info"}


@pytest.mark.parametrize("base", [BASE, BASE | {"swipe_info": []}])
def test_a_list_of_dates_that_one_side_took_away_is_gone_whichever_side_it_was(
    base: Message,
) -> None:
    less = without_infos(base)
    for theirs, mine in ((base, less), (less, base), (less, less)):
        result = merged(base, theirs, mine)
        assert message_of(result) == less
        assert not result.conflicts
    assert ("swipe_info",) in [one.value.path for one in merged(base, base, less).accepted]
    kept = merged(base, base, less, only=())
    assert message_of(kept) == base
    both = merged(base, base | {"force_avatar": "x"}, less)
    assert message_of(both) == less | {"force_avatar": "x"}


def test_a_list_of_dates_that_one_side_took_away_and_one_changed_is_decided() -> None:
    changed = deepcopy(BASE)
    changed["swipe_info"][1]["extra"] = {"of": "other"}
    for take, found in ((Take.MINE, without_infos(BASE)), (Take.THEIRS, None)):
        result = merged(BASE, changed, without_infos(BASE), otherwise=take)
        assert result.conflicts
        assert ("swipe_info" in message_of(result)) is (found is None)
