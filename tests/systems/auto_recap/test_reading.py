"""Reading: every name that the data has had, broken data, and what is found wrong."""

import time

import pytest

from inspector.core.document import Document, recaps_of
from inspector.core.edits import apply, changes_between
from inspector.core.javascript import UNDEFINED
from inspector.core.recap import Host
from inspector.core.recap_edits import (
    EditVersion,
    RecapChanges,
    SetMessageRecap,
    recap_changes,
)
from inspector.core.recap_keys import DESIGNED, OLDER, RELEASED
from inspector.sillytavern.chat_reader import read_chat
from inspector.systems.auto_recap import SYSTEM, codec
from inspector.systems.auto_recap.findings import findings
from inspector.systems.auto_recap.rulesets import DESIGN, RELEASE_1, RELEASE_2_0
from tests.systems.auto_recap.chats import (
    RUNNING,
    chat_bytes,
    document_of,
    inject,
    loaded,
    message,
    running,
    version,
)

OLD_RUNNING = "auto_summarize_running_scene_summaries"


def test_a_chat_without_this_data_is_left_alone():
    file = read_chat(chat_bytes([message()]))
    document = Document(chat=file.chat)
    assert SYSTEM.load(document, file.metadata) is document
    assert recaps_of(document).length == 1
    assert not recaps_of(document)


@pytest.mark.parametrize("key", [RELEASED, DESIGNED, OLDER], ids=lambda key: key.message)
def test_a_recap_is_found_under_every_name_and_it_is_known_which(key):
    document = document_of([message(data={"memory": "r"}, key=key.message)])
    (recap,) = recaps_of(document).at(0)
    assert (recap.key, recap.text, recap.message) == (key, "r", 0)
    assert document.carried == ("auto-recap",)
    assert inject(DESIGN, document).messages[0].recap == "r"
    seen = key is RELEASED
    for release in (RELEASE_1, RELEASE_2_0):
        derived = inject(release, document)
        assert (derived.messages[0].recap == "r") is seen
        assert ("data-not-seen" in [one.code for one in derived.warnings]) is not seen


def test_older_data_is_read_by_todays_names():
    data = {"scene_break": True, "scene_break_name": "n", "scene_summary_memory": "s"}
    metadata = {OLD_RUNNING: running(version(0, "R"))[RUNNING]}
    document = document_of([message(data=data, key=OLDER.message)], metadata)
    (scene,) = inject(DESIGN, document).scenes
    assert (scene.name, scene.recap.scene_recap) == ("n", "s")
    assert scene.recap.get("scene_recap_hash") is UNDEFINED
    designed, released = inject(DESIGN, document), inject(RELEASE_2_0, document)
    assert designed.injections[0].text.endswith("R")
    assert released.injections[0].text == ""
    for derived, code in ((designed, "data-under-other-name"), (released, "data-not-seen")):
        assert [one.code for one in derived.warnings] == [code, code]
        assert OLD_RUNNING in derived.warnings[1].text


def test_each_ruleset_looks_under_its_own_name_first():
    both = message(data={"memory": "released"})
    both["extra"]["auto_recap"] = {"memory": "designed"}
    document = document_of([both])
    assert inject(DESIGN, document).messages[0].recap == "designed"
    assert inject(RELEASE_1, document).messages[0].recap == "released"
    after = recaps_of(apply(document, SetMessageRecap(0, "new")))
    assert [one.text for one in after.at(0)] == ["new", "new"]


def test_keys_that_are_spelled_with_escapes_are_found():
    data = chat_bytes([message(data={"memory": "r"})])
    escaped = data.replace(b'"auto_recap_memory"', rb'"\u0061uto_recap_memory"')
    assert recaps_of(loaded(escaped)[1]).at(0)[0].text == "r"


@pytest.mark.parametrize(
    ("messages", "metadata", "code"),
    [
        ([message(data="text")], {}, "recap-no-object"),
        ([message()], {RUNNING: []}, "running-no-object"),
        ([message()], {RUNNING: {"versions": {}}}, "versions-no-list"),
        ([message()], running(7), "version-no-object"),
    ],
)
def test_data_of_the_wrong_shape_is_told_and_the_rest_is_read(messages, metadata, code):
    document = document_of(messages, metadata)
    assert [one.code for one in document.problems] == [code]
    assert document.carried == ("auto-recap",)


@pytest.mark.parametrize(
    ("messages", "metadata", "release"),
    [
        ([message(data={"memory": "r"})], {}, "auto-recap/2.0"),
        ([message(data={"memory": "r", "include": None})], {}, "auto-recap/1"),
        ([message(data={"include": None}), message(data={})], {}, "auto-recap/2.0"),
        ([message()], running(), "auto-recap/2.0"),
        ([message(data={"memory": "r"}, key="auto_recap")], {}, None),
        ([message()], {}, None),
    ],
)
def test_the_release_that_wrote_a_chat_can_be_told(messages, metadata, release):
    assert SYSTEM.written_by(document_of(messages, metadata, Host())) == release


def test_members_of_a_version_read_safely_whatever_is_stored():
    odd = {"version": "x", "content": 5, "timestamp": "t", "exclude_count": 3, "event_keys": "no"}
    (found,) = recaps_of(document_of([message()], running(odd))).running[RUNNING].versions
    assert (found.text, found.timestamp, found.excluded_count, found.scene) == ("", None, 3, None)
    assert (found.event_keys, found.scene_count, found.previous_scene) == ((), None, None)


# Findings ---------------------------------------------------------------------------------


def found(messages, metadata=None, host=None):
    return findings(recaps_of(document_of(messages, metadata, host or Host("chat-A"))))


def codes(messages, metadata=None, host=None):
    return [one.problem.code for one in found(messages, metadata, host)]


def scene(**data):
    return message(data={"scene_break": True, **data})


STAGED = '{"stage3":{"developments":["d"]}}'
SAVED = {
    "scene_recap_memory": STAGED,
    "scene_break_recap": STAGED,
    "scene_recap_versions": [STAGED],
    "scene_recap_current_index": 0,
}


def test_nothing_is_wrong_with_what_the_release_itself_writes():
    assert codes([scene(**SAVED)], running(version(0, "R", 0))) == []
    assert codes([message()]) == []


@pytest.mark.parametrize(
    ("messages", "metadata", "code"),
    [
        ([message(data={"memory": "r"}, key="auto_recap")], {}, "data-under-other-name"),
        ([message(data={"a": 1}, key="auto_summarize_memory")], {}, "data-under-other-name"),
        ([message()], {OLD_RUNNING: {"versions": []}}, "running-under-other-name"),
        ([scene(**SAVED)], running(version(0), current=5), "current-missing"),
        ([scene(**SAVED)], running(version(0), version(0, "b")), "version-number-twice"),
        ([scene(**SAVED)], running(version(0), version(None)), "version-without-number"),
        ([scene(**SAVED)], running(version(0, exclude_count=1)), "exclude-count"),
        ([scene(**SAVED)], running(version(0, {"a": 1})), "version-content-no-text"),
        ([scene(**SAVED)], running(version(0, ' {"a": 1}')), "version-content-json"),
        ([scene(**SAVED)], running(version(0), version(1, "b", 9)), "version-scene-gone"),
        ([scene(scene_recap_memory=STAGED)], {}, "scene-recap-lost"),
        ([scene(**{**SAVED, "scene_recap_current_index": 4})], {}, "scene-version-missing"),
        ([scene(**{**SAVED, "scene_recap_versions": ["x"]})], {}, "scene-recap-differs"),
        ([message(data={"include": "Long-term memory"})], {}, "deprecated-tier"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_each_finding_is_told_where_it_is_true(messages, metadata, code):
    assert code in codes(messages, metadata)


@pytest.mark.parametrize(
    ("host", "metadata", "code"),
    [
        (Host("chat-B", worlds=frozenset()), {}, "running-reset"),
        (Host("chat-B"), {"main_chat": "chat-A"}, "running-branch"),
        (Host("chat-B", worlds=frozenset()), {"world_info": "gone"}, "running-import"),
        (Host("chat-B"), {"world_info": "gone"}, "running-unknown"),
    ],
)
def test_a_running_recap_of_another_chat_is_told_with_what_the_release_does(host, metadata, code):
    (one,) = found([scene(**SAVED)], {**running(version(0)), **metadata}, host)
    assert one.problem.code == code
    assert "'chat-A'" in one.problem.text
    after = apply(document_of([scene(**SAVED)], {**running(version(0)), **metadata}, host), one.fix)
    assert findings(recaps_of(after)) == ()


def test_a_running_recap_that_names_no_chat_can_be_adopted():
    store = {RUNNING: {"current_version": 0, "versions": [version(0)]}}
    (one,) = found([scene(**SAVED)], store)
    assert (one.problem.code, one.title) == (
        "running-without-chat",
        "Say that it belongs to this chat",
    )


@pytest.mark.parametrize(
    ("messages", "metadata"),
    [
        ([scene(**SAVED)], running(version(0), current=5)),
        ([scene(**SAVED)], running(version(0), version(0, "b"), version(0, "c"))),
        ([scene(**SAVED)], running(version(None), version(0))),
        ([scene(**SAVED)], running(version(0, exclude_count=1), version(1, exclude_count=2))),
        ([scene(**SAVED)], running(version(0), version(1, "b", 9))),
        ([scene(scene_recap_memory=STAGED)], {}),
        ([scene(**{**SAVED, "scene_recap_current_index": 4})], {}),
        ([scene(**{**SAVED, "scene_recap_versions": [STAGED, "x"]})], {}),
        ([scene(**{**SAVED, "scene_recap_versions": ["{}"]})], {}),
    ],
)
def test_every_fix_puts_right_what_it_is_offered_for(messages, metadata):
    document = document_of(messages, metadata)
    for _ in range(9):
        open_findings = [one for one in findings(recaps_of(document)) if one.fix]
        if not open_findings:
            break
        assert open_findings[0].title
        fixed = apply(document, open_findings[0].fix)
        assert fixed is not document
        document = fixed
    assert not [one for one in findings(recaps_of(document)) if one.fix]


def test_the_current_version_is_not_offered_for_deletion_when_its_scene_is_gone():
    (one,) = found([scene(**SAVED)], running(version(0, "b", 9)))
    assert (one.problem.code, one.fix) == ("version-scene-gone", None)
    assert "still injected" in one.problem.text


@pytest.mark.parametrize(
    ("wording", "code"),
    [
        ("Plain text.", "scene-recap-plain"),
        ('{"stage1":{"extracted":["a"]},"stage2":{}}', "scene-recap-unfinished"),
        ('{"other":1}', "scene-recap-unfinished"),
    ],
)
def test_a_scene_recap_that_yields_nothing_for_a_running_recap_is_a_hint(wording, code):
    data = {
        "scene_recap_memory": wording,
        "scene_break_recap": wording,
        "scene_recap_versions": [wording],
    }
    (one,) = found([scene(**data)])
    assert (one.problem.code, one.problem.message) == (code, 0)


def test_data_under_two_names_is_told_once():
    both = message(data={"memory": "a"})
    both["extra"]["auto_recap"] = {"memory": "b"}
    assert codes([message(), both]).count("data-under-two-names") == 1


# Speed ------------------------------------------------------------------------------------


@pytest.mark.speed
def test_verdicts_follow_an_edit_among_10_000_recaps_in_a_third_of_the_first_time():
    messages = [message("m", {"memory": f"Recap number {n} is here."}) for n in range(10_000)]
    document = document_of(messages)
    start = time.perf_counter()
    inject(DESIGN, document)
    first = fastest = time.perf_counter() - start
    for n in range(5):
        start = time.perf_counter()
        document = apply(document, SetMessageRecap(9_000 + n, f"Another {n}"))
        derived = inject(DESIGN, document)
        fastest = min(fastest, time.perf_counter() - start)
        assert derived.messages[9_000 + n].recap == f"Another {n}"
    assert fastest < first / 3


def test_the_marks_of_this_data_tell_a_file_that_carries_it():
    data = chat_bytes([message(data={"a": 1}, key=OLDER.message)], running())
    assert all(any(mark in line for mark in codec.MARKS) for line in data.split(b"\n"))


def test_an_edit_of_a_recap_changes_that_message_and_not_the_chat():
    document = document_of([message(data={"memory": "r"}), message()], running(version(0)))
    after = apply(document, SetMessageRecap(1, "x"))
    assert not changes_between(document, after).chat_replaced
    before = recaps_of(document)
    assert recap_changes(before, recaps_of(after)) == RecapChanges(frozenset({1}))
    added = recaps_of(apply(document, EditVersion(0, "new", 1)))
    assert recap_changes(before, added) == RecapChanges(running=True)
    assert not recap_changes(before, before)
