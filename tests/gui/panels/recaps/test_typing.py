"""A recap that is being typed: it stays, wherever one looks and whatever the chat becomes."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from inspector.core.edits import SetText, apply
from inspector.core.recap_edits import AddVersion, DeleteVersion, EditVersion, SetSceneRecap

KEY = Qt.Key


@pytest.fixture
def page(bench, lamp):
    """The scenes, with a recap of the second one begun."""
    bench.open(lamp)
    bench.panel.show_scene(5)
    page = bench.panel.scenes
    page.version.activated.emit(0)
    bench.edits.clear()
    page.edit.click()
    QTest.keyClicks(page.reading.edit, "Not ")
    return page


def follow(bench, document):
    bench.state = bench.state.with_document(document)
    bench._derive()


def test_a_scenes_recap_stays_typed_where_another_scene_is_chosen(bench, page):
    place = page.table.visualRect(page.model.index(0, 0)).center()
    QTest.mouseClick(page.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QTest.keyClick(page.table, KEY.Key_Down)
    bench.panel.show_scene(2)
    assert page.table.currentIndex().row() == 0
    assert page.reading.edit.text == "Not An older text."
    assert page.heading.text() == "Recap of scene 2"
    page.keep.click()
    assert bench.edits == [SetSceneRecap(5, "Not An older text.")]
    assert page.reading.edit.text == "Mara came."
    assert page.heading.text() == "Recap"


def test_a_scene_of_which_nothing_is_typed_is_left_for_another(page):
    page.cancel.click()
    page.edit.click()
    page.table.setCurrentIndex(page.model.index(0, 0))
    assert page.reading.edit.isReadOnly()
    assert page.reading.edit.text == "Mara came."


def test_a_scenes_recap_stays_typed_where_a_message_is_edited(bench, page):
    follow(bench, apply(bench.state.document, SetText(1, "another text")))
    assert page.table.currentIndex().row() == 1
    page.commit()
    assert bench.edits == [SetSceneRecap(5, "Not An older text.")]


def test_a_scenes_recap_follows_its_scene_to_where_it_ends_by_then(
    bench, page, make_document, make_scene
):
    shorter = make_document(
        scenes={1: make_scene("Mara came.", name="Arrival"), 4: make_scene("An older text.")}
    )
    names = [f"message {index}" for index in range(1, 9)]
    for index, words in enumerate(names):
        shorter = apply(shorter, SetText(index, words))
    follow(bench, shorter)
    page.commit()
    assert bench.edits == [SetSceneRecap(4, "Not An older text.")]


def test_a_recap_of_a_scene_that_is_gone_stays_typed_and_cannot_be_kept(
    bench, page, make_document, make_scene
):
    follow(bench, make_document(messages=3, scenes={2: make_scene("Mara came.")}))
    assert page.heading.text() == "Recap of a scene that is gone"
    assert not page.keep.isEnabled()
    page.commit()
    assert bench.edits == []
    assert page.reading.edit.text == "Not An older text."
    assert page.reading.edit.target == ()
    page.cancel.click()
    assert page.reading.edit.text == "Mara came."


def test_another_chat_begins_without_what_was_typed(bench, page, make_document, make_scene):
    bench.open(make_document(scenes={2: make_scene("Mara came.")}))
    assert page.reading.edit.isReadOnly()
    assert page.reading.edit.text == "Mara came."


def test_a_refused_recap_of_a_scene_is_typed_on_where_another_is_chosen(bench, page):
    page.table.setCurrentIndex(page.model.index(0, 0))
    bench.panel.edit_requested.disconnect()
    page.keep.click()
    bench.panel.show_refusal(SetSceneRecap(5, "Not An older text."), "no")
    assert page.reading.edit.text == "Not An older text."
    assert page.reading.edit.is_modified
    assert page.heading.text() == "Recap of scene 2"


@pytest.fixture
def versions(bench, lamp):
    """The versions, with one begun from the second of three."""
    bench.open(lamp)
    versions = bench.panel.versions
    versions.show_version(versions._displayed.rows[1].version)
    versions.start_editing()
    QTest.keyClicks(versions.reading.edit, "New. ")
    return versions


def kept(bench):
    bench.edits.clear()
    bench.panel.commit()
    (edit,) = bench.edits
    assert isinstance(edit, EditVersion)
    return edit.location, edit.content.startswith("New. Mara")


@pytest.mark.parametrize("key", [KEY.Key_F2, KEY.Key_Delete, KEY.Key_Return])
def test_no_key_of_the_table_takes_a_version_that_is_typed(bench, versions, key):
    QTest.keyClick(versions.table, key)
    QTest.mouseDClick(
        versions.table.viewport(),
        Qt.MouseButton.LeftButton,
        pos=versions.table.visualRect(versions.model.index(2, 0)).center(),
    )
    QTest.keyClick(versions.table, key)
    assert bench.edits == []
    assert kept(bench) == (1, True)


def test_f2_begins_with_the_chosen_version_where_nothing_is_typed(versions):
    versions.end_editing()
    versions.start_editing()
    versions.show_version(versions._displayed.rows[0].version)
    QTest.keyClick(versions.table, KEY.Key_F2)
    assert versions.reading.edit.text == "Mara came to the light."
    assert versions.reading.edit.target == ("version", "0")


def test_a_version_that_is_typed_follows_the_one_that_it_began_with(bench, versions):
    follow(bench, apply(bench.state.document, DeleteVersion(0)))
    assert versions.reading.edit.target == ("version", "0")
    assert kept(bench) == (0, True)


def test_a_version_that_is_typed_stays_where_those_before_it_go(bench, versions, make_document):
    follow(bench, apply(bench.state.document, DeleteVersion(1)))
    assert versions.reading.edit.text.startswith("New. Mara")
    follow(bench, make_document())
    assert versions.reading.edit.is_modified
    bench.panel.edit_requested.disconnect()
    versions.commit()
    bench.panel.show_refusal(EditVersion(0, "New. Mara", 7), "no")
    assert versions.reading.edit.text == "New. Mara"
    bench.panel.edit_requested.connect(bench._edit)
    follow(bench, apply(bench.state.document, AddVersion("One more.", 7)))
    assert kept(bench) == (0, True)
