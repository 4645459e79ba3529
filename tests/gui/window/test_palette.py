"""The palette: one search over all there is, and every action, by keyboard alone."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from inspector.gui.kit.visibility import is_on_screen
from inspector.gui.window.action_list import listed_actions
from inspector.gui.window.palette.found import Group, Location

KEY = Qt.Key


def opened(window, text):
    window.bench.palette_controller.open()
    palette = window.bench.palette_controller.palette
    QTest.keyClicks(palette.input, text)
    return palette


def displayed(palette, group):
    return [one for one in palette.model.rows if isinstance(one, Location) and one.group is group]


def test_a_word_is_found_wherever_it_stands_and_keys_go_there(window, qtbot):
    palette = opened(window, "light")
    qtbot.waitUntil(lambda: len(displayed(palette, Group.MESSAGES)) > 0)
    assert [one.mark for one in displayed(palette, Group.MEMORIES)] == ["11", "35"]
    assert [one.mark for one in displayed(palette, Group.RECAPS)] == ["v0"]
    first = palette.model.rows[1]
    assert first.text[slice(*first.marked[0])] == "light"
    QTest.keyClick(palette.input, KEY.Key_Down)
    QTest.keyClick(palette.input, KEY.Key_Return)
    assert not palette.isVisible()
    assert window.bench.selection.memories == (35,)

    QTest.keyClick(opened(window, "@lantern").input, KEY.Key_Tab)
    qtbot.waitUntil(lambda: palette.group is not Group.MESSAGES or bool(palette.model.rows))
    QTest.keyClick(palette.input, KEY.Key_Escape)
    assert not palette.isVisible()


def test_an_action_is_found_by_parts_of_words_and_done(window, qtbot):
    palette = opened(window, "fold time")
    assert palette.model.rows[1].text == "Fold the timeline"
    assert palette.model.rows[1].keys == "Ctrl+Shift+L"
    was = window.bench.menus.fold.isChecked()
    QTest.keyClick(palette.input, KEY.Key_Return)
    qtbot.waitUntil(lambda: window.bench.menus.fold.isChecked() is not was)


def test_a_view_called_what_is_typed_comes_before_memories_and_settings_that_hold_it(window, qtbot):
    ruleset = window.bench.session.question.ruleset
    for name in ("characters", "listen"):
        panel = window.bench.docks[name].panel
        QTest.keyClick(opened(window, panel.title.lower()).input, KEY.Key_Return)
        qtbot.waitUntil(lambda seen=panel: is_on_screen(seen))
    assert window.bench.session.question.ruleset == ruleset


def test_what_cannot_be_done_says_why_and_stays(window):
    palette = opened(window, ">undo")
    assert palette.model.rows[1].why_not == "nothing is changed yet"
    QTest.keyClick(palette.input, KEY.Key_Return)
    assert palette.isVisible()
    palette.input.setText(">merge into one")
    assert palette.model.rows[1].why_not == "select two or more memories"


def test_control_and_enter_filter_the_memories(window):
    QTest.keyClick(
        opened(window, "parcel").input, KEY.Key_Return, Qt.KeyboardModifier.ControlModifier
    )
    assert window.bench.panels.memories.filter_row.input.text() == "parcel"


def test_a_setting_is_found_by_its_meaning_and_gets_the_keys(window):
    palette = opened(window, "unspent")
    found = displayed(palette, Group.SETTINGS)
    QTest.keyClick(palette.input, KEY.Key_Return)
    row = window.bench.panels.settings.rows[found[0].target[1]]
    assert row.isAncestorOf(window.focusWidget())


def test_a_setting_of_another_ruleset_of_the_chat_says_whose_it_is_and_has_that_answer(
    window, qtbot
):
    palette = opened(window, "injection.world.depth")
    (found, *_) = displayed(palette, Group.SETTINGS)
    assert window.bench.session.question.ruleset != found.note == "openvault/26"
    QTest.keyClick(palette.input, KEY.Key_Return)
    settings = window.bench.panels.settings
    qtbot.waitUntil(lambda: "injection.world.depth" in settings.rows)
    qtbot.waitUntil(
        lambda: settings.rows["injection.world.depth"].isAncestorOf(window.focusWidget())
    )
    assert window.bench.session.question.ruleset == "openvault/26"


def test_a_filter_that_was_used_on_messages_is_kept_beside_those_of_memories(window):
    panels, store = window.bench.panels, window.bench.preferences_store
    panels.messages.bar.field.setText("msg > 6")
    QTest.keyClick(panels.messages.bar.field, KEY.Key_Return)
    panels.problems.filter.setText("severity == hint")
    QTest.keyClick(panels.problems.filter, KEY.Key_Return)
    assert store.preferences.former_filters == {
        "messages": ("msg > 6",),
        "problems": ("severity == hint",),
    }


def test_what_the_palette_finds_is_lit_beside_it_until_it_goes(window, qtbot):
    bench = window.bench
    palette = opened(window, "light")
    state = bench.panels.timeline.chart.state
    qtbot.waitUntil(lambda: state.found is not None and len(state.found) > 0)
    assert state.matches.memories == {11, 35}
    preview = bench.docks["preview"]
    assert preview.geometry().contains(palette.geometry())
    QTest.keyClick(palette.input, KEY.Key_Escape)
    assert state.matches is None


def test_what_a_filter_of_any_view_finds_is_lit_on_the_timeline(window, qtbot):
    bench = window.bench
    qtbot.waitUntil(lambda: bench.panels.timeline.chart is not None)
    state = bench.panels.timeline.chart.state
    bench.panels.messages.bar.field.setText("msg in 5..9")
    qtbot.waitUntil(lambda: state.found is not None)
    assert set(state.found) == {5, 6, 7, 8, 9}
    on_them = {
        one.index for one in bench.session.document.memories if set(one.sources) & {5, 6, 7, 8, 9}
    }
    assert state.matches.memories == on_them != set()
    bench.panels.memories.filter_row.input.setText("importance >= 5")
    assert state.found is None
    bench.docks.show("messages")
    qtbot.waitUntil(lambda: state.found is not None)
    bench.panels.messages.bar.field.clear()
    assert state.matches.memories == frozenset(bench.panels.memories.model.order.places)


def test_every_disabled_action_says_why(window):
    window.bench.menus.actions.set_chat_open(is_open=False)
    unsaid = [
        one.words for one in listed_actions(window.menuBar()) if one.why_not == "not possible now"
    ]
    assert unsaid == []
