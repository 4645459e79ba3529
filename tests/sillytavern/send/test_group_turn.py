"""Who answers in a group (specs/send-path.md §5.3)."""

from dataclasses import replace

import pytest

from inspector.core.card import Card
from inspector.core.chat import Chat
from inspector.core.sending import Send, SendKind
from inspector.sillytavern.host.facts import Character, GroupFacts
from inspector.sillytavern.send.group_turn import group_turn, kept_before_batch


def member(name, talkativeness="0.5"):
    record = {"extensions": {"talkativeness": talkativeness}}
    return Character(f"{name}.png", Card(name, record=record))


MEMBERS = (member("Mira"), member("Tess of Hull"), member("Ivo", "0"))


def group(**record):
    return GroupFacts(record, MEMBERS)


def chat(*speakers, texts=None):
    records = [
        {
            "name": name,
            "mes": texts[index] if texts else "x",
            "is_user": name == "Robin",
            "original_avatar": None if name == "Robin" else f"{name}.png",
            "extra": {"gen_id": index // 2},
        }
        for index, name in enumerate(speakers)
    ]
    return Chat(
        names=list(speakers),
        from_user=bytes(name == "Robin" for name in speakers),
        hidden=bytes(len(speakers)),
        send_dates=[None] * len(speakers),
        sizes=[1] * len(speakers),
        records=records,
    )


def answering(given, messages, send=Send(pending="Hello.")):  # noqa: B008 - a frozen value
    return [one.name for one in group_turn(given, messages, send).members]


def test_in_list_order_every_member_answers_who_is_not_muted():
    assert answering(group(activation_strategy=1), chat("Robin")) == [
        "Mira",
        "Tess of Hull",
        "Ivo",
    ]
    muted = group(activation_strategy=1, disabled_members=["Mira.png"])
    assert answering(muted, chat("Robin")) == ["Tess of Hull", "Ivo"]


def test_naturally_those_who_are_named_answer_first_in_the_order_of_the_text():
    found = answering(group(), chat("Robin"), Send(pending="Hull is far, IVO!"))
    assert found == ["Tess of Hull", "Ivo", "Mira"]


def test_naturally_nobody_answers_himself():
    turn = group_turn(group(), chat("Robin", "Mira", texts=["x", "Ask Mira."]), Send())
    assert "Mira" not in [one.name for one in turn.members]
    allowed = group(allow_self_responses=True)
    turn = group_turn(allowed, chat("Robin", "Mira", texts=["x", "Ask Mira."]), Send())
    assert turn.members[0].name == "Mira"


def test_naturally_somebody_answers_even_if_nobody_likes_to_talk():
    quiet = GroupFacts({}, (member("Ivo", "0"),))
    turn = group_turn(quiet, chat("Robin"), Send(pending="x"))
    assert [one.name for one in turn.members] == ["Ivo"]
    assert turn.by_chance == 1


def test_by_hand_nobody_answers_a_text():
    assert answering(group(activation_strategy=2), chat("Robin")) == []


def test_pooled_one_answers_who_has_been_silent_since_the_user():
    pooled = group(activation_strategy=3)
    assert answering(pooled, chat("Robin", "Mira"), Send()) == ["Tess of Hull"]


@pytest.mark.parametrize("kind", [SendKind.SWIPE, SendKind.CONTINUE])
def test_a_swipe_and_a_continuation_are_the_authors(kind):
    assert answering(group(activation_strategy=1), chat("Robin", "Ivo"), Send(kind)) == ["Ivo"]


def test_the_last_batch_goes_back_to_the_first_reply_of_its_generation():
    assert kept_before_batch(chat("Robin", "Mira", "Ivo", "Tess")) == 2
    assert kept_before_batch(chat("Robin", "Mira", "Robin")) == 3
    assert kept_before_batch(chat()) == 0


@pytest.mark.parametrize("kind", [SendKind.SWIPE, SendKind.CONTINUE])
def test_below_a_users_a_hidden_or_a_narrators_message_the_newest_reply_is_gone_on_with(kind):
    messages = chat("Mira", "Ivo", "Mira", "Mira", "Robin")
    messages.records[3]["extra"]["type"] = "narrator"
    messages = replace(messages, hidden=bytes((0, 0, 1, 0, 0)))
    given = group(activation_strategy=1)
    assert answering(given, messages, Send(kind)) == ["Ivo"]
    # Where nobody has said anything the strategy decides.
    assert answering(given, chat("Robin"), Send(kind))[0] == "Mira"
