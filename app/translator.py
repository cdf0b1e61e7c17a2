"""The language in the window: Qt's ``tr`` asks the catalogue, numbers, dates and fonts follow."""

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator
from PySide6.QtGui import QFontDatabase

from app.language import Language, language_of_system, speak, translate
from resources import path

FALLBACK_FONT = "Noto Sans SC"
"""Shipped, since a bare machine may have no font with Chinese characters."""
_FONT_FILES = ("fonts/NotoSansSC-Regular.ttf", "fonts/NotoSansSC-Bold.ttf")


class _Catalogue(QTranslator):
    """Answers Qt from the catalogue; None leaves the question to Qt's own translations."""

    def translate(  # None: no translation
        self, context: str, source: str, *_which: object
    ) -> str | None:
        """The sentence in the language that is spoken."""
        found = translate(context, source)
        return None if found == source else found

    def isEmpty(self) -> bool:
        """Qt asks no translator that says it is empty."""
        return False


class Speech:
    """The translators that are installed in the application."""

    def __init__(self, application: QCoreApplication) -> None:
        self._application = application
        self._installed: list[QTranslator] = []
        load_fonts()

    def speak(self, language: Language) -> None:
        """Speak this language from now on; pages that are built already keep theirs."""
        for translator in self._installed:
            self._application.removeTranslator(translator)
        self._installed.clear()
        speak(language)
        QLocale.setDefault(_locale(language))
        if language is Language.ENGLISH:
            return
        qt_words = QTranslator()
        if qt_words.load(f"qtbase_{language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
            self._installed.append(qt_words)
        self._installed.append(_Catalogue())
        for translator in self._installed:  # the one installed last is asked first
            self._application.installTranslator(translator)


def load_fonts() -> None:
    """Make the shipped font known, once."""
    if FALLBACK_FONT not in QFontDatabase.families():
        for name in _FONT_FILES:
            QFontDatabase.addApplicationFont(str(path(name)))


def chosen_language(stored: str) -> Language:
    """The language that was chosen; that of the system where none was."""
    if stored in set(Language):
        return Language(stored)
    return language_of_system(QLocale.system().name())


def _locale(language: Language) -> QLocale:
    """Numbers and dates as in the language; English leaves those of a system that speaks neither."""
    system = QLocale.system()
    if language_of_system(system.name()) is language:
        return system
    return QLocale(str(language))
