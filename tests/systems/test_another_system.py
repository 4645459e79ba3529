"""A system that the program has never heard of appears everywhere, by its port alone."""

import json

import pytest
from PySide6.QtCore import Qt

from inspector.__main__ import main
from inspector.core.edits import SetField
from inspector.gui.window.context_bar import ContextBar
from inspector.gui.window.main_window import MainWindow
from inspector.loading import open_chat
from inspector.preferences import Preferences
from inspector.sillytavern.chat_list import look_into
from inspector.systems import marks_by_title, system_of, with_system
from tests.jotter import JOTTER

NOTES = [
    {"id": "a", "summary": "Mira found the brass key.", "importance": 3, "message_ids": [1]},
    {"id": "b", "summary": "The mill burned down.", "importance": 1, "message_ids": [2]},
    {"id": "c", "summary": "Robin left for the coast.", "importance": 4, "message_ids": [4]},
]


@pytest.fixture
def chat(tmp_path):
    header = {"user_name": "Robin", "character_name": "Mira"}
    header["chat_metadata"] = {"jotter": {"notes": NOTES}}
    talk = [
        {"name": "Robin" if n % 2 else "Mira", "is_user": bool(n % 2), "mes": f"Line {n}."}
        for n in range(6)
    ]
    path = tmp_path / "toy.jsonl"
    path.write_text("\n".join(json.dumps(one) for one in [header, *talk]) + "\n", "utf-8")
    return path


@pytest.fixture
def jotter():
    with with_system(JOTTER):
        yield JOTTER


@pytest.fixture
def run(capsysbinary, jotter):
    def run(*arguments):
        status = main([str(one) for one in arguments])
        return status, capsysbinary.readouterr().out.decode()

    return run


def test_the_command_line_injects_explains_edits_and_lists_it(run, chat):
    status, out = run("inject", chat, "--json")
    answer = json.loads(out)
    assert (status, answer["ruleset"]) == (0, "jotter/1")
    (slot,) = answer["prompts"]
    assert slot["text"] == "Mira found the brass key.\nRobin left for the coast."
    assert [one["gate"] for one in answer["memories"]] == [None, "stars", None]

    why = json.loads(run("why", chat, "b", "--json")[1])
    assert [gate["gate"] for gate in why["gates"]] == ["stars"]
    assert why["smallest_change"]["detail"].startswith("Raise importance to 2")

    assert "jotter/1" in run("rulesets")[1]
    assert "least_stars" in run("settings", "jotter/1")[1]

    before = chat.read_bytes()
    assert run("set", chat, "b", "importance=2")[0] == 0
    after = chat.read_bytes()
    assert after == before.replace(b'"importance": 1', b'"importance": 2')
    assert "The mill burned down." in run("inject", chat)[1]


def test_nothing_of_it_stays_behind(chat):
    with with_system(JOTTER):
        assert open_chat(chat).document.carried == ("jotter",)
        assert system_of("jotter/1") is JOTTER
        assert look_into(chat, marks_by_title()).systems == ("Jotter",)
    assert open_chat(chat).document.carried == ()
    assert look_into(chat, marks_by_title()).systems == ()


@pytest.fixture
def window(jotter, chat, qtbot):
    made = MainWindow(Preferences(), keep_preferences=False)
    qtbot.addWidget(made, before_close_func=_forget_edits)
    made.resize(1366, 731)
    made.show()
    with qtbot.waitSignal(made.bench.presenter.settled, timeout=20_000):
        made.bench.flow.open(str(chat))
    qtbot.waitUntil(lambda: made.bench.panels.timeline.chart is not None)
    return made


def _forget_edits(window):
    window.bench.wait()
    window.bench.keeper.chat = None


def test_the_window_picks_it_and_shows_it_in_table_preview_and_timeline(window, qtbot):
    bench = window.bench
    assert bench.session.question.ruleset == "jotter/1"
    bar = window.findChild(ContextBar)
    assert (bar.ruleset.currentData(), bar.budget.value()) == ("jotter/1", 40)
    assert "Tokens that all notes may have" in bar.budget.toolTip()
    table = bench.panels.memories.model
    assert table.rowCount() == 3
    assert "few stars" in _cells(table)
    verdicts = bench.panels.timeline.chart.state.verdicts
    assert list(verdicts) == [1, 0, 1]
    assert "Robin left for the coast." in bench.panels.preview.view.toPlainText()


def test_an_edit_in_the_window_changes_its_block_and_can_be_undone(window, qtbot):
    bench = window.bench
    with qtbot.waitSignal(bench.presenter.displayed, timeout=20_000):
        bench.commands.submit(SetField((1,), "importance", 5))
    qtbot.waitUntil(lambda: "mill burned" in bench.panels.preview.view.toPlainText())
    with qtbot.waitSignal(bench.presenter.displayed, timeout=20_000):
        bench.commands.stack.undo()
    qtbot.waitUntil(lambda: "mill burned" not in bench.panels.preview.view.toPlainText())


def _cells(model):
    displayed = Qt.ItemDataRole.DisplayRole
    return [
        model.data(model.index(row, column), displayed)
        for row in range(model.rowCount())
        for column in range(model.columnCount())
    ]
