"""What ships beside the program was made from the program as it is."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from inspector.cli.verbs import VERBS
from inspector.gui.window.start import window_parser
from inspector.systems import RULESETS
from inspector.tokenizer import ENCODINGS

RESOURCES = Path(__file__).parent.parent / "resources"
TEXTS = (
    "manual/memory-inspector.1",
    "completions/memory-inspector.bash",
    "completions/_memory-inspector",
)
PARSERS = {"gui": window_parser, **{name: verb.parser for name, verb in VERBS.items()}}


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("verb", PARSERS)
def test_manual_and_completions_know_each_verb_with_its_options(text, verb):
    """`python .ci/manual.py` makes them again."""
    written = (RESOURCES / text).read_text("utf-8").replace("\\-", "-")
    assert verb in written
    options = {word for action in PARSERS[verb]()._actions for word in action.option_strings}
    assert not {word for word in options - {"-h", "--help"} if word not in written}


@pytest.mark.parametrize("text", TEXTS[1:])
def test_completions_offer_every_ruleset_and_encoding(text):
    written = (RESOURCES / text).read_text("utf-8")
    assert not {name for name in (*RULESETS, *ENCODINGS) if name not in written}


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes_a_ruleset_that_was_begun():
    asked = "COMP_WORDS=(memory-inspector inject c --ruleset openv); COMP_CWORD=4"
    complete = "_shtab_memory_inspector memory-inspector openv --ruleset; echo ${COMPREPLY[@]}"
    script = f"source {shlex.quote(str(RESOURCES / TEXTS[1]))}; {asked}; {complete}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [name for name in RULESETS if name.startswith("openv")]


def test_the_desktop_entry_starts_the_window_with_the_chats_that_are_opened():
    entry = (RESOURCES / "linux" / "memory-inspector.desktop").read_text("utf-8")
    assert "Exec=memory-inspector gui %F\n" in entry
    kinds = (RESOURCES / "linux" / "memory-inspector.xml").read_text("utf-8")
    (kind,) = re.findall('mime-type type="(.+)"', kinds)
    assert f"MimeType={kind};" in entry


def test_an_icon_for_every_system():
    icons = RESOURCES / "icons"
    assert (icons / "memory-inspector.ico").read_bytes()[:4] == b"\0\0\1\0"
    assert (icons / "memory-inspector.icns").read_bytes()[:4] == b"icns"
    for size in (16, 32, 48, 256, 512):
        picture = icons / "hicolor" / f"{size}x{size}" / "apps" / "memory-inspector.png"
        assert picture.read_bytes()[:4] == b"\x89PNG"
