import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QFileDialog

from inspector.core.recap_edits import (
    AddVersion,
    AdoptRunningRecap,
    DeleteVersion,
    EditVersion,
    RenameScene,
    SetSceneRecap,
    UseSceneVersion,
    UseVersion,
)
from inspector.core.settings import SetSetting
from inspector.gui.kit.theme import DARK, use_theme
from inspector.gui.panels.recaps.compare_bar import Mode
from inspector.gui.panels.recaps.state import TEMPLATE
from inspector.gui.panels.recaps.versions_model import Location
from inspector.gui.state.question_edits import ResetSettings
from inspector.gui.tables.text_editor import TextCellEditor

LEFT, KEY = Qt.MouseButton.LeftButton, Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier


def column(page, location):
    model = page.model
    return [model.index(row, location).data() for row in range(model.rowCount())]


def click(button):
    QTest.mouseClick(button, LEFT)


def row_click(table, row, modifier=Qt.KeyboardModifier.NoModifier):
    location = table.visualRect(table.model().index(row, Location.VERSION)).center()
    QTest.mouseClick(table.viewport(), LEFT, modifier, location)


def counted(bench, qtbot, page):
    qtbot.waitUntil(lambda: "…" not in column(page, Location.TOKENS), timeout=10_000)


def compared(bench, qtbot):
    view = bench.panel.versions.differences
    qtbot.waitUntil(lambda: bool(view.rows), timeout=10_000)
    return view


def test_versions_stand_newest_first_with_tokens_and_growth(bench, lamp, qtbot, qtmodeltester):
    bench.open(lamp)
    page = bench.panel.versions
    counted(bench, qtbot, page)
    assert column(page, Location.VERSION) == ["v2 ● current", "v1", "v0"]
    assert column(page, Location.SCENES) == ["1–2", "1–2", "1"]
    assert column(page, Location.TOKENS) == ["21", "12", "7"]
    assert column(page, Location.CHANGE) == ["+9", "+5", "first"]
    assert page.growth.accessibleDescription() == "v0 7, v1 12, v2 21"
    qtmodeltester.check(page.model)


def test_the_current_version_is_compared_with_the_one_before(bench, lamp, qtbot):
    bench.open(lamp)
    view = compared(bench, qtbot)
    assert column(bench.panel.versions, Location.MARK) == ["B", "A", ""]
    assert "[+at four, 海龟 🐢]" in view.text().replace("+ ", "+")
    bar = bench.panel.versions.bar
    assert bar.added.text().endswith("words added")
    assert not bar.removed.isVisible()


def test_any_two_versions_are_compared(bench, lamp, qtbot):
    bench.open(lamp)
    table = bench.panel.versions.table
    row_click(table, 0)
    row_click(table, 2, CONTROL)
    assert column(bench.panel.versions, Location.MARK) == ["B", "", "A"]
    qtbot.waitUntil(lambda: "[+" in bench.panel.versions.differences.text())
    click(bench.panel.versions.bar.buttons[Mode.INLINE])
    assert "The lamp went out at four" in bench.panel.versions.differences.text()


def test_a_point_of_the_plot_chooses_its_version(bench, lamp):
    bench.open(lamp)
    growth = bench.panel.versions.growth
    QTest.mouseClick(growth, LEFT, pos=growth.place_of(0).toPoint())
    assert column(bench.panel.versions, Location.MARK) == ["", "A", "B"]


def test_an_edit_is_a_version_of_its_own(bench, lamp, qtbot):
    bench.open(lamp)
    page = bench.panel.versions
    assert page.buttons.edit.text() == "Edit as v3"
    click(page.buttons.edit)
    text = page.reading.edit
    assert text.hasFocus()
    QTest.keyClick(text, KEY.Key_End, CONTROL)
    QTest.keyClicks(text, " It is over.")
    QTest.keyClick(text, KEY.Key_Return, CONTROL)
    (edit,) = bench.edits
    assert isinstance(edit, EditVersion)
    assert (edit.location, edit.content.endswith("🐢. It is over.")) == (2, True)
    assert column(page, Location.VERSION) == ["v3 ● current", "v2", "v1", "v0"]
    assert column(page, Location.MARK) == ["B", "A", "", ""]
    assert bench.running.versions[3].scene == 5


def test_escape_forgets_what_was_typed(bench, lamp):
    bench.open(lamp)
    page = bench.panel.versions
    page.table.setFocus()
    QTest.keyClick(page.table, KEY.Key_F2)
    QTest.keyClicks(page.reading.edit, "x")
    QTest.keyClick(page.reading.edit, KEY.Key_Escape)
    assert (bench.edits, page.is_editing) == ([], False)
    assert page.reading.edit.isReadOnly()


def test_what_is_typed_is_kept_before_the_chat_is_left(bench, lamp):
    bench.open(lamp)
    bench.panel.versions.start_editing()
    QTest.keyClicks(bench.panel.versions.reading.edit, "New. ")
    bench.panel.commit()
    assert bench.edits[0].content.startswith("New. Mara")


def test_a_version_is_used_and_deleted_and_restored(bench, lamp, qtbot):
    bench.open(lamp)
    page = bench.panel.versions
    row_click(page.table, 2)
    assert page.buttons.use.text() == "Use v0"
    click(page.buttons.use)
    assert bench.edits == [UseVersion(0)]
    assert column(page, Location.VERSION)[2] == "v0 ● current"
    click(page.buttons.delete)
    assert bench.edits[-1] == DeleteVersion(0)
    assert bench.panel.state.text() == "v0 is deleted."
    assert column(page, Location.VERSION) == ["v2 ● current", "v1"]
    with qtbot.waitSignal(bench.panel.restore_requested):
        click(bench.panel.restore)
    assert not bench.panel.restore.isVisible()


def test_keys_act_on_the_chosen_version(bench, lamp):
    bench.open(lamp)
    table = bench.panel.versions.table
    row_click(table, 1)
    QTest.keyClick(table, KEY.Key_Return)
    QTest.keyClick(table, KEY.Key_Delete)
    assert bench.edits == [UseVersion(1), DeleteVersion(1)]


def test_versions_come_from_and_go_to_text_files(bench, lamp, tmp_path, monkeypatch):
    bench.open(lamp)
    page = bench.panel.versions
    target = tmp_path / "out.txt"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    click(page.buttons.take)
    assert target.read_text(encoding="utf-8").endswith("海龟 🐢.")
    target.write_bytes("First.\r\nSecond 🐢.".encode())
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(target), ""))
    click(page.buttons.bring)
    assert bench.edits[0].content == "First.\r\nSecond 🐢."
    assert bench.running.versions[3].number == 3


def test_a_file_that_is_no_text_is_refused(bench, lamp, tmp_path, monkeypatch, qtbot):
    bench.open(lamp)
    bad = tmp_path / "bad.txt"
    bad.write_bytes(b"\xff\xfe\x00")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(bad), ""))
    with qtbot.waitSignal(bench.panel.announced) as wording:
        click(bench.panel.versions.buttons.bring)
    assert "no UTF-8 text" in wording.args[0]
    assert bench.edits == []


def test_a_chat_without_recaps_can_get_its_first_version(
    bench, make_document, tmp_path, monkeypatch
):
    bench.open(make_document(store=False))
    assert bench.panel.state.text() == "This chat has no running recap."
    source = tmp_path / "in.txt"
    source.write_text("It begins.")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(source), ""))
    click(bench.panel.versions.buttons.bring)
    assert isinstance(bench.edits[0], AddVersion)
    assert column(bench.panel.versions, Location.VERSION) == ["v0 ● current"]


def test_a_ruleset_of_another_system_says_what_to_do(bench, make_document):
    bench.open(make_document(store=False), "openvault/temporal")
    assert bench.panel.nothing.isVisible()
    assert "Choose an auto-recap ruleset" in bench.panel.nothing.text()


@pytest.mark.parametrize(
    ("ruleset", "words"),
    [
        ("auto-recap/design", "The release would empty it as soon as it reads it."),
        ("auto-recap/2.0", "The release would empty it as soon as it reads it."),
    ],
)
def test_another_chats_recap_says_so_and_can_be_adopted(
    bench, make_document, make_version, ruleset, words
):
    document = make_document([make_version(0, "x")], chat_id="Other <b>chat</b>")
    bench.open(document, ruleset)
    assert bench.panel.state.text() == f"▲ Belongs to another chat (Other <b>chat</b>). {words}"
    click(bench.panel.adopt)
    assert bench.edits == [AdoptRunningRecap()]
    assert bench.panel.state.text().startswith(
        "✓ 1 version. The running recap belongs to this chat."
    )
    assert not bench.panel.adopt.isVisible()


def test_a_missing_current_version_is_told(bench, make_document, make_version):
    bench.open(make_document([make_version(0, "x")], current=7))
    assert bench.panel.state.text() == "▲ 1 version; the current one, 7, does not exist."


def test_the_template_is_a_setting_and_says_what_becomes_of_it(bench, lamp):
    bench.open(lamp)
    bench.panel.tabs.setCurrentIndex(2)
    page = bench.panel.template
    assert page.edit.text.startswith("# Story Memory")
    page.edit.setFocus()
    QTest.keyClick(page.edit, KEY.Key_A, CONTROL)
    QTest.keyClicks(page.edit, "So far: {{running_recap}}")
    written = SetSetting("auto-recap/design", TEMPLATE, "So far: {{running_recap}}")
    assert bench.settings[-1] == written
    assert "tokens in auto_recap_scene" in page.figure.text()
    QTest.keyClick(page.edit, KEY.Key_A, CONTROL)
    QTest.keyClicks(page.edit, "nothing")
    assert page.figure.text().startswith("▲ Without {{running_recap}} the recap is lost.")
    click(page.reset)
    assert bench.settings[-1] == ResetSettings("auto-recap/design", (TEMPLATE,))


def test_scenes_show_their_recap_in_every_form(bench, lamp, qtmodeltester):
    bench.open(lamp)
    bench.panel.tabs.setCurrentIndex(1)
    page = bench.panel.scenes
    assert column(page, 1) == ["Arrival", "The dark"]
    assert column(page, 2) == ["0–2", "3–5"]
    assert column(page, 3) == ["1 of 1", "2 of 2"]
    assert page.reading.edit.text == "OPEN:\nWho?"
    names = [page.form.itemText(i) for i in range(page.form.count())]
    assert names == ["Readable", "Stage 1: extracted", "Stage 3: filtered", "As stored"]
    page.form.setCurrentIndex(1)
    page.form.activated.emit(1)
    assert page.reading.edit.text == "One."
    qtmodeltester.check(page.model)


def test_scenes_are_renamed_reworded_and_rolled_back(bench, lamp, qtbot):
    bench.open(lamp)
    bench.panel.show_scene(5)
    page = bench.panel.scenes
    table = page.table
    table.setFocus()
    QTest.keyClick(table, KEY.Key_F2)
    editor = table.findChild(TextCellEditor).edit
    QTest.keyClick(editor, KEY.Key_A, CONTROL)
    QTest.keyClicks(editor, "Dusk")
    bench.panel.counting.counted.emit()
    assert editor.text == "Dusk"
    bench.panel.commit()
    assert bench.edits == [RenameScene(5, "Dusk")]
    bench.edits.clear()
    QTest.keyClick(table, KEY.Key_F2)
    editor = table.findChildren(TextCellEditor)[-1].edit
    QTest.keyClick(editor, KEY.Key_A, CONTROL)
    QTest.keyClicks(editor, "Night")
    QTest.keyClick(editor, KEY.Key_Return)
    qtbot.waitUntil(lambda: bench.edits == [RenameScene(5, "Night")])
    assert column(page, 1)[1] == "Night"
    page.version.activated.emit(0)
    assert bench.edits[-1] == UseSceneVersion(5, 0)
    assert page.reading.edit.text == "An older text."
    click(page.edit)
    QTest.keyClicks(page.reading.edit, "Not ")
    click(page.keep)
    assert bench.edits[-1] == SetSceneRecap(5, "Not An older text.")


def test_a_staged_recap_is_edited_as_json_and_stored_compact(bench, lamp):
    bench.open(lamp)
    bench.panel.show_scene(5)
    page = bench.panel.scenes
    click(page.edit)
    assert page.reading.edit.text.startswith('{\n  "stage1"')
    page.reading.edit.selectAll()
    page.reading.edit.insertPlainText('{ "stage3": {"open": ["Where?"]} }')
    QTest.keyClick(page.reading.edit, KEY.Key_Return, CONTROL)
    assert bench.edits[-1].text == '{"stage3":{"open":["Where?"]}}'


def test_five_hundred_versions_are_shown(bench, make_document, make_version, qtbot):
    bench.open(make_document([make_version(n, f"text {n}") for n in range(500)], current=499))
    counted(bench, qtbot, bench.panel.versions)
    assert bench.panel.versions.model.rowCount() == 500
    assert not bench.panel.versions.growth.grab().isNull()


def test_odd_versions_are_shown_as_they_are(bench, make_document, make_version):
    odd = [
        {"content": {"a": 1}},
        make_version(1, "", 99),
        make_version(1, "<b>bold</b>"),
        make_version(2, "x" * 200_000),
    ]
    bench.open(make_document(odd, current=1))
    page = bench.panel.versions
    assert column(page, Location.VERSION) == ["v2", "v1", "v1 ● current", "v?"]
    assert column(page, Location.SCENES)[2] == "scene gone"
    click(page.bar.buttons[Mode.READ])
    row_click(page.table, 1)
    assert page.reading.edit.text == "<b>bold</b>"
    row_click(page.table, 3)
    assert page.reading.edit.text == "[object Object]"


@pytest.mark.parametrize("mode", list(Mode))
def test_every_size_and_theme_paints(bench, lamp, qtbot, mode):
    bench.open(lamp)
    use_theme(DARK)
    compared(bench, qtbot)
    click(bench.panel.versions.bar.buttons[mode])
    for tab in range(3):
        bench.panel.tabs.setCurrentIndex(tab)
        for width in (400, 850, 1200):
            bench.panel.resize(width, 420)
            assert not bench.panel.grab().isNull()


def test_long_diffs_are_walked_by_their_changes(bench, make_document, make_version, qtbot):
    old = "".join(f"Line {n} of the story.\n" for n in range(3000))
    new = old.replace("Line 1500 of", "Line 1500 out of").replace("Line 2500 of", "Row 2500 of")
    bench.open(make_document([make_version(0, old), make_version(1, new)], current=1))
    view = compared(bench, qtbot)
    view.setFocus()
    QTest.keyClick(view, KEY.Key_N)
    first = view.verticalScrollBar().value()
    QTest.keyClick(view, KEY.Key_N)
    assert 0 < first < view.verticalScrollBar().value()
    QTest.keyClick(view, KEY.Key_P)
    assert abs(view.verticalScrollBar().value() - first) < 60


def test_the_models_hold_when_tested(bench, lamp):
    tester = QAbstractItemModelTester(bench.panel.versions.model)
    bench.open(lamp)
    bench.panel.clear()
    bench.open(lamp)
    assert tester.model() is bench.panel.versions.model
