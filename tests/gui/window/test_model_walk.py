"""The long walk with a model: rewrite twelve, make a recap, enrich twenty, save, reopen."""

import json
import shutil
from urllib.parse import urlsplit

import pytest

from inspector.core.document import recaps_of
from inspector.core.recap_keys import DATA_KEYS
from inspector.lore_files import FileKind
from tests.gui.window.test_model import judge_search_propose, name_model, queue_of, shorter
from tests.llm.scripted import Wording, scripted

pytest.importorskip("openai")

RECAP = {"recap": {"developments": ["Nell stayed."], "open": ["Who is Nobody?"], "state": []}}


def answer(body):
    """What was asked for, in its form; one event for each exchange."""
    requested = body["messages"][-1]["content"]
    if not body.get("tools"):
        return shorter(body) if requested.startswith("Rewrite") else Wording(json.dumps(RECAP))
    wording = judge_search_propose(body)
    if wording.calls and "keywords" in wording.calls[0][1]:
        first = body["messages"][1]["content"].partition("[")[2].partition("]")[0]
        event = {"summary": f"It happened at {first}.", "keywords": [f"at {first}", first]}
        return Wording(calls=[(wording.calls[0][0], event)])
    return wording


def test_the_long_walk_with_a_model(window, qtbot, sample, tmp_path, connections):
    made, allowed = connections
    bench, controller = window.bench, window.bench.model_controller
    path = bench.keeper.chat.path
    original = path.read_bytes()
    chronicle = tmp_path / "chronicle.json"
    shutil.copy(sample.with_name("A Parcel for Nobody - chronicle.json"), chronicle)
    bench.file_services.beside.open(FileKind.CHRONICLE, chronicle)
    page, writer = bench.panels.lore.proposed, bench.panels.recaps.writer
    qtbot.waitUntil(page.last_button.isEnabled)
    known = len(bench.session.document.chronicle.items)

    def is_idle():
        return not controller.running.is_busy

    with scripted(answer) as endpoint:
        parts = urlsplit(endpoint.address)
        allowed.add((parts.hostname, parts.port))
        name_model(window, endpoint.address)
        panel = queue_of(window, list(range(12)))
        panel.bar.ask_button.click()
        qtbot.waitUntil(controller.dialog.isVisible)
        assert made == []
        controller.dialog.consent.send_button.click()
        qtbot.waitUntil(lambda: panel.pasted.model.count == 12 and is_idle(), timeout=20_000)
        rows = panel.pasted.model.rows
        panel.pasted.tick([index for index, one in enumerate(rows) if not one.is_ticked])
        panel.pasted.take_button.click()
        panel.keep_all()
        qtbot.waitUntil(lambda: bool(bench.panels.recaps.displayed.scenes), timeout=20_000)
        bench.panels.recaps.write.click()
        writer.ask_button.click()
        qtbot.waitUntil(lambda: writer.keep_button.isEnabled() and is_idle(), timeout=20_000)
        writer.keep_button.click()
        page.first.setValue(140)
        page.last.setValue(159)
        page.range_button.click()
        qtbot.waitUntil(lambda: page.model.count > 2 and is_idle(), timeout=30_000)
        assert path.read_bytes() == original
        for row in (0, 1):

            def can_take(at=row):
                # What is worked out meanwhile may replace the rows.
                page.table.selectRow(at)
                return page.take_button.isEnabled()

            qtbot.waitUntil(can_take, timeout=20_000)
            page.take_button.click()
            qtbot.waitUntil(lambda at=row: page.model.rows[at].state == "taken", timeout=20_000)
        page.table.selectRow(2)
        page.leave_button.click()
        page.table.selectAll()
        page.leave_button.click()
    assert set(made) == allowed
    accepted = [row.proposal.content for row in page.model.rows if row.state == "taken"]
    assert len(accepted) == 2
    with qtbot.waitSignal(bench.keeper.saved, timeout=20_000):
        bench.menus.save.trigger()
    qtbot.waitUntil(lambda: not window.isWindowModified(), timeout=20_000)
    bench.file_services.beside.close(FileKind.CHRONICLE)
    with qtbot.waitSignal(bench.presenter.opened, timeout=20_000):
        bench.flow.open(str(path))
    bench.file_services.beside.open(FileKind.CHRONICLE, chronicle)
    qtbot.waitUntil(lambda: bench.session.document.chronicle is not None, timeout=20_000)
    document = bench.session.document
    assert all(one.summary.startswith("Kai promised") for one in document.memories[:12])
    assert not document.memories[12].summary.startswith("Kai promised")
    running = recaps_of(document).seen(DATA_KEYS).running
    assert "Who is Nobody?" in running.versions[running.current_place].text
    assert [one.summary for one in document.chronicle.items[known:]] == accepted
    assert json.loads(chronicle.read_bytes())[-1]["summary"] == accepted[-1]
    assert page.model.count == 0, "what was left is gone with the chat that was closed"
