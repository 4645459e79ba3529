"""The composition root: the application, the window, and what happens to unforeseen errors."""

import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from types import ModuleType, TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QBuffer,
    QEventLoop,
    QMessageLogContext,
    QObject,
    QPoint,
    QRect,
    QSize,
    QTimer,
    QtMsgType,
    Signal,
    qInstallMessageHandler,
)
from PySide6.QtGui import QColor, QFontDatabase, QGuiApplication, QImageWriter, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from inspector import files
from inspector.core.errors import ChatFileError, InspectorError
from inspector.gui.state.workers import LatestWorker
from inspector.gui.window.application import Application, make_application
from inspector.gui.window.main_window import MainWindow
from inspector.gui.window.on_screen import show_on_screen
from inspector.gui.window.process import (
    CrashLog,
    Interrupt,
    take_crashes,
)
from inspector.language import _
from inspector.preferences import Preferences, load_preferences
from inspector.shipped import shipped

if TYPE_CHECKING:
    from inspector.gui.state.session import Question
    from inspector.gui.window.workbench import Workbench
    from inspector.lore_files import Beside

PICTURE_FONT_PT = 9.0
"""Points of the font in pictures: 12 pixels at 96 dots an inch."""

_QUIET_MS = 200
_DRAWING_MS = 120_000
_SETTLING_MS = 300
_EXPLAINING_MS = 20_000
_LOOK_MS = 50
_QUIET_LOOKS = 2  # what is answered may be asked further
_SHADE = 70
_RAISE = 1
"""The change of importance by a step, among those that can be chosen."""


def open_window(
    chats: Sequence[Path],
    question: "Question | None",
    theme: str | None,
    beside: "Beside | None",
    request: Path | None = None,
) -> int:
    """Open the window and run until it is closed; answers the exit status.

    A start that asks for nothing but chats gives them to a window that is open already.

    Args:
        chats: to be opened.
        question: asked of every chat; None for the usual one.
        theme: None for the remembered one.
        beside: opened beside the first chat.
        request: a captured request that is to be checked.
    """
    application = make_application()
    instances = _instances()
    is_plain = question is None and theme is None and request is None
    if instances is not None and is_plain and instances.hand_over(chats):
        return 0
    crash_log = CrashLog()
    crash_log.start()
    preferences = load_preferences()
    window = MainWindow(_themed(preferences, theme), question, beside=beside, by_writer=True)
    _catch_unforeseen(window, crash_log)
    Interrupt(window.close, window)
    if isinstance(application, Application):
        application.files_opened.connect(window.take_start)
    show_on_screen(window, is_placed=window.is_placed)
    if chats:
        window.open_first([str(path) for path in chats])
    elif beside is not None and beside.paths:
        window.when_made(lambda bench: bench.file_services.pending.add(beside))
    if request is not None:
        window.when_made(lambda bench: bench.check_controller.check_when_open(request))
    QTimer.singleShot(_QUIET_MS, window, lambda: _serve(window))
    application.aboutToQuit.connect(_hand_over_clipboard)
    status = application.exec()
    crash_log.stop()
    return status


def _instances() -> ModuleType | None:
    """What knows of other instances; None where a bare system lacks what Qt's network needs."""
    try:
        return import_module("inspector.gui.window.single_instance")
    except ImportError:
        return None


def _serve(window: MainWindow) -> None:
    """What can wait until the window is seen: later starts, what killed ones left behind."""
    from inspector import files  # noqa: PLC0415 - not read before the window is seen

    instances = _instances()
    if instances is not None:
        instances.FirstInstance(window).started_again.connect(window.take_start)
    threading.Thread(target=files.clean_up, daemon=True).start()
    window.when_made(lambda bench: bench.file_services.recovering.inspect())
    crashes = take_crashes()
    if crashes:
        window.when_made(lambda _bench: window.offer_crash_report(crashes))


def _hand_over_clipboard() -> None:
    """Leave on the clipboard what Qt holds itself: what Python made must not outlive Python."""
    clipboard = QGuiApplication.clipboard()
    if clipboard.ownsClipboard():
        clipboard.setText(clipboard.text())


@dataclass(frozen=True)
class Picture:
    """What a picture of the window shows.

    Attributes:
        target: the file that is written.
        theme: light, dark, of high contrast, or as the system has it.
        size: width and height.
        show: the panel that comes to the front; None for none.
        request: a captured request that is checked; None for none.
        layout: the task that the window is laid out for; None for reading.
        fills: whether the panel fills the window.
        find: what is looked for in everything there is; None for nothing.
        where: the filter of the memories.
        changes: whether raising the importance of all that it finds is asked for.
    """

    target: Path
    theme: str
    size: tuple[int, int]
    show: str | None = None
    request: Path | None = None
    layout: str | None = None
    fills: bool = False
    find: str | None = None
    where: str = ""
    changes: bool = False


def draw(chats: Sequence[Path], question: "Question", beside: "Beside", picture: Picture) -> None:
    """Draw the window as a person would see it.

    Args:
        chats: the first is opened.
        question: asked of it.
        beside: opened beside it.
        picture: what is drawn.

    Raises:
        InspectorError: the chat cannot be opened, or the picture cannot be written.
    """
    qInstallMessageHandler(_print_message)
    application = make_application()
    kind = picture.target.suffix.removeprefix(".").lower()
    if kind.encode() not in (bytes(one.data()) for one in QImageWriter.supportedImageFormats()):
        raise ChatFileError(
            str(picture.target),
            _("this name is none of a picture, as {example} is").format(example="window.png"),
        )
    application.setCursorFlashTime(0)  # a caret that blinks is on half of all pictures
    use_picture_font(application)
    window = MainWindow(
        _themed(Preferences(), picture.theme), question, beside=beside, keep_preferences=False
    )
    window.resize(QSize(*picture.size))
    window.show()
    try:
        if chats:
            _open_and_wait(window.bench, chats[0])
            window.bench.notice.close_notice()
            _compose(window.bench, picture)
            if picture.request is not None:
                window.bench.check_controller.check_file(picture.request)
        _run_for(_SETTLING_MS)
        _wait_for_answers(window)
        application.processEvents()
        _break_lines(window)
        contents = QBuffer()
        contents.open(QBuffer.OpenModeFlag.WriteOnly)
        is_made = _grabbed(window).save(contents, kind)
    finally:
        # Python must not end before what runs does.
        window.bench.wait()
        window.close()
    if not is_made:
        raise ChatFileError(str(picture.target), _("the picture cannot be written"))
    # Whatever stands there may be somebody's work.
    files.save(picture.target, [bytes(contents.data().data())])


def use_picture_font(application: QApplication) -> None:
    """Write in a font that is shipped, so that pictures are the same on every machine."""
    for name in sorted(one.name for one in shipped().joinpath("fonts").iterdir()):
        QFontDatabase.addApplicationFont(str(shipped().joinpath("fonts", name)))
    font = application.font()
    font.setPointSizeF(PICTURE_FONT_PT)
    font.setFamilies(["Inter", *font.families()])
    application.setFont(font)


def _compose(bench: "Workbench", picture: Picture) -> None:
    """Put the views as the picture wants them."""
    if picture.layout is not None:
        bench.layouts.use(picture.layout)
    if picture.show is not None:
        bench.docks.show(picture.show)
    if picture.show is not None or picture.layout is not None:
        bench.explanation_controller.choose_subject()
        bench.lore_controller.choose_item()
    if picture.fills and picture.show is not None:
        bench.docks.fill(picture.show)
    if picture.where:
        bench.panels.memories.filter_row.input.setText(picture.where)
        _run_for(_SETTLING_MS)
    if picture.changes:
        dialog = bench.panels.memories.change_all()
        if dialog is not None:
            dialog.change.setCurrentIndex(_RAISE)
    if picture.find is not None:
        bench.palette_controller.open()
        bench.palette_controller.palette.input.setText(picture.find)


def _break_lines(window: MainWindow) -> None:
    """Break the lines of whole texts, so that each scroll bar has the same length every time.

    Qt counts a paragraph as one line until it has once painted it, and what it paints while the
    window settles depends on the machine's pace.
    """
    for text in window.findChildren(QPlainTextEdit):
        layout = text.document().documentLayout()
        block = text.document().begin()
        while block.isValid():
            layout.blockBoundingRect(block)
            block = block.next()


def _grabbed(window: MainWindow) -> QPixmap:
    """The window as a person sees it, a dialog before it."""
    picture = window.grab()
    dialog = QApplication.activeModalWidget()
    if dialog is not None:
        painter = QPainter(picture)
        location = QRect(QPoint(), dialog.size())
        location.moveCenter(window.rect().center())
        painter.fillRect(window.rect(), QColor(0, 0, 0, _SHADE))
        painter.drawPixmap(location.topLeft(), dialog.grab())
        painter.end()
        dialog.close()
    return picture


def _print_message(_kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
    """Print what Qt warns of, but for what its platform without a screen says of each window."""
    if "propagateSizeHints" not in text:
        print(text, file=sys.stderr)  # noqa: T201 - where Qt itself would print it


def _open_and_wait(bench: "Workbench", path: Path) -> None:
    loop = QEventLoop()
    refused: list[InspectorError] = []
    bench.keeper.refused.disconnect()
    bench.keeper.refused.connect(refused.append)
    bench.keeper.refused.connect(loop.quit)

    def refuse(text: str) -> None:
        refused.append(InspectorError(text))
        loop.quit()

    bench.deriver.failed.connect(refuse)
    bench.presenter.settled.connect(loop.quit)
    QTimer.singleShot(_DRAWING_MS, loop.quit)
    bench.flow.open(str(path))
    loop.exec()
    refused += bench.keeper.beside.refused
    if refused:
        raise refused[0]


def _wait_for_answers(window: MainWindow) -> None:
    """Let what is worked out in the background be shown, if it comes in good time."""
    quiet = 0
    for _turn in range(_EXPLAINING_MS // _LOOK_MS):
        _run_for(_LOOK_MS)
        parts = (window, *window.bench.panels.made)  # one may stand in no window
        is_busy = any(one.is_busy for part in parts for one in part.findChildren(LatestWorker))
        quiet = 0 if is_busy else quiet + 1
        if quiet == _QUIET_LOOKS:
            break


def _run_for(milliseconds: int) -> None:
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def _themed(preferences: Preferences, theme: str | None) -> Preferences:
    return preferences if theme is None else replace(preferences, theme=theme)


def _catch_unforeseen(window: MainWindow, crash_log: CrashLog) -> None:
    """Show errors that nobody foresaw instead of losing them on a console."""
    unforeseen = _Unforeseen(window, crash_log)

    def show(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        sys.__excepthook__(kind, error, trace)
        unforeseen.raised.emit(error)

    def show_of_thread(raised: threading.ExceptHookArgs) -> None:
        if raised.exc_value is not None:
            show(raised.exc_type, raised.exc_value, raised.exc_traceback)

    sys.excepthook = show
    threading.excepthook = show_of_thread


class _Unforeseen(QObject):
    """Brings errors of whatever thread to the one thread in which message boxes can be made.

    Signals:
        raised: an exception.
    """

    raised = Signal(object)

    def __init__(self, window: MainWindow, crash_log: CrashLog) -> None:
        super().__init__(window)
        self._window, self._crash_log = window, crash_log
        self.raised.connect(self._show)

    def _show(self, error: BaseException) -> None:
        from inspector.gui.window.crash_report import show_unforeseen  # noqa: PLC0415 - a quick start

        show_unforeseen(self._window, error, self._crash_log.actions)
