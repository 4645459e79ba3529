"""What the walks over all views share: the window, what is waited for, and what is done in both."""

import json

from PySide6.QtGui import QGuiApplication

from tests.gui.settling import open_sample
from tests.gui.window.conftest import active_window


class Walk:
    """A person in a window on the sample with all that lies beside it."""

    def __init__(self, qtbot):
        self.window, self.qtbot = active_window(qtbot), qtbot
        self.bench = self.window.bench
        open_sample(self.window)

    def until(self, is_so):
        self.qtbot.waitUntil(is_so)

    @property
    def step(self):
        """What Undo would take back."""
        return self.bench.commands.stack.undoText()

    def copy_a_request(self):
        """Have a request with the block that is shown on the clipboard."""
        block = self.bench.panels.preview.view.page.injection.text
        turns = [{"role": "system", "content": block}, {"role": "user", "content": "Hello."}]
        QGuiApplication.clipboard().setText(json.dumps({"messages": turns}))

    def act_in_each_view(self, main_actions, visit):
        """Do each view's main action, by the view's name, once it was visited (a dock)."""
        docks = self.bench.docks
        assert list(main_actions) == [dock.name for dock in docks.all]
        for dock in docks.all:
            visit(dock)
            main_actions[dock.name](self)
