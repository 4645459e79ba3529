"""Outputs of the real releases: what is stored, versions, hashes, stages."""

import pytest

from inspector.core import recap_fields
from inspector.core.document import recaps_of
from inspector.core.errors import EditError, ReleaseThrowsError
from inspector.core.recap import Host, Recap
from inspector.core.recap_edits import AddVersion, DeleteVersion, UseVersion, apply_recap
from inspector.core.recap_hash import recap_hash
from inspector.core.recap_keys import RELEASED
from inspector.core.release_settings import ReleaseSettings
from inspector.systems.auto_recap import operations, scene_versions, stages
from inspector.systems.auto_recap.retrieval import before_scene, counted_scenes
from inspector.systems.auto_recap.rulesets import RELEASE_2_0
from tests.systems.auto_recap.chats import RUNNING, document_of, golden_cases, version

NOW = 1_700_000_000_000


def cases(*functions):
    return pytest.mark.parametrize("case", golden_cases(*functions), ids=lambda case: case["id"])


def recap(data):
    return Recap(0, RELEASED, data)


@cases("edit_memory")
def test_rewording_a_recap_sets_what_the_extensions_editor_sets(case):
    given = case["input"]
    edited = recap_fields.with_memory(recap(given["message_data"]), given["text"])
    assert dict(edited.record) == case["output"]


@cases("clear_memory")
def test_a_new_swipe_clears_the_recap_and_keeps_the_scene(case):
    cleared = recap_fields.without_memory(recap(case["input"]["message_data"]))
    assert dict(cleared.record) == case["output"]


@cases("computeRecapHash", "computeRunningRecapHash")
def test_the_hash_of_a_recap(case):
    assert recap_hash(case["input"]["text"]) == case["output"]


@cases("extractRecapString")
def test_a_recap_in_readable_form(case):
    assert stages.readable(case["input"]["data"]) == case["output"]


@cases("extractStage3FromScene")
def test_what_a_running_recap_takes_from_a_scene(case):
    assert stages.stage_3(case["input"]["scene_recap"]) == case["output"]


@cases("normalizeStageOutput(running)")
def test_a_models_answer_is_stored_as_sections_of_text(case):
    wanted = case["output"]
    if "throws" in wanted:
        with pytest.raises(ReleaseThrowsError) as thrown:
            stages.normalised_running(case["input"]["parsed"])
        assert str(thrown.value) == wanted["throws"]
    else:
        made = stages.normalised_running(case["input"]["parsed"])
        assert made.recap == wanted["recap"]
        assert list(made.entities) == wanted["entities"]


@cases("initializeSceneRecapVersions")
def test_drawing_a_scene_stores_what_the_release_stores(case):
    drawn = scene_versions.drawn(recap(case["input"]["message_data"]))
    wanted = case["output"]
    assert list(drawn.versions) == wanted["returned"]["versions"]
    assert drawn.current == wanted["returned"]["currentIdx"]
    assert dict(drawn.recap.record) == wanted["message_data_after"]


@cases("saveSceneRecap")
def test_a_saved_scene_recap_is_one_version_more(case):
    given = case["input"]
    saved = scene_versions.saved(
        recap(given["message_data"]),
        given["recap"],
        given["lorebookMetadata"],
        timestamp=NOW,
        append_range=given["settings"].get("scene_name_append_range"),
    )
    assert dict(saved.record) == case["output"]


class Store:
    """The running recap of a golden case, changed by our edits in the release's stead."""

    def __init__(self, metadata, chat, settings=None):
        self.document = document_of(chat, metadata, Host("chat-A"))
        self.recaps = recaps_of(self.document)
        self.setting = ReleaseSettings(settings or {}, RELEASE_2_0.settings).get
        self.toasts = []

    @property
    def running(self):
        return self.recaps.running.get(RUNNING)

    @running.setter
    def running(self, value):
        self.recaps = type(self.recaps)(
            **{**vars(self.recaps), "running": {**self.recaps.running, RUNNING: value}}
        )

    @property
    def view(self):
        return self.recaps.seen((RELEASED,))

    def stored(self):
        if self.running is None:
            return {}
        versions = [dict(one.record) for one in self.running.versions]
        return {RUNNING: {**self.running.record, "versions": versions}}

    def edit(self, edit, failure):
        try:
            self.recaps = apply_recap(self.recaps, edit)
        except EditError:
            self.toasts.append(["error", failure])

    def add_running_recap_version(self, values):
        counts = (values["scene_count"], values["excluded_count"])
        scenes = (values.get("prev_scene_index", 0), values.get("new_scene_index", 0))
        self.edit(AddVersion(values["content"], NOW, *counts, *scenes), "")
        return self.running.current_version

    def delete_running_recap_version(self, number):
        location = self.running.place_of(number)
        failure = f"Cannot delete version {number} - version not found"
        self.edit(DeleteVersion(-1 if location is None else location), failure)

    def set_current_running_recap_version(self, number):
        location = self.running.place_of(number)
        failure = f"Cannot set version {number} as current - version not found"
        self.edit(UseVersion(-1 if location is None else location), failure)

    def get_current_running_recap_version(self):
        return self.running.current_version

    def clear_running_scene_recaps(self):
        gone = len(self.running.versions)
        self.running = operations.cleared(self.running)
        return gone

    def get_previous_running_recap_version_before_scene(self, scene):
        found = before_scene(self.running.versions, scene)
        return None if found is None else dict(found.record)

    def collect_scene_recap_indexes_for_running(self):
        latest = self.setting("running_scene_recap_exclude_latest")
        return counted_scenes(operations.scene_indexes(self.view), latest)

    def cleanup_invalid_running_recaps(self):
        before = len(self.running.versions)
        self.running = operations.cleaned(self.running, self.view, len(self.document.chat))
        gone = before - len(self.running.versions)
        self.toasts.append(["info", f"Cleaned up {gone} invalid running recap version(s)"])


@cases("version_operations")
def test_versions_are_added_deleted_and_used_as_in_the_release(case):
    given, wanted = case["input"], case["output"]
    store = Store(given["chat_metadata"], given["chat"], given["settings"])
    results = [getattr(store, name)(*arguments) for name, *arguments in given["operations"]]
    assert results == wanted["results"]
    assert store.stored() == wanted["chat_metadata_after"]
    assert store.toasts == wanted["toasts"]


@cases("storeRunningRecap")
def test_a_combined_recap_counts_on_from_the_version_before_its_scene(case):
    given, wanted = case["input"], case["output"]
    store = Store(given["chat_metadata"], (), given.get("settings"))
    results = []
    for content, scene, _ in given["calls"]:
        base = store.running or operations.empty_store("chat-A")
        store.running = operations.combined(
            base,
            content,
            scene,
            excluded=store.setting("running_scene_recap_exclude_latest"),
            timestamp=NOW,
            events=given.get("events", ()),
        )
        results.append(store.running.current_version)
    assert results == wanted["results"]
    assert store.stored() == wanted["chat_metadata_after"]


@cases("clear_all_recaps_for_chat")
def test_clearing_a_chat_leaves_nothing_of_the_extension(case):
    given, wanted = case["input"], case["output"]
    cleared = operations.without_data(given["chat"])
    assert list(cleared.messages) == wanted["chat_after"]
    store = Store(given["meta"], ())
    gone = store.clear_running_scene_recaps()
    assert {**cleared.counts, "runningRecapCleared": gone} == wanted["result"]
    assert store.stored() == wanted["chat_metadata_after"]


def test_a_version_made_here_has_the_members_of_the_releases_in_their_order():
    store = Store({}, ())
    store.add_running_recap_version({"content": "a", "scene_count": 1, "excluded_count": 1})
    assert list(store.running.versions[0].record) == list(version(0))
