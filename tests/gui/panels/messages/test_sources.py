from dataclasses import replace

from inspector.gui.panels.messages.sources import Run, same_sources, sources_of


def test_each_message_knows_the_memories_that_name_it(make_document):
    document = make_document("a", "b", "c", memories=[("x", [0, 2]), ("y", [2, 2]), ("z", [])])
    sources = sources_of(document)
    assert [sources.of_message(index) for index in range(3)] == [(0,), (), (0, 1)]
    assert [sources.count(index) for index in range(3)] == [1, 0, 2]


def test_sources_outside_the_chat_and_broken_ones_are_left_out(make_document):
    sources = sources_of(make_document("a", memories=[("x", [-1, 1, 1e300, 0.5, True, "0"])]))
    assert sources.of_message(0) == ()
    assert sources.runs(0) == ()


def test_consecutive_sources_are_one_run(make_document):
    sources = sources_of(make_document(*"abcdefgh", memories=[("x", [5, 1, 2, 3, 7])]))
    assert sources.runs(0) == (Run(1, 3), Run(5, 5), Run(7, 7))


def test_a_mask_covers_the_sources_of_all_chosen_memories(make_document):
    sources = sources_of(make_document(*"abcd", memories=[("x", [0]), ("y", [2]), ("z", [3])]))
    assert sources.mask([0, 1, 7]).tolist() == [True, False, True, False]


def test_ten_thousand_memories_with_a_hundred_sources_each(make_document):
    memories = [
        ("x", [(10 * index + more) % 1000 for more in range(100)]) for index in range(10_000)
    ]
    sources = sources_of(make_document(*["a"] * 1000, memories=memories))
    assert int(sources.counts.sum()) == 1_000_000
    assert sources.count(0) == 1000


def test_an_edit_of_something_else_keeps_the_sources(make_document):
    document = make_document("a", memories=[("x", [0]), ("y", [0])])
    edited = replace(
        document.memories[1], record={**document.memories[1].record, "summary": "other"}
    )
    after = replace(document, memories=(document.memories[0], edited))
    assert same_sources(document, after)
    moved = replace(document.memories[1], record={"message_ids": []})
    assert not same_sources(document, replace(document, memories=(document.memories[0], moved)))
