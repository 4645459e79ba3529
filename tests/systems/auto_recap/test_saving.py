"""Edits on the way back to the file: only the values that differ, and SillyTavern's copy."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.document import recaps_of
from inspector.core.edits import apply
from inspector.core.errors import EditError
from inspector.core.recap_edits import (
    AddVersion,
    AdoptRunningRecap,
    CorrectExcludedCount,
    DeleteVersion,
    EditVersion,
    RenameScene,
    RenumberVersion,
    SetExclude,
    SetMessageRecap,
    SetSceneRecap,
    UseSceneVersion,
    UseVersion,
    apply_recap,
)
from inspector.core.stored_extra import differences
from inspector.jsonbytes.pieces import joined
from inspector.jsonbytes.verify import splice
from inspector.systems.auto_recap import SYSTEM
from inspector.systems.auto_recap.kept import with_recaps
from inspector.systems.auto_recap.rulesets import RELEASE_2_0
from tests.systems.auto_recap.chats import (
    HOST,
    RUNNING,
    chat_bytes,
    inject,
    loaded,
    message,
    running,
    version,
)

ODD = {"ratio": 1e-7, "list": [1.0, None]}
DATA = {
    "memory": "old",
    "error": None,
    "scene_break": True,
    "scene_recap_memory": "b",
    "scene_break_recap": "b",
    "scene_recap_versions": ["a", "b"],
    "scene_recap_current_index": 1,
}


def with_edit(document, edit):
    """The document after an edit of its recaps, without what `core.edits` refuses before."""
    before = recaps_of(document)
    after = apply_recap(before, edit)
    return document if after is before else with_recaps(document, after)


def saved(data, *edits, host=HOST):
    """The bytes of a chat after some edits."""
    file, before = loaded(data, host)
    after = before
    for edit in edits:
        after = with_edit(after, edit)
    return joined(file.changed(SYSTEM.store(before, after)))


def lines(data):
    return [json.loads(line) for line in data.split(b"\n")]


def stored(data):
    """The running recap that a file holds."""
    return lines(data)[0]["chat_metadata"][RUNNING]


def chat(*messages, metadata=None):
    return chat_bytes(messages or [message()], metadata)


def test_loading_and_storing_unedited_is_byte_identical():
    data = chat(message(data=DATA), metadata=running(version(0), **ODD))
    assert saved(data) == data


def test_an_undone_edit_leaves_the_file_as_it_was():
    data = chat(message(data=DATA), metadata=running(version(0), version(1)))
    file, before = loaded(data, HOST)
    with_edit(before, DeleteVersion(0))
    assert joined(file.changed(SYSTEM.store(before, before))) == data


def test_a_new_wording_changes_the_wording_and_its_mark_only():
    data = chat(message(data={"memory": "old", "other": 1e-7}), metadata=ODD)
    assert saved(data, SetMessageRecap(0, 'new "one"')) == data.replace(
        b'{"memory":"old","other":1e-07}', b'{"memory":"new \\"one\\"","other":1e-07,"edited":true}'
    )


def test_a_message_without_recaps_gets_an_object_under_the_releases_name():
    data = chat(message(), message(extra={"api": "x"}))
    after = lines(saved(data, SetMessageRecap(0, "a"), SetMessageRecap(1, "b")))
    assert after[1]["extra"] == {"auto_recap_memory": {"memory": "a", "edited": True}}
    assert after[2]["extra"] == {"api": "x", "auto_recap_memory": {"memory": "b", "edited": True}}


def test_an_extra_that_is_null_counts_as_missing():
    after = lines(saved(chat(message(extra=None)), SetMessageRecap(0, "a")))
    assert after[1]["extra"] == {"auto_recap_memory": {"memory": "a", "edited": True}}


@pytest.mark.parametrize("extra", [[], "x", 5, True, {"auto_recap_memory": "text"}], ids=repr)
@pytest.mark.parametrize("in_swipe", [False, True])
def test_an_extra_that_has_no_room_is_refused_and_says_so(extra, in_swipe):
    swipe = {"swipe_id": 1, "swipe_info": [{}, {"extra": extra}]}
    data = chat(message(extra={}, **swipe) if in_swipe else message(extra=extra))
    file, document = loaded(data)
    document = with_recaps(document, recaps_of(document))
    with pytest.raises(EditError, match=r"`extra.*message 0 is no JSON object"):
        apply(document, SetMessageRecap(0, "a"))
    unchecked = with_edit(document, SetMessageRecap(0, "a"))
    with pytest.raises(EditError, match=r"Line 2 cannot be changed"):
        file.changed(SYSTEM.store(document, unchecked))


@pytest.mark.parametrize("stored", [[], "x", 5])
def test_a_running_recap_that_is_no_object_is_not_replaced(stored):
    with pytest.raises(EditError, match="Line 1 cannot be changed"):
        saved(chat(message(), metadata={RUNNING: stored}), AddVersion("a", 1))


def test_a_key_that_is_spelled_with_escapes_is_edited_in_place():
    data = chat(message(data={"memory": "old"}))
    escaped = data.replace(b'"auto_recap_memory"', rb'"\u0061uto_recap_memor\u0079"')
    escaped = escaped.replace(b'"extra"', rb'"e\u0078tra"')
    after = saved(escaped, SetMessageRecap(0, "new"))
    assert after.startswith(escaped.partition(b'"old"')[0] + b'"new"')


def test_new_data_goes_under_the_name_that_the_chat_uses():
    older = message(data={"memory": "x", "include": None}, key="auto_summarize_memory")
    after = lines(saved(chat(older, message()), SetMessageRecap(1, "a")))
    assert after[2]["extra"] == {"auto_summarize_memory": {"memory": "a", "edited": True}}


def test_older_data_keeps_its_older_field_names():
    data = {"scene_break": True, "scene_summary_memory": "x", "scene_summary_versions": ["x"]}
    older = message(data=data, key="auto_summarize_memory")
    after = lines(saved(chat(older), SetSceneRecap(0, "y")))[1]["extra"]["auto_summarize_memory"]
    assert after["scene_summary_memory"] == "y"
    assert after["scene_summary_versions"] == ["y"]
    assert not [key for key in after if "recap" in key]


# SillyTavern's copy -----------------------------------------------------------------------


def swiped(swipe_id, *copies, data=DATA):
    info = [copy if copy is None else {"extra": copy} for copy in copies]
    return message(data=data, swipe_id=swipe_id, swipe_info=info)


def copies(data):
    return [
        (one or {}).get("extra", {}).get("auto_recap_memory")
        for one in lines(data)[1]["swipe_info"]
    ]


def test_the_copy_of_the_current_swipe_changes_together_with_the_message():
    data = chat(swiped(1, {"auto_recap_memory": {"memory": "other"}}, {"auto_recap_memory": DATA}))
    after = saved(data, SetExclude((0,), exclude=True))
    assert copies(after) == [{"memory": "other"}, {**DATA, "exclude": True}]
    assert lines(after)[1]["extra"]["auto_recap_memory"] == {**DATA, "exclude": True}
    assert len(after) - len(data) == 2 * len(b',"exclude":true')


def test_a_copy_that_is_missing_is_made_whole_for_every_swipe_but_the_first():
    second = saved(chat(swiped(1, {}, {"api": "x"})), SetExclude((0,), exclude=True))
    first = saved(chat(swiped(0, {"api": "x"})), SetExclude((0,), exclude=True))
    assert copies(second) == [None, {**DATA, "exclude": True}]
    assert copies(first) == [None]


def test_a_copy_that_differs_is_replaced_but_in_the_first_swipe_only_brought_up_to_date():
    old = {"auto_recap_memory": {"memory": "stale", "mine": 1}}
    second = saved(chat(swiped(1, {}, old)), SetExclude((0,), exclude=True))
    first = saved(chat(swiped(0, old)), SetExclude((0,), exclude=True))
    assert copies(second)[1] == {**DATA, "exclude": True}
    assert copies(first) == [{"memory": "stale", "mine": 1, "exclude": True}]


@pytest.mark.parametrize("swipe_id", [2, -1, 0.5, "0", None, True], ids=repr)
def test_a_swipe_that_has_no_copy_changes_the_message_alone(swipe_id):
    data = chat(swiped(swipe_id, {"auto_recap_memory": DATA}))
    after = saved(data, SetExclude((0,), exclude=True))
    assert copies(after) == [DATA]
    assert lines(after)[1]["extra"]["auto_recap_memory"]["exclude"] is True


def test_an_entry_of_swipe_info_may_be_null_or_hold_no_extra():
    assert copies(saved(chat(swiped(1, {}, None)), SetExclude((0,), exclude=True))) == [None, None]
    bare = message(data=DATA, swipe_id=1, swipe_info=[{}, {"send_date": "x", "extra": None}])
    assert copies(saved(chat(bare), SetExclude((0,), exclude=True)))[1]["exclude"] is True


# Scenes -----------------------------------------------------------------------------------


def test_renaming_a_scene_changes_its_name_only():
    data = chat(message(data={**DATA, "scene_break_name": "Dusk"}))
    assert saved(data, RenameScene(0, "Dawn")) == data.replace(b'"Dusk"', b'"Dawn"')


def test_a_scene_recap_is_reworded_in_place_with_its_hash():
    after = lines(saved(chat(message(data=DATA)), SetSceneRecap(0, "abc")))[1]
    assert after["extra"]["auto_recap_memory"] == {
        **DATA,
        "scene_recap_memory": "abc",
        "scene_break_recap": "abc",
        "scene_recap_versions": ["a", "abc"],
        "scene_recap_hash": "22ci",
    }


def test_another_version_of_a_scene_recap_changes_what_refers_to_it():
    after = lines(saved(chat(message(data=DATA)), UseSceneVersion(0, 0)))[1]
    data = after["extra"]["auto_recap_memory"]
    assert data["scene_recap_current_index"] == 0
    assert data["scene_recap_memory"] == data["scene_break_recap"] == "a"
    assert data["scene_recap_versions"] == ["a", "b"]


# The running recap ------------------------------------------------------------------------


def test_the_first_version_makes_a_store_of_this_chat():
    after = saved(chat(), AddVersion("text", 5, 2, 1, 0, 7))
    assert stored(after) == {
        "chat_id": "chat-A",
        "current_version": 0,
        "versions": [
            {
                "version": 0,
                "timestamp": 5,
                "content": "text",
                "scene_count": 2,
                "excluded_count": 1,
                "prev_scene_index": 0,
                "new_scene_index": 7,
                "event_keys": [],
            }
        ],
    }


def test_an_added_version_stands_behind_bytes_that_stay_as_they_are():
    data = chat(metadata=running(version(0, **ODD), version(4, **ODD)))
    after = saved(data, EditVersion(0, "reworded", 9))
    added = version(5, "reworded", timestamp=9)
    spelled = json.dumps(added, separators=(",", ":")).encode()
    assert after == data.replace(b'"current_version":0', b'"current_version":5').replace(
        b"]}]}", b"]}," + spelled + b"]}"
    )


def test_a_reworded_version_covers_the_same_scenes_and_spells_its_counts_right():
    bare = {"version": 0, "content": "old", "exclude_count": 2, "scene_count": 3}
    data = chat(metadata=running({**bare, "new_scene_index": 8, "prev_scene_index": 4}))
    new = stored(saved(data, EditVersion(0, "new", 1)))["versions"][1]
    assert new == version(1, "new", 8, scene_count=3, excluded_count=2, prev_scene_index=4)


def test_using_a_version_changes_one_number():
    data = chat(metadata=running(version(0), version(1), current=1))
    assert saved(data, UseVersion(0)) == data.replace(
        b'"current_version":1', b'"current_version":0'
    )


def test_deleting_a_version_takes_out_its_bytes_and_keeps_the_others():
    kept = [version(0, **ODD), version(2, **ODD)]
    data = chat(metadata=running(kept[0], version(1), kept[1], current=2))
    assert saved(data, DeleteVersion(1)) == chat(metadata=running(*kept, current=2))


@pytest.mark.parametrize("gone", [0, 1, 2])
def test_adding_after_deleting_keeps_what_stays_and_reuses_the_top_number(gone):
    data = chat(metadata=running(version(0), version(1), version(2), current=gone))
    after = stored(saved(data, DeleteVersion(gone), AddVersion("new", 1)))
    numbers = [one["version"] for one in after["versions"]]
    kept = [n for n in range(3) if n != gone]
    assert numbers == [*kept, max(kept) + 1]
    assert after["current_version"] == numbers[-1]


def test_the_only_version_can_be_deleted_and_another_added():
    data = chat(metadata=running(version(4), current=4))
    assert stored(saved(data, DeleteVersion(0))) == running(current=0)[RUNNING]
    after = stored(saved(data, DeleteVersion(0), AddVersion("new", 1)))
    assert [one["version"] for one in after["versions"]] == [0]


def test_unreadable_versions_stay_where_they_are():
    data = chat(metadata=running(None, version(0), "x"))
    after = stored(saved(data, DeleteVersion(0), AddVersion("new", 1)))
    assert [one if not isinstance(one, dict) else one["content"] for one in after["versions"]] == [
        None,
        "x",
        "new",
    ]


def test_versions_that_are_no_list_are_replaced_by_the_first_version():
    data = chat(metadata={RUNNING: {"chat_id": "chat-A", "current_version": 0, "versions": {}}})
    assert len(stored(saved(data, AddVersion("new", 1)))["versions"]) == 1


def test_renumbering_and_spelling_right_change_those_members_only():
    twin = {"version": 0, "content": "b", "exclude_count": 2}
    data = chat(metadata=running(version(0), twin))
    assert saved(data, RenumberVersion(1), CorrectExcludedCount()) == data.replace(
        b'{"version":0,"content":"b","exclude_count":2}',
        b'{"version":1,"content":"b","excluded_count":2}',
    )


def test_adopting_a_running_recap_changes_the_chat_that_it_names():
    data = chat(metadata=running(version(0), chat_id="chat-B"))
    after = saved(data, AdoptRunningRecap())
    assert after == data.replace(b"chat-B", b"chat-A")
    (slot,) = inject(RELEASE_2_0, loaded(after, HOST)[1]).injections
    assert "text" in slot.text


def test_the_real_extensions_rules_read_an_edit_back_as_it_was_meant():
    data = chat(metadata=running(version(0, "before"), version(3, "later"), current=0))
    (slot,) = inject(
        RELEASE_2_0,
        loaded(saved(data, EditVersion(0, "after", 1)), HOST)[1],
        running_scene_recap_template="",
    ).injections
    assert slot.text == "after"


def test_a_chat_without_a_header_cannot_keep_a_running_recap():
    with pytest.raises(EditError, match="no header"):
        saved(json.dumps(message()).encode(), AddVersion("text", 1))


# Edits that are refused -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (SetMessageRecap(9, "x"), "There is no message 9; the chat has messages 0 to 1"),
        (SetMessageRecap(-1, "x"), "no message -1"),
        (SetMessageRecap(0, "\ud800"), "lone surrogate"),
        (SetExclude((), exclude=True), "No message is selected"),
        (RenameScene(1, "x"), "No scene ends at message 1"),
        (SetSceneRecap(1, "x"), "No scene ends at message 1"),
        (UseSceneVersion(0, 2), "has 2 versions; there is no version 2"),
        (UseVersion(5), "no version of the running recap at place 5; the chat has places 0 to 1"),
        (UseVersion(1), "stands more than once"),
        (DeleteVersion(-1), "no version"),
        (EditVersion(2, "x", 1), "no version"),
        (EditVersion(0, "", 1), "would inject nothing"),
        (AddVersion("", 1), "would inject nothing"),
        (AddVersion("\udfff", 1), "lone surrogate"),
    ],
)
def test_an_edit_that_makes_no_sense_is_refused_in_one_sentence(edit, words):
    metadata = running(version(0), version(0))
    document = loaded(chat(message(data=DATA), message(), metadata=metadata), HOST)[1]
    with pytest.raises(EditError, match=words):
        with_edit(document, edit)


@pytest.mark.parametrize("edit", [UseVersion(0), DeleteVersion(0), AdoptRunningRecap()])
def test_without_a_running_recap_only_a_first_version_can_be_added(edit):
    with pytest.raises(EditError, match="no running recap"):
        with_edit(loaded(chat(), HOST)[1], edit)


def test_a_running_recap_needs_the_chats_name():
    with pytest.raises(EditError, match="name in SillyTavern is not known"):
        with_edit(loaded(chat())[1], AddVersion("text", 1))
    foreign = loaded(chat(metadata=running(version(0))))[1]
    with pytest.raises(EditError, match="name in SillyTavern is not known"):
        with_edit(foreign, AdoptRunningRecap())


@pytest.mark.parametrize(
    "edit",
    [
        SetMessageRecap(0, "old"),
        SetMessageRecap(1, ""),
        SetExclude((0, 1), exclude=False),
        RenameScene(0, ""),
        UseVersion(0),
        EditVersion(0, "text", 1),
        AdoptRunningRecap(),
        CorrectExcludedCount(),
    ],
)
def test_an_edit_that_changes_nothing_gives_the_same_document(edit):
    document = loaded(chat(message(data=DATA), message(), metadata=running(version(0))), HOST)[1]
    assert with_edit(document, edit) is document


# Properties -------------------------------------------------------------------------------

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text("ab", max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("kq", max_size=2), inner),
    max_leaves=8,
)


@given(
    old=st.dictionaries(st.text("kq", max_size=2), JSON),
    new=st.dictionaries(st.text("kq", max_size=2), JSON),
)
def test_differences_written_into_the_old_value_give_the_new_one(old, new):
    line = json.dumps({"v": old}).encode()
    changes = [(("v", *path), value) for path, value in differences(old, new)]
    assert json.loads(splice(line, changes))["v"] == new


EDITS = st.one_of(
    st.builds(DeleteVersion, st.integers(0, 3)),
    st.builds(UseVersion, st.integers(0, 3)),
    st.builds(EditVersion, st.integers(0, 3), st.sampled_from("xyz"), st.just(1)),
    st.builds(AddVersion, st.sampled_from("xyz"), st.just(1)),
    st.builds(RenumberVersion, st.integers(0, 3)),
    st.just(CorrectExcludedCount()),
)


@given(st.lists(EDITS, max_size=6))
def test_a_saved_running_recap_is_read_back_as_it_was_edited(edits):
    metadata = running(version(0, "a"), version(1, "b", exclude_count=1), version(1, "c"))
    file, before = loaded(chat(metadata=metadata), HOST)
    after = before
    for edit in edits:
        try:
            after = with_edit(after, edit)
        except EditError:
            continue
    again = loaded(joined(file.changed(SYSTEM.store(before, after))), HOST)[1]
    meant, read = (recaps_of(one).running[RUNNING] for one in (after, again))
    assert dict(read.record) == dict(meant.record)
    assert [dict(one.record) for one in read.versions] == [
        dict(one.record) for one in meant.versions
    ]
