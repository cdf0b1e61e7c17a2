"""The language of the window: Qt's ``tr`` uses the catalogue; numbers and dates follow."""

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from app.speech.dates import Conventions, use_conventions
from app.speech.language import Language, language_of_system, speak, translate


class _Catalogue(QTranslator):
    """Qt translator that looks up the catalogue; None leaves the text to Qt's own translations."""

    def translate(  # None: no translation
        self, context: str, source: str, *_which: object
    ) -> str | None:
        """Translate one text; None if the catalogue has no translation."""
        found = translate(context, source)
        return None if found == source else found

    def isEmpty(self) -> bool:
        """False, because Qt does not ask an empty translator."""
        return False


class Speech:
    """The translators installed in the application."""

    def __init__(self, application: QCoreApplication) -> None:
        self._application = application
        self._installed: list[QTranslator] = []

    def speak(self, language: Language) -> None:
        """Switch to this language; existing pages keep theirs."""
        for translator in self._installed:
            self._application.removeTranslator(translator)
        self._installed.clear()
        speak(language)
        locale = _locale(language)
        QLocale.setDefault(locale)
        use_conventions(conventions_of(locale))
        if language is Language.ENGLISH:
            return
        qt_words = QTranslator()
        if qt_words.load(f"qtbase_{language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
            self._installed.append(qt_words)
        self._installed.append(_Catalogue())
        for translator in self._installed:  # Qt asks the one installed last first
            self._application.installTranslator(translator)


def chosen_language(stored: str) -> Language:
    """The chosen language; that of the system if none was chosen."""
    if stored in set(Language):
        return Language(stored)
    return language_of_system(QLocale.system().name())


def _locale(language: Language) -> QLocale:
    """Locale of a language; with English, an English system keeps its own number and date formats."""
    system = QLocale.system()
    if language_of_system(system.name()) is language:
        return system
    return QLocale(str(language))


def conventions_of(locale: QLocale) -> Conventions:
    """Read number format and month names from Qt; group sizes are found by formatting a long number."""
    months = tuple(locale.monthName(month, QLocale.FormatType.ShortFormat) for month in range(1, 13))
    sign = locale.groupSeparator()
    parts = locale.toString(123456789).split(sign) if sign else []
    if len(parts) < 2:
        return Conventions(locale.decimalPoint(), zero=locale.zeroDigit(), months=months)
    return Conventions(
        decimal=locale.decimalPoint(),
        group=sign,
        last_group=len(parts[-1]),
        other_groups=len(parts[-2]),
        least_digits=1 if sign in locale.toString(1234) else 2,
        zero=locale.zeroDigit(),
        months=months,
    )
