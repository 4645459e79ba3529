"""The window in a language that marks its texts: what is not marked cannot be translated."""

import json
import re
import subprocess
import sys
from pathlib import Path

WALK = Path(__file__).parent / "untranslated.py"
NOT_OURS = re.compile(
    # Qt's own, pyqtgraph's own, and the line of a block.
    r"Close|Closes the dock widget|Float|Undocks .*|Scroll (Left|Right)|Export(\.\.\.)?"
    r"|\[★.*"
    # Names of settings and of gates, the headings of a recap, and ways of knowing as filters say.
    r"|(<qt>)?⟦.*⟧ · \w+<br/>.*|⟦.*⟧ \(\w+\)|(\w+)(: ⟦.*)?|budget\. .*|Candidates is all.*"
    r"|⟦Other~~⟧ 22\b.*|witness: ⟦.*|warning: ⟦.*"
    r"|(Chat|Text) completion|<span .*|Memories|Messages",
    re.DOTALL,
)


def test_all_that_the_window_says_can_be_translated():
    done = subprocess.run([sys.executable, str(WALK)], capture_output=True, timeout=300, check=True)
    found = [text for _dock, text in json.loads(done.stdout)]
    assert [text for text in found if not NOT_OURS.fullmatch(text)] == []
