from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QPlainTextDocumentLayout

from inspector.gui.panels.preview.rewrite import MANY_LINES, rewrite


def document_of(lines):
    document = QTextDocument()
    document.setDocumentLayout(QPlainTextDocumentLayout(document))
    document.setPlainText("\n".join(lines))
    return document


def lines_of(document):
    return document.toPlainText().split("\n")


SOME_LINES = st.lists(
    st.sampled_from(["", "one", "two", "three", "four, and \U0001f3ee"]), min_size=1, max_size=12
)


@settings(max_examples=150)
@given(st.lists(SOME_LINES, min_size=2, max_size=4))
def test_a_text_becomes_any_other(qapp, texts):
    document = document_of(texts[0])
    for before, after in pairwise(texts):
        rewrite(document, before, after)
        assert lines_of(document) == after


def test_lines_that_stay_are_not_written_anew(qapp):
    before = [f"line {number}" for number in range(400)]
    document = document_of(before)
    changed = []
    document.contentsChange.connect(lambda start, removed, added: changed.append(removed + added))
    after = ["another", *before[1:200], "between", *before[200:-1], "last"]
    rewrite(document, before, after)
    assert lines_of(document) == after
    assert sum(changed) < 100


def test_very_many_changed_lines_become_another_text_at_once(qapp):
    before, after = ["a"] * 3, [f"line {number}" for number in range(MANY_LINES + 1)]
    document = document_of(before)
    rewrite(document, before, after)
    assert lines_of(document) == after
