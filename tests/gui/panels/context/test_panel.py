"""The panel as a whole: refusals, faults, counting, strange budgets, both maps."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy

from inspector.analysis.context_map import Share
from inspector.core.document import Document
from inspector.gui.kit.theme import DARK, LIGHT, use_theme
from inspector.systems.scribe.rulesets import RELEASE_2025_08
from inspector.systems.scribe.settings import ENCRYPTED, FAULTS, TAIL_CUT
from tests.gui.settling import take_turn
from tests.systems.scribe.worlds import (
    HARD,
    HISTORY,
    RAG,
    TAIL,
    TOTAL,
    chat_of,
    document_of,
    entry,
    words,
)

KEY = Qt.Key


def test_without_a_chat_it_says_so(empty):
    assert empty.words.text() == "There is no answer yet."
    assert empty._stack.currentIndex() == 1
    empty.grab()


def test_it_fits_into_the_smallest_dock(bench):
    hint = bench.panel.minimumSizeHint()
    assert hint.width() <= 620
    bench.panel.resize(620, 330)
    bench.panel.grab()
    assert bench.panel.minimumSizeHint().height() <= 330


@pytest.mark.parametrize("page", ["Rows", "Curves", "Request"])
@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_every_page_is_drawn_in_both_themes_at_both_sizes(bench, page, theme, qtbot):
    bench.panel.pages.switch.buttons[page].click()
    use_theme(theme)
    for size in ((620, 330), (1200, 700)):
        bench.panel.resize(*size)
        take_turn()
        image = bench.panel.grab().toImage()
        assert image.pixelColor(image.width() - 1, 1) == theme.surface


def test_a_refusal_says_by_how_much_and_offers_the_limit_that_does(bench, carried):
    bench.answer(**{TOTAL: 50})
    strip = bench.panel.refusal
    used = bench.panel._answer.map.used
    assert used == 54
    assert strip.text == (
        "Nothing is sent: 54 tokens are 4 above the total of 50. The newest 2 messages are kept "
        "whatever they cost; a shorter tail frees room."
    )
    chosen = bench.spy("setting_chosen")
    strip.raise_limit.click()
    assert carried(chosen) == [(TOTAL, 54)]
    bench.answer(**{TOTAL: 54})
    assert not strip.isVisible()
    assert bench.panel._answer.request.error is None


def test_a_head_that_alone_is_too_much_is_named(bench):
    bench.answer(system_prompt=words(500, "head"), pending=None, **{TOTAL: 200})
    words_shown = bench.panel.refusal.text
    assert words_shown.endswith("The head alone costs 500, and nothing of that is ever cut.")
    bench.answer(system_prompt=words(500, "head"), pending=words(7))
    words_shown = bench.panel.refusal.text
    assert "The head and the current message alone cost 507," in words_shown


def test_a_refusal_of_the_release_names_the_hard_limit(bench, carried):
    bench.answer(RELEASE_2025_08, **{HARD: 20})
    strip = bench.panel.refusal
    assert "above the server's hard limit of 20." in strip.text
    chosen = bench.spy("setting_chosen")
    strip.raise_limit.click()
    assert carried(chosen) == [(HARD, bench.panel._answer.map.used)]


def test_a_refusal_that_is_only_tried_out_moves_no_slider(bench):
    before = bench.panel.head.geometry()
    bench.try_out(**{TOTAL: 20})
    bench.panel.grab()
    assert bench.panel.refusal.isVisible()
    assert bench.panel.head.geometry() == before
    bench.answer()
    assert not bench.panel.refusal.isVisible()


@pytest.fixture
def faults(bench):
    bench.answer(RELEASE_2025_08, **{HARD: 200})
    return bench.panel.pages.faults


def listed(page):
    return {row.fault.setting: row.switch.isChecked() for row in page.rows}


def test_the_releases_faults_that_make_a_difference_are_listed(bench, faults):
    found = [fault.setting for fault in bench.panel._answer.request.faults]
    assert ENCRYPTED in found
    assert listed(faults) == dict.fromkeys(found, False)
    assert bench.panel.pages.switch.buttons["Faults"].text() == f"Faults {len(found)}"


def test_a_switch_mends_a_fault_and_brings_it_back(bench, faults, carried, qtbot):
    chosen = bench.spy("setting_chosen")
    bench.panel.pages.switch.buttons["Faults"].click()
    switch = next(row.switch for row in faults.rows if row.fault.setting == ENCRYPTED)
    qtbot.keyClick(switch, KEY.Key_Space)
    assert carried(chosen) == [(ENCRYPTED, False)]
    bench.answer(RELEASE_2025_08, **{ENCRYPTED: False})
    bench.panel.set_settings({ENCRYPTED: False})
    assert listed(faults)[ENCRYPTED] is True
    assert bench.panel.pages.switch.current == "Faults"
    row = next(row for row in faults.rows if row.fault.setting == ENCRYPTED)
    row.switch.click()
    assert carried(chosen)[-1] == (ENCRYPTED, True)
    bench.panel.grab()


def test_the_design_has_no_faults(bench, faults):
    bench.settings.pop(HARD)
    bench.answer()
    bench.panel.set_settings({})
    assert listed(faults) == {}
    assert "Faults" not in bench.panel.pages.switch.buttons
    bench.panel.set_settings({TAIL_CUT: False})
    bench.answer(RELEASE_2025_08, **{HARD: 200, TAIL_CUT: False})
    assert listed(faults)[TAIL_CUT] is True
    assert {row.fault for row in faults.rows} <= set(FAULTS)


def test_counting_shows_how_far_it_is_and_can_be_stopped(empty, ask, document, tight):
    empty.set_counting(0.43)
    assert empty.counting.isVisible()
    assert empty.counting.bar.value() == 430
    assert "43 %" in empty.counting.text.text()
    assert not empty.words.isVisible()
    stopped = QSignalSpy(empty.cancel_counting)
    empty.counting.cancel.click()
    assert stopped.count() == 1
    empty.set_counting(7.0)
    assert empty.counting.bar.value() == 1000
    empty.set_map(*ask(document, **tight))
    empty.set_counting(None)
    assert not empty.counting.isVisible()


def test_clearing_forgets_the_chat(bench):
    bench.panel.open_part(1)
    bench.panel.clear()
    assert bench.panel.words.text() == "There is no answer yet."
    assert bench.panel.words.isVisible()
    assert bench.panel.pages.rows.model.rowCount() == 0
    bench.try_out(**{HISTORY: 10})
    assert bench.panel._what_if is None
    bench.answer()
    assert bench.panel.pages.switch.buttons["Rows"].text() == "Rows: History"


STRANGE = [0, 1, 2**31 - 1, 2**31, 2**31 + 1, 2**53 + 1, 10**18, 10**300]


@pytest.mark.parametrize("setting", [TOTAL, HISTORY, RAG, TAIL])
def test_strange_budgets_are_shown_as_they_are(bench, setting, qtbot):
    pages = bench.panel.pages
    for value in STRANGE:
        pages.switch.buttons["Rows"].click()
        bench.answer(**{setting: value})
        bench.panel.grab()
        row = bench.panel.head.sliders.rows[setting]
        assert row.slider.value == value
        pages.switch.buttons["Curves"].click()
        pages.curves.look_at(setting)
        qtbot.waitUntil(lambda: not pages.curves.worker.is_busy, timeout=10_000)
        bench.panel.grab()
        bench.try_out(**{setting: 5})
        bench.panel.grab()


def test_a_budget_of_null_is_the_servers_own(bench):
    bench.answer(RELEASE_2025_08, **{TOTAL: None, HISTORY: None, RAG: None, HARD: 300})
    rows = bench.panel.head.sliders.rows
    assert (rows[HISTORY].slider.value, rows[RAG].slider.value) == (150_000, 50_000)
    assert rows[HARD].slider.value == 300


def test_one_message_of_many_tokens_is_no_trouble(empty, ask):
    document = document_of(chat_of("short", words(300_000), "short"), [entry(0, words(4))])
    empty.set_map(*ask(document, **{TOTAL: 200_000, HISTORY: 150_000}))
    empty.grab()
    history = next(part for part in empty._answer.map.parts if part.share is Share.HISTORY)
    assert history.kept == 1
    empty.set_map(*ask(document, **{TOTAL: 10**6, HISTORY: 10**6}))
    empty.grab()


def test_an_empty_chat_has_an_empty_map(empty, ask):
    empty.set_map(*ask(Document(), pending=None, system_prompt=""))
    for page in ("Curves", "Request", "Rows"):
        empty.pages.switch.buttons[page].click()
        empty.grab()
    assert empty.head.legend.total.used == "0"


def test_sillytaverns_map_shows_each_systems_share_and_what_is_not_counted(empty, host):
    empty.set_map(*host(size=200))
    assert [one.title for one in empty.head.legend.entries] == ["OpenVault", "History"]
    assert "lorebooks" in empty.head.notes.text()
    assert empty.pages.title.text() == "History"
    assert not empty.pages.switch.isVisible()
    empty.open_part(0)
    assert empty.pages.title.text() == "OpenVault"
    empty.set_what_if(*host(size=120))
    legend = empty.head.legend
    assert legend.entries[1].below_delta.strip().startswith("−")
    empty.grab()


def test_a_slot_of_sillytaverns_map_is_opened_by_its_name(empty, host, carried, qtbot):
    empty.set_map(*host(size=200))
    empty.open_part(0)
    opened = QSignalSpy(empty.item_activated)
    table = empty.pages.rows.table
    table.setCurrentIndex(table.model().index(0, 0))
    qtbot.keyClick(table, KEY.Key_Return)
    assert carried(opened) == [("slot:openvault",)]


def test_the_part_that_is_open_stays_open_when_another_system_is_requested(bench, host):
    bench.panel.open_part(1)
    bench.panel.set_map(*host())
    assert bench.panel.pages.title.text() == "History"
    bench.answer()
    assert bench.panel.pages.switch.buttons["Rows"].text() == "Rows: Items"
