"""The language of the program: sentences are looked up in a catalogue by their English text. No Qt.

English needs no catalogue: the source is its own translation. Every other language has a file
``resources/translations/CODE.ts`` in Qt's format, which Qt Linguist opens. A sentence without translation
stays English. The window's process and its worker each have one language at a time; without one set, as
on the command line, it is English.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from enum import StrEnum
from functools import lru_cache, reduce
from xml.etree import ElementTree as ET

from resources import path


class Language(StrEnum):
    """The available languages, by the code that is stored."""

    ENGLISH = "en"
    CHINESE = "zh_CN"


OWN_NAMES: Mapping[Language, str] = {Language.ENGLISH: "English", Language.CHINESE: "简体中文"}
"""Name of each language in that language."""


class Catalogue:
    """Translations by context and source; a source with one meaning needs no context."""

    def __init__(self, entries: Mapping[tuple[str, str], str]) -> None:
        self._entries = dict(entries)
        self._anywhere = {source: text for (_, source), text in reversed(self._entries.items())}

    def translated(self, context: str, source: str) -> str:
        """Translation in this context, else in any other one; empty if there is none."""
        return self._entries.get((context, source)) or self._anywhere.get(source, "")

    @property
    def texts(self) -> tuple[str, ...]:
        """All translations of the catalogue."""
        return tuple(self._entries.values())


_NOTHING = Catalogue({})


class _Spoken:
    """The language and catalogue of this process."""

    language = Language.ENGLISH
    catalogue = _NOTHING


@lru_cache(maxsize=len(Language))
def catalogue(language: Language) -> Catalogue:
    """Load the catalogue of a language; it is empty for English."""
    if language is Language.ENGLISH:
        return _NOTHING
    entries: dict[tuple[str, str], str] = {}
    for context in ET.parse(path(f"translations/{language}.ts")).getroot().iter("context"):
        name = context.findtext("name", "")
        for message in context.iter("message"):
            entries[name, message.findtext("source", "")] = message.findtext("translation", "") or ""
    return Catalogue({key: text for key, text in entries.items() if text})


def current_language() -> Language:
    """The language in use."""
    return _Spoken.language


def speak(language: Language | str) -> None:
    """Use this language from now on; existing texts on the screen are not changed."""
    _Spoken.language = Language(language)
    _Spoken.catalogue = catalogue(_Spoken.language)


@contextmanager
def speaking(language: Language | str) -> Iterator[None]:
    """Context in which this language is used."""
    before = _Spoken.language
    speak(language)
    try:
        yield
    finally:
        speak(before)


def in_english() -> AbstractContextManager[None]:
    """Context in which English is used: documents for other programs are the same in every language."""
    return speaking(Language.ENGLISH)


def translate(context: str, source: str) -> str:
    """Translate a sentence; the source itself if there is no translation."""
    return _Spoken.catalogue.translated(context, source) or source


def tr(source: str) -> str:
    """Translate a sentence when it is shown, never when a module is loaded."""
    return translate("", source)


def language_of_system(name: str) -> Language:
    """The language for a system locale such as ``zh_CN`` or ``de_DE``."""
    return Language.CHINESE if name.lower().startswith("zh") else Language.ENGLISH


def listed(parts: Iterable[str]) -> str:
    """Join the parts of a list with the separator of the language."""
    return translate("Language", ", ").join(parts)


def enumerated(words: Iterable[str]) -> str:
    """``1, 2 and 4``."""
    found = list(words)
    if len(found) < 2:
        return "".join(found)
    return translate("Language", "{first} and {last}").format(first=listed(found[:-1]), last=found[-1])


def joined_sentences(*sentences: str) -> str:
    """Join sentences with the separator of the language; empty ones are left out."""
    pair = translate("Language", "{first} {second}")
    found = [sentence for sentence in sentences if sentence]
    return reduce(lambda first, second: pair.format(first=first, second=second), found) if found else ""
