"""Entries and events as rows: what cells say, sorting, filtering, refreshing, without a window."""

from time import perf_counter

import pytest
from PySide6.QtCore import Qt

from inspector.analysis.filters.grammar import FilterError
from inspector.core.lore import (
    Chronicle,
    ChronicleEvent,
    Lorebook,
    LorebookEntry,
    LoreKind,
    SetLoreField,
    apply_lore,
)
from inspector.gui.panels.lore.model import LoreModel
from inspector.gui.panels.lore.verdicts import LoreVerdicts, verdict_word
from inspector.lore_files import open_lorebook
from tests.systems.scribe.worlds import chat_of, document_of, entry, event, inject

ROLE = Qt.ItemDataRole
ENTRIES = (
    LorebookEntry(0, "0", "Harbour", ("quay", "harbour"), "Boats.", order=100),
    LorebookEntry(1, "7", "灯塔 🗝", (), "Light\nover the sea.", enabled=False, order=2.5),
    LorebookEntry(2, "8", "mill", ("wheel",), "", constant=True, order=100),
)
EVENTS = (
    ChronicleEvent(0, "x", "T", "A fire.\nSmoke.", "2025-08-20T18:30:00Z", ("fire",)),
    ChronicleEvent(1, "y", "S", "Rain.", "in spring", ()),
    ChronicleEvent(2, "z", "S", "Snow.", "2024-01-01T00:00:00", ()),
)


def model_of(lore, kind=LoreKind.LOREBOOK):
    made = LoreModel(kind)
    made.set_lore(lore)
    return made


def column(model, title):
    titles = [one.title for one in model.columns]
    return titles.index(title)


def displayed(model, title):
    location = column(model, title)
    return [model.index(row, location).data() for row in range(model.rowCount())]


@pytest.mark.parametrize("kind", list(LoreKind))
def test_the_model_keeps_qts_rules(qtmodeltester, kind):
    lore = Lorebook("B", ENTRIES) if kind is LoreKind.LOREBOOK else Chronicle(EVENTS)
    model = model_of(lore, kind)
    qtmodeltester.check(model)
    model.sort(0, Qt.SortOrder.DescendingOrder)
    model.set_filter("a")
    qtmodeltester.check(model)


def test_cells_say_what_is_stored():
    model = model_of(Lorebook("B", ENTRIES))
    assert displayed(model, "Title") == ["Harbour", "灯塔 🗝", "mill"]
    assert displayed(model, "Keywords") == ["quay, harbour", "", "wheel"]
    assert displayed(model, "Order") == ["100", "2.5", "100"]
    assert displayed(model, "Enabled") == ["enabled", "not enabled", "enabled"]
    assert model.index(1, column(model, "Enabled")).data(ROLE.AccessibleTextRole) == (
        "Enabled: not enabled"
    )


def test_events_show_their_time_to_the_minute_or_as_stored():
    model = model_of(Chronicle(EVENTS), LoreKind.CHRONICLE)
    assert displayed(model, "Time") == ["2025-08-20 18:30", "in spring", "2024-01-01 00:00"]
    assert displayed(model, "Summary") == ["A fire. Smoke.", "Rain.", "Snow."]


def test_sorting_is_by_value_and_keeps_the_former_order_among_equals():
    model = model_of(Lorebook("B", ENTRIES))
    model.sort(column(model, "Order"))
    assert displayed(model, "Title") == ["灯塔 🗝", "Harbour", "mill"]
    model.sort(column(model, "Order"), Qt.SortOrder.DescendingOrder)
    assert displayed(model, "Title") == ["Harbour", "mill", "灯塔 🗝"]
    model.sort(column(model, "Enabled"))
    assert displayed(model, "Title") == ["灯塔 🗝", "Harbour", "mill"]
    model.sort(-1)
    assert displayed(model, "Title") == ["Harbour", "灯塔 🗝", "mill"]


def test_times_sort_by_when_they_are_and_others_come_last():
    model = model_of(Chronicle(EVENTS), LoreKind.CHRONICLE)
    model.sort(column(model, "Time"))
    assert displayed(model, "Summary") == ["Snow.", "A fire. Smoke.", "Rain."]


@pytest.mark.parametrize(
    ("query", "titles"),
    [("QUAY boats", ["Harbour"]), ("灯塔", ["灯塔 🗝"]), ("sea 7", ["灯塔 🗝"]), ("nowhere", [])],
)
def test_the_filter_wants_every_word_somewhere(query, titles):
    model = model_of(Lorebook("B", ENTRIES))
    model.set_filter(query)
    assert displayed(model, "Title") == titles


def test_an_edit_refreshes_its_rows_alone_and_moves_none(qtbot):
    before = Lorebook("B", ENTRIES)
    model = model_of(before)
    model.sort(column(model, "Title"))
    after = apply_lore(before, SetLoreField((2,), "title", "A"))
    with qtbot.waitSignal(model.dataChanged) as changed:
        assert model.show_edited(after) == 0
    first, last = changed.args[:2]
    assert (first.row(), last.row()) == (1, 1)
    assert displayed(model, "Title") == ["Harbour", "A", "灯塔 🗝"]
    model.set_filter("a")
    assert "A" in displayed(model, "Title")


def test_a_form_edits_only_what_it_stores_and_says_so(minimal):
    model = model_of(open_lorebook(minimal).lore)
    title, order = (model.index(0, column(model, name)) for name in ("Title", "Order"))
    assert title.flags() & Qt.ItemFlag.ItemIsEditable
    assert not order.flags() & Qt.ItemFlag.ItemIsEditable
    assert "Scribe&#x27;s minimal form does not store this." in order.data(ROLE.ToolTipRole)
    assert not model.setData(order, "5")


def test_markup_in_a_lorebook_is_shown_as_it_is():
    model = model_of(Lorebook("B", (LorebookEntry(0, "0", "<b>x</b>", content="<i>y</i>"),)))
    assert "&lt;i&gt;y&lt;/i&gt;" in model.index(0, 0).data(ROLE.ToolTipRole)


def test_verdicts_are_those_of_the_request():
    entries = (
        entry(0, "harbour"),
        entry(1, "harbour", enabled=False),
        entry(2, "harbour", uid=0),
        entry(3, "a " * 900),
    )
    document = document_of(chat_of("harbour"), entries, (event(0, "harbour"),))
    request = inject(document, default_context_rag_budget=500, lorebook_limit=5, chronicle_limit=0)
    verdicts = LoreVerdicts(LoreKind.LOREBOOK, request)
    words = [verdict_word(verdicts.of(index)) for index in range(4)]
    assert words == ["in", "disabled", "in", "no room"]
    assert verdicts.counts == (2, 2)
    events = LoreVerdicts(LoreKind.CHRONICLE, request)
    assert verdict_word(events.of(0)) == "past limit"
    assert LoreVerdicts(LoreKind.LOREBOOK).of(0) is None


def test_a_lorebook_that_is_opened_again_is_sorted_as_its_header_says():
    before = Lorebook(
        "B", tuple(entry(n, text) for n, text in enumerate(("a " * 90, "a", "a " * 9)))
    )
    document = document_of(chat_of("harbour"), before.items)
    verdicts = LoreVerdicts(LoreKind.LOREBOOK, inject(document))
    model = model_of(before)
    model.set_verdicts(verdicts)
    model.sort(column(model, "Tokens"))
    assert displayed(model, "Tokens") == sorted(displayed(model, "Tokens"), key=int)
    model.set_lore(Lorebook("B", before.items))
    model.set_verdicts(verdicts)
    assert displayed(model, "Tokens") == sorted(displayed(model, "Tokens"), key=int)
    assert model.sorted_by.title == "Tokens"


@pytest.mark.speed
def test_five_thousand_entries_are_sorted_filtered_and_refreshed_at_once(qapp):
    entries = tuple(
        LorebookEntry(index, str(index), f"Title {index % 977}", (f"key {index}",), "word " * 100)
        for index in range(5_000)
    )
    before = Lorebook("B", entries)
    model = model_of(before)
    started = perf_counter()
    model.sort(0)
    model.set_filter("title 97 word")
    model.set_filter("")
    model.show_edited(apply_lore(before, SetLoreField(tuple(range(5_000)), "order", 5)))
    assert perf_counter() - started < 1


def test_the_language_finds_entries_and_a_fault_keeps_the_rows():
    model = model_of(Lorebook("B", ENTRIES))
    model.set_filter("not enabled")
    found = list(model.order.places)
    assert found == [one.index for one in model.items if not one.enabled]
    with pytest.raises(FilterError):
        model.set_filter("order >=")
    assert list(model.order.places) == found
    model.set_filter("words > 100000")
    assert model.why_nothing().startswith("words > 100000 matches none of")
