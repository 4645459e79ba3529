import sys
sys.path.insert(0,'/work/main')
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QApplication
KEY=Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
def test_dbg(bench, lamp, qtbot):
    bench.open(lamp)
    bench.panel.show_scene(5)
    page = bench.panel.scenes
    table = page.table
    table.setFocus()
    print("focus", QApplication.focusWidget(), table.currentIndex().row(), table.currentIndex().column(), table.state(), QApplication.activeWindow())
    QTest.keyClick(table, KEY.Key_F2)
    editor = table.findChild(QLineEdit)
    print("editor", editor, editor and editor.hasFocus(), table.state())
    QTest.keyClick(editor, KEY.Key_A, CONTROL)
    QTest.keyClicks(editor, "Night")
    print(repr(editor.text()))
    QTest.keyClick(editor, KEY.Key_Return)
    qtbot.wait(300)
    print(bench.edits)
    assert bench.edits
