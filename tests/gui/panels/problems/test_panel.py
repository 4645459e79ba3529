import time
from dataclasses import replace
from gettext import NullTranslations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from inspector import language
from inspector.analysis.lint import lint
from inspector.analysis.problem_list import texts_by_memory
from inspector.core.document import Document
from inspector.core.edits import SetField
from inspector.core.memory import Memory
from inspector.core.problems import Problem, RecapPart, Severity
from inspector.gui.kit.theme import DARK, use_theme
from inspector.gui.panels.problems.model import FIX, TEXT, ProblemsModel
from inspector.gui.panels.problems.panel import ProblemsPanel
from inspector.gui.panels.problems.words import place_of
from inspector.gui.state.selection import Selection
from inspector.gui.state.view import Part, View, ViewChanges

BAD_LINE = Problem("bad-line", "The line is no JSON object.", Severity.ERROR, line=7)
STALE = Problem("stale", "Its tokens are stale.", memory=20, message=352)
SHORT = Problem("short", "The summary has 5 words.", Severity.HINT, memory=20)
META = Problem("meta", "The summary says <b>showing</b>.", Severity.HINT, memory=11)
PROBLEMS = (SHORT, STALE, META, BAD_LINE)
BELOW = Problem(
    "below",
    "Its importance is below zero.",
    memory=4,
    fix=SetField((4,), "importance", 1),
    fix_title="Set importance to 1",
)


@pytest.fixture
def panel(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(850, 240)
    made = ProblemsPanel(Selection(), window)
    made.setGeometry(0, 0, 850, 240)
    window.show()
    yield made
    window.close()


@pytest.fixture
def jumps(panel):
    found = []
    panel.jump_requested.connect(found.append)
    return found


def test_the_model_is_a_model(qtmodeltester):
    model = ProblemsModel()
    model.set_problems(PROBLEMS)
    qtmodeltester.check(model)


def test_a_sentence_has_the_room_of_places_and_fixes_that_it_does_not_need(panel):
    nowhere = Problem("drop", "A line is never written, and so its words are in no block.")
    mendable = replace(BELOW, memory=None, text="What is nowhere can be put right as well.")
    panel.show_view(View(Document(), problems=(nowhere, mendable, STALE)), ViewChanges(Part.CHAT))
    spans = {
        panel.model.problem_at(row).code: panel.table.columnSpan(row, TEXT)
        for row in range(panel.model.rowCount())
        if panel.model.problem_at(row) is not None
    }
    assert spans == {"drop": 3, "below": 2, "stale": 1}


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (BAD_LINE, "line 7"),
        (STALE, "memory #20, message 352"),
        (Problem("a", "b"), ""),
        (Problem("a", "b", memory=3, recap=RecapPart.RUNNING), "running recap, memory #3"),
        (Problem("a", "b", message=31, recap=RecapPart.SCENE), "scene recap 31"),
        (Problem("a", "b", memory=3, message=8, recap=RecapPart.MESSAGE), "recap 8, memory #3"),
    ],
)
def test_the_place_is_said_in_words(problem, words):
    assert place_of(problem) == words


def test_problems_stand_below_their_severity(panel):
    panel.set_problems(PROBLEMS)
    model = panel.model
    column = [model.index(row, 0).data() for row in range(model.rowCount())]
    assert column == [
        "Errors 1",
        "✕",
        "Warnings 1",
        "▲",
        "Hints 2",
        "●",
        "●",
    ]
    assert model.visible == [BAD_LINE, STALE, SHORT, META]


def test_next_goes_through_all_and_around(panel, jumps):
    panel.set_problems(PROBLEMS)
    for _ in range(5):
        panel.next_problem()
    assert jumps == [BAD_LINE, STALE, SHORT, META, BAD_LINE]


def test_previous_begins_at_the_end(panel, jumps):
    panel.set_problems(PROBLEMS)
    panel.previous_problem()
    panel.previous_problem()
    assert jumps == [META, SHORT]


def test_without_problems_there_is_nowhere_to_go(panel, jumps):
    panel.next_problem()
    panel.previous_problem()
    assert jumps == []
    assert panel.empty.isVisible()
    assert panel.empty.text() == "No problems found."


def test_enter_and_double_click_jump(panel, jumps, qtbot):
    panel.set_problems(PROBLEMS)
    table = panel.table
    table.setFocus()
    table.setCurrentIndex(panel.model.index(1, 1))
    qtbot.keyClick(table, Qt.Key.Key_Return)
    qtbot.keyClick(table, Qt.Key.Key_Down)
    qtbot.keyClick(table, Qt.Key.Key_Return)
    location = table.visualRect(panel.model.index(5, 1)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=location)
    qtbot.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=location)
    assert jumps == [BAD_LINE, STALE, SHORT]


def test_the_count_is_that_of_all_problems(panel):
    counts = []
    panel.count_changed.connect(counts.append)
    panel.set_problems(PROBLEMS)
    panel.filter.setText("stale")
    panel.set_problems(PROBLEMS[:2])
    panel.set_problems(PROBLEMS[:2])
    panel.set_problems(())
    assert counts == [4, 2, 0]


def test_the_filter_finds_words_places_and_severities(panel, qtbot):
    panel.set_problems(PROBLEMS)
    panel.filter.setFocus()
    qtbot.keyClicks(panel.filter, "MEMORY #20")
    assert panel.model.visible == [STALE, SHORT]
    panel.filter.setText("error")
    assert panel.model.visible == [BAD_LINE]
    panel.filter.setText("nothing like it")
    assert panel.empty.text() == "nothing matches none of 4 problems; without it, 0 match."


def test_problems_are_found_by_the_language_and_a_fault_keeps_the_rows(panel):
    panel.set_problems(PROBLEMS)
    panel.filter.setText("severity == error or memory == '#20'")
    assert set(panel.model.visible) == {BAD_LINE, STALE, SHORT}
    panel.filter.setText("severity == lots")
    assert set(panel.model.visible) == {BAD_LINE, STALE, SHORT}
    assert not panel.filter_row.error.isHidden()


def test_ten_thousand_problems_are_filtered_while_the_window_stays_free(panel, qtbot):
    many = tuple(Problem("stale", f"Number {at}.", memory=at) for at in range(10_000))
    panel.set_problems((*many, META))
    panel.filter.setText("lint == meta")
    assert len(panel.model.visible) == 10_001
    qtbot.waitUntil(lambda: panel.model.visible == [META])
    panel.filter.setText("lint == meta and severity == error")
    qtbot.waitUntil(lambda: not panel.model.visible)
    assert "leaves none" in panel.empty.text() or "matches none" in panel.empty.text()
    panel.set_problems((STALE,))
    panel.filter.clear()
    assert panel.model.visible == [STALE]


def test_the_current_problem_stays_current(panel):
    panel.set_problems(PROBLEMS)
    panel.next_problem()
    panel.next_problem()
    panel.set_problems((STALE, META))
    assert panel.current_problem() == STALE


def test_the_current_problem_is_told_in_full_with_its_place_and_its_fix(panel, jumps, qtbot):
    panel.set_problems((BELOW, META, Problem("far", "The chat is odd.")))
    detail = panel.detail
    assert not detail.isVisible()
    panel.next_problem()
    assert detail.isVisible()
    assert detail.text.text() == BELOW.text
    assert (detail.fix_button.text(), detail.jump_button.text()) == (
        "Set importance to 1",
        "Go to memory #4",
    )
    with qtbot.waitSignal(panel.edits_requested) as requested:
        qtbot.mouseClick(detail.fix_button, Qt.MouseButton.LeftButton)
    assert requested.args == [(BELOW.fix,), ""]
    jumps.clear()
    qtbot.mouseClick(detail.jump_button, Qt.MouseButton.LeftButton)
    assert jumps == [BELOW]
    panel.next_problem()
    assert detail.text.text() == "The chat is odd."
    assert not detail.fix_button.isVisible()
    assert not detail.jump_button.isVisible()
    panel.set_problems((META,))
    assert not detail.isVisible()


def test_only_where_a_problem_can_be_fixed_a_column_says_so(panel):
    panel.set_problems(PROBLEMS)
    assert panel.table.isColumnHidden(FIX)
    panel.set_problems((BELOW, META))
    assert not panel.table.isColumnHidden(FIX)
    words = [panel.model.index(row, FIX).data() for row in (1, 3)]
    assert words == ["can be fixed", ""]
    panel.filter.setText("set importance")
    assert panel.model.visible == [BELOW]


def test_problems_are_copied_as_text(panel, qtbot):
    panel.set_problems(PROBLEMS)
    panel.table.setFocus()
    with qtbot.waitSignal(panel.announced) as wording:
        qtbot.mouseClick(panel.copy_button, Qt.MouseButton.LeftButton)
    assert wording.args == ["Copied 4 problems"]
    assert QApplication.clipboard().text().split("\n")[:2] == [
        "error\tThe line is no JSON object.\tline 7",
        "warning\tIts tokens are stale.\tmemory #20, message 352",
    ]


def test_tool_tips_show_markup_as_text(panel):
    panel.set_problems((META,))
    tip = panel.model.index(1, 1).data(Qt.ItemDataRole.ToolTipRole)
    assert "&lt;b&gt;showing" in tip


@pytest.mark.speed
def test_ten_thousand_problems_are_quick(panel):
    many = tuple(Problem("x", f"Problem {i}.", list(Severity)[i % 3], i) for i in range(10_000))
    start = time.perf_counter()
    panel.set_problems(many)
    QApplication.processEvents()
    assert time.perf_counter() - start < 0.3
    use_theme(DARK)
    assert not panel.grab().isNull()


def test_neither_a_long_name_nor_a_long_id_widens_the_window(panel, qtbot):
    name = "Captain Bartholomew Orsk & Sons of the Very Long Northern Harbour Company"
    title = f"Take {name} off the characters involved"
    long = Problem("leak", f"{'x' * 400} is a secret.", fix=BELOW.fix, fix_title=title)
    panel.set_problems((long,))
    panel.next_problem()
    detail = panel.detail
    assert detail.minimumSizeHint().width() < 420
    assert "…" in detail.fix_button.text()
    assert detail.fix_button.accessibleName() == title
    assert "Orsk &amp; Sons" in detail.fix_button.toolTip()


ALIKE = tuple(
    Problem("short", f"Memory {n} has few words.", Severity.HINT, memory=n) for n in range(4)
)


def test_alike_hints_are_one_row_that_opens(panel):
    panel.set_problems((*ALIKE, META, STALE))
    model = panel.model
    displayed = [model.index(row, 1).data() or model.index(row, 0).data() for row in range(6)]
    assert model.rowCount() == 5
    row = next(n for n, words in enumerate(displayed) if words and words.startswith("▸ 4 alike"))
    assert len(model.visible) == 6
    location = panel.table.visualRect(model.index(row, 1)).center()
    QTest.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=location)
    assert model.rowCount() == 9
    assert model.index(row, 1).data().startswith("▾ 4 alike")
    assert model.problem_at(row + 1) == ALIKE[0]
    assert len(model.visible) == 6
    QTest.keyClick(panel.table, Qt.Key.Key_Return)
    assert model.rowCount() == 5


def test_memories_with_one_id_are_named_by_number_and_words_too(panel):
    records = [{"id": "event_1_0", "summary": f"Nell saw {n} geese."} for n in range(2)]
    records.append({"id": "event_1_1", "summary": "Nell saw no geese."})
    document = Document(memories=tuple(Memory(n, one) for n, one in enumerate(records)))
    other = Problem("other", "event_1_1 gives event_1_0 away.", memory=2)
    view = View(document, problems=(*lint(document), other))
    panel.show_view(view, ViewChanges(Part.PROBLEMS))
    texts = [one.text for one in panel.model.visible]
    assert "event_1" not in " ".join(texts)
    assert (
        "#1 “Nell saw 1 geese.” has the same id as #0 “Nell saw 0 geese.”; a release keeps or "
        "drops them together."
    ) in texts
    assert (
        "#2 “Nell saw no geese.” gives #0 “Nell saw 0 geese.”, #1 “Nell saw 1 geese.” away."
    ) in texts


def test_rows_are_filtered_by_kind(panel):
    panel.set_problems(PROBLEMS)
    panel.kind.setCurrentText("Warnings")
    assert panel.model.visible == [STALE]
    panel.kind.setCurrentText("All kinds")
    assert len(panel.model.visible) == 4


def test_the_triangle_marks_warnings_only():
    assert set(texts_by_memory((SHORT, META))) == set()
    assert texts_by_memory((SHORT, STALE)) == {20: STALE.text}


def test_all_of_one_kind_are_put_right_at_once(qtbot):
    panel = ProblemsPanel(Selection())
    qtbot.addWidget(panel)
    memories = tuple(Memory(at, {"id": f"m{at}", "summary": "CafÃ©"}) for at in range(3))
    view = View(Document(memories=memories), problems=lint(Document(memories=memories)))
    panel.show_view(view, ViewChanges(Part.CHAT | Part.PROBLEMS))
    requested = []
    panel.edits_requested.connect(lambda *args: requested.append(args))
    found = next(one for one in panel.model.visible if one.code == "mojibake")
    panel.table.setCurrentIndex(panel.model.index(panel.model.row_of(found), 0))
    assert panel.detail.fix_all_button.text() == "All 3 of this kind"
    panel.detail.fix_all_button.click()
    ((edits, text),) = requested
    assert sorted(one.memories for one in edits) == [(0,), (1,), (2,)]
    assert text.endswith("on 3 memories")


def test_a_fix_whose_value_is_a_list_is_shown_and_made(panel, qtbot):
    record = {"id": "m", "summary": "Mara lit the lamp in the hall.", "message_ids": [0, 99]}
    document = Document(memories=(Memory(0, record),))
    fix = SetField((0,), "message_ids", [0])
    problem = Problem("gone", "It stems from a message that is not there.", memory=0, fix=fix)
    panel.show_view(View(document, problems=(problem,)), ViewChanges(Part.CHAT | Part.PROBLEMS))
    panel.table.setCurrentIndex(panel.model.index(panel.model.row_of(panel.model.items[0]), 0))
    with qtbot.waitSignal(panel.edits_requested) as heard:
        panel.fix_current()
    assert heard.args[0] == (fix,)


def test_a_problem_whose_fix_holds_a_list_is_filtered(panel):
    fix = SetField((0,), "message_ids", [0])
    gone = Problem("gone", "It stems from a message that is not there.", memory=0, fix=fix)
    problems = (gone, replace(gone, fix=SetField((0,), "message_ids", [1])), STALE)
    panel.set_problems(problems)
    panel.filter.setText("stems message")
    assert set(panel.model.visible) == set(problems[:2])
    assert len(set(problems)) == 3


class Marked(NullTranslations):
    def gettext(self, message):
        return f"«{message}»"


@pytest.mark.parametrize("severity", list(Severity))
def test_a_problem_is_spoken_in_the_language_in_use(severity):
    model = ProblemsModel()
    model.set_problems((Problem("odd", "It is odd.", severity),))
    language.use(Marked())
    try:
        spoken = model.index(1, TEXT).data(Qt.ItemDataRole.AccessibleTextRole)
    finally:
        language.use(NullTranslations())
    assert spoken == f"«{severity}»: It is odd."
