"""The window in a language that marks its texts: what is not marked cannot be translated."""

import json
import re
import subprocess
import sys
from gettext import NullTranslations
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QTranslator
from PySide6.QtWidgets import QSpinBox

from inspector import language
from inspector.core.settings import SettingKind, SettingSpec
from inspector.gui.kit.form_fields import NumberBox
from inspector.gui.window.languages import catalogue, translate_qt

ROOT = Path(__file__).parents[3]
WALK = [sys.executable, "-m", "tests.gui.window.untranslated"]
NOT_OURS = re.compile(
    # Qt's own, pyqtgraph's own, and lines of a block.
    r"Close|Closes the dock widget|Float|Undocks .*|Scroll (Left|Right)|Export(\.\.\.)?"
    r"|\[★.*|(<qt>)?(<|&lt;)!--Roleplay memory .*|<table .*\[Known\].*"
    # Names of settings and of gates, the headings of a recap, and ways of knowing as filters say.
    r"|(<qt>)?⟦.*⟧ · \w+<br/>.*|⟦.*⟧ \(\w+\)|(\w+)(: ⟦.*)?|budget\. .*|Candidates is all.*"
    r"|⟦Other~~⟧ 22\b.*|witness: ⟦.*"
    r"|(Chat|Text) completion|<span .*|Memories|Messages",
    re.DOTALL,
)


def test_all_that_the_window_says_can_be_translated():
    done = subprocess.run(WALK, cwd=ROOT, capture_output=True, timeout=300, check=True)
    found = [text for _dock, text in json.loads(done.stdout)]
    assert [text for text in found if not NOT_OURS.fullmatch(text)] == []


@pytest.mark.parametrize(
    ("code", "text", "expected"),
    [
        ("en", "A message's number, then Enter (Ctrl+G)", "A message's number, then Enter (⌘G)"),
        (
            "de",
            "A message's number, then Enter (Ctrl+G)",
            "Nummer einer Nachricht, dann Enter (⌘G)",
        ),
        ("de", "The match before (Shift+F3)", "Voriger Treffer (⇧F3)"),
        ("en", "Swap A and B (Alt+X)", "Swap A and B (⌥X)"),
        ("en", "Control, Alternatives, Shifted", "Control, Alternatives, Shifted"),
        ("de", "Old", "Alt"),
        ("de", "Old and new", "Alt und neu"),
        (
            "de",
            "Arrow keys move it, Ctrl by one; Enter keeps, Esc takes back.",
            "Pfeiltasten bewegen es, mit ⌘ um eins; Enter übernimmt, Esc nimmt zurück.",
        ),
    ],
)
def test_texts_name_the_keys_of_macos_there(monkeypatch, code, text, expected):
    monkeypatch.setattr(sys, "platform", "darwin")
    found = catalogue(code)
    assert found.gettext(text) == expected
    assert found.info().get("language", "en") == code


def test_fields_write_and_read_numbers_as_the_language_does(qtbot, qapp):
    before = QLocale()
    language.use(catalogue("de"))
    try:
        translate_qt(qapp)
        box, setting = (
            QSpinBox(maximum=9999),
            NumberBox(SettingSpec("share", SettingKind.NUMBER, 0.5, "A share.")),
        )
        qtbot.addWidget(box)
        qtbot.addWidget(setting)
        box.setGroupSeparatorShown(True)
        box.setValue(8000)
        setting.setValue(1234.25)
        assert (box.text(), setting.text()) == ("8.000", "1.234,25")
        read = {text: setting.valueFromText(text) for text in ("0,5", "0.5", "1.234", "1.234,5")}
        assert read == {"0,5": 0.5, "0.5": 0.5, "1.234": 1234, "1.234,5": 1234.5}
    finally:
        for translator in qapp.findChildren(QTranslator):
            qapp.removeTranslator(translator)
        QLocale.setDefault(before)
        language.use(NullTranslations())
