"""The context map: the same picture for Scribe's request and for SillyTavern's prompt."""

from inspector.analysis.context_map import Share
from inspector.analysis.host_map import CONTEXT, HIDDEN, host_map
from inspector.analysis.request_map import request_map
from inspector.core.card import Card
from inspector.core.document import Document
from inspector.core.injection import Derivation, Injection, Line, Section
from inspector.core.moment import Moment
from inspector.core.on_demand import OnDemand
from inspector.sillytavern.host.facts import Character, HostFacts
from inspector.sillytavern.prompt import IN_CHAT, IN_PROMPT
from tests.systems.scribe.worlds import (
    HISTORY,
    TOTAL,
    Words,
    chat_of,
    document_of,
    entry,
    inject,
    words,
)


def block(key, count, position=IN_PROMPT, depth=0):
    line = Line(words(count, key), count)
    return Injection(key, position, depth, 0, False, (Section(None, (line,)),), count)


def host(chat, size, *slots, card=None, unknown=(), **moment):
    resolved = Moment(**moment).resolved(chat)
    derivations = {"openvault/26": Derivation(injections=slots)} if slots else {}
    character = None if card is None else Character("Mira.png", card)
    facts = HostFacts(character=character, unknown=unknown).with_context_size(size)
    return host_map(Document(chat=chat), resolved, derivations, facts, Words())


def part(found, share):
    return next(one for one in found.parts if one.share is share)


def test_a_part_of_scribes_map_costs_what_its_rows_that_are_in_cost():
    chat = chat_of(*(words(10) for _ in range(8)))
    document = document_of(chat, [entry(0, words(7)), entry(1, words(9), constant=True)])
    derivation = inject(
        document, pending=words(3), system_prompt=words(5), **{TOTAL: 60, HISTORY: 40}
    )
    found = request_map(derivation, chat)
    assert [one.share for one in found.parts] == [
        Share.HEAD,
        Share.ITEMS,
        Share.HISTORY,
        Share.CURRENT,
    ]
    for one in found.parts:
        assert one.tokens == sum(row.tokens for row in one.rows if row.kept)
        assert one.kept == sum(row.kept for row in one.rows)
        assert all((row.gate is None) == row.kept for row in one.rows)
    assert found.used == derivation.parts.total
    assert found.free == 60 - found.used
    assert found.messages == bytes([row.kept for row in derivation.messages])


def test_scribes_map_covers_messages_behind_the_moment_as_left_out():
    chat = chat_of("a", "b", "c", "d")
    found = request_map(inject(document_of(chat), at=1), chat)
    assert found.messages == bytes([1, 1, 0, 0])


def test_a_refused_request_says_by_how_much_it_exceeds_the_limit():
    derivation = inject(
        document_of(chat_of("a")), system_prompt=words(30), **{TOTAL: 20, HISTORY: 20}
    )
    found = request_map(derivation, chat_of("a"))
    assert found.error == derivation.error
    assert found.over == found.used - 20 > 0
    assert found.free == 0


def test_sillytaverns_map_shows_what_each_system_takes_and_which_messages_no_longer_fit():
    chat = chat_of(*(words(9) for _ in range(6)), hidden={1})
    # 3 for the request; what wraps a message costs 5 more.
    found = host(chat, 3 + 25 + 3 * 14, block("memories", 20))
    assert part(found, Share.INJECTIONS).title == "OpenVault"
    assert part(found, Share.INJECTIONS).tokens == 25
    history = part(found, Share.HISTORY)
    assert history.tokens == 42
    assert found.messages == bytes([0, 0, 0, 1, 1, 1])
    assert [row.gate for row in history.rows] == [CONTEXT, HIDDEN, CONTEXT, None, None, None]


def test_an_injection_that_is_dropped_costs_nothing_and_says_so():
    chat = chat_of(*(words(5) for _ in range(6)))
    found = host(chat, 45, block("deep", 3, IN_CHAT, depth=5))
    dropped = part(found, Share.INJECTIONS)
    assert (dropped.tokens, dropped.kept, dropped.rows[0].gate) == (0, 0, CONTEXT)


def test_the_pending_message_is_the_newest():
    chat = chat_of("a", "b", "c")
    found = host(chat, 12, pending=words(2))
    assert part(found, Share.CURRENT).tokens == 7
    assert part(found, Share.HISTORY).tokens == 0
    assert found.messages == bytes(3)


def test_a_card_is_in_the_head_and_what_is_not_at_hand_is_named():
    card = Card(name="Mira", description=words(4), scenario=words(3))
    with_card = host(chat_of("a"), 90, card=card)
    without = host(chat_of("a"), 90, unknown=("the character's card",))
    rows = {row.id: row.tokens for row in part(with_card, Share.HEAD).rows}
    assert (rows["card:description"], rows["card:scenario"]) == (9, 8)
    assert any("the character's card" in note for note in without.notes)
    assert not any("card" in row.id for one in without.parts for row in one.rows)


def test_the_map_at_a_moment_leaves_later_messages_out():
    found = host(chat_of("a", "b", "c"), 100, at=1)
    assert found.messages == bytes([1, 1, 0])
    assert len(part(found, Share.HISTORY).rows) == 2


def test_an_empty_chat_and_a_context_of_nothing_have_a_map():
    assert host(chat_of(), 100).messages == b""
    assert host(chat_of("a"), 0, block("x", 5)).messages == b"\0"


def test_rows_are_made_when_they_are_looked_at():
    made = []
    rows = OnDemand(1000, lambda location: made.append(location) or location)
    assert rows[-1] == 999
    assert rows[2:4] == [2, 3]
    assert made == [999, 2, 3]
