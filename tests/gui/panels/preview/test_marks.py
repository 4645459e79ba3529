from dataclasses import replace

import pytest

from inspector.analysis.leak_report import Leak, LeakReport
from inspector.analysis.recap_leaks import RecapLeak
from inspector.core.recap import RecapVersion
from inspector.gui.kit.theme import current_theme
from inspector.gui.panels.preview.marks import Mark, marks_in
from inspector.gui.state.page import Page
from inspector.sillytavern.macros.context import MomentField


@pytest.fixture
def page(blocks):
    injection = blocks.derivation(old=[0], mid=[2, 3]).injections[0]
    return Page(injection, blocks.document)


def test_a_leaking_phrase_is_marked_in_its_memorys_line(page):
    marked = replace(page, leaks={2: "about the lamp"})
    found = {number: marks_in(marked, {}, number) for number in range(len(page.lines))}
    assert [number for number, marks in found.items() if marks] == [page.line_of[2]]
    (mark,) = found[page.line_of[2]]
    assert page.lines[page.line_of[2]].text[mark.start : mark.end] == "about the lamp"
    assert mark.is_leak


def test_marks_are_counted_as_qt_counts(page):
    number = page.line_of[3]
    section = next(one for one in page.injection.sections if page.lines[number] in one.lines)
    odd = replace(page.lines[number], text="\U0001f3ee\U0001f3ee lamp now")
    lines = tuple(odd if line is page.lines[number] else line for line in section.lines)
    sections = tuple(
        replace(one, lines=lines) if one is section else one for one in page.injection.sections
    )
    injection = replace(page.injection, sections=sections)
    marked = Page(injection, page.document, leaks={3: "lamp"})
    fields = {number: (MomentField(8, 11, "{{time}}"),)}
    assert marks_in(marked, fields, number) == [
        Mark(10, 13, is_leak=False),
        Mark(5, 9, is_leak=True),
    ]


def test_a_leak_is_painted_where_its_phrase_stands(panel, blocks, qtbot):
    theme = current_theme()
    panel.set_derivation(blocks.derivation(old=[0], mid=[2, 3]), blocks.document)
    panel.resize(600, 500)
    panel.show()
    qtbot.waitExposed(panel)

    def grounds():
        picture = panel.view.viewport().grab().toImage()
        wanted = theme.warning_background.rgb()
        width, height = picture.width(), picture.height()
        return sum(
            picture.pixelColor(x, y).rgb() == wanted
            for y in range(0, height, 2)
            for x in range(0, width, 2)
        )

    assert not grounds()
    panel.view.show_page(replace(panel.view.page, leaks={2: "about the lamp"}), ())
    short = grounds()
    panel.view.show_page(replace(panel.view.page, leaks={2: "number 2 is about the lamp"}), ())
    assert grounds() > short > 0


def test_the_button_of_leaks_says_of_which_kind_they_are(panel):
    leak = Leak(
        memory=2, bucket=None, summary="A secret.", is_secret=True, knowers=(), slot="openvault",
        line=1, tokens=3, telling=(0, 8), remedy=None, detail="",
    )  # fmt: skip
    button = panel.title_bar.leaks_button
    panel.show_leaks(LeakReport("Rufus", leaks=(leak, replace(leak, memory=3))))
    assert button.text() == "▲ 2 leaks"
    words = "2 memories in this prompt are things Rufus cannot know."
    assert button.accessibleName() == words
    told = RecapLeak(RecapVersion(0, {"version": 4}), 3, "He hid it.", (), "auto_recap", 1, 2)
    panel.show_leaks(LeakReport("Rufus", leaks=(leak, replace(leak, memory=3)), recaps=(told,)))
    assert button.text() == "▲ 3 leaks"
    assert button.accessibleName() == f"{words} 1 sentence of recap v4 tells Rufus a secret."
