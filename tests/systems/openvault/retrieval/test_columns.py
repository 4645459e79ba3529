"""What is read from memories is kept from one edit to the next, for as long as the chat is."""

import gc
from concurrent.futures import ThreadPoolExecutor
from weakref import ref

import pytest

from inspector.core.edits import SetField, SetHidden, apply
from inspector.core.memory import Memory
from inspector.systems.openvault.retrieval.columns import Columns, Recent, Same, differing
from inspector.systems.openvault.retrieval.fingerprints import index_of
from tests.systems.openvault.retrieval.vaults import ALL, event, select, talk, vault


def memories(*importances):
    return tuple(Memory(n, {"importance": stars}) for n, stars in enumerate(importances))


class Reading:
    """Reads importance, and remembers of which memories it was asked."""

    def __init__(self):
        self.requested = []

    def __call__(self, some):
        self.requested.append([memory.index for memory in some])
        return [memory.record["importance"] for memory in some]


def with_importance(some, index, stars):
    return (*some[:index], Memory(index, {"importance": stars}), *some[index + 1 :])


def test_only_what_an_edit_replaced_is_read_anew():
    columns, read, before = Columns(), Reading(), memories(1, 2, 3)
    assert columns.column("stars", before, read) == [1, 2, 3]
    assert columns.column("stars", before, read) == [1, 2, 3]
    assert columns.column("stars", with_importance(before, 1, 5), read) == [1, 5, 3]
    assert columns.column("stars", before, read) == [1, 2, 3]
    assert read.requested == [[0, 1, 2], [1], [1]]


def test_a_column_in_which_nothing_changed_is_the_same_object():
    columns, read, before = Columns(), Reading(), memories(1, 2, 3)
    column = columns.column("stars", before, read)
    assert columns.column("stars", with_importance(before, 1, 2), read) is column
    changed = columns.column("stars", with_importance(before, 1, True), read)
    assert changed is not column
    assert (column, changed[1]) == ([1, 2, 3], True)


def test_another_number_of_memories_is_read_as_a_whole():
    columns, read = Columns(), Reading()
    columns.column("stars", memories(1, 2), read)
    assert columns.column("stars", memories(1, 2, 3), read) == [1, 2, 3]
    assert read.requested == [[0, 1], [0, 1, 2]]


def test_an_answer_is_worked_out_once_a_key():
    columns, made = Columns(), []
    list_of_it = [1]
    for key in ("a", "b", "a", ("c", Same(list_of_it)), ("c", Same(list_of_it))):
        columns.answer(key, lambda: made.append(1) or len(made))
    assert len(made) == 3
    assert columns.answer(("c", Same([1])), lambda: "another") == "another"


def test_what_grows_is_given_its_last_self():
    columns = Columns()
    grown = [columns.grown("sum", lambda last: (last or 0) + 1) for _ in range(3)]
    assert grown == [1, 2, 3]


def test_only_the_most_recent_are_kept():
    recent = Recent[int](3)
    for key in range(3):
        recent.keep(key, key)
    assert recent.get(0) == 0
    recent.keep(3, 3)
    assert [recent.get(key) for key in range(4)] == [0, None, 2, 3]


def test_any_number_of_keys_leaves_a_bounded_number_of_columns():
    columns, read, some = Columns(), Reading(), memories(1, 2)
    for key in range(500):
        columns.column(key, some, read)
    columns.column(0, some, read)
    columns.column(499, some, read)
    assert len(read.requested) == 501


def test_places_that_differ_are_found_by_identity():
    one, two = object(), object()
    assert differing([one, two], [one, two]) == []
    assert differing([one, two, one], [one, one, two]) == [1, 2]


def test_hiding_messages_keeps_what_is_known_of_the_memories():
    document = vault(talk(20, hidden=10), [event()])
    hidden = apply(document, SetHidden((15,), hidden=True))
    assert index_of(hidden.chat) is not index_of(document.chat)
    assert index_of(hidden.chat).columns is index_of(document.chat).columns
    other = vault(talk(20, hidden=10), [event()])
    assert index_of(other.chat).columns is not index_of(document.chat).columns


@pytest.mark.parametrize("release", ALL)
def test_a_chat_that_nobody_holds_is_not_kept_alive(release):
    document = vault(talk(20, hidden=10), [event("a"), event("b", message_fingerprints=["d3"])])
    select(release, document, pending="Where is the bell?")
    select(release, apply(document, SetField((0,), "importance", 5)), at=12)
    chat, memory = ref(document.chat), ref(document.memories[1])
    del document
    gc.collect()
    assert chat() is None
    assert memory() is None


@pytest.mark.parametrize("release", ALL)
def test_several_threads_may_ask_about_different_edits_at_once(release):
    words = ["bell", "mill", "geese", "pond"]
    records = [
        event(str(n), summary=f"The {words[n % 4]} and the {words[n % 3]}.", importance=1 + n % 5)
        for n in range(60)
    ]
    document = vault(talk(40, hidden=30), records)
    edits = [
        SetField((n,), *change)
        for n in range(12)
        for change in (("importance", 5), ("summary", "A bell at the mill."))
    ]

    def answer(edit):
        selection = select(release, apply(document, edit), pending="The mill bell?")
        return [selection.record_at(index) for index in range(len(records))]

    alone = [answer(edit) for edit in edits]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(answer, edits * 4)) == alone * 4
