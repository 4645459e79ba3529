"""The languages that the window speaks, and which of them a start uses.

This is imported before any other part of the window, whose constants are texts.
"""

import io
import re
import sys
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator
from typing_extensions import override

from inspector import language

SYSTEM = "system"
LANGUAGES = {"en": "English", "de": "Deutsch"}
"""The name of each in itself, by its code; all but English have a catalogue in `locale/`."""

_MODIFIER = re.compile(r"\b(Ctrl|Strg|Alt(?=\+)|Shift|Umschalt)\b\+?")
"""*Alt* alone is German for old, the name of a bucket."""
_ON_MACOS = {"Ctrl": "⌘", "Strg": "⌘", "Alt": "⌥", "Shift": "⇧", "Umschalt": "⇧"}


class _OfMacOs(NullTranslations):
    """A catalogue with the keys of macOS: Qt takes ⌘ there for what is Ctrl elsewhere.

    Args:
        catalogue: the language's.
    """

    def __init__(self, catalogue: NullTranslations) -> None:
        super().__init__()
        self.add_fallback(catalogue)
        self._catalogue = catalogue

    @override
    def info(self) -> dict[str, str]:
        return self._catalogue.info()

    @override
    def gettext(self, message: str) -> str:
        return _MODIFIER.sub(lambda found: _ON_MACOS[found[1]], super().gettext(message))


def speak(choice: str) -> None:
    """Have the window speak a language.

    Args:
        choice: a code of `LANGUAGES`; `SYSTEM` for the system's, or else English.
    """
    code = _of_system() if choice == SYSTEM else choice
    language.use(catalogue(code))


def catalogue(code: str) -> NullTranslations:
    """What a language says for each English text."""
    name = ("locale", code, "LC_MESSAGES", "inspector.mo")
    compiled = files("inspector").joinpath(*name)
    found = NullTranslations()
    if compiled.is_file():
        found = GNUTranslations(io.BytesIO(compiled.read_bytes()))
    return _OfMacOs(found) if sys.platform == "darwin" else found


def translate_qt(application: QCoreApplication) -> None:
    """Have Qt's own texts, as of its buttons and file dialogs, in the language in use.

    The fields write and read numbers as it does, whatever the system's language.
    """
    QLocale.setDefault(QLocale(language.code()))
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    translator = QTranslator(application)
    if translator.load(f"qtbase_{language.code()}", folder):
        application.installTranslator(translator)


def _of_system() -> str:
    wanted = (name.partition("-")[0] for name in QLocale.system().uiLanguages())
    return next((code for code in wanted if code in LANGUAGES), "en")
